//! The tables of chess in a directory.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::{ProbeError, TableFault};
use super::of_slice::{OfSlice, OpenTable};
use super::slice_list::SliceList;
use crate::cache::{BlockCache, MemoryStats};
use crate::error::OpenError;
use crate::options::OpenOptions;
use crate::os::processor;
use crate::storage::{StorageKind, open_storage};
use crate::table::Table;
use peatee_chess::{Index, MEN_MAX, Position, Setup, Slice, StoredOrder};
use peatee_table::format::{CHESS, Cell, TableIdentity, file_name};
use peatee_table::{FileError, MANIFEST_NAME, Manifest, ManifestEntry, ManifestError, Metric};

/// All tables of chess in a directory. Everything works from `&self` and any number of threads.
#[derive(Debug)]
pub struct Tables {
    directory: PathBuf,
    slices: SliceList,
    cache: Arc<BlockCache>,
    most_men: u32,
    /// The metrics that the manifest lists.
    metrics: BTreeSet<Metric>,
}

/// A slice and its tables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SliceInfo {
    /// The slice.
    pub slice: Slice,
    /// The numbers of a table: the positions of one side to move up to symmetry, and some more
    /// that are not legal.
    pub positions: u64,
    /// The metrics of its tables that can be used.
    pub metrics: Vec<Metric>,
    /// The length of the files of these tables together.
    pub bytes: u64,
    /// The metrics of the tables that the manifest lists but that are missing or damaged.
    pub unusable: Vec<Metric>,
}

impl Tables {
    /// Opens the tables of chess in a directory with a manifest. Headers and lengths are checked;
    /// the rest is checked when it is first read. A file that is missing, damaged or swapped is
    /// left out: [`Tables::faults`] names it, and so does the error of a probe that needs it.
    ///
    /// # Errors
    /// When the manifest is missing, damaged, or of another game or format.
    pub fn open(directory: impl AsRef<Path>) -> Result<Tables, OpenError> {
        OpenOptions::new().open_chess(directory)
    }

    /// Opens tables whose blocks are in a cache that others share.
    pub(crate) fn open_shared(
        directory: &Path,
        storage: StorageKind,
        cache: &Arc<BlockCache>,
        next_number: &mut u32,
    ) -> Result<Tables, OpenError> {
        let manifest = Manifest::read(directory)?.ok_or_else(|| OpenError::Empty { path: directory.to_owned() })?;
        let bad = |reason: String| OpenError::from(ManifestError::content(directory.join(MANIFEST_NAME), &reason));
        if manifest.variant != CHESS {
            let how = "`Tables::open`, in Python with `open_tables`";
            return Err(OpenError::OtherGame { path: directory.to_owned(), found: manifest.variant, how });
        }
        manifest.check_made_as(&Manifest::of_chess()).map_err(bad)?;
        processor::choose_way();
        let mut tables = Tables {
            directory: directory.to_owned(),
            slices: SliceList::default(),
            cache: cache.clone(),
            most_men: 2,
            metrics: BTreeSet::new(),
        };
        for (name, entry) in &manifest.tables {
            let slice = Slice::parse(&entry.slice).map_err(|error| bad(error.to_string()))?;
            // A metric of a newer program is skipped: the other tables do not need it.
            let Some(metric) = Metric::named(&entry.metric) else { continue };
            if *name != file_name(slice, metric) {
                return Err(bad(format!("`{name}` is not the name of the {metric} table of {slice}")));
            }
            let of_slice = tables.slices.entry(slice, || OfSlice::new(Index::new(slice)));
            let path = directory.join(name);
            let opened = open_table(&path, entry, metric, &of_slice.index, storage, cache, *next_number);
            let opened = opened.map_err(|error| TableFault { slice, metric, path, error });
            of_slice.put(metric, opened);
            tables.most_men = tables.most_men.max(slice.men());
            tables.metrics.insert(metric);
            *next_number += 1;
        }
        Ok(tables)
    }

    /// The directory of these tables.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The most men of any slice that the manifest lists.
    pub fn most_men(&self) -> u32 {
        self.most_men
    }

    /// Whether the manifest lists a table of a metric, of any slice.
    pub fn has_listed(&self, metric: Metric) -> bool {
        self.metrics.contains(&metric)
    }

    /// What the tables have in memory, and how often that was of use.
    pub fn stats(&self) -> MemoryStats {
        self.cache.stats()
    }

    /// The listed tables that are missing or damaged and cannot be used.
    pub fn faults(&self) -> impl Iterator<Item = &TableFault> {
        self.slices.iter().flat_map(OfSlice::tables).filter_map(|table| table.as_ref().err())
    }

    /// The slices that the manifest lists, by the number of men and by name.
    pub fn slices(&self) -> Vec<SliceInfo> {
        let infos = self.slices.iter().map(|of_slice| {
            let usable = of_slice.tables().filter_map(|table| table.as_ref().ok());
            let unusable = of_slice.tables().filter_map(|table| table.as_ref().err());
            SliceInfo {
                slice: of_slice.index.slice(),
                positions: of_slice.index.numbers(),
                metrics: sorted(usable.clone().map(|open| open.table.header().metric)),
                bytes: usable.map(|open| open.table.header().file_bytes).sum(),
                unusable: sorted(unusable.map(|fault| fault.metric)),
            }
        });
        let mut infos: Vec<SliceInfo> = infos.collect();
        infos.sort_by_key(|info| (info.slice.men(), info.slice.name()));
        infos
    }

    /// Refuses castling rights. Where there are too many men as well, those are the fault that is
    /// said: without the rights the tables would not hold the position either.
    ///
    /// # Errors
    /// [`ProbeError::TooManyMen`], [`ProbeError::CastlingRights`].
    pub(super) fn check_rights(&self, position: &Position) -> Result<(), ProbeError> {
        let men = position.men();
        match position.has_castling_rights() {
            true if men > self.most_men => Err(ProbeError::TooManyMen { men, most: self.most_men }),
            true => Err(ProbeError::CastlingRights),
            false => Ok(()),
        }
    }

    /// The tables of the slice of a position of three men or more, and where its pieces stand. The
    /// manifest must list the slice for a table of `metric` to be there.
    ///
    /// # Errors
    /// [`ProbeError::TooManyMen`], [`ProbeError::MissingTable`].
    pub(super) fn located(&self, position: &Position, metric: Metric) -> Result<(&OfSlice, Setup), ProbeError> {
        let setup = self.setup_of(position)?;
        Ok((self.slice_of(&setup, metric)?, setup))
    }

    /// Where the pieces of a position stand.
    ///
    /// # Errors
    /// [`ProbeError::TooManyMen`].
    #[inline(always)]
    pub(super) fn setup_of(&self, position: &Position) -> Result<Setup, ProbeError> {
        let men = position.men();
        if men > self.most_men.min(MEN_MAX) {
            return Err(ProbeError::TooManyMen { men, most: self.most_men });
        }
        Ok(position.setup())
    }

    /// The tables of the slice of three men or more, no more than tables have.
    ///
    /// # Errors
    /// [`ProbeError::MissingTable`].
    #[inline(always)]
    pub(super) fn slice_of(&self, setup: &Setup, metric: Metric) -> Result<&OfSlice, ProbeError> {
        let missing = || self.missing(setup.slice().expect("the men have been counted"), metric);
        self.slices.get(setup.material()).ok_or_else(missing)
    }

    /// The table of a slice and metric. A missing file counts as one that was never made.
    ///
    /// # Errors
    /// What is wrong with the file.
    #[doc(hidden)]
    pub fn find(&self, slice: Slice, metric: Metric) -> Result<Option<&Table>, ProbeError> {
        let found = self.slices.get(slice.material()).map_or(Ok(None), |of_slice| of_slice.table(metric));
        Ok(found?.map(|open| &open.table))
    }

    /// The table of a slice and metric, or the reason why it cannot be used.
    ///
    /// # Errors
    /// [`ProbeError::MissingTable`], or what is wrong with the file.
    #[doc(hidden)]
    pub fn need(&self, slice: Slice, metric: Metric) -> Result<&Table, ProbeError> {
        self.find(slice, metric)?.ok_or_else(|| self.missing(slice, metric))
    }

    /// The table of a metric among those of a slice.
    ///
    /// # Errors
    /// As [`Tables::need`].
    #[inline(always)]
    pub(super) fn in_slice<'a>(&self, of_slice: &'a OfSlice, metric: Metric) -> Result<&'a OpenTable, ProbeError> {
        of_slice.table(metric)?.ok_or_else(|| self.missing(of_slice.index.slice(), metric))
    }

    /// The error of a table that is not there.
    fn missing(&self, slice: Slice, metric: Metric) -> ProbeError {
        ProbeError::MissingTable { slice, metric, directory: self.directory.clone() }
    }
}

fn sorted(metrics: impl Iterator<Item = Metric>) -> Vec<Metric> {
    let mut metrics: Vec<Metric> = metrics.collect();
    metrics.sort_unstable();
    metrics
}

fn open_table(
    path: &Path,
    entry: &ManifestEntry,
    metric: Metric,
    index: &Index,
    storage: StorageKind,
    cache: &Arc<BlockCache>,
    number: u32,
) -> Result<OpenTable, FileError> {
    let storage = open_storage(path, storage).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing,
        _ => error.into(),
    })?;
    let table = Table::open_cached(path, storage, cache.clone(), number)?;
    let header = table.header();
    if header.file_bytes != entry.bytes {
        return Err(FileError::Length { found: header.file_bytes, expected: entry.bytes });
    }
    let order = check_is(&table, index, metric)?.unwrap_or_else(|| StoredOrder::of_numbers(index));
    Ok(OpenTable { table, order })
}

/// Makes sure that a table is that of a slice of chess. Answers the order of its cells where that
/// is not the order of numbers.
///
/// # Errors
/// What is wrong with its header.
pub fn check_is(table: &Table, index: &Index, metric: Metric) -> Result<Option<StoredOrder>, FileError> {
    table.check_is(&TableIdentity::of_chess(index.slice().name(), metric), index.numbers())?;
    let header = table.header();
    if header.cell == Cell::Requirement {
        return Err(FileError::Header { reason: "no table of chess has a list of requirements" });
    }
    if header.group_order.is_table_order() {
        return Ok(None);
    }
    let digits = header.group_order.to_bytes();
    let count = digits.iter().take_while(|&&digit| digit > 0).count();
    let order = StoredOrder::new(index, &digits[..count]);
    order.map(Some).ok_or(FileError::Header { reason: "its order of groups is not one of its slice" })
}

impl OpenOptions {
    /// Opens the tables of chess in a directory; see [`Tables::open`](crate::chess::Tables::open).
    ///
    /// # Errors
    /// As [`Tables::open`](crate::chess::Tables::open).
    pub fn open_chess(&self, directory: impl AsRef<Path>) -> Result<Tables, OpenError> {
        Tables::open_shared(directory.as_ref(), self.storage, &self.cache(), &mut 0)
    }
}
