//! The tables of one game.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use peatee_table::{FileError, Metric, Slice};

use crate::cache::{BlockCache, MemoryStats};
use crate::error::{OpenError, ProbeError};
use crate::fault::TableFault;
use crate::folder::Folder;
use crate::listed::{ListedTable, ListedTables};
use crate::options::OpenOptions;
use crate::os::processor;
use crate::slices::{OpenTable, SliceTables, Slices};
use crate::table::Table;
use crate::tabled::Tabled;

#[cfg(test)]
mod reads;

/// Description of a slice and the tables that it has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SliceInfo<S = Slice> {
    /// Slice that is described.
    pub slice: S,
    /// Number of cells of a table of the slice. In games that have more symmetries than the
    /// exchange of colours, some cells belong to no legal position.
    pub positions: u64,
    /// Metrics for which the slice has a usable table.
    pub metrics: Vec<Metric>,
    /// Total length in bytes of the files of the slice's usable tables.
    pub bytes: u64,
    /// Metrics of the tables that the manifest lists but that cannot be used.
    pub unusable: Vec<Metric>,
}

/// All tables of one game. All methods take `&self` and work from any number of threads.
pub struct Tables<G: Tabled> {
    game: G,
    directory: PathBuf,
    manifest_digest: String,
    pub(crate) slices: Slices<G>,
    cache: Arc<BlockCache>,
    most_pieces: u32,
    /// Metrics of the tables in the manifest.
    metrics: BTreeSet<Metric>,
}

impl<G: Tabled> Tables<G> {
    /// Opens the tables of one game from a directory with a manifest. Checks the header and the
    /// length of every file; a probe checks a block when it first reads it. Leaves out files that
    /// are missing or damaged, belong to another table, or were made under other rules.
    /// [`Tables::faults`] returns these files, and probes that need them fail. To set the memory
    /// budget or how files are read, use [`OpenOptions`].
    ///
    /// # Errors
    /// The manifest is missing, damaged, made under other rules, or belongs to another game.
    pub fn open(directory: impl AsRef<Path>) -> Result<Tables<G>, OpenError> {
        OpenOptions::new().open_game(directory)
    }

    /// Opens the tables that `is_wanted` selects, from folders of one game. `cache` keeps blocks of
    /// these tables, and may also serve other tables. Its keys contain a number for each file.
    /// `next_number` is the number of the next file, and is increased by one for each file.
    pub(crate) fn open_shared(
        folders: &[Folder<'_>],
        cache: &Arc<BlockCache>,
        next_number: &mut u32,
        is_wanted: impl Fn(G::Slice, Metric) -> bool,
    ) -> Result<Tables<G>, OpenError> {
        let lists = folders.iter().map(ListedTables::<G>::of).collect::<Result<Vec<_>, _>>()?;
        let (Some(first), Some(game)) = (folders.first(), lists.first().map(|list| list.game.clone())) else {
            return Err(OpenError::NoDirectory);
        };
        let mut listed = Vec::new();
        for (folder, ListedTables { game: other, tables }) in folders.iter().zip(lists) {
            let (found, expected) = (other.id(), game.id());
            if found != expected {
                return Err(OpenError::OtherVariant { path: folder.path.to_owned(), found, expected });
            }
            let tables = tables.into_iter().filter(|table| is_wanted(table.slice, table.metric));
            listed.extend(tables.map(|table| (folder, table)));
        }
        let slices: BTreeSet<G::Slice> = listed.iter().map(|(_, table)| table.slice).collect();
        let slices: Vec<G::Slice> = slices.into_iter().collect();
        let most_pieces = slices.iter().map(|&slice| G::pieces(slice)).max().unwrap_or(0);
        let metrics = listed.iter().map(|(_, table)| table.metric).collect();
        let mut slices = Slices::new(&game, &slices);
        processor::detect_processor();
        for (folder, ListedTable { slice, metric, file, bytes }) in listed {
            let path = folder.path.join(&file);
            let of_slice = slices.get_mut(slice).expect("the slices of the manifests are listed");
            if of_slice.table(metric).is_some() {
                continue;
            }
            let opened = folder.files.open(&file).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => FileError::Missing,
                _ => error.into(),
            });
            let opened = opened.and_then(|storage| {
                let table = Table::open_cached(&path, storage, cache.clone(), *next_number)?;
                let found = table.header().file_bytes;
                if found != bytes {
                    return Err(FileError::Length { found, expected: bytes });
                }
                let order = game.order_of(slice, metric, of_slice.positions(), &table)?;
                Ok(OpenTable { table, order })
            });
            match opened {
                Ok(open) => of_slice.put(metric, open),
                Err(error) => of_slice.put_fault(TableFault { slice, metric, path, error }),
            }
            *next_number += 1;
        }
        slices.number_as_stored(&game);
        let (directory, manifest_digest) = (first.path.to_owned(), first.manifest.digest());
        Ok(Tables { game, directory, manifest_digest, slices, cache: cache.clone(), most_pieces, metrics })
    }

    /// Returns the tables that the manifest lists but that cannot be used, with the reasons.
    pub fn faults(&self) -> impl Iterator<Item = &TableFault<G::Slice>> {
        self.slices.iter().flat_map(SliceTables::faults)
    }

    /// Returns these tables if all listed tables can be used.
    ///
    /// # Errors
    /// The first of [`Tables::faults`].
    pub fn whole(self) -> Result<Tables<G>, OpenError> {
        let fault = self.faults().next().cloned();
        match fault {
            Some(fault) => Err(fault.into()),
            None => Ok(self),
        }
    }

    /// Returns the game of these tables.
    #[inline(always)]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the directory of these tables, or their web address. If there are several, returns
    /// the first.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the BLAKE3 digest, in hexadecimal, of the manifest in [`Tables::directory`].
    pub fn manifest_digest(&self) -> &str {
        &self.manifest_digest
    }

    /// Returns the memory use of the tables, with cache hits and misses.
    pub fn stats(&self) -> MemoryStats {
        self.cache.stats()
    }

    /// Returns the largest number of pieces in any slice that the manifest lists.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Returns true when the manifest lists a table of a metric, for any slice.
    pub fn has_listed(&self, metric: Metric) -> bool {
        self.metrics.contains(&metric)
    }

    /// Returns the metrics of the tables in the manifest.
    pub fn listed_metrics(&self) -> impl Iterator<Item = Metric> {
        self.metrics.iter().copied()
    }

    /// Returns the slices that the manifest lists, ordered by number of pieces, then by name.
    pub fn slices(&self) -> Vec<SliceInfo<G::Slice>> {
        let mut out: Vec<SliceInfo<G::Slice>> = self
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
        out.sort_by_cached_key(|info| (G::pieces(info.slice), info.slice.to_string()));
        out
    }

    /// Returns the metrics for which a slice has a usable table.
    pub fn metrics(&self, slice: G::Slice) -> Vec<Metric> {
        let of_slice = self.slices.get(slice);
        of_slice.map_or(Vec::new(), |tables| tables.tables().map(|table| table.header().metric).collect())
    }

    /// Returns the table of a slice and metric; `None` if there is no usable table.
    #[doc(hidden)]
    pub fn table(&self, slice: G::Slice, metric: Metric) -> Option<&Table> {
        self.slices.get(slice)?.table(metric)
    }

    /// Returns the table of a slice and metric. `None` if the manifest does not list the table, or
    /// if its file is missing.
    ///
    /// # Errors
    /// The file is damaged or unreadable, or is the file of another table.
    #[doc(hidden)]
    pub fn find(&self, slice: G::Slice, metric: Metric) -> Result<Option<&Table>, ProbeError> {
        match self.need(slice, metric) {
            Err(ProbeError::MissingTable { .. }) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Returns the table of a slice and metric.
    ///
    /// # Errors
    /// [`ProbeError::MissingTable`], or the fault of the file.
    #[doc(hidden)]
    pub fn need(&self, slice: G::Slice, metric: Metric) -> Result<&Table, ProbeError> {
        self.table(slice, metric).ok_or_else(|| self.unusable(slice, metric))
    }

    /// Returns the error of a probe whose table cannot be used: the fault of the table file, or
    /// [`ProbeError::MissingTable`] if the file is missing or not listed.
    #[cold]
    pub(crate) fn unusable(&self, slice: G::Slice, metric: Metric) -> ProbeError {
        let fault = self.slices.get(slice).and_then(|of_slice| of_slice.fault(metric));
        match fault.filter(|fault| fault.is_damage()) {
            Some(fault) => fault.clone().into(),
            None => self.missing(slice, metric),
        }
    }

    /// Returns the error of a probe that needs a missing table.
    pub fn missing(&self, slice: impl fmt::Display, metric: Metric) -> ProbeError {
        let (slice, variant) = (slice.to_string(), self.game.id());
        ProbeError::MissingTable { slice, metric, variant, directory: self.directory.clone() }
    }

    /// Returns an error for a position with more pieces than any table has.
    ///
    /// # Errors
    /// [`ProbeError::TooManyPieces`].
    #[inline(always)]
    pub(crate) fn check_pieces(&self, pieces: u32) -> Result<(), ProbeError> {
        if pieces > self.most_pieces {
            return Err(ProbeError::TooManyPieces { pieces, most: self.most_pieces, variant: self.game.id() });
        }
        Ok(())
    }
}

impl<G: Tabled> fmt::Debug for Tables<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tables { game, directory, slices, .. } = self;
        f.debug_struct("Tables")
            .field("game", &game.id())
            .field("directory", directory)
            .field("slices", slices)
            .finish()
    }
}
