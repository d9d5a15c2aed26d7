//! The files of a folder of tables.

use std::io;

use crate::storage::Storage;

/// The files of a folder of tables, on a disk, in memory or behind a network.
///
/// [`OpenOptions::open_files`](crate::OpenOptions::open_files) opens tables from such a folder.
pub trait TableFiles {
    /// Opens `manifest.json` or a listed table for reading.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] when there is no such file; other errors when it cannot be read.
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>>;
}

impl TableFiles for &dyn TableFiles {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        (**self).open(name)
    }
}
