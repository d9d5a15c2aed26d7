//! A file of this process alone, mapped into memory. The mapping is the only unsafe code here.

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// The bytes of a file that nobody else has opened.
#[derive(Debug)]
pub struct MappedFile(MmapMut);

impl MappedFile {
    /// Maps a whole file, to be read and written. It must have no name: then no other process can
    /// open it.
    ///
    /// # Errors
    /// When the system refuses.
    #[allow(unsafe_code, reason = "a file is mapped at the border to the system")]
    pub fn new(file: File) -> io::Result<Self> {
        // SAFETY: a file that another process shortened or wrote to would change or vanish under
        // the slice. This one has no name, and `file` is dropped here: only the map is left of it.
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
