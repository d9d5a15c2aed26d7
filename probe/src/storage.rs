//! Ways to read the bytes of table files: with `pread` (the default), from a memory map, or from a
//! copy in memory.

use std::fs::File;
use std::io;
use std::path::Path;

use bytemuck::allocation::try_zeroed_slice_box;
use peatee_table::open_regular_file;

#[cfg(feature = "mmap")]
use crate::os::map;
use crate::os::{LARGE_PAGE_BYTES, PositionedFile, ask_for_large_pages};

/// Bytes of a file that any number of threads can read at any offset. Implemented by open files and
/// byte slices; callers may add their own types. Tables check all bytes before they use them.
pub trait Storage: Send + Sync {
    /// Returns the number of bytes.
    fn length_bytes(&self) -> u64;
    /// Fills `buffer` with the bytes that begin at `offset`.
    ///
    /// # Errors
    /// The bytes end before the buffer is full, or reading fails.
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
    /// Returns the `length` bytes that begin at `offset`. `None` if these bytes are not in memory,
    /// may change, or do not all exist.
    fn bytes(&self, offset: u64, length: usize) -> Option<&[u8]> {
        let _ = (offset, length);
        None
    }
    /// Returns true when tables may read more bytes than a probe needs, so that later probes find
    /// them in memory. Should return false when reading is expensive, for example over a network.
    fn reads_ahead(&self) -> bool {
        true
    }
}

/// Way in which the bytes of table files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StorageKind(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Pread,
    Memory,
    #[cfg(feature = "mmap")]
    Mmap,
    #[cfg(test)]
    Counted,
}

impl StorageKind {
    /// The default: reads each block or page with one positioned read (`pread`). Disk errors, and
    /// files truncated after opening, are reported as errors.
    pub const PREAD: StorageKind = StorageKind(Kind::Pread);

    /// Reads the whole file into memory on opening. A probe then makes no system call, and decodes
    /// a page directly from the bytes in memory. Later changes of the file have no effect. Each
    /// process needs as much memory as the files are long, in addition to the budget of
    /// [`OpenOptions::memory_bytes`](crate::OpenOptions::memory_bytes).
    pub const MEMORY: StorageKind = StorageKind(Kind::Memory);

    /// Returns the storage kind that maps files into memory. A probe makes no system call while the
    /// file is in the page cache, and decodes a page of a table directly from the mapped bytes.
    ///
    /// # Safety
    /// While a table opened this way is in use, no program may shorten or change its file, and the
    /// disk must not fail. Otherwise reading the map is undefined behaviour, and usually kills the
    /// process.
    #[cfg(feature = "mmap")]
    #[allow(unsafe_code, reason = "the caller makes a promise that nothing can check")]
    pub const unsafe fn mmap() -> StorageKind {
        StorageKind(Kind::Mmap)
    }
}

impl<T: AsRef<[u8]> + Send + Sync> Storage for T {
    fn length_bytes(&self) -> u64 {
        self.as_ref().len() as u64
    }
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        buffer.copy_from_slice(self.bytes(offset, buffer.len()).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
    #[inline]
    fn bytes(&self, offset: u64, length: usize) -> Option<&[u8]> {
        self.as_ref().get(usize::try_from(offset).ok()?..)?.get(..length)
    }
}

struct PreadFile {
    file: PositionedFile,
    length_bytes: u64,
}

impl Storage for PreadFile {
    fn length_bytes(&self) -> u64 {
        self.length_bytes
    }
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.file.read_exact_at(buffer, offset)
    }
}

/// Reads a whole file into memory. Uses large pages if the file is long enough.
///
/// # Errors
/// The file cannot be read, its length has changed, or there is not enough memory.
fn read_whole(file: File, length_bytes: u64) -> io::Result<InMemory> {
    let no_memory = || io::Error::from(io::ErrorKind::OutOfMemory);
    let length = usize::try_from(length_bytes).map_err(|_| no_memory())?;
    // This many additional bytes surely contain the start of a large page.
    let room = if length < LARGE_PAGE_BYTES { 0 } else { LARGE_PAGE_BYTES };
    let mut bytes: Box<[u8]> = try_zeroed_slice_box(room + length).map_err(|()| no_memory())?;
    let address = bytes.as_ptr().addr();
    let first = if room == 0 { 0 } else { address.next_multiple_of(LARGE_PAGE_BYTES) - address };
    if room > 0 {
        ask_for_large_pages(&mut bytes[first..]);
    }
    PositionedFile::new(file).read_exact_at(&mut bytes[first..][..length], 0)?;
    Ok(InMemory { bytes, first, length })
}

struct InMemory {
    bytes: Box<[u8]>,
    first: usize,
    length: usize,
}

impl AsRef<[u8]> for InMemory {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.first..][..self.length]
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// The file cannot be opened or mapped, or is a directory, pipe, socket or device.
pub fn open_storage(path: &Path, kind: StorageKind) -> io::Result<Box<dyn Storage>> {
    let file = open_regular_file(path)?;
    let length_bytes = file.metadata()?.len();
    match kind.0 {
        Kind::Pread => Ok(Box::new(PreadFile { file: PositionedFile::new(file), length_bytes })),
        Kind::Memory => Ok(Box::new(read_whole(file, length_bytes)?)),
        #[cfg(test)]
        Kind::Counted => Ok(Box::new(Counted(PreadFile { file: PositionedFile::new(file), length_bytes }))),
        #[cfg(feature = "mmap")]
        Kind::Mmap if length_bytes == 0 => Ok(Box::new([0u8; 0])),
        #[cfg(feature = "mmap")]
        Kind::Mmap => Ok(Box::new(map(&file)?)),
    }
}

#[cfg(test)]
impl StorageKind {
    /// Like [`StorageKind::PREAD`], but records the length of each read for [`counted`].
    pub(crate) const COUNTED: StorageKind = StorageKind(Kind::Counted);
}

#[cfg(test)]
struct Counted(PreadFile);

#[cfg(test)]
thread_local! {
    /// Bytes of each read by this thread.
    static READS: std::cell::RefCell<Vec<usize>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Runs `work`. Returns its result and the bytes of each of its reads from files that were opened
/// with [`StorageKind::COUNTED`].
#[cfg(test)]
pub(crate) fn counted<T>(work: impl FnOnce() -> T) -> (T, Vec<usize>) {
    READS.take();
    (work(), READS.take())
}

#[cfg(test)]
impl Storage for Counted {
    fn length_bytes(&self) -> u64 {
        self.0.length_bytes()
    }
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        READS.with_borrow_mut(|reads| reads.push(buffer.len()));
        self.0.read_exact_at(buffer, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(feature = "mmap", allow(unsafe_code, reason = "no program changes the file"))]
    fn all_kinds_read_the_same_bytes_and_refuse_to_read_beyond_the_end() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        // The file is longer than a large page, so that [`StorageKind::MEMORY`] puts its bytes on
        // large pages.
        let mut content = vec![7; LARGE_PAGE_BYTES + 1];
        content[..10].copy_from_slice(b"0123456789");
        content[LARGE_PAGE_BYTES] = b'9';
        let kinds = [
            StorageKind::PREAD,
            StorageKind::MEMORY,
            // SAFETY: the file is written once, before it is opened.
            #[cfg(feature = "mmap")]
            unsafe {
                StorageKind::mmap()
            },
        ];
        for length in [10, content.len(), 0] {
            std::fs::write(&path, &content[..length]).unwrap();
            for kind in kinds {
                let storage = open_storage(&path, kind).unwrap();
                let mut buffer = [0; 4];
                assert_eq!(storage.read_exact_at(&mut buffer, 3).is_ok(), length > 0, "{kind:?}");
                assert!(length == 0 || &buffer == b"3456", "{kind:?}");
                assert!(storage.read_exact_at(&mut buffer, length as u64 - length.min(3) as u64).is_err());
                assert!(storage.read_exact_at(&mut buffer, u64::MAX).is_err());
                let mut last = [0];
                assert!(length == 0 || storage.read_exact_at(&mut last, length as u64 - 1).is_ok() && last == *b"9");
                assert_eq!(storage.length_bytes(), length as u64);
            }
        }
    }
}
