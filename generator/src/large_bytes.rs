//! Long rows of bytes: in memory, or in unnamed files that are mapped into memory, so that the
//! system decides which of their pages are in memory.

use std::fs::File;
use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use fs4::FileExt;

use crate::mapped_file::MappedFile;

/// Where long rows of bytes are held.
#[derive(Debug, Clone)]
pub enum Room {
    /// In memory of the process.
    Memory,
    /// In unnamed files of this folder, which are gone when the process ends.
    Files(PathBuf),
}

/// What is written at a time to a file whose space cannot be reserved.
static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

impl Room {
    /// A row of `count` zeros.
    ///
    /// # Errors
    /// When the file cannot be made, or the disk has too little room.
    pub fn zeros(&self, count: usize) -> io::Result<LargeBytes> {
        match self {
            Room::Files(folder) if count > 0 => {
                let file = tempfile::tempfile_in(folder)?;
                reserve(&file, folder, count)?;
                Ok(LargeBytes(Held::Mapped(MappedFile::new(file)?)))
            }
            _ => Ok(LargeBytes::from(vec![0; count])),
        }
    }

    /// The same bytes here.
    ///
    /// # Errors
    /// As [`Room::zeros`].
    pub fn moved(&self, bytes: LargeBytes) -> io::Result<LargeBytes> {
        if matches!(self, Room::Memory) || matches!(bytes.0, Held::Mapped(_)) {
            return Ok(bytes);
        }
        let mut moved = self.zeros(bytes.len())?;
        moved.copy_from_slice(&bytes);
        Ok(moved)
    }
}

/// Gives the file its space on the disk: without it, a write to a mapped page would end the process
/// when the disk is full.
fn reserve(mut file: &File, folder: &Path, count: usize) -> io::Result<()> {
    let bytes = count as u64;
    let reserved = match file.allocate(bytes) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => (0..count)
            .step_by(ZEROS.len())
            .try_for_each(|first| file.write_all(&ZEROS[..ZEROS.len().min(count - first)])),
        reserved => reserved,
    };
    reserved.and_then(|()| file.set_len(bytes)).map_err(|error| {
        let reason = format!("{bytes} bytes for values cannot be reserved in {}: {error}", folder.display());
        io::Error::new(error.kind(), reason)
    })
}

/// A long row of bytes.
pub struct LargeBytes(Held);

enum Held {
    Memory(Vec<u8>),
    Mapped(MappedFile),
}

impl LargeBytes {
    /// How many bytes of the process's own memory the row takes.
    pub fn memory_bytes(&self) -> u64 {
        match &self.0 {
            Held::Memory(bytes) => bytes.len() as u64,
            Held::Mapped(_) => 0,
        }
    }
}

impl From<Vec<u8>> for LargeBytes {
    fn from(bytes: Vec<u8>) -> Self {
        LargeBytes(Held::Memory(bytes))
    }
}

impl Deref for LargeBytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Held::Memory(bytes) => bytes,
            Held::Mapped(file) => file,
        }
    }
}

impl DerefMut for LargeBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Held::Memory(bytes) => bytes,
            Held::Mapped(file) => file,
        }
    }
}

impl Clone for LargeBytes {
    /// A copy in memory.
    fn clone(&self) -> Self {
        LargeBytes::from(self.to_vec())
    }
}

impl PartialEq for LargeBytes {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for LargeBytes {}

impl std::fmt::Debug for LargeBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let held = if self.memory_bytes() > 0 { "memory" } else { "a file" };
        write!(f, "{} bytes in {held}", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_hold_what_memory_holds() {
        let folder = tempfile::tempdir().expect("room for temporary files");
        let files = Room::Files(folder.path().to_owned());
        let mut both = [&Room::Memory, &files].map(|room| room.zeros(100_001).expect("there is room"));
        for bytes in &mut both {
            assert!(bytes.iter().all(|&byte| byte == 0));
            bytes.iter_mut().zip(0u32..).for_each(|(byte, place)| *byte = (place.wrapping_mul(place) >> 7) as u8);
        }
        assert_eq!(both[0], both[1]);
        assert_eq!(both.each_ref().map(LargeBytes::memory_bytes), [100_001, 0]);
        assert_eq!(files.moved(both[0].clone()).expect("there is room").memory_bytes(), 0);
        assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
        assert!(files.zeros(0).expect("nothing is made").is_empty());
    }

    #[test]
    fn a_file_that_cannot_be_made_is_an_error() {
        let missing = Room::Files(PathBuf::from("/nonexistent/folder"));
        assert_eq!(missing.zeros(1).expect_err("there is no such folder").kind(), io::ErrorKind::NotFound);
        let folder = tempfile::tempdir().expect("room for temporary files");
        let error = Room::Files(folder.path().to_owned()).zeros(1 << 60).expect_err("no disk is that large");
        assert!(error.to_string().contains("cannot be reserved in"), "{error}");
    }
}
