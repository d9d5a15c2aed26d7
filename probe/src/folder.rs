//! Folders of tables: each has a manifest and table files.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use peatee_table::{MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, ManifestError, Metric};

use crate::error::OpenError;
use crate::remote::RemoteFiles;
use crate::storage::{Storage, StorageKind, open_storage};
use crate::table_files::TableFiles;

pub(crate) struct Folder<'a> {
    /// Path of the folder if it is on a disk; otherwise a name for error messages.
    pub path: &'a Path,
    pub manifest: Manifest,
    pub files: Box<dyn TableFiles + 'a>,
}

impl<'a> Folder<'a> {
    /// Reads the manifest of a directory, or of a folder behind a network if `path` is an address.
    ///
    /// # Errors
    /// The directory or its manifest is missing, the manifest is damaged, or the server does not
    /// send it.
    pub(crate) fn at(path: &'a Path, kind: StorageKind) -> Result<Folder<'a>, OpenError> {
        match address(path) {
            Some(address) => Folder::from_files(path, RemoteFiles::open(address)?),
            None if is_absent(path) => Err(OpenError::Absent { path: path.to_owned() }),
            None => Folder::from_files(path, Directory { path, kind }),
        }
    }

    /// Reads the manifest from `files`. Errors give `path` as the path of the folder.
    ///
    /// # Errors
    /// The manifest is missing or damaged.
    pub(crate) fn from_files(path: &'a Path, files: impl TableFiles + 'a) -> Result<Folder<'a>, OpenError> {
        let at = || path.join(MANIFEST_NAME);
        let text = match files.open(MANIFEST_NAME).and_then(|storage| read_text(&*storage)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(OpenError::Empty { path: path.to_owned() });
            }
            Err(error) => return Err(ManifestError::Io { path: at(), error }.into()),
        };
        Ok(Folder { path, manifest: Manifest::parse(&at(), &text)?, files: Box::new(files) })
    }
}

fn is_absent(path: &Path) -> bool {
    path.metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Returns true if a folder on a disk has tables, but no manifest, not even an unreadable one.
///
/// # Errors
/// The folder cannot be read.
pub fn has_tables_alone(folder: &Path) -> io::Result<bool> {
    let is_table = |path: &Path| path.extension().and_then(OsStr::to_str).and_then(Metric::named).is_some();
    if folder.join(MANIFEST_NAME).symlink_metadata().is_ok() {
        return Ok(false);
    }
    for entry in std::fs::read_dir(folder)? {
        if is_table(&entry?.path()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the path as text if it is an address, such as `https://...`; otherwise `None`.
pub fn address(path: &Path) -> Option<&str> {
    let address = path.to_str()?;
    let (scheme, _) = address.split_once("://")?;
    // One letter is a drive.
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|c| c.is_ascii_alphanumeric() || b"+-.".contains(&c));
    is_scheme.then_some(address)
}

/// Reads the text of a manifest, at most one byte beyond the maximum length. The parser then sees
/// that the text is too long.
fn read_text(storage: &dyn Storage) -> io::Result<String> {
    let mut bytes = vec![0; storage.length_bytes().min(MANIFEST_BYTES_MAX + 1) as usize];
    storage.read_exact_at(&mut bytes, 0)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

struct Directory<'a> {
    path: &'a Path,
    kind: StorageKind,
}

impl TableFiles for Directory<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        // The manifest is read only once, so it is not copied to memory or mapped.
        let kind = if name == MANIFEST_NAME { StorageKind::PREAD } else { self.kind };
        open_storage(&self.path.join(name), kind)
    }
}
