//! A directory into which the tables of one game are written, by any number of processes.

use std::path::Path;
use std::sync::Arc;

use peatee_probe::internals::Table;
use peatee_rules::Draughts;
use peatee_table::format::file_name;
use peatee_table::{FileError, Manifest, Metric};

use super::shared_work::Claims;
use super::table_files::TableFiles;
use crate::error::Error;
use crate::jobs::job::Job;
use crate::open_table::open_table;
use crate::progress::Progress;
use crate::tables::indexed::Indexed;

#[derive(Debug)]
pub struct TableDirectory<G = Draughts> {
    game: G,
    files: TableFiles,
}

impl<G: Indexed> TableDirectory<G> {
    /// Opens or creates the folder of a game below `root`; see [`TableFiles::open`].
    ///
    /// # Errors
    /// The folder cannot be created or locked, or contains tables of other rules or in another
    /// format.
    pub fn open(root: &Path, game: &G) -> Result<TableDirectory<G>, Error> {
        let files = TableFiles::open(root, game.manifest())?;
        Ok(TableDirectory { game: game.clone(), files })
    }

    /// Opens the folder as [`TableDirectory::open`] does, but only if no other process works in it.
    /// This is for work that replaces tables.
    ///
    /// # Errors
    /// The errors of [`TableDirectory::open`], and [`Error::Locked`] if another process works in
    /// the folder.
    pub fn open_alone(root: &Path, game: &G) -> Result<TableDirectory<G>, Error> {
        let files = TableFiles::open_alone(root, game.manifest())?;
        Ok(TableDirectory { game: game.clone(), files })
    }

    pub fn claims(&self) -> &Claims {
        self.files.claims()
    }

    /// Checks that the disk has enough space for the tables of jobs, and for values that do not fit
    /// into `memory_bytes`; see [`TableFiles::check_room`].
    ///
    /// # Errors
    /// [`Error::NotEnoughDisk`], which states the free space.
    pub fn check_room_for(&self, jobs: &[Job<G::Slice>], memory_bytes: u64) -> Result<(), Error> {
        let needed_bytes: u64 = jobs.iter().map(|job| job.disk_bytes).sum();
        let has_files = jobs.iter().any(|job| job.fast_memory_bytes > memory_bytes);
        let values_bytes = jobs.iter().map(|job| job.values_disk_bytes).max().filter(|_| has_files);
        self.files.check_room(needed_bytes + values_bytes.unwrap_or(0))
    }

    pub fn path(&self) -> &Path {
        self.files.path()
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    pub fn manifest(&self) -> Arc<Manifest> {
        self.files.manifest()
    }

    /// Returns true if the table exists and is not damaged; see [`TableFiles::has`].
    ///
    /// # Errors
    /// The file cannot be read, or the manifest cannot be written.
    pub fn has(&self, slice: G::Slice, metric: Metric) -> Result<bool, Error> {
        self.files.has(&slice.to_string(), metric, |file| self.is_sound(file, slice, metric))
    }

    pub fn missing(&self, job: &Job<G::Slice>, metrics: &[Metric]) -> Result<Vec<(G::Slice, Metric)>, Error> {
        let mut missing = Vec::new();
        for slice in job.slices() {
            for &metric in metrics {
                if !self.has(slice, metric)? {
                    missing.push((slice, metric));
                }
            }
        }
        Ok(missing)
    }

    /// Opens a table. Returns `Ok(None)` if the manifest does not list the table.
    ///
    /// # Errors
    /// The file is missing, damaged, or not the table of this slice and metric.
    pub fn table(&self, slice: G::Slice, metric: Metric) -> Result<Option<Table>, Error> {
        if !self.lists(slice, metric) {
            return Ok(None);
        }
        let file = self.path().join(file_name(slice, metric));
        let table = open_table(&file)?;
        self.check(slice, metric, &table).map_err(|error| Error::File { path: file, error })?;
        Ok(Some(table))
    }

    /// Returns true if the manifest lists the table, whether or not its file exists.
    pub fn lists(&self, slice: G::Slice, metric: Metric) -> bool {
        self.files.lists(&file_name(slice, metric))
    }

    pub fn lists_all(&self, job: &Job<G::Slice>) -> bool {
        job.slices().all(|slice| job.metrics.iter().all(|&metric| self.lists(slice, metric)))
    }

    /// Writes a table and adds it to the manifest.
    ///
    /// # Errors
    /// The file or the manifest cannot be written.
    pub fn put(&self, slice: G::Slice, metric: Metric, bytes: &[u8]) -> Result<(), Error> {
        self.files.put(&slice.to_string(), metric, bytes)
    }

    /// Writes a table as [`TableDirectory::put`] does, unless the same table exists already. If the
    /// manifest lists the table, but its file is missing or damaged, the writing is reported as a
    /// repair.
    ///
    /// # Errors
    /// The file cannot be read or written, or the manifest cannot be written.
    pub fn put_missing(
        &self,
        slice: G::Slice,
        metric: Metric,
        bytes: &[u8],
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        let name = file_name(slice, metric);
        let is_repair = self.files.lists(&name);
        if is_repair && self.files.holds(&name, bytes)? {
            return Ok(());
        }
        self.put(slice, metric, bytes)?;
        if is_repair {
            progress.repaired(&name);
        }
        Ok(())
    }

    fn check(&self, slice: G::Slice, metric: Metric, table: &Table) -> Result<(), FileError> {
        self.game.order_of(slice, metric, self.game.positions(slice), table).map(drop)
    }

    /// Returns true if a file is the table of this slice and metric, and all blocks match their
    /// checksums.
    fn is_sound(&self, file: &Path, slice: G::Slice, metric: Metric) -> bool {
        let Ok(table) = open_table(file) else { return false };
        self.check(slice, metric, &table).is_ok() && table.each_cell(|_, _| ()).is_ok()
    }
}
