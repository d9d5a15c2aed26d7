//! Reads the bytes of a table file.

use std::io;
use std::sync::Arc;

use bytemuck::allocation::try_zeroed_vec;

use crate::cache::BlockCache;
use crate::storage::Storage;

pub(super) struct TableFile {
    pub storage: Box<dyn Storage>,
    pub cache: Arc<BlockCache>,
    pub number: u32,
}

impl TableFile {
    /// Reads `length` bytes of the file, from `offset` on.
    ///
    /// # Errors
    /// The file is too short, reading fails, or there is no memory.
    pub(super) fn read(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = zeroed(length)?;
        self.storage.read_exact_at(&mut bytes, offset)?;
        Ok(bytes)
    }
}

/// Returns a buffer of `length` zero bytes.
///
/// # Errors
/// There is no memory.
pub(super) fn zeroed(length: usize) -> io::Result<Vec<u8>> {
    try_zeroed_vec(length).map_err(|()| io::ErrorKind::OutOfMemory.into())
}
