//! Opening tables with options.

use std::path::Path;

use peatee_table::{Metric, Slice};

use crate::any::AnyTables;
use crate::collection::Collection;
use crate::draughts::Draughts;
use crate::error::OpenError;
use crate::folder::{Folder, TableFiles};
use crate::options::OpenOptions;
use crate::tabled::Tabled;
use crate::tables::Tables;

impl OpenOptions {
    /// Opens the tables of one variant of draughts; see [`Tables::open`].
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open(&self, directory: impl AsRef<Path>) -> Result<Tables<Draughts>, OpenError> {
        self.open_game(directory)
    }

    /// Opens the tables of a game of the family `G`; see [`Tables::open`].
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open_game<G: Tabled>(&self, directory: impl AsRef<Path>) -> Result<Tables<G>, OpenError> {
        self.open_several_of(&[directory], |_, _| true)
    }

    /// Opens those tables of one variant of draughts that `is_wanted` picks; see [`Tables::open`].
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open_some(
        &self,
        directory: impl AsRef<Path>,
        is_wanted: impl Fn(Slice, Metric) -> bool,
    ) -> Result<Tables<Draughts>, OpenError> {
        self.open_several(&[directory], is_wanted)
    }

    /// Opens those tables of one variant of draughts that `is_wanted` picks, from several
    /// directories that hold tables of it, as one set. Of a table that stands in several of them,
    /// the first that can be used is taken.
    ///
    /// # Errors
    /// As [`Tables::open`], for the first directory that cannot be opened;
    /// [`OpenError::NoDirectory`] and [`OpenError::OtherVariant`].
    pub fn open_several(
        &self,
        directories: &[impl AsRef<Path>],
        is_wanted: impl Fn(Slice, Metric) -> bool,
    ) -> Result<Tables<Draughts>, OpenError> {
        self.open_several_of(directories, is_wanted)
    }

    /// Opens several directories as one set, as [`OpenOptions::open_several`], for a game of the
    /// family `G`.
    ///
    /// # Errors
    /// As [`OpenOptions::open_several`].
    pub fn open_several_of<G: Tabled>(
        &self,
        directories: &[impl AsRef<Path>],
        is_wanted: impl Fn(G::Slice, Metric) -> bool,
    ) -> Result<Tables<G>, OpenError> {
        Tables::open_shared(&self.folders(directories)?, &self.cache(), &mut 0, is_wanted)
    }

    /// Opens those tables of a game of any family that `is_wanted` picks, from one directory or
    /// several, as [`OpenOptions::open_several`].
    ///
    /// # Errors
    /// As [`OpenOptions::open_several`].
    pub fn open_any(
        &self,
        directories: &[impl AsRef<Path>],
        is_wanted: impl Fn(Metric) -> bool,
    ) -> Result<AnyTables, OpenError> {
        AnyTables::open_shared(&self.folders(directories)?, &self.cache(), &mut 0, is_wanted)
    }

    /// Opens the tables of a game of any family whose files are not in a directory of the system.
    /// `name` is the name of their folder in errors.
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open_files(&self, name: impl AsRef<Path>, files: &dyn TableFiles) -> Result<AnyTables, OpenError> {
        let folder = Folder::from_files(name.as_ref(), files)?;
        AnyTables::open_shared(&[folder], &self.cache(), &mut 0, |_| true)
    }

    fn folders<'a>(&self, directories: &'a [impl AsRef<Path>]) -> Result<Vec<Folder<'a>>, OpenError> {
        directories.iter().map(|directory| Folder::on_disk(directory.as_ref(), self.storage)).collect()
    }

    /// Opens the tables of all games in a directory under one memory budget; see
    /// [`Collection::open`].
    ///
    /// # Errors
    /// As [`Collection::open`].
    pub fn open_collection(&self, directory: impl AsRef<Path>) -> Result<Collection, OpenError> {
        Collection::open_shared(directory.as_ref(), self.storage, &self.cache())
    }
}
