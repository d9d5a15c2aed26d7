//! The tables of one variant, and probing them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use peatee_rules::{AnyKernel, Game, Kernel, Position, Setup, Side, Variant, Word, with_kernel};

use crate::cache::BlockCache;
use crate::error::{FileError, OpenError, ProbeError};
use crate::format;
use crate::index::SliceIndex;
use crate::manifest::{MANIFEST_NAME, Manifest, ManifestEntry};
use crate::slice::{Material, Slice};
use crate::storage::{StorageKind, open_storage};
use crate::table::Table;
use crate::value::{Metric, RuleSet, Value, Wdl};

/// How tables are opened.
#[derive(Debug, Clone)]
pub struct OpenOptions {
    /// How much memory decoded blocks may take.
    pub memory_bytes: u64,
    /// How files are read.
    pub storage: StorageKind,
}

impl Default for OpenOptions {
    fn default() -> Self {
        OpenOptions { memory_bytes: 1 << 30, storage: StorageKind::Pread }
    }
}

/// What is known of one slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SliceInfo {
    /// The slice.
    pub slice: Slice,
    /// How many positions it has.
    pub positions: u64,
    /// The metrics there are tables of.
    pub metrics: Vec<Metric>,
    /// The length of those files together.
    pub bytes: u64,
}

/// All tables of one variant. Everything works from `&self` and any number of threads.
#[derive(Debug)]
pub struct Tables {
    game: Game,
    directory: PathBuf,
    slices: Vec<Entry>,
    /// Place in `slices` by [`Slice::number`].
    lookup: Vec<u16>,
    most_pieces: u32,
}

#[derive(Debug)]
struct Entry {
    slice: Slice,
    index: AnyIndex,
    wdl: Option<Table>,
    dtw: Option<Table>,
    /// DTR tables, few enough to look through.
    by_rules: Vec<(RuleSet, Table)>,
}

impl Entry {
    #[inline(always)]
    fn table(&self, metric: Metric) -> Option<&Table> {
        match metric {
            Metric::Wdl => self.wdl.as_ref(),
            Metric::Dtw => self.dtw.as_ref(),
            Metric::Dtr(set) => self.by_rules.iter().find(|(s, _)| *s == set).map(|(_, table)| table),
        }
    }

    fn put(&mut self, metric: Metric, table: Table) {
        match metric {
            Metric::Wdl => self.wdl = Some(table),
            Metric::Dtw => self.dtw = Some(table),
            Metric::Dtr(set) => self.by_rules.push((set, table)),
        }
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        self.wdl.iter().chain(&self.dtw).chain(self.by_rules.iter().map(|(_, table)| table))
    }
}

#[derive(Debug)]
enum AnyIndex {
    Narrow(SliceIndex<u64>),
    Wide(SliceIndex<u128>),
}

impl AnyIndex {
    fn new(game: &Game, slice: Slice) -> Self {
        match game.kernel() {
            AnyKernel::Narrow(kernel) => AnyIndex::Narrow(SliceIndex::new(kernel, slice)),
            AnyKernel::Wide(kernel) => AnyIndex::Wide(SliceIndex::new(kernel, slice)),
        }
    }
    fn size(&self) -> u64 {
        match self {
            AnyIndex::Narrow(index) => index.size(),
            AnyIndex::Wide(index) => index.size(),
        }
    }
    #[inline(always)]
    fn rank(&self, setup: &Setup<u128>) -> u64 {
        match self {
            AnyIndex::Narrow(index) => index.rank(&setup.convert()),
            AnyIndex::Wide(index) => index.rank(setup),
        }
    }
}

const NO_ENTRY: u16 = u16::MAX;

impl Tables {
    /// Opens the tables of one variant: a directory with a manifest. Every file's header and length are checked; blocks
    /// are checked when they are first read.
    ///
    /// # Errors
    /// [`OpenError`] names the file that is missing, damaged, swapped, or made under other rules.
    pub fn open(directory: &Path, options: &OpenOptions) -> Result<Tables, OpenError> {
        Self::open_shared(directory, options, &Arc::new(BlockCache::new(options.memory_bytes)), &mut 0)
    }

    pub(crate) fn open_shared(
        directory: &Path,
        options: &OpenOptions,
        cache: &Arc<BlockCache>,
        next_number: &mut u32,
    ) -> Result<Tables, OpenError> {
        let manifest = Manifest::read(directory)?.ok_or_else(|| OpenError::Empty { path: directory.to_owned() })?;
        let bad_manifest = |reason: String| OpenError::Manifest { path: directory.join(MANIFEST_NAME), reason };
        let variant = Variant::named(&manifest.variant).map_err(|e| bad_manifest(e.to_string()))?;
        let game = Game::new(variant);
        let mut tables = Tables {
            game,
            directory: directory.to_owned(),
            slices: Vec::new(),
            lookup: vec![NO_ENTRY; Slice::NUMBERS],
            most_pieces: 0,
        };
        for (name, listed) in &manifest.tables {
            let slice = Slice::parse(&tables.game, &listed.slice).map_err(|e| bad_manifest(e.to_string()))?;
            let metric = Metric::named(&listed.metric)
                .ok_or_else(|| bad_manifest(format!("`{}` is no metric", listed.metric)))?;
            if *name != format::file_name(slice, metric) {
                return Err(bad_manifest(format!("`{name}` is no name for the {metric} table of {slice}")));
            }
            tables.add(name, listed, slice, metric, options, cache, *next_number)?;
            *next_number += 1;
        }
        Ok(tables)
    }

    #[allow(clippy::too_many_arguments, reason = "one call, each argument a different thing")]
    fn add(
        &mut self,
        name: &str,
        listed: &ManifestEntry,
        slice: Slice,
        metric: Metric,
        options: &OpenOptions,
        cache: &Arc<BlockCache>,
        number: u32,
    ) -> Result<(), OpenError> {
        let path = self.directory.join(name);
        let bad_file = |source| OpenError::File { path: path.clone(), source };
        let storage = open_storage(&path, options.storage).map_err(|e| bad_file(e.into()))?;
        let table = Table::open_cached(&path, storage, cache.clone(), number).map_err(bad_file)?;
        if table.header().file_bytes != listed.bytes {
            return Err(bad_file(FileError::Length { found: table.header().file_bytes, expected: listed.bytes }));
        }
        let entry = self.entry_mut(slice);
        let positions = entry.index.size();
        table
            .check_identity(self.game.variant(), slice, metric, positions)
            .map_err(|source| OpenError::File { path: path.clone(), source })?;
        self.entry_mut(slice).put(metric, table);
        self.most_pieces = self.most_pieces.max(slice.material.pieces() as u32);
        Ok(())
    }

    fn entry_mut(&mut self, slice: Slice) -> &mut Entry {
        let place = &mut self.lookup[slice.number().expect("slices read from names are small")];
        if *place == NO_ENTRY {
            *place = self.slices.len() as u16;
            let index = AnyIndex::new(&self.game, slice);
            self.slices.push(Entry { slice, index, wdl: None, dtw: None, by_rules: Vec::new() });
        }
        &mut self.slices[*place as usize]
    }

    /// The game these are tables of.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where they were opened.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The most pieces of any slice there is a table of.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The slices there are tables of, by name.
    pub fn slices(&self) -> Vec<SliceInfo> {
        let mut out: Vec<SliceInfo> = self
            .slices
            .iter()
            .map(|entry| SliceInfo {
                slice: entry.slice,
                positions: entry.index.size(),
                metrics: entry.tables().map(|table| table.header().metric).collect(),
                bytes: entry.tables().map(|table| table.header().file_bytes).sum(),
            })
            .collect();
        out.sort_by_key(|info| info.slice.name());
        out
    }

    /// The metrics there are tables of for a slice.
    pub fn metrics(&self, slice: Slice) -> Vec<Metric> {
        self.entry(slice).map_or(Vec::new(), |entry| entry.tables().map(|table| table.header().metric).collect())
    }

    /// The table of a slice and metric, if there is one.
    pub fn table(&self, slice: Slice, metric: Metric) -> Option<&Table> {
        self.entry(slice)?.table(metric)
    }

    #[inline(always)]
    fn entry(&self, slice: Slice) -> Option<&Entry> {
        self.slices.get(self.lookup[slice.number()?] as usize)
    }

    /// Win, draw or loss of a position for the side to move.
    ///
    /// # Errors
    /// [`ProbeError`]: the position cannot be, there is no table for it, or a file is damaged.
    #[inline]
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.game.check(position)?;
        match self.stored(position, Metric::Wdl)? {
            Some(cell) => Ok(Wdl::from_cell(cell as u8).unwrap_or(Wdl::Draw)),
            None => Ok(self.without_opponent(position).wdl),
        }
    }

    /// The value of a position for the side to move, with its distance to the end where there is a DTW table.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    #[inline]
    pub fn probe(&self, position: &Position) -> Result<Value, ProbeError> {
        self.game.check(position)?;
        let goal = self.game.variant().goal;
        match self.stored(position, Metric::Dtw) {
            Ok(Some(0)) => Ok(Value::DRAW),
            Ok(Some(cell)) => Ok(Value::decided(cell - 1, goal)),
            Ok(None) => Ok(self.without_opponent(position)),
            Err(ProbeError::MissingTable { .. }) => Ok(Value { wdl: self.probe_wdl(position)?, dtw_plies: None }),
            Err(other) => Err(other),
        }
    }

    /// The cell of a legal position; `None` when one side has no pieces, for which there are no tables.
    #[inline(always)]
    pub(crate) fn stored(&self, position: &Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        let turned = position.side == Side::Black && self.game.variant().mirror.is_some();
        let setup = if turned { self.mirrored(&position.setup) } else { position.setup };
        let side = if turned { Side::White } else { position.side };
        let slice = Slice { material: Material::of(&setup), side };
        if let Some(entry) = self.entry(slice)
            && let Some(table) = entry.table(metric)
        {
            return match table.cell(entry.index.rank(&setup)) {
                Ok(cell) => Ok(Some(cell)),
                Err(source) => Err(ProbeError::File { path: table.path().to_owned(), source }),
            };
        }
        self.no_table(slice, metric)
    }

    #[cold]
    fn no_table(&self, slice: Slice, metric: Metric) -> Result<Option<u32>, ProbeError> {
        let [white, black] = Side::BOTH.map(|side| slice.material.of_side(side));
        if white == 0 || black == 0 {
            return Ok(None);
        }
        let pieces = slice.material.pieces() as u32;
        if pieces > self.most_pieces {
            let variant = self.game.variant().id;
            return Err(ProbeError::TooManyPieces { pieces, most: self.most_pieces, variant });
        }
        Err(ProbeError::MissingTable { slice: slice.name(), metric, directory: self.directory.clone() })
    }

    /// The value where one side has no pieces. Without pieces, or without a move, the game is over; with a move it is
    /// over after it, since the other side has nothing to move.
    #[cold]
    fn without_opponent(&self, position: &Position) -> Value {
        let plies = if self.game.moves(position).is_empty() { 0 } else { 1 };
        Value::decided(plies, self.game.variant().goal)
    }

    #[inline(always)]
    fn mirrored(&self, setup: &Setup<u128>) -> Setup<u128> {
        fn with<W: Word>(kernel: &Kernel<W>, setup: &Setup<u128>) -> Setup<u128> {
            kernel.mirrored(&setup.convert()).convert()
        }
        with_kernel!(self.game, kernel => with(kernel, setup))
    }
}
