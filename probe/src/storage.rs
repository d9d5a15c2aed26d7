//! Where table bytes come from: `pread` by default, a memory map by choice, a byte slice in tests.

use std::io;
use std::path::Path;

use peatee_table::open_regular_file;

use crate::os::PositionedFile;
#[cfg(feature = "mmap")]
use crate::os::map;

/// Bytes that can be read at any place, from any number of threads.
pub trait Storage: Send + Sync {
    /// How many bytes there are.
    fn length_bytes(&self) -> u64;
    /// Fills `buffer` from `offset`.
    ///
    /// # Errors
    /// When the bytes end before the buffer is full, or reading fails.
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
    /// These bytes in place, where they are in memory and do not change: `None` elsewhere, and
    /// beyond the end.
    fn bytes(&self, offset: u64, length: usize) -> Option<&[u8]> {
        let _ = (offset, length);
        None
    }
}

/// How files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StorageKind(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Pread,
    #[cfg(feature = "mmap")]
    Mmap,
}

impl StorageKind {
    /// One positioned read per block or page: the default. Errors of the disk, and files that were
    /// cut off after they were opened, come back as errors.
    pub const PREAD: StorageKind = StorageKind(Kind::Pread);

    /// A memory map: a probe makes no system call while the file is in the page cache, and tables
    /// of pages are read in place.
    ///
    /// # Safety
    /// For as long as a table that was opened so is in use, no program may shorten or change its
    /// file, and its disk must not fail: reading the map is undefined behaviour then, and in
    /// practice kills the process.
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

/// Opens a regular file for reading.
///
/// # Errors
/// When the file cannot be opened or mapped, or is a directory, pipe, socket or device.
pub fn open_storage(path: &Path, kind: StorageKind) -> io::Result<Box<dyn Storage>> {
    let file = open_regular_file(path)?;
    let length_bytes = file.metadata()?.len();
    match kind.0 {
        Kind::Pread => Ok(Box::new(PreadFile { file: PositionedFile::new(file), length_bytes })),
        #[cfg(feature = "mmap")]
        Kind::Mmap if length_bytes == 0 => Ok(Box::new([0u8; 0])),
        #[cfg(feature = "mmap")]
        Kind::Mmap => Ok(Box::new(map(&file)?)),
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
        std::fs::write(&path, b"0123456789").unwrap();
        let kinds = [
            StorageKind::PREAD,
            // SAFETY: the file is written once, before it is opened.
            #[cfg(feature = "mmap")]
            unsafe {
                StorageKind::mmap()
            },
        ];
        for kind in kinds {
            let storage = open_storage(&path, kind).unwrap();
            let mut buffer = [0; 4];
            storage.read_exact_at(&mut buffer, 3).unwrap();
            assert_eq!(&buffer, b"3456");
            assert!(storage.read_exact_at(&mut buffer, 7).is_err());
            assert!(storage.read_exact_at(&mut buffer, u64::MAX).is_err());
            assert_eq!(storage.length_bytes(), 10);
        }
    }
}
