//! A set of rows of a unit, to which several threads may add at once.

use std::sync::atomic::{AtomicU64, Ordering};

/// Number of rows (placements of one side's kings) in a block; a block is one `u64` of the set.
pub const ROWS_PER_BLOCK: usize = u64::BITS as usize;

/// A set of rows (placements of one side's kings): one bit per row.
#[derive(Debug)]
pub struct RowSet {
    blocks: Vec<AtomicU64>,
}

impl RowSet {
    pub fn all(rows: usize) -> Self {
        let in_block = |first: usize| u64::MAX >> (ROWS_PER_BLOCK - (rows - first).min(ROWS_PER_BLOCK));
        RowSet { blocks: (0..rows).step_by(ROWS_PER_BLOCK).map(|first| AtomicU64::new(in_block(first))).collect() }
    }

    /// Adds a row (placement of one side's kings) to the set. Several threads may add rows at the
    /// same time.
    #[inline(always)]
    pub fn add(&self, row: usize) {
        let (block, bit) = (&self.blocks[row / ROWS_PER_BLOCK], 1 << (row % ROWS_PER_BLOCK));
        // Usually the row is in the set already. Then the thread only reads, and does not wait for
        // other threads.
        if block.load(Ordering::Relaxed) & bit == 0 {
            block.fetch_or(bit, Ordering::Relaxed);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.load(Ordering::Relaxed) == 0)
    }

    /// Removes all rows (placements of one side's kings) from the set. Returns them as one number
    /// per block of rows, with a bit per row.
    pub fn drain(&self) -> impl Iterator<Item = u64> {
        self.blocks.iter().map(|block| block.swap(0, Ordering::Relaxed))
    }
}

/// Returns the indices of the bits that are set in a block of rows (placements of one side's
/// kings).
#[inline(always)]
pub fn rows_of(mut block: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let row = block.trailing_zeros() as usize;
        (block != 0).then(|| {
            block &= block - 1;
            row
        })
    })
}
