//! A directory of draughts tables being made: one variant, any number of writers.

use std::path::Path;
use std::sync::Arc;

use peatee_probe::StorageKind;
use peatee_probe::internals::{Table, open_storage};
use peatee_rules::Draughts;
use peatee_table::{Manifest, Metric, Slice, format};

pub use crate::check::damaged_files;
use crate::error::Error;
use crate::positions::positions;
use crate::shared_work::Claims;
use crate::table_files::TableFiles;
pub use crate::table_files::hex;

/// A directory that this process writes tables to.
#[derive(Debug)]
pub struct TableDirectory {
    game: Draughts,
    files: TableFiles,
}

impl TableDirectory {
    /// Opens or creates the folder of a variant below `root`; see [`TableFiles::open`].
    ///
    /// # Errors
    /// When the folder cannot be created or locked, or holds tables of other rules or another
    /// format.
    pub fn open(root: &Path, game: &Draughts) -> Result<TableDirectory, Error> {
        let files = TableFiles::open(root, Manifest::new(game.variant()))?;
        Ok(TableDirectory { game: game.clone(), files })
    }

    /// Like [`TableDirectory::open`], but requires exclusive use, for a caller that replaces
    /// tables.
    ///
    /// # Errors
    /// Errors of [`TableDirectory::open`], and [`Error::Locked`] when another process works in the
    /// folder.
    pub fn open_alone(root: &Path, game: &Draughts) -> Result<TableDirectory, Error> {
        let files = TableFiles::open_alone(root, Manifest::new(game.variant()))?;
        Ok(TableDirectory { game: game.clone(), files })
    }

    /// Returns the claims by which several processes share the work in this directory.
    pub fn claims(&self) -> &Claims {
        self.files.claims()
    }

    /// Checks that the disk has room for a set of tables; see [`TableFiles::check_room`].
    ///
    /// # Errors
    /// [`Error::NotEnoughDisk`] with the free bytes.
    pub fn check_room(&self, needed_bytes: u64) -> Result<(), Error> {
        self.files.check_room(needed_bytes)
    }

    pub fn path(&self) -> &Path {
        self.files.path()
    }

    pub fn game(&self) -> &Draughts {
        &self.game
    }

    /// Returns the manifest of the directory, as last read by this process.
    pub fn manifest(&self) -> Arc<Manifest> {
        self.files.manifest()
    }

    /// True when the table exists and is sound; see [`TableFiles::has`].
    ///
    /// # Errors
    /// When the manifest cannot be written.
    pub fn has(&self, slice: Slice, metric: Metric) -> Result<bool, Error> {
        let game = &self.game;
        self.files.has(&slice.name(), metric, |file| is_sound(game, file, slice, metric))
    }

    /// Opens a table that is in the manifest. `Ok(None)` when the manifest does not list the table.
    ///
    /// # Errors
    /// When the file is missing, damaged or another table.
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

    /// True when the manifest lists the table, whether or not its file exists.
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

/// Opens the table in a file, of any game.
///
/// # Errors
/// When the file cannot be read or its header is damaged.
pub fn table_at(file: &Path) -> Result<Table, Error> {
    let bad = |error| Error::File { path: file.to_owned(), error };
    let storage = open_storage(file, StorageKind::PREAD).map_err(|e| bad(e.into()))?;
    Table::open(file, storage, 0).map_err(bad)
}
