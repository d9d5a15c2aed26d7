//! The two layouts of pages.

#[cfg(feature = "write")]
use super::layout::CLASS_BITS;
use super::layout::{BLOCK_BYTES, CountWidth, PAGE_BYTES};
use super::short::BlockStarts;

/// How the pages of a table are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageShape {
    /// 4096 bytes with blocks of 64 bytes, each with the number of its positions.
    Long(CountWidth),
    /// 1024 bytes with blocks of 16 bytes, each with the place of its first position: larger by a
    /// fifth, and a probe takes a quarter of the code words.
    Short(BlockStarts),
}

impl Default for PageShape {
    fn default() -> Self {
        PageShape::Long(CountWidth::default())
    }
}

impl PageShape {
    /// The number of short pages in headers; long ones have their [`CountWidth`] there.
    const SHORT: u8 = 1;

    /// The two bytes of a header that say it.
    pub(in crate::format) fn to_bytes(self) -> [u8; 2] {
        match self {
            PageShape::Long(width) => [width as u8, 0],
            PageShape::Short(starts) => [Self::SHORT, starts.low_bits as u8],
        }
    }

    /// Reads what [`PageShape::to_bytes`] gives.
    pub(in crate::format) fn from_bytes([kind, low_bits]: [u8; 2]) -> Option<Self> {
        match (kind, low_bits) {
            (Self::SHORT, _) => BlockStarts::new(low_bits.into()).map(PageShape::Short),
            (_, 0) => CountWidth::from_number(kind).map(PageShape::Long),
            _ => None,
        }
    }

    /// Bytes of a page.
    #[inline(always)]
    pub(super) const fn page_bytes(self) -> usize {
        match self {
            PageShape::Long(_) => PAGE_BYTES,
            PageShape::Short(_) => BlockStarts::PAGE_BYTES,
        }
    }

    /// Bytes of a block.
    pub(super) const fn block_bytes(self) -> usize {
        match self {
            PageShape::Long(_) => BLOCK_BYTES,
            PageShape::Short(_) => BlockStarts::BLOCK_BYTES,
        }
    }

    /// The most blocks of a page.
    pub(super) const fn blocks(self) -> usize {
        match self {
            PageShape::Long(width) => width.blocks(),
            PageShape::Short(_) => BlockStarts::BLOCKS,
        }
    }

    /// Where the first block of a page begins.
    pub(super) const fn blocks_at(self) -> usize {
        match self {
            PageShape::Long(width) => width.blocks_at(),
            PageShape::Short(_) => BlockStarts::BLOCKS_AT,
        }
    }

    /// Bits of a block before its first code word.
    #[cfg(feature = "write")]
    pub(super) const fn head_bits(self) -> usize {
        match self {
            PageShape::Long(_) => CLASS_BITS,
            PageShape::Short(starts) => CLASS_BITS + starts.low_bits as usize,
        }
    }

    /// The most positions of a block.
    #[cfg(feature = "write")]
    pub(super) const fn positions_max(self) -> u32 {
        match self {
            PageShape::Long(width) => width.positions_max(),
            PageShape::Short(starts) => starts.block_positions_max(),
        }
    }

    /// The most positions of a page.
    #[cfg(feature = "write")]
    pub(super) fn page_positions_max(self) -> u64 {
        match self {
            PageShape::Long(_) => u32::MAX.into(),
            PageShape::Short(starts) => starts.page_positions_max().into(),
        }
    }

    /// Writes the part of the head of a page that is of one block: of so many positions, the first
    /// of which the page has at this place. Without a first one the page does not have the block.
    #[cfg(feature = "write")]
    pub(super) fn put_head(self, page: &mut [u8], number: usize, first: Option<u32>, count: u32, block: &mut [u8]) {
        match self {
            PageShape::Long(width) => width.put(page, number, count),
            PageShape::Short(starts) => starts.put(page, number, first, block),
        }
    }

    /// The longest run of one symbol.
    #[cfg(feature = "write")]
    pub(super) const fn run_max(self) -> u32 {
        match self {
            PageShape::Long(width) => width.run_max(),
            PageShape::Short(starts) => starts.run_max(),
        }
    }
}
