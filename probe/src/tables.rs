//! The tables of one variant, and probing them.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use peatee_rules::{Draughts, Position, Side};
use peatee_table::index::Address;
use peatee_table::{FileError, Metric, Slice, Value, Wdl};

use crate::cache::{BlockCache, MemoryStats};
use crate::error::{OpenError, ProbeError};
use crate::fault::TableFault;
use crate::listed::{ListedTable, ListedTables};
use crate::options::OpenOptions;
use crate::os::processor::{self, in_its_way};
use crate::slices::{Numbers, SliceTables, Slices};
use crate::storage::{StorageKind, open_storage};
use crate::table::Table;

#[cfg(test)]
mod reads;

/// A slice and its tables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SliceInfo {
    /// The slice.
    pub slice: Slice,
    /// How many positions it has.
    pub positions: u64,
    /// The metrics of its tables.
    pub metrics: Vec<Metric>,
    /// The length of the files of these tables together.
    pub bytes: u64,
    /// The metrics of the tables that the manifest lists but that are missing or damaged.
    pub unusable: Vec<Metric>,
}

/// All tables of one variant. Everything works from `&self` and any number of threads.
#[derive(Debug)]
pub struct Tables {
    game: Draughts,
    directory: PathBuf,
    pub(crate) slices: Slices,
    cache: Arc<BlockCache>,
    most_pieces: u32,
    /// The metrics that the manifest lists tables of.
    metrics: BTreeSet<Metric>,
}

impl Tables {
    /// Opens the tables of one variant: a directory with a manifest. Every file's header and length
    /// are checked; blocks are checked when they are first read. A file that is missing, damaged,
    /// swapped, or made under other rules is left out: [`Tables::faults`] names it, and so does the
    /// error of a probe that needs it. [`OpenOptions::open`] opens them with another memory budget
    /// or another way to read files.
    ///
    /// # Errors
    /// When the manifest is missing, damaged, or made under other rules.
    pub fn open(directory: impl AsRef<Path>) -> Result<Tables, OpenError> {
        OpenOptions::new().open(directory)
    }

    /// Opens those tables of directories of one variant that `is_wanted` picks, their blocks in a
    /// cache that other tables share. `next_number` tells the files that share a cache apart.
    pub(crate) fn open_shared(
        directories: &[&Path],
        storage: StorageKind,
        cache: &Arc<BlockCache>,
        next_number: &mut u32,
        is_wanted: impl Fn(Slice, Metric) -> bool,
    ) -> Result<Tables, OpenError> {
        let mut directories_read = Vec::with_capacity(directories.len());
        for directory in directories {
            directories_read.push(ListedTables::read(directory)?);
        }
        let Some(first) = directories_read.first() else { return Err(OpenError::NoDirectory) };
        let game = first.game.clone();
        let variant = game.variant();
        for (other, path) in directories_read.iter().zip(directories) {
            let found = other.game.variant().id;
            if found != variant.id {
                return Err(OpenError::OtherVariant { path: path.to_path_buf(), found, expected: variant.id });
            }
        }
        let mut listed: Vec<ListedTable> = directories_read.into_iter().flat_map(|read| read.tables).collect();
        listed.retain(|table| is_wanted(table.slice, table.metric));
        let slices: BTreeSet<Slice> = listed.iter().map(|table| table.slice).collect();
        let slices: Vec<Slice> = slices.into_iter().collect();
        let most_pieces = slices.iter().map(|slice| slice.material.pieces() as u32).max().unwrap_or(0);
        let metrics = listed.iter().map(|table| table.metric).collect();
        let slices = Slices::new(&game, &slices);
        let directory = directories[0].to_owned();
        processor::choose_way();
        let mut tables = Tables { game, directory, slices, cache: cache.clone(), most_pieces, metrics };
        for ListedTable { slice, metric, path, bytes } in listed {
            let of_slice = tables.slices.get_mut(slice).expect("the slices of the manifests are listed");
            if of_slice.table(metric).is_some() {
                continue;
            }
            let opened = open_storage(&path, storage).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => FileError::Missing,
                _ => error.into(),
            });
            let opened = opened.and_then(|storage| {
                let table = Table::open_cached(&path, storage, cache.clone(), *next_number)?;
                let found = table.header().file_bytes;
                if found != bytes {
                    return Err(FileError::Length { found, expected: bytes });
                }
                table.check_identity(&tables.game, slice, metric, of_slice.positions())?;
                Ok(table)
            });
            match opened {
                Ok(table) => of_slice.put(metric, table),
                Err(error) => of_slice.put_fault(TableFault { slice, metric, path, error }),
            }
            *next_number += 1;
        }
        tables.slices.number_as_stored(&tables.game);
        Ok(tables)
    }

    /// The listed tables that are missing or damaged and cannot be used.
    pub fn faults(&self) -> impl Iterator<Item = &TableFault> {
        self.slices.iter().flat_map(SliceTables::faults)
    }

    /// These tables, if none of them is missing or damaged.
    ///
    /// # Errors
    /// The first of [`Tables::faults`].
    pub fn whole(self) -> Result<Tables, OpenError> {
        let fault = self.faults().next().cloned();
        match fault {
            Some(fault) => Err(fault.into()),
            None => Ok(self),
        }
    }

    /// The game of these tables.
    pub fn game(&self) -> &Draughts {
        &self.game
    }

    /// The directory of these tables, the first where there are several.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What the tables have in memory, and how often that was of use.
    pub fn stats(&self) -> MemoryStats {
        self.cache.stats()
    }

    /// The most pieces of any slice that the manifest lists.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Whether the manifest lists a table of a metric, of any slice.
    pub fn has_listed(&self, metric: Metric) -> bool {
        self.metrics.contains(&metric)
    }

    /// The metrics that the manifest lists tables of.
    pub fn listed_metrics(&self) -> impl Iterator<Item = Metric> {
        self.metrics.iter().copied()
    }

    /// The slices that the manifest lists, by name.
    pub fn slices(&self) -> Vec<SliceInfo> {
        let mut out: Vec<SliceInfo> = self
            .slices
            .iter()
            .map(|of_slice| SliceInfo {
                slice: of_slice.slice(),
                positions: of_slice.positions(),
                metrics: of_slice.tables().map(|table| table.header().metric).collect(),
                bytes: of_slice.tables().map(|table| table.header().file_bytes).sum(),
                unusable: of_slice.faults().iter().map(|fault| fault.metric).collect(),
            })
            .collect();
        out.sort_by_key(|info| info.slice.name());
        out
    }

    /// The metrics of the tables of a slice.
    pub fn metrics(&self, slice: Slice) -> Vec<Metric> {
        let of_slice = self.slices.get(slice);
        of_slice.map_or(Vec::new(), |tables| tables.tables().map(|table| table.header().metric).collect())
    }

    /// The table of a slice and metric, if there is one.
    #[doc(hidden)]
    pub fn table(&self, slice: Slice, metric: Metric) -> Option<&Table> {
        self.slices.get(slice)?.table(metric)
    }

    /// The table of a slice and metric, or the reason why it cannot be used.
    ///
    /// # Errors
    /// [`ProbeError::MissingTable`], or what is wrong with the file.
    #[doc(hidden)]
    pub fn need(&self, slice: Slice, metric: Metric) -> Result<&Table, ProbeError> {
        let of_slice = self.slices.get(slice);
        if let Some(table) = of_slice.and_then(|of_slice| of_slice.table(metric)) {
            return Ok(table);
        }
        let fault = of_slice.and_then(|of_slice| of_slice.fault(metric)).filter(|fault| fault.is_damage());
        Err(match fault {
            Some(fault) => fault.clone().into(),
            None => ProbeError::MissingTable { slice: slice.name(), metric, directory: self.directory.clone() },
        })
    }

    /// Win, draw or loss of a position for the side to move.
    ///
    /// # Errors
    /// [`ProbeError`]: the position is impossible, there is no table for it, or a file is damaged.
    #[inline(always)]
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let address = self.find(position, Metric::Wdl);
        match self.expanded(address, Metric::Wdl) {
            Some(cell) => Ok(Wdl::of_cell(cell)),
            None => self.probe_wdl_further(position, address),
        }
    }

    /// Win, draw or loss of a position for the side to move, if one look into memory answers: the
    /// block of the position is expanded. Blocks are that [`Tables::probe_wdl`] has asked for
    /// often.
    #[inline]
    pub fn probe_wdl_in_memory(&self, position: &Position) -> Option<Wdl> {
        self.expanded(self.find(position, Metric::Wdl), Metric::Wdl).map(Wdl::of_cell)
    }

    #[cold]
    fn probe_wdl_further(&self, position: &Position, address: Address) -> Result<Wdl, ProbeError> {
        match in_its_way!(self.cell_at(position, address, Metric::Wdl))? {
            Some(cell) => Ok(Wdl::of_cell(cell)),
            None => Ok(self.without_table(position).wdl),
        }
    }

    /// The value of a position for the side to move, with its distance to the end where there is a
    /// DTW table. A damaged DTW table is an error; without one the WDL table answers.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    #[inline(always)]
    pub fn probe(&self, position: &Position) -> Result<Value, ProbeError> {
        let address = self.find(position, Metric::Dtw);
        match self.expanded(address, Metric::Dtw) {
            Some(cell) => Ok(Value::of_dtw_cell(cell, self.game.variant().goal)),
            None => self.probe_further(position, address),
        }
    }

    #[cold]
    fn probe_further(&self, position: &Position, address: Address) -> Result<Value, ProbeError> {
        match in_its_way!(self.cell_at(position, address, Metric::Dtw)) {
            Ok(Some(cell)) => Ok(Value::of_dtw_cell(cell, self.game.variant().goal)),
            Ok(None) => Ok(self.without_table(position)),
            Err(ProbeError::MissingTable { .. }) => Ok(Value { wdl: self.probe_wdl(position)?, plies: None }),
            Err(other) => Err(other),
        }
    }

    /// Where the tables of a metric have a position.
    #[inline(always)]
    fn find(&self, position: &Position, metric: Metric) -> Address {
        in_its_way!(self.slices.find(position, Numbers::of(metric)))
    }

    /// The cell at an address whose block is expanded. Nearly all blocks that probes often need
    /// are.
    #[inline(always)]
    fn expanded(&self, address: Address, metric: Metric) -> Option<u32> {
        self.slices.at(address)?.table(metric)?.cell_ref(address.number).read()
    }

    /// Depth to conversion: plies to the next capture or move of any piece but a king, or to the
    /// end of the game, the winner hurrying and the loser delaying; `None` for a draw.
    /// [`Tables::probe_wdl`] says who wins.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`], for the DTC table.
    pub fn probe_dtc(&self, position: &Position) -> Result<Option<u32>, ProbeError> {
        match self.cell(position, Metric::Dtc)? {
            Some(cell) => Ok(cell.checked_sub(1)),
            None => Ok(self.without_table(position).plies),
        }
    }

    /// The number that stands for the value of a position in a table of `metric`: for WDL 0 loss, 1
    /// draw, 2 win; for distances 0 draw, else plies + 1. `None` when one side has no pieces or a
    /// promotion has ended the game, for which there are no tables.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn cell(&self, position: &Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        self.cell_at(position, self.slices.find(position, Numbers::of(metric)), metric)
    }

    /// [`Tables::cell`] of a position that was found at this address.
    #[inline(always)]
    fn cell_at(&self, position: &Position, address: Address, metric: Metric) -> Result<Option<u32>, ProbeError> {
        let Some(of_slice) = self.slices.at(address) else { return self.not_found(position, metric) };
        let Some(table) = of_slice.table(metric) else { return self.no_table(of_slice.slice(), metric) };
        match table.resolved_cell(address.number) {
            Ok(Some(cell)) => Ok(Some(cell)),
            Ok(None) => self.resolve_captures(position, table, address.number).map(Some),
            Err(error) => Err(ProbeError::File { path: table.path().to_owned(), error }),
        }
    }

    #[cold]
    fn not_found(&self, position: &Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        self.game.check(position)?;
        if self.game.is_over_by_promotion(position) {
            return Ok(None);
        }
        self.no_table(Slice::of(&self.game, position), metric)
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
        self.need(slice, metric).map(|_| None)
    }

    /// The value of a position that no table has: one side has no pieces, or a promotion has ended
    /// the game. When the side to move has no move, the game is over. Otherwise the game is over
    /// after its move, since the other side has no piece to move.
    #[cold]
    fn without_table(&self, position: &Position) -> Value {
        let plies = if self.game.has_moves(position) { 1 } else { 0 };
        Value::decided(plies, self.game.variant().goal)
    }
}
