//! Options for opening tables.

use std::sync::Arc;

use crate::cache::BlockCache;
use crate::machine_memory::default_memory_bytes;
use crate::storage::StorageKind;

/// Options for opening tables. Set the values that should differ from the defaults, then call
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
    memory_bytes: Option<u64>,
    pub(crate) storage: StorageKind,
}

impl OpenOptions {
    /// Creates the default options: [`default_memory_bytes`](OpenOptions::default_memory_bytes) for
    /// decoded blocks, and [`StorageKind::PREAD`] for reading files.
    pub fn new() -> OpenOptions {
        OpenOptions::default()
    }

    /// Returns the default memory budget of decoded blocks in bytes: a quarter of the memory of the
    /// machine, or of the process's container (cgroup) if smaller. Returns 1 GiB if the system does
    /// not report its memory, or without the feature `machine-memory`.
    pub fn default_memory_bytes() -> u64 {
        default_memory_bytes()
    }

    /// Sets the memory budget of decoded blocks in bytes. Tables take this memory only when probes
    /// need blocks. With 0 bytes, every probe reads its block from the file.
    #[must_use]
    pub fn memory_bytes(self, bytes: u64) -> OpenOptions {
        OpenOptions { memory_bytes: Some(bytes), ..self }
    }

    /// Sets how table files are read.
    #[must_use]
    pub fn storage(self, storage: StorageKind) -> OpenOptions {
        OpenOptions { storage, ..self }
    }

    pub(crate) fn cache(&self) -> Arc<BlockCache> {
        Arc::new(BlockCache::new(self.memory_bytes.unwrap_or_else(default_memory_bytes)))
    }
}
