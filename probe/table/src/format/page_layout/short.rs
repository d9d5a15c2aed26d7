//! Writes the first positions of the blocks of a short page, and finds the block of a position by
//! these first positions.

use super::long::{CLASS_BITS, PAGE_CRC_BYTES};

/// Encoding of the first position of each block of a short page. The index of the position is split
/// into two parts. Its `low_bits` lowest bits are stored at the start of the block, the other bits
/// at the start of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockStarts {
    pub(in crate::format) low_bits: u32,
}

/// Block of a short page, ready to be decoded, and the number of positions to skip before the
/// requested position.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct InShortBlock {
    /// Index of the Huffman code of the first symbol.
    pub class: usize,
    /// Code words of the block. The first word is in the highest bits.
    pub bits: u128,
    /// Number of bits, from the highest bit of `bits` on, that the block has for code words.
    pub room: u32,
    /// Number of positions in the block before the requested position.
    pub left: u32,
}

const BLOCK_BITS: u32 = 8 * BlockStarts::BLOCK_BYTES as u32;
/// Value of an unused entry in the list of blocks at the start of a page.
const NO_BLOCK: u16 = u16::MAX;
const LOW_BITS_MAX: u32 = 12;
/// Safety factor with which `for_pages_of` chooses the number of low bits. A page must be able to
/// hold this many times the mean number of positions of a page.
#[cfg(feature = "write")]
const TIMES_MEAN: u64 = 8;
/// Least number of low bits in tables with long runs of equal cells. With at least this number, one
/// symbol can stand for the longest run that fits in a block; with fewer low bits, only for shorter
/// runs.
#[cfg(feature = "write")]
const LONG_RUNS_FROM: u32 = 7;

impl BlockStarts {
    pub(in crate::format) const SHORT_PAGE_BYTES: usize = 1024;
    pub(in crate::format) const BLOCK_BYTES: usize = 16;
    pub(in crate::format) const BLOCKS: usize = 56;
    pub(in crate::format) const BLOCKS_AT: usize = Self::SHORT_PAGE_BYTES - Self::BLOCKS * Self::BLOCK_BYTES;
    /// Maximum number of positions in a block. The number must fit in the 23 bits that the
    /// decoder's look-up table has for it.
    pub(in crate::format) const POSITIONS_MAX: u32 = 1 << 22;

    /// Creates the encoding in which each block holds the `low_bits` lowest bits of the index of
    /// its first position; `None` if a block cannot hold so many bits.
    pub fn new(low_bits: u32) -> Option<BlockStarts> {
        (low_bits <= LOW_BITS_MAX).then_some(BlockStarts { low_bits })
    }

    pub(in crate::format) const fn page_positions_max(self) -> u32 {
        (NO_BLOCK as u32) << self.low_bits
    }

    #[cfg(feature = "write")]
    pub(in crate::format) const fn block_positions_max(self) -> u32 {
        let of_page = self.page_positions_max();
        if of_page < Self::POSITIONS_MAX { of_page } else { Self::POSITIONS_MAX }
    }

    /// Chooses how many low bits of its first position each block stores, for pages of about
    /// `positions` positions. With this number, nearly all pages can be filled with blocks. A page
    /// that would get too many positions is closed before all its blocks are used. `has_long_runs`
    /// is true for tables with long runs of equal cells, which need more low bits.
    #[cfg(feature = "write")]
    pub(in crate::format) fn for_pages_of(positions: u64, has_long_runs: bool) -> BlockStarts {
        let enough =
            |&low_bits: &u32| u64::from(BlockStarts { low_bits }.page_positions_max()) >= TIMES_MEAN * positions;
        let mut can_be = if has_long_runs { LONG_RUNS_FROM..=LOW_BITS_MAX } else { 0..=LONG_RUNS_FROM - 1 };
        let most = *can_be.end();
        BlockStarts { low_bits: can_be.find(enough).unwrap_or(most) }
    }

    /// Returns the length in positions of the longest run of equal cells that one symbol can code.
    #[cfg(feature = "write")]
    pub(in crate::format) const fn run_max(self) -> u32 {
        if self.low_bits < LONG_RUNS_FROM { 1 << 15 } else { Self::POSITIONS_MAX }
    }

    /// Writes the index of the first position of the block with index `number`. The high bits go to
    /// the list at the start of the page, the low bits to the block. `first` is `None` if the page
    /// has no such block.
    #[cfg(feature = "write")]
    pub(in crate::format) fn put(self, page: &mut [u8], number: usize, first: Option<u32>, block: &mut [u8]) {
        let at = PAGE_CRC_BYTES + 2 * number;
        let high = first.map_or(NO_BLOCK, |first| (first >> self.low_bits) as u16);
        page[at..at + 2].copy_from_slice(&high.to_le_bytes());
        let low = first.map_or(0, |first| first & ((1 << self.low_bits) - 1));
        let bits = low << (u32::BITS - CLASS_BITS as u32 - self.low_bits);
        block.iter_mut().zip(bits.to_be_bytes()).for_each(|(byte, new)| *byte |= new);
    }

    /// Returns the block that holds a position, with the number of positions to skip in it; `None`
    /// if the page has no such block. The result is arbitrary for a position outside the page.
    #[inline(always)]
    pub(in crate::format) fn find(self, page: &[u8], position: u32) -> Option<InShortBlock> {
        let wanted = (position >> self.low_bits) as u16;
        let highs = self.highs(page)?;
        let not_behind: u16 = highs.iter().map(|&high| u16::from(u16::from_le_bytes(high) <= wanted)).sum();
        // Nearly always, the first block that this loop tests holds the position. Otherwise an
        // earlier block holds it; the first positions of the two blocks then differ only in the low
        // bits.
        for block in (0..usize::from(not_behind)).rev() {
            let (first, of_block) = self.block(page, highs, block)?;
            if let Some(left) = position.checked_sub(first) {
                return Some(InShortBlock { left, ..of_block });
            }
        }
        None
    }

    /// Returns the first position of the block with index `number`, and the content of the block;
    /// `None` if the page ends before the block.
    #[inline(always)]
    fn block(self, page: &[u8], highs: &[[u8; 2]; Self::BLOCKS], number: usize) -> Option<(u32, InShortBlock)> {
        let bytes = page.get(Self::BLOCKS_AT + number * Self::BLOCK_BYTES..)?.first_chunk()?;
        let bits = u128::from_be_bytes(*bytes);
        let class = (bits >> (BLOCK_BITS - CLASS_BITS as u32)) as usize;
        let head = (bits >> (BLOCK_BITS - u32::BITS)) as u32;
        // Two shifts, because without low bits a single shift would be by 32.
        let low = head << CLASS_BITS >> 1 >> (u32::BITS - 1 - self.low_bits);
        let first = u32::from(u16::from_le_bytes(highs[number])) << self.low_bits | low;
        let head_bits = CLASS_BITS as u32 + self.low_bits;
        Some((first, InShortBlock { class, bits: bits << head_bits, room: BLOCK_BITS - head_bits, left: 0 }))
    }

    /// Returns the first position, the number of positions and the content of every block of a page
    /// that has `positions` positions.
    ///
    /// # Errors
    /// The reason why the bytes are not a page with that many positions.
    pub(in crate::format) fn blocks(
        self,
        page: &[u8],
        positions: u64,
    ) -> Result<Vec<(u32, u32, InShortBlock)>, &'static str> {
        let highs = self.highs(page).ok_or("it is too short")?;
        let count = highs.iter().position(|&high| u16::from_le_bytes(high) == NO_BLOCK).unwrap_or(Self::BLOCKS);
        if highs[count..].iter().any(|&high| u16::from_le_bytes(high) != NO_BLOCK) {
            return Err("it has a block behind its last one");
        }
        if positions > self.page_positions_max().into() {
            return Err("the list of pages says that it has more positions than it can have");
        }
        let mut blocks = Vec::with_capacity(count);
        let mut end = positions as u32;
        for number in (0..count).rev() {
            let (first, block) = self.block(page, highs, number).ok_or("one of its blocks is not there")?;
            let of_block = end.checked_sub(first).filter(|of_block| (1..=Self::POSITIONS_MAX).contains(of_block));
            blocks.push((first, of_block.ok_or("one of its blocks has an impossible number of positions")?, block));
            end = first;
        }
        blocks.reverse();
        if end == 0 { Ok(blocks) } else { Err("its first block does not begin at its first position") }
    }

    #[inline(always)]
    fn highs(self, page: &[u8]) -> Option<&[[u8; 2]; Self::BLOCKS]> {
        page.get(PAGE_CRC_BYTES..Self::BLOCKS_AT)?.as_chunks().0.first_chunk()
    }
}
