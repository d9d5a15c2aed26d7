//! Table files whose bytes arrive in ranges. A probe either answers or names the range that is
//! missing.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peatee_table::FileError;
use peatee_table::format::HEADER_BYTES;

use crate::error::{OpenError, ProbeError};
use crate::file_list::FileList;
use crate::storage::Storage;
use crate::table_files::TableFiles;

/// A range of bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ByteRange {
    /// Name of the file in its folder.
    pub file: Arc<str>,
    /// Offset of the first byte of the range in the file.
    pub offset: u64,
    /// Length of the range in bytes.
    pub length_bytes: u64,
}

impl fmt::Display for ByteRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByteRange { file, offset, length_bytes } = self;
        write!(f, "bytes {offset} to {} of {file} have not arrived", offset + length_bytes)
    }
}

impl Error for ByteRange {}

impl ProbeError {
    /// Returns the range of bytes that the probe needs, if it failed because these bytes have not
    /// arrived. The caller should [`insert`](RangeFiles::insert) the range and then probe again.
    pub fn needed_range(&self) -> Option<&ByteRange> {
        match self {
            ProbeError::File { error: FileError::Io(error), .. } => error.get_ref()?.downcast_ref(),
            _ => None,
        }
    }
}

/// Table files whose bytes the caller fetches in ranges, for example over a network. Functions of
/// this type do no input or output and never wait.
///
/// ```
/// use peatee_probe::{OpenOptions, RangeFiles};
///
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");
/// # let folder = std::path::Path::new(folder);
/// // Stands for a request to a server.
/// let fetch = |range: &peatee_probe::ByteRange| -> std::io::Result<Vec<u8>> {
///     let bytes = std::fs::read(folder.join(&*range.file))?;
///     Ok(bytes[range.offset as usize..][..range.length_bytes as usize].to_vec())
/// };
///
/// let manifest = std::fs::read_to_string(folder.join("manifest.json"))?;
/// let files = RangeFiles::new("english", &manifest)?;
/// for header in files.headers() {
///     files.insert(&header, fetch(&header)?);
/// }
/// let tables = OpenOptions::new().open_files("english", &files)?;
/// let tables = tables.draughts().unwrap();
///
/// let position = tables.game().parse_fen("W:WK17,K5:BK31")?;
/// let value = loop {
///     match tables.probe(&position) {
///         Ok(value) => break value,
///         Err(error) => {
///             let Some(range) = error.needed_range() else { return Err(error.into()) };
///             files.insert(range, fetch(range)?);
///         }
///     }
/// };
/// // The tables keep what they decoded within their memory budget.
/// files.clear();
/// assert_eq!(value.to_string(), "win in 31 plies");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RangeFiles(FileList<RangeFile>);

impl RangeFiles {
    /// Creates the files that a manifest lists, without any of their bytes. Errors give `name` as
    /// the path of the folder.
    ///
    /// # Errors
    /// The text is not a manifest.
    pub fn new(name: &str, manifest: &str) -> Result<RangeFiles, OpenError> {
        FileList::of_manifest(Path::new(name), manifest, RangeFile::new).map(RangeFiles)
    }

    /// Creates the files of a header list, the content of `headers.bin` in a folder that
    /// `peatee-gen publish` made. The tables can then be opened before any range is inserted. The
    /// first range that a probe needs of a file includes the header. If this header differs from
    /// the list, the probe fails.
    ///
    /// # Errors
    /// The bytes are not a header list.
    pub fn of_header_list(name: &str, header_list: &[u8]) -> Result<RangeFiles, OpenError> {
        FileList::of_header_list(Path::new(name), header_list, RangeFile::new).map(RangeFiles)
    }

    /// Returns the ranges that must arrive before the tables are opened: the header of each file,
    /// or none if the headers are known from a header list.
    pub fn headers(&self) -> impl Iterator<Item = ByteRange> {
        self.0.without_headers().map(|file| file.first_bytes(HEADER_BYTES as u64))
    }

    /// Returns one range for each file, which covers the whole file. After all of them have been
    /// inserted, every probe finds its bytes.
    pub fn whole_files(&self) -> impl Iterator<Item = ByteRange> {
        self.0.files().map(|file| file.first_bytes(file.length_bytes))
    }

    /// Adds the bytes of a range. Tables check the bytes before they use them. Bytes of an unlisted
    /// file or of the wrong length are ignored.
    pub fn insert(&self, range: &ByteRange, bytes: impl Into<Box<[u8]>>) {
        let bytes = bytes.into();
        if let Some(file) = self.0.get(&range.file).filter(|_| bytes.len() as u64 == range.length_bytes) {
            file.ranges().insert(range.offset, bytes);
        }
    }

    /// Returns the ranges that reads have lacked since the last call. If there are any, the last
    /// answer may be incomplete: the caller should insert the ranges and ask again.
    pub fn take_lacking(&self) -> BTreeSet<ByteRange> {
        self.0.files().flat_map(|file| std::mem::take(&mut *lock(&file.lacking))).collect()
    }

    /// Removes all bytes, including headers that were inserted.
    pub fn clear(&self) {
        self.0.files().for_each(|file| file.ranges().clear());
    }
}

impl TableFiles for RangeFiles {
    fn open(&self, name: &str) -> io::Result<Box<dyn Storage>> {
        self.0.open(name)
    }
}

#[derive(Debug, Clone)]
struct RangeFile {
    name: Arc<str>,
    length_bytes: u64,
    /// Ranges that have arrived; the key is the offset of the first byte.
    ranges: Arc<Mutex<BTreeMap<u64, Box<[u8]>>>>,
    /// Ranges that were read before they had arrived.
    lacking: Arc<Mutex<BTreeSet<ByteRange>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RangeFile {
    fn new(name: &Arc<str>, length_bytes: u64) -> RangeFile {
        RangeFile { name: name.clone(), length_bytes, ranges: Arc::default(), lacking: Arc::default() }
    }

    fn first_bytes(&self, most: u64) -> ByteRange {
        ByteRange { file: self.name.clone(), offset: 0, length_bytes: self.length_bytes.min(most) }
    }

    fn ranges(&self) -> MutexGuard<'_, BTreeMap<u64, Box<[u8]>>> {
        lock(&self.ranges)
    }
}

impl Storage for RangeFile {
    fn length_bytes(&self) -> u64 {
        self.length_bytes
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        if offset.checked_add(buffer.len() as u64).is_none_or(|end| end > self.length_bytes) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let found = self.ranges().range(..=offset).next_back().and_then(|(&start, bytes)| {
            buffer.copy_from_slice(bytes.get((offset - start) as usize..)?.get(..buffer.len())?);
            Some(())
        });
        found.ok_or_else(|| {
            let range = ByteRange { file: self.name.clone(), offset, length_bytes: buffer.len() as u64 };
            lock(&self.lacking).insert(range.clone());
            io::Error::new(io::ErrorKind::WouldBlock, range)
        })
    }

    fn reads_ahead(&self) -> bool {
        false
    }
}
