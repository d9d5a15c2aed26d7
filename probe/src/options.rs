//! How tables are opened.

use std::sync::Arc;

use crate::cache::BlockCache;
use crate::storage::StorageKind;

/// The default memory for decoded blocks.
const MEMORY_BYTES_DEFAULT: u64 = 1 << 30;

/// How tables are opened: set what should differ from the defaults, then call
/// [`open`](OpenOptions::open).
///
/// ```
/// use peatee_probe::OpenOptions;
///
/// # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");
/// let tables = OpenOptions::new().memory_bytes(64 << 20).open(directory)?;
/// # assert_eq!(tables.most_pieces(), 3);
/// # Ok::<(), peatee_probe::OpenError>(())
/// ```
#[derive(Debug, Clone)]
pub struct OpenOptions {
    memory_bytes: u64,
    pub(crate) storage: StorageKind,
}

impl Default for OpenOptions {
    fn default() -> Self {
        OpenOptions { memory_bytes: MEMORY_BYTES_DEFAULT, storage: StorageKind::PREAD }
    }
}

impl OpenOptions {
    /// The defaults: one GiB for decoded blocks, files read by [`StorageKind::PREAD`].
    pub fn new() -> OpenOptions {
        OpenOptions::default()
    }

    /// Sets how much memory decoded blocks may take. Memory is taken block by block as probes need
    /// it; with 0 bytes every probe reads its block from the file.
    #[must_use]
    pub fn memory_bytes(self, bytes: u64) -> OpenOptions {
        OpenOptions { memory_bytes: bytes, ..self }
    }

    /// Sets how files are read.
    #[must_use]
    pub fn storage(self, storage: StorageKind) -> OpenOptions {
        OpenOptions { storage, ..self }
    }

    pub(crate) fn cache(&self) -> Arc<BlockCache> {
        Arc::new(BlockCache::new(self.memory_bytes))
    }
}
