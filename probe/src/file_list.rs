//! Table files that a manifest or a header list names, and that are not read from a disk.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use peatee_table::format::HEADER_BYTES;
use peatee_table::{HEADER_LIST_NAME, HeaderList, MANIFEST_NAME, Manifest, ManifestEntry};

use crate::error::OpenError;
use crate::known_header::KnownHeader;
use crate::storage::Storage;
use crate::table_files::TableFiles;

/// The manifest of a folder and its table files. The headers of the files are known if the folder
/// has a header list, which holds the headers of all tables in one file.
#[derive(Debug)]
pub(crate) struct FileList<S> {
    manifest: Manifest,
    files: BTreeMap<Arc<str>, S>,
    headers: BTreeMap<Arc<str>, [u8; HEADER_BYTES]>,
}

impl<S: Storage + Clone + 'static> FileList<S> {
    /// Parses a manifest. `file` returns the file with a given name and length. Errors give
    /// `folder` as the path of the folder.
    ///
    /// # Errors
    /// The text is not a manifest.
    pub(crate) fn of_manifest(
        folder: &Path,
        text: &str,
        file: impl Fn(&Arc<str>, u64) -> S,
    ) -> Result<FileList<S>, OpenError> {
        let manifest = Manifest::parse(&folder.join(MANIFEST_NAME), text)?;
        Ok(FileList { files: files(&manifest, file), manifest, headers: BTreeMap::new() })
    }

    /// Parses a header list: the manifest and the headers of all tables in one file. The arguments
    /// are those of [`FileList::of_manifest`].
    ///
    /// # Errors
    /// The bytes are not a header list.
    pub(crate) fn of_header_list(
        folder: &Path,
        bytes: &[u8],
        file: impl Fn(&Arc<str>, u64) -> S,
    ) -> Result<FileList<S>, OpenError> {
        let (list, manifest) = HeaderList::parse(&folder.join(HEADER_LIST_NAME), bytes)?;
        let files = files(&manifest, file);
        let headers = files.keys().cloned().zip(list.headers).collect();
        Ok(FileList { manifest, files, headers })
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &S> {
        self.files.values()
    }

    pub(crate) fn without_headers(&self) -> impl Iterator<Item = &S> {
        self.files.iter().filter(|(name, _)| !self.headers.contains_key(*name)).map(|(_, file)| file)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&S> {
        self.files.get(name)
    }
}

impl<S: Storage + Clone + 'static> TableFiles for FileList<S> {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        if name == MANIFEST_NAME {
            return Ok(Box::new(self.manifest.to_text().into_bytes()));
        }
        let file = self.get(name).ok_or(io::ErrorKind::NotFound)?.clone();
        Ok(match self.headers.get(name) {
            Some(&header) => Box::new(KnownHeader::new(header, file)),
            None => Box::new(file),
        })
    }
}

fn files<S>(manifest: &Manifest, file: impl Fn(&Arc<str>, u64) -> S) -> BTreeMap<Arc<str>, S> {
    let named = |(name, entry): (&String, &ManifestEntry)| {
        let name: Arc<str> = name.as_str().into();
        let file = file(&name, entry.bytes);
        (name, file)
    };
    manifest.tables.iter().map(named).collect()
}
