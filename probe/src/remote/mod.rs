//! Tables behind a network, read by ranges.

#[cfg(any(feature = "http", feature = "object_store"))]
mod fault;
#[cfg(feature = "http")]
mod http;
mod remote_folder;
#[cfg(feature = "object_store")]
mod store;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use peatee_table::{
    HEADER_LIST_NAME, HeaderList, MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, ManifestError, SITE_NAME, Site,
};

use crate::error::OpenError;
use crate::file_list::FileList;
use crate::storage::Storage;
use crate::table_files::TableFiles;
use remote_folder::{FirstVersion, RemoteFolder};

/// The tables of one game behind a network: on a web server that answers range requests, with the
/// feature `http`, or in an object store, with the feature `object_store`. Each read blocks the
/// thread until the server answers.
///
/// The functions of [`OpenOptions`](crate::OpenOptions) accept an address in place of a directory.
/// Use this type only if you need the files themselves, or have opened an object store yourself.
///
/// A request to a web server that fails for a temporary reason is sent again; an object store has
/// its own settings for this. A file that changes after its first read is an error.
#[derive(Debug)]
pub struct RemoteFiles {
    path: PathBuf,
    files: FileList<RemoteFile>,
}

/// Address of a folder behind a network, with its tables or the reason why they cannot be opened.
pub type FoundFolder = (PathBuf, Result<RemoteFiles, OpenError>);

impl RemoteFiles {
    /// Opens the folder with this address. Reads `headers.bin`, or `manifest.json` if there is no
    /// `headers.bin`. The feature `http` is for addresses that begin with `http://` or `https://`.
    /// The feature `object_store` is for all others, such as `s3://bucket/tables/english`. Its
    /// stores are configured by environment variables that begin with `AWS_`, `AZURE_` or
    /// `GOOGLE_`.
    ///
    /// # Errors
    /// The server cannot be reached, there are no tables, or the feature is missing.
    pub fn open(address: &str) -> Result<RemoteFiles, OpenError> {
        RemoteFiles::open_folder(folder(address)?, Path::new(address))
    }

    /// Opens the folder with this path in an object store, as [`RemoteFiles::open`] does.
    ///
    /// # Errors
    /// The store cannot be reached, or there are no tables.
    #[cfg(feature = "object_store")]
    pub fn open_in_store(store: Arc<dyn object_store::ObjectStore>, path: &str) -> Result<RemoteFiles, OpenError> {
        RemoteFiles::open_folder(Arc::new(store::StoreFolder::new(store, path)?), Path::new(path))
    }

    /// Opens the folder with this address if it has tables. Otherwise opens the address as a site,
    /// which `peatee-gen publish` makes and which has a folder for each game. Opens the folders of
    /// a site that `is_wanted` selects by the id of the game.
    ///
    /// # Errors
    /// The server cannot be reached, there are neither tables nor a site, or the feature is
    /// missing.
    pub fn open_site(address: &str, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<FoundFolder>, OpenError> {
        let (root, path) = (folder(address)?, Path::new(address));
        if let Some(files) = if_allowed(RemoteFiles::find(root.clone(), path))? {
            return Ok(vec![(path.to_owned(), Ok(files))]);
        }
        let Some(text) = text(&*root, path, SITE_NAME, MANIFEST_BYTES_MAX)? else {
            return Err(OpenError::Empty { path: path.to_owned() });
        };
        let site = Site::parse(&path.join(SITE_NAME), &text)?;
        let game = |game: &String| {
            let path = PathBuf::from(format!("{}/{game}", address.trim_end_matches('/')));
            let files = RemoteFiles::open_folder(root.folder(game), &path);
            (path, files)
        };
        Ok(site.games.keys().filter(|game| is_wanted(game)).map(game).collect())
    }

    fn open_folder(folder: Arc<dyn RemoteFolder>, path: &Path) -> Result<RemoteFiles, OpenError> {
        RemoteFiles::find(folder, path)?.ok_or_else(|| OpenError::Empty { path: path.to_owned() })
    }

    fn find(folder: Arc<dyn RemoteFolder>, path: &Path) -> Result<Option<RemoteFiles>, OpenError> {
        let file = |name: &Arc<str>, length_bytes| RemoteFile {
            folder: folder.clone(),
            name: name.clone(),
            length_bytes,
            version: Arc::default(),
        };
        let path = path.to_owned();
        if let Some(bytes) = if_allowed(whole(&*folder, &path, HEADER_LIST_NAME, HeaderList::BYTES_MAX))? {
            let files = FileList::of_header_list(&path, &bytes, file)?;
            return Ok(Some(RemoteFiles { path, files }));
        }
        let manifest = text(&*folder, &path, MANIFEST_NAME, MANIFEST_BYTES_MAX)?;
        let files = manifest.map(|manifest| FileList::of_manifest(&path, &manifest, file)).transpose()?;
        Ok(files.map(|files| RemoteFiles { path, files }))
    }

    /// Returns the manifest of the folder.
    pub fn manifest(&self) -> &Manifest {
        self.files.manifest()
    }

    /// Returns the address of the folder, or its path in the object store.
    pub fn directory(&self) -> &Path {
        &self.path
    }
}

impl TableFiles for RemoteFiles {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        self.files.open(name)
    }
}

/// Returns the folder with this address.
fn folder(address: &str) -> Result<Arc<dyn RemoteFolder>, OpenError> {
    let scheme = address.split_once("://").map_or("", |(scheme, _)| scheme);
    let is_http = ["http", "https"].iter().any(|http| http.eq_ignore_ascii_case(scheme));
    let feature = if is_http { "http" } else { "object_store" };
    #[cfg(feature = "http")]
    if is_http {
        return Ok(Arc::new(http::HttpFolder::new(address)));
    }
    #[cfg(feature = "object_store")]
    if !is_http {
        return Ok(Arc::new(store::StoreFolder::of_address(address)?));
    }
    Err(OpenError::Address { path: address.into(), feature })
}

#[derive(Debug, Clone)]
struct RemoteFile {
    folder: Arc<dyn RemoteFolder>,
    name: Arc<str>,
    length_bytes: u64,
    version: Arc<FirstVersion>,
}

impl Storage for RemoteFile {
    fn length_bytes(&self) -> u64 {
        self.length_bytes
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        if offset.checked_add(buffer.len() as u64).is_none_or(|end| end > self.length_bytes) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if buffer.is_empty() {
            return Ok(());
        }
        self.folder.range(&self.name, buffer, offset, self.length_bytes, &self.version)
    }

    fn reads_ahead(&self) -> bool {
        false
    }
}

/// Returns `None` for a forbidden file, since stores that may not be listed forbid a missing one.
/// The caller should then ask for another file.
fn if_allowed<T>(found: Result<Option<T>, OpenError>) -> Result<Option<T>, OpenError> {
    match found {
        Err(OpenError::Io { error, .. }) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        found => found,
    }
}

fn whole(folder: &dyn RemoteFolder, path: &Path, name: &str, bytes_max: u64) -> Result<Option<Vec<u8>>, OpenError> {
    folder.file(name, bytes_max).map_err(|error| OpenError::Io { path: path.join(name), error })
}

fn text(folder: &dyn RemoteFolder, path: &Path, name: &str, bytes_max: u64) -> Result<Option<String>, OpenError> {
    let Some(bytes) = whole(folder, path, name, bytes_max)? else { return Ok(None) };
    let wrong = |_| ManifestError::content(path.join(name), "it is not a text");
    Ok(Some(String::from_utf8(bytes).map_err(wrong)?))
}
