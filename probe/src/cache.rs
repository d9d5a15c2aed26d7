//! Cache of decoded blocks under one memory budget.
//!
//! A block in which every cell holds a value is expanded while there is memory: it is kept as a
//! list of cells, and a probe reads one entry of the list without a lock. When a probe needs the
//! first block of a small table, the whole table is expanded. Expanded blocks take at most half the
//! budget.
//!
//! All other blocks are in a cache that evicts the least used blocks. Some blocks leave out the
//! values of positions with captures. If such a block is probed often, these values are computed
//! and the block is expanded.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Key of a block in the cache: the number of its table, and the index of the block in the table.
pub(crate) type BlockKey = (u32, u64);

#[derive(Debug, Clone)]
struct ByBytes;

impl Weighter<BlockKey, Arc<[u8]>> for ByBytes {
    fn weight(&self, _key: &BlockKey, block: &Arc<[u8]>) -> u64 {
        block.len() as u64 + ENTRY_BYTES
    }
}

/// Bytes of memory that a cache entry takes in addition to its cells.
const ENTRY_BYTES: u64 = 64;

/// Divisor that defines a small table. All blocks of such a table together take at most the free
/// memory for expanded blocks, divided by this number.
const SMALL_DIVISOR: u64 = 8;

/// Memory use of tables, with cache hits and misses. Tables opened together share one budget and
/// report the same figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryStats {
    /// Memory budget of expanded blocks (decoded for as long as their table is open) and cached
    /// blocks together, in bytes.
    pub budget_bytes: u64,
    /// Bytes of expanded blocks: blocks kept as lists of cells, from which a probe reads a value in
    /// a single memory access.
    pub expanded_bytes: u64,
    /// Bytes of the recently read blocks and pages in the cache. Pages of mapped files are not
    /// included.
    pub cached_bytes: u64,
    /// Number of block and page requests that the cache answered.
    pub cache_hits: u64,
    /// Number of blocks and pages read from a file.
    pub cache_misses: u64,
}

/// Cache of decoded blocks, with the memory budget that the tables of a directory share.
#[derive(Debug)]
pub(crate) struct BlockCache {
    budget_bytes: u64,
    expanded_left_bytes: AtomicU64,
    passing: Cache<BlockKey, Arc<[u8]>, ByBytes>,
}

impl BlockCache {
    pub(crate) fn new(budget_bytes: u64) -> Self {
        let passing_bytes = budget_bytes / 2;
        let expected_items = (passing_bytes / 4096).clamp(16, 1 << 20) as usize;
        BlockCache {
            budget_bytes,
            expanded_left_bytes: AtomicU64::new(budget_bytes - passing_bytes),
            passing: Cache::with_weighter(expected_items, passing_bytes, ByBytes),
        }
    }

    pub(crate) fn stats(&self) -> MemoryStats {
        let room_bytes = self.budget_bytes - self.budget_bytes / 2;
        MemoryStats {
            budget_bytes: self.budget_bytes,
            expanded_bytes: room_bytes - self.expanded_left_bytes.load(Ordering::Relaxed),
            cached_bytes: self.passing.weight(),
            cache_hits: self.passing.hits(),
            cache_misses: self.passing.misses(),
        }
    }

    /// Reserves memory for an expanded block, which is kept as a list of cells while its table is
    /// open. Returns false when there is not enough memory.
    pub(crate) fn reserve(&self, cells_bytes: usize) -> bool {
        let bytes = cells_bytes as u64 + ENTRY_BYTES;
        let take = |left: u64| left.checked_sub(bytes);
        self.expanded_left_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// Reserves the memory to expand all blocks of a table, if the table is small; see
    /// [`SMALL_DIVISOR`]. Otherwise returns false and reserves nothing.
    pub(crate) fn reserve_if_small(&self, bytes: usize) -> bool {
        let take = |left: u64| if bytes as u64 <= left / SMALL_DIVISOR { left.checked_sub(bytes as u64) } else { None };
        self.expanded_left_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// Returns true when there is enough memory to expand a block with this many bytes of cells.
    pub(crate) fn has_room(&self, cells_bytes: usize) -> bool {
        self.expanded_left_bytes.load(Ordering::Relaxed) >= cells_bytes as u64 + ENTRY_BYTES
    }

    pub(crate) fn get(&self, key: &BlockKey) -> Option<Arc<[u8]>> {
        self.passing.get(key)
    }

    pub(crate) fn insert(&self, key: BlockKey, cells: Arc<[u8]>) {
        self.passing.insert(key, cells);
    }
}
