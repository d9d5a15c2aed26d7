//! The bytes of a table.

use std::sync::Arc;

use crate::cache::BlockCache;
use crate::storage::Storage;

/// The bytes of a table, and the cache for what is read of them.
pub(super) struct TableFile {
    pub storage: Box<dyn Storage>,
    pub cache: Arc<BlockCache>,
    /// Tells what is read of this table from what is read of others in the cache.
    pub number: u32,
}
