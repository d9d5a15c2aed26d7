//! Files that are written under a temporary name until they are complete.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use peatee_probe::internals::replace_file;

use crate::errors::Error;

/// Returns the path under which a file is written until it is complete; see FORMAT.md.
pub fn unfinished(path: &Path) -> PathBuf {
    path.with_added_extension("unfinished")
}

/// Puts a complete file, which was written under its temporary name, on the disk and renames it.
///
/// # Errors
/// Writing fails.
pub fn finish(file: &File, path: &Path) -> io::Result<()> {
    file.sync_all()?;
    replace_file(&unfinished(path), path)
}

/// Returns a function that adds the path of a file or directory to an error.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |error| Error::Io { what: path.display().to_string(), error }
}
