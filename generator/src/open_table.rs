//! Opening of a single table file, of any game.

use std::path::Path;

use peatee_probe::StorageKind;
use peatee_probe::internals::{Table, open_storage};

use crate::error::Error;

/// Opens the table in a file.
///
/// # Errors
/// The file cannot be read, or its header is damaged.
pub fn open_table(file: &Path) -> Result<Table, Error> {
    let bad = |error| Error::File { path: file.to_owned(), error };
    let storage = open_storage(file, StorageKind::PREAD).map_err(|e| bad(e.into()))?;
    Table::open(file, storage, 0).map_err(bad)
}
