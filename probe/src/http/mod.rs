//! Tables on a web server, read by range requests.

mod client;
mod fault;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use peatee_table::{
    HEADER_LIST_NAME, HeaderList, MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, ManifestError, SITE_NAME, Site,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::error::OpenError;
use crate::file_list::FileList;
use crate::storage::Storage;
use crate::table_files::TableFiles;
use client::{Client, Version};

/// Characters of file names that are percent-encoded in an address.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The tables of one game on a web server that answers range requests. Each read blocks the thread
/// until the server answers.
///
/// The functions of [`OpenOptions`](crate::OpenOptions) accept an address in place of a directory.
/// Use this type only if you need the files themselves.
///
/// A request that fails for a temporary reason is sent again. A file that changes after its first
/// read is an error.
#[derive(Debug)]
pub struct HttpFiles {
    url: PathBuf,
    files: FileList<HttpFile>,
}

/// Address of a folder on a web server, with its tables or the reason why they cannot be opened.
pub type FoundFolder = (PathBuf, Result<HttpFiles, OpenError>);

impl HttpFiles {
    /// Opens the folder with this address. Reads `headers.bin`, or `manifest.json` if there is no
    /// `headers.bin`.
    ///
    /// # Errors
    /// The server cannot be reached, or there are no tables.
    pub fn open(url: &str) -> Result<HttpFiles, OpenError> {
        HttpFiles::find(&Client::new(), url)?.ok_or_else(|| OpenError::Empty { path: url.into() })
    }

    /// Opens the folder with this address if it has tables. Otherwise opens the address as a site,
    /// which `peatee-gen publish` makes and which has a folder for each game. Opens the folders of
    /// a site that `is_wanted` selects by the id of the game.
    ///
    /// # Errors
    /// The server cannot be reached, or there are neither tables nor a site.
    pub fn open_site(url: &str, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<FoundFolder>, OpenError> {
        let client = Client::new();
        if let Some(files) = HttpFiles::find(&client, url)? {
            return Ok(vec![(url.into(), Ok(files))]);
        }
        let path = Path::new(url).join(SITE_NAME);
        let Some(text) = text(&client, url, SITE_NAME, MANIFEST_BYTES_MAX)? else {
            return Err(OpenError::Empty { path: url.into() });
        };
        let site = Site::parse(&path, &text)?;
        let folder = |game: &String| {
            let folder = address(url, game);
            let found = HttpFiles::find(&client, &folder);
            let found = found.and_then(|found| found.ok_or_else(|| OpenError::Empty { path: folder.clone().into() }));
            (folder.into(), found)
        };
        Ok(site.games.keys().filter(|game| is_wanted(game)).map(folder).collect())
    }

    fn find(client: &Client, url: &str) -> Result<Option<HttpFiles>, OpenError> {
        let folder = Path::new(url);
        let file = |name: &Arc<str>, length_bytes| HttpFile {
            url: address(url, name).into(),
            length_bytes,
            client: client.clone(),
            version: Arc::default(),
        };
        if let Some(bytes) = whole(client, url, HEADER_LIST_NAME, HeaderList::BYTES_MAX)? {
            let files = FileList::of_header_list(folder, &bytes, file)?;
            return Ok(Some(HttpFiles { url: url.into(), files }));
        }
        let manifest = text(client, url, MANIFEST_NAME, MANIFEST_BYTES_MAX)?;
        let files = manifest.map(|manifest| FileList::of_manifest(folder, &manifest, file)).transpose()?;
        Ok(files.map(|files| HttpFiles { url: url.into(), files }))
    }

    /// Returns the manifest of the folder.
    pub fn manifest(&self) -> &Manifest {
        self.files.manifest()
    }

    /// Returns the address of the folder.
    pub fn directory(&self) -> &Path {
        &self.url
    }
}

impl TableFiles for HttpFiles {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        self.files.open(name)
    }
}

#[derive(Debug, Clone)]
struct HttpFile {
    url: Arc<str>,
    length_bytes: u64,
    client: Client,
    /// Version of the file that the first request found.
    version: Arc<OnceLock<Version>>,
}

impl Storage for HttpFile {
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
        self.client.range(&self.url, buffer, offset, self.length_bytes, &self.version)
    }

    fn reads_ahead(&self) -> bool {
        false
    }
}

fn address(folder: &str, name: &str) -> String {
    format!("{}/{}", folder.trim_end_matches('/'), utf8_percent_encode(name, ESCAPED))
}

fn whole(client: &Client, folder: &str, name: &str, bytes_max: u64) -> Result<Option<Vec<u8>>, OpenError> {
    let path = || Path::new(folder).join(name);
    client.file(&address(folder, name), bytes_max).map_err(|error| OpenError::Io { path: path(), error })
}

fn text(client: &Client, folder: &str, name: &str, bytes_max: u64) -> Result<Option<String>, OpenError> {
    let Some(bytes) = whole(client, folder, name, bytes_max)? else { return Ok(None) };
    let wrong = |_| ManifestError::content(Path::new(folder).join(name), "it is not a text");
    Ok(Some(String::from_utf8(bytes).map_err(wrong)?))
}
