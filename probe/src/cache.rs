//! Decoded blocks in memory, under one budget.
//!
//! A block whose cells all hold values is expanded as long as there is room: a later probe is then
//! one look into the list of its table, with no lock. A table that takes a small part of the room
//! takes it as a whole, with its first block. When half the budget is used up this way, further
//! blocks go through a cache that forgets the least used; so do blocks that leave captures out,
//! until they have been asked for so often that their captures are resolved.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Block of a table.
pub(crate) type BlockKey = (u32, u64);

#[derive(Debug, Clone)]
struct ByBytes;

impl Weighter<BlockKey, Arc<[u8]>> for ByBytes {
    fn weight(&self, _key: &BlockKey, block: &Arc<[u8]>) -> u64 {
        block.len() as u64 + ENTRY_BYTES
    }
}

/// Bytes of an entry beside its cells.
const ENTRY_BYTES: u64 = 64;

/// Such a part of the room is small.
const SMALL_PART: u64 = 8;

/// Use of memory by tables, and hits of it. Tables opened together share one
/// budget and have the same figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryStats {
    /// The most that expanded blocks and the cache may take together, in bytes.
    pub budget_bytes: u64,
    /// Bytes of expanded blocks: their values are one look into memory.
    pub expanded_bytes: u64,
    /// Bytes of blocks and pages in the cache, those that were read last. Pages of mapped
    /// files are not in it.
    pub cached_bytes: u64,
    /// Number of blocks and pages that were asked for and that the cache had.
    pub cache_hits: u64,
    /// Number of blocks and pages that were read from a file.
    pub cache_misses: u64,
}

/// The memory budget shared by the tables of a directory.
#[derive(Debug)]
pub(crate) struct BlockCache {
    budget_bytes: u64,
    resident_left_bytes: AtomicU64,
    passing: Cache<BlockKey, Arc<[u8]>, ByBytes>,
}

impl BlockCache {
    /// Creates a cache of at most about `budget_bytes`.
    pub(crate) fn new(budget_bytes: u64) -> Self {
        let passing_bytes = budget_bytes / 2;
        let expected_items = (passing_bytes / 4096).clamp(16, 1 << 20) as usize;
        BlockCache {
            budget_bytes,
            resident_left_bytes: AtomicU64::new(budget_bytes - passing_bytes),
            passing: Cache::with_weighter(expected_items, passing_bytes, ByBytes),
        }
    }

    /// Statistics of now.
    pub(crate) fn stats(&self) -> MemoryStats {
        let room_bytes = self.budget_bytes - self.budget_bytes / 2;
        MemoryStats {
            budget_bytes: self.budget_bytes,
            expanded_bytes: room_bytes - self.resident_left_bytes.load(Ordering::Relaxed),
            cached_bytes: self.passing.weight(),
            cache_hits: self.passing.hits(),
            cache_misses: self.passing.misses(),
        }
    }

    /// Takes room for a block that is to stay; false when there is not enough.
    pub(crate) fn reserve(&self, cells_bytes: usize) -> bool {
        let bytes = cells_bytes as u64 + ENTRY_BYTES;
        let take = |left: u64| left.checked_sub(bytes);
        self.resident_left_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// Takes room for all blocks of a table, if that is a small part of what there is: other tables
    /// need room, too.
    pub(crate) fn reserve_small_part(&self, bytes: usize) -> bool {
        let take = |left: u64| if bytes as u64 <= left / SMALL_PART { left.checked_sub(bytes as u64) } else { None };
        self.resident_left_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// Returns true when there is room for a block that is to stay, as things are now.
    pub(crate) fn has_room(&self, cells_bytes: usize) -> bool {
        self.resident_left_bytes.load(Ordering::Relaxed) >= cells_bytes as u64 + ENTRY_BYTES
    }

    /// Returns a block that passes through.
    pub(crate) fn get(&self, key: &BlockKey) -> Option<Arc<[u8]>> {
        self.passing.get(key)
    }

    /// Keeps a block for a while.
    pub(crate) fn insert(&self, key: BlockKey, cells: Arc<[u8]>) {
        self.passing.insert(key, cells);
    }
}
