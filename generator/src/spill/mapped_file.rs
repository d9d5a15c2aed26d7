//! A private file mapped into memory. The mapping is the only unsafe code of this crate.

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// The bytes of a file that no other process has opened.
#[derive(Debug)]
pub struct MappedFile(MmapMut);

impl MappedFile {
    /// Maps a whole file for reading and writing. The file must have no name, so that no other
    /// process can open it.
    ///
    /// # Errors
    /// When the system refuses.
    #[allow(unsafe_code, reason = "a file is mapped at the border to the system")]
    pub fn new(file: File) -> io::Result<Self> {
        // SAFETY: if another process shortened or wrote to the file, the slice would become invalid
        // or change. This file has no name, and `file` is dropped here, so only the map is left of
        // it.
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
