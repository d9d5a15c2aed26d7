//! Maps files into memory.

use std::fs::File;
use std::io;

/// Maps a file into memory. The caller of [`StorageKind::mmap`](crate::StorageKind::mmap) has
/// promised that nobody shortens or changes the mapped file.
#[allow(unsafe_code, reason = "the one place where a file is mapped")]
pub(crate) fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: the map is only read. The caller of `StorageKind::mmap` promises that the file does
    // not change.
    unsafe { memmap2::Mmap::map(file) }
}
