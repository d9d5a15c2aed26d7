//! Layout of two-ended blocks, in which streams of code words run towards each other.

use std::ops::Range;

use super::long::{BLOCK_BITS, CountWidth};

/// Number of pairs of streams of code words in a two-ended block. One stream of a pair codes the
/// first half of the positions of the pair and is read forward. The other stream codes the second
/// half and is read backward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum StreamPairs {
    /// One pair for all positions of a block.
    #[default]
    One = 1,
    /// Two pairs. The block stores the number of positions of the first pair. Compared with one
    /// pair, a probe reads half as many code words, and tables are a sixteenth larger. Used for
    /// tables with few bits per position.
    Two = 2,
}

/// Sizes of the parts of a two-ended block.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct BlockParts {
    pub pairs: StreamPairs,
    /// Number of bits of a class (index of a Huffman code). The block begins with the class of the
    /// first symbol of each stream.
    pub class_bits: u32,
    /// Number of bits in which a block with two pairs stores the number of positions of its first
    /// pair, after the classes. 0 for blocks with one pair.
    count_bits: u32,
}

impl BlockParts {
    /// Computes the sizes for a table with `classes` classes (Huffman codes) for each direction of
    /// reading.
    pub(in crate::format) fn new(width: CountWidth, pairs: StreamPairs, classes: usize) -> BlockParts {
        let count_bits = match pairs {
            StreamPairs::One => 0,
            StreamPairs::Two => u32::BITS - width.positions_max().leading_zeros(),
        };
        BlockParts { pairs, class_bits: usize::BITS - (classes - 1).max(1).leading_zeros(), count_bits }
    }

    /// Returns the range of bits of a block that hold the number of positions of the first pair.
    pub(in crate::format) const fn count(self) -> Range<u32> {
        let start = 2 * self.pairs as u32 * self.class_bits;
        start..start + self.count_bits
    }

    /// Returns the range of bits of a block that hold the streams of a pair.
    #[inline(always)]
    pub(in crate::format) const fn streams(self, is_second: bool) -> Range<u32> {
        let bits = BLOCK_BITS as u32;
        let start = if is_second { bits / 2 } else { self.count().end };
        let is_half = matches!(self.pairs, StreamPairs::Two) && !is_second;
        start..if is_half { bits / 2 } else { bits }
    }
}
