//! Opening tables with options.

use std::path::Path;

use peatee_table::{Metric, Slice};

use crate::collection::Collection;
use crate::error::OpenError;
use crate::options::OpenOptions;
use crate::tables::Tables;

impl OpenOptions {
    /// Opens the tables of one variant; see [`Tables::open`].
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open(&self, directory: impl AsRef<Path>) -> Result<Tables, OpenError> {
        self.open_some(directory, |_, _| true)
    }

    /// Opens those tables of one variant that `is_wanted` picks; see [`Tables::open`].
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open_some(
        &self,
        directory: impl AsRef<Path>,
        is_wanted: impl Fn(Slice, Metric) -> bool,
    ) -> Result<Tables, OpenError> {
        self.open_several(&[directory], is_wanted)
    }

    /// Opens those tables of one variant that `is_wanted` picks, from several directories that hold
    /// tables of it, as one set. Of a table that stands in several of them, the first that can be
    /// used is taken.
    ///
    /// # Errors
    /// As [`Tables::open`], for the first directory that cannot be opened;
    /// [`OpenError::NoDirectory`] and [`OpenError::OtherVariant`].
    pub fn open_several(
        &self,
        directories: &[impl AsRef<Path>],
        is_wanted: impl Fn(Slice, Metric) -> bool,
    ) -> Result<Tables, OpenError> {
        let directories: Vec<&Path> = directories.iter().map(AsRef::as_ref).collect();
        Tables::open_shared(&directories, self.storage, &self.cache(), &mut 0, is_wanted)
    }

    /// Opens the tables of all variants in a directory under one memory budget; see
    /// [`Collection::open`].
    ///
    /// # Errors
    /// As [`Collection::open`].
    pub fn open_collection(&self, directory: impl AsRef<Path>) -> Result<Collection, OpenError> {
        Collection::open_shared(directory.as_ref(), self.storage, &self.cache())
    }
}
