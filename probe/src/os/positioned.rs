//! Reads a file at given offsets, from any number of threads at once.

use std::fs::File;
use std::io;

#[cfg(unix)]
pub(crate) type PositionedFile = UnixFile;
#[cfg(windows)]
pub(crate) type PositionedFile = WindowsFile;
#[cfg(not(any(unix, windows)))]
pub(crate) type PositionedFile = SeekingFile;

/// A file that is read with `pread`: one system call, no lock.
#[cfg(unix)]
pub(crate) struct UnixFile(File);

#[cfg(unix)]
impl UnixFile {
    pub(crate) fn new(file: File) -> UnixFile {
        UnixFile(file)
    }

    pub(crate) fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, buffer, offset)
    }
}

/// A file that is read with `seek_read`. This also moves the current offset of the file, which no
/// other code uses.
#[cfg(windows)]
pub(crate) struct WindowsFile(File);

#[cfg(windows)]
impl WindowsFile {
    pub(crate) fn new(file: File) -> WindowsFile {
        WindowsFile(file)
    }

    pub(crate) fn read_exact_at(&self, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(&self.0, buffer, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    buffer = &mut buffer[count..];
                    offset += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// A file that is read by seeking under a lock, for systems without reads at an offset.
#[cfg(any(test, not(any(unix, windows))))]
pub(crate) struct SeekingFile(std::sync::Mutex<File>);

#[cfg(any(test, not(any(unix, windows))))]
impl SeekingFile {
    pub(crate) fn new(file: File) -> SeekingFile {
        SeekingFile(std::sync::Mutex::new(file))
    }

    pub(crate) fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read as _, Seek as _};
        // A panic under the lock can only have moved the current offset of the file, which the next
        // line sets.
        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(io::SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fallback_reads_as_the_system_does() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        std::fs::write(&path, b"0123456789").unwrap();
        let system = PositionedFile::new(File::open(&path).unwrap());
        let fallback = SeekingFile::new(File::open(&path).unwrap());
        for (offset, length) in [(0, 10), (3, 4), (9, 1), (10, 0), (7, 4), (11, 1), (u64::MAX, 1)] {
            let mut read = [vec![0; length], vec![0; length]];
            let [by_system, by_fallback] = &mut read;
            let is_read =
                [system.read_exact_at(by_system, offset).is_ok(), fallback.read_exact_at(by_fallback, offset).is_ok()];
            let is_inside = offset.saturating_add(length as u64) <= 10;
            assert_eq!(is_read, [is_inside; 2], "{length} bytes from {offset}");
            assert!(!is_inside || read[0] == read[1]);
        }
    }
}
