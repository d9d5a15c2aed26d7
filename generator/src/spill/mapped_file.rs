//! A private file that is mapped into memory. Mapping is the only unsafe code of this crate.

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// The bytes of a file that is mapped into memory. No other process can open the file.
#[derive(Debug)]
pub struct MappedFile(MmapMut);

impl MappedFile {
    /// Maps a whole file, for reading and writing. The file must have no name, so that no other
    /// process can open it.
    ///
    /// # Errors
    /// The system refuses to map the file.
    #[allow(unsafe_code, reason = "a file is mapped at the border to the system")]
    pub fn new(file: File) -> io::Result<Self> {
        // SAFETY: the slice would become invalid, or change, if another process shortened the file
        // or wrote to it. No other process can open this file, because it has no name; and `file`
        // is dropped here, so that only the mapping is left.
        Ok(MappedFile(unsafe { MmapMut::map_mut(&file) }?))
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for MappedFile {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
