//! Folders of tables: each has a manifest and table files.

use std::io;
use std::path::Path;

use peatee_table::{MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, ManifestError};

use crate::error::OpenError;
use crate::storage::{Storage, StorageKind, open_storage};

/// The files of a folder of tables, wherever they are: on a disk, in memory or behind a network.
///
/// [`OpenOptions::open_files`](crate::OpenOptions::open_files) opens tables from such a folder.
pub trait TableFiles {
    /// Opens `manifest.json` or a listed table for reading.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] when there is no such file; other errors when it cannot be read.
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>>;
}

/// A folder of tables.
pub(crate) struct Folder<'a> {
    /// Name of the folder in errors; its path if it is on a disk.
    pub path: &'a Path,
    pub manifest: Manifest,
    pub files: Box<dyn TableFiles + 'a>,
}

impl<'a> Folder<'a> {
    /// Reads the manifest of a directory.
    ///
    /// # Errors
    /// The manifest is missing or damaged.
    pub(crate) fn on_disk(path: &'a Path, kind: StorageKind) -> Result<Folder<'a>, OpenError> {
        let manifest = Manifest::read(path)?.ok_or_else(|| OpenError::Empty { path: path.to_owned() })?;
        Ok(Folder { path, manifest, files: Box::new(Directory { path, kind }) })
    }

    /// Reads the manifest from files of the caller. Errors give `path` as the path of the folder.
    ///
    /// # Errors
    /// The manifest is missing or damaged.
    pub(crate) fn from_files(path: &'a Path, files: &'a dyn TableFiles) -> Result<Folder<'a>, OpenError> {
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

/// Reads the text of a manifest. Stops one byte after the maximal length, so that the parser can
/// see that the text is too long.
fn read_text(storage: &dyn Storage) -> io::Result<String> {
    let mut bytes = vec![0; storage.length_bytes().min(MANIFEST_BYTES_MAX + 1) as usize];
    storage.read_exact_at(&mut bytes, 0)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// A directory of the file system.
struct Directory<'a> {
    path: &'a Path,
    kind: StorageKind,
}

impl TableFiles for Directory<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        open_storage(&self.path.join(name), self.kind)
    }
}

impl TableFiles for &dyn TableFiles {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        (**self).open(name)
    }
}
