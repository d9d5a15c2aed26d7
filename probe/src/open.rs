//! The methods of [`OpenOptions`] that open tables.

use std::path::Path;

use peatee_rules::Draughts;
use peatee_table::{Metric, Slice};

use crate::any::AnyTables;
use crate::collection::Collection;
use crate::error::OpenError;
use crate::folder::Folder;
use crate::options::OpenOptions;
use crate::table_files::TableFiles;
use crate::tabled::Tabled;
use crate::tables::Tables;

impl OpenOptions {
    /// Opens the tables of one variant of draughts; see [`Tables::open`].
    ///
    /// # Errors
    /// The errors of [`Tables::open`].
    pub fn open(&self, directory: impl AsRef<Path>) -> Result<Tables<Draughts>, OpenError> {
        self.open_game(directory)
    }

    /// Opens the tables of a game of the family `G` (draughts or chess); see [`Tables::open`].
    ///
    /// # Errors
    /// The errors of [`Tables::open`].
    pub fn open_game<G: Tabled>(&self, directory: impl AsRef<Path>) -> Result<Tables<G>, OpenError> {
        self.open_several_of(&[directory], |_, _| true)
    }

    /// Opens the tables that `is_wanted` selects, of one variant of draughts; see [`Tables::open`].
    ///
    /// # Errors
    /// The errors of [`Tables::open`].
    pub fn open_some(
        &self,
        directory: impl AsRef<Path>,
        is_wanted: impl Fn(Slice, Metric) -> bool,
    ) -> Result<Tables<Draughts>, OpenError> {
        self.open_several(&[directory], is_wanted)
    }

    /// Opens the tables of one variant of draughts from several directories as one set. `is_wanted`
    /// selects the tables. If several directories have the same table, uses the first usable one.
    ///
    /// # Errors
    /// The errors of [`Tables::open`] for the first directory that cannot be opened,
    /// [`OpenError::NoDirectory`] and [`OpenError::OtherVariant`].
    pub fn open_several(
        &self,
        directories: &[impl AsRef<Path>],
        is_wanted: impl Fn(Slice, Metric) -> bool,
    ) -> Result<Tables<Draughts>, OpenError> {
        self.open_several_of(directories, is_wanted)
    }

    /// Opens tables of a game of the family `G` (draughts or chess) from several directories, as
    /// [`OpenOptions::open_several`] does.
    ///
    /// # Errors
    /// The errors of [`OpenOptions::open_several`].
    pub fn open_several_of<G: Tabled>(
        &self,
        directories: &[impl AsRef<Path>],
        is_wanted: impl Fn(G::Slice, Metric) -> bool,
    ) -> Result<Tables<G>, OpenError> {
        Tables::open_shared(&self.folders(directories)?, &self.cache(), &mut 0, is_wanted)
    }

    /// Opens tables of any game from one or several directories, as [`OpenOptions::open_several`]
    /// does for draughts. `is_wanted` selects the tables.
    ///
    /// # Errors
    /// The errors of [`OpenOptions::open_several`].
    pub fn open_any(
        &self,
        directories: &[impl AsRef<Path>],
        is_wanted: impl Fn(Metric) -> bool,
    ) -> Result<AnyTables, OpenError> {
        AnyTables::open_shared(&self.folders(directories)?, &self.cache(), &mut 0, is_wanted)
    }

    /// Opens the tables of any game. `files` reads their bytes from anywhere, for example from
    /// memory. Errors give `name` as the path of the folder.
    ///
    /// # Errors
    /// The errors of [`Tables::open`].
    pub fn open_files(&self, name: impl AsRef<Path>, files: &dyn TableFiles) -> Result<AnyTables, OpenError> {
        let folder = Folder::from_files(name.as_ref(), files)?;
        AnyTables::open_shared(&[folder], &self.cache(), &mut 0, |_| true)
    }

    fn folders<'a>(&self, directories: &'a [impl AsRef<Path>]) -> Result<Vec<Folder<'a>>, OpenError> {
        directories.iter().map(|directory| Folder::at(directory.as_ref(), self.storage)).collect()
    }

    /// Creates a collection without tables, with the memory budget of these options. Add tables
    /// with [`Collection::add_files`].
    pub fn empty_collection(&self) -> Collection {
        Collection::empty(self.cache())
    }

    /// Opens the tables of all games in a directory under one memory budget; see
    /// [`Collection::open`].
    ///
    /// # Errors
    /// The errors of [`Collection::open`].
    pub fn open_collection(&self, directory: impl AsRef<Path>) -> Result<Collection, OpenError> {
        Collection::open_shared(directory.as_ref(), self.storage, &self.cache())
    }
}
