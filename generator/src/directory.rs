//! A directory of tables of draughts in the making: one variant, any number of writers.

use std::path::Path;
use std::sync::Arc;

use peatee_probe::StorageKind;
use peatee_probe::internals::{Table, open_storage};
use peatee_rules::Draughts;
use peatee_table::{Manifest, Metric, Slice, format};

use crate::error::Error;
use crate::positions::positions;
use crate::shared_work::Claims;
use crate::table_files::TableFiles;
pub use crate::table_files::{damaged_files, hex};

/// A directory that this process writes tables to.
#[derive(Debug)]
pub struct TableDirectory {
    game: Draughts,
    files: TableFiles,
}

impl TableDirectory {
    /// Opens or makes the folder of a variant below `root`; see [`TableFiles::open`].
    ///
    /// # Errors
    /// When the folder cannot be made or locked, or holds tables of other rules or another format.
    pub fn open(root: &Path, game: &Draughts) -> Result<TableDirectory, Error> {
        let files = TableFiles::open(root, Manifest::new(game.variant()))?;
        Ok(TableDirectory { game: game.clone(), files })
    }

    /// [`TableDirectory::open`] for whoever must be alone, since it replaces tables.
    ///
    /// # Errors
    /// As there, and [`Error::Locked`] when another process is at work in the folder.
    pub fn open_alone(root: &Path, game: &Draughts) -> Result<TableDirectory, Error> {
        let files = TableFiles::open_alone(root, Manifest::new(game.variant()))?;
        Ok(TableDirectory { game: game.clone(), files })
    }

    /// The claims by which several processes share the work in this directory.
    pub fn claims(&self) -> &Claims {
        self.files.claims()
    }

    /// Makes sure that the disk has room for a set of tables; see [`TableFiles::check_room`].
    ///
    /// # Errors
    /// [`Error::NotEnoughDisk`] says how much is free.
    pub fn check_room(&self, needed_bytes: u64) -> Result<(), Error> {
        self.files.check_room(needed_bytes)
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        self.files.path()
    }

    /// The game whose tables it holds.
    pub fn game(&self) -> &Draughts {
        &self.game
    }

    /// The manifest of the directory, as this process last saw it.
    pub fn manifest(&self) -> Arc<Manifest> {
        self.files.manifest()
    }

    /// True when the table is there and sound; see [`TableFiles::has`].
    ///
    /// # Errors
    /// When the manifest cannot be written.
    pub fn has(&self, slice: Slice, metric: Metric) -> Result<bool, Error> {
        let game = &self.game;
        self.files.has(&slice.name(), metric, |file| is_sound(game, file, slice, metric))
    }

    /// Opens a table that is in the manifest.
    ///
    /// # Errors
    /// When the file is missing, damaged or another table. `Ok(None)` when the manifest does not
    /// list the table.
    pub fn table(&self, slice: Slice, metric: Metric) -> Result<Option<Table>, Error> {
        if !self.lists(slice, metric) {
            return Ok(None);
        }
        let file = self.path().join(format::file_name(slice, metric));
        let table = table_at(&file)?;
        table
            .check_identity(&self.game, slice, metric, positions(&self.game, slice))
            .map_err(|error| Error::File { path: file, error })?;
        Ok(Some(table))
    }

    /// True when the manifest lists the table, whatever became of its file.
    pub fn lists(&self, slice: Slice, metric: Metric) -> bool {
        self.files.lists(&format::file_name(slice, metric))
    }

    /// Writes a table and enters it in the manifest.
    ///
    /// # Errors
    /// When writing fails.
    pub fn put(&self, slice: Slice, metric: Metric, bytes: &[u8]) -> Result<(), Error> {
        self.files.put(&slice.name(), metric, bytes)
    }
}

/// True when a file is the table of this slice and metric, and every block matches its checksum.
fn is_sound(game: &Draughts, file: &Path, slice: Slice, metric: Metric) -> bool {
    let Ok(table) = table_at(file) else { return false };
    let expected = positions(game, slice);
    table.check_identity(game, slice, metric, expected).is_ok() && table.each_cell(|_, _| ()).is_ok()
}

/// The table in a file, of whatever game.
///
/// # Errors
/// When it cannot be read or its header is damaged.
pub fn table_at(file: &Path) -> Result<Table, Error> {
    let bad = |error| Error::File { path: file.to_owned(), error };
    let storage = open_storage(file, StorageKind::PREAD).map_err(|e| bad(e.into()))?;
    Table::open(file, storage, 0).map_err(bad)
}
