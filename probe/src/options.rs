//! Options of opening tables.

use std::sync::Arc;

use crate::budget::default_memory_bytes;
use crate::cache::BlockCache;
use crate::storage::StorageKind;

/// Options of opening tables: set what should differ from the defaults, then call
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
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    /// `None`: a part of the machine's memory.
    memory_bytes: Option<u64>,
    pub(crate) storage: StorageKind,
}

impl OpenOptions {
    /// Returns the defaults: [`default_memory_bytes`](OpenOptions::default_memory_bytes) for
    /// decoded blocks, files read by [`StorageKind::PREAD`].
    pub fn new() -> OpenOptions {
        OpenOptions::default()
    }

    /// Returns the memory for decoded blocks where [`memory_bytes`](OpenOptions::memory_bytes) is
    /// not called: a quarter of the memory of the machine, or of the container (cgroup) of the
    /// process where that has less. One GiB where the system does not say, and without the feature
    /// `machine-memory`.
    pub fn default_memory_bytes() -> u64 {
        default_memory_bytes()
    }

    /// Sets how much memory decoded blocks may take. Memory is taken block by block as probes need
    /// it; with 0 bytes every probe reads its block from the file.
    #[must_use]
    pub fn memory_bytes(self, bytes: u64) -> OpenOptions {
        OpenOptions { memory_bytes: Some(bytes), ..self }
    }

    /// Sets how files are read.
    #[must_use]
    pub fn storage(self, storage: StorageKind) -> OpenOptions {
        OpenOptions { storage, ..self }
    }

    pub(crate) fn cache(&self) -> Arc<BlockCache> {
        Arc::new(BlockCache::new(self.memory_bytes.unwrap_or_else(default_memory_bytes)))
    }
}
