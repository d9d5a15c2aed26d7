//! A set of rows to which several threads may add at once.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

/// Rows that share one number of the set.
pub const ROWS_PER_BLOCK: usize = u64::BITS as usize;

/// One bit per row.
#[derive(Debug)]
pub struct RowSet {
    blocks: Vec<AtomicU64>,
}

impl RowSet {
    /// Returns the set of all `rows` rows.
    pub fn all(rows: usize) -> Self {
        let in_block = |first: usize| u64::MAX >> (ROWS_PER_BLOCK - (rows - first).min(ROWS_PER_BLOCK));
        RowSet { blocks: (0..rows).step_by(ROWS_PER_BLOCK).map(|first| AtomicU64::new(in_block(first))).collect() }
    }

    /// Adds a row. The result does not depend on the order of additions.
    #[inline(always)]
    pub fn add(&self, row: usize) {
        let (block, bit) = (&self.blocks[row / ROWS_PER_BLOCK], 1 << (row % ROWS_PER_BLOCK));
        // Usually the row is in the set already; threads that only read do not wait for each other.
        if block.load(Ordering::Relaxed) & bit == 0 {
            block.fetch_or(bit, Ordering::Relaxed);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.load(Ordering::Relaxed) == 0)
    }

    /// Removes all rows and returns them as bits, block by block.
    pub fn drain(&self) -> impl IndexedParallelIterator<Item = u64> {
        self.blocks.par_iter().map(|block| block.swap(0, Ordering::Relaxed))
    }
}

/// Returns the indices of the set bits of a block.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(set: &RowSet) -> Vec<usize> {
        let blocks: Vec<u64> = set.drain().collect();
        (0..).zip(blocks).flat_map(|(block, bits)| rows_of(bits).map(move |row| block * ROWS_PER_BLOCK + row)).collect()
    }

    #[test]
    fn rows_are_taken_out_once() {
        for rows in [1, 63, 64, 65, 200] {
            let set = RowSet::all(rows);
            assert_eq!(drained(&set), (0..rows).collect::<Vec<_>>());
            assert!(set.is_empty());
            [rows - 1, 0, rows / 2, rows - 1].into_iter().for_each(|row| set.add(row));
            let mut expected = vec![0, rows / 2, rows - 1];
            expected.dedup();
            assert!(!set.is_empty());
            assert_eq!(drained(&set), expected);
        }
    }
}
