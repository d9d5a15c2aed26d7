//! The layouts of pages: long, with blocks that are read from one end or from both, and short.

#[cfg(feature = "write")]
use super::long::CLASS_BITS;
use super::long::{BLOCK_BYTES, CountWidth, LONG_PAGE_BYTES};
use super::short::BlockStarts;
use super::two_ended::StreamPairs;

/// Layout of the pages of a table: the sizes of pages and blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageShape {
    /// Pages of 4096 bytes with blocks of 64 bytes. The page stores the number of positions of each
    /// block.
    Long(CountWidth),
    /// Pages of 1024 bytes with blocks of 16 bytes. The page stores the first position of each
    /// block. Tables are a fifth larger than with long pages, but a probe reads only a quarter of
    /// the code words.
    Short(BlockStarts),
    /// Pages with the sizes of [`PageShape::Long`], whose blocks are read from both ends.
    TwoEnded(CountWidth, StreamPairs),
}

impl Default for PageShape {
    fn default() -> Self {
        PageShape::Long(CountWidth::default())
    }
}

impl PageShape {
    /// First byte of [`PageShape::to_bytes`] for short pages. For long pages, this byte is the
    /// number of the variant of [`CountWidth`].
    const SHORT: u8 = 1;
    /// Number by which the first byte of [`PageShape::to_bytes`] is greater for two-ended pages
    /// than for long pages of the same width.
    const TWO_ENDED: u8 = 4;

    pub(in crate::format) fn to_bytes(self) -> [u8; 2] {
        match self {
            PageShape::Long(width) => [width as u8, 0],
            PageShape::Short(starts) => [Self::SHORT, starts.low_bits as u8],
            PageShape::TwoEnded(width, pairs) => [width as u8 + Self::TWO_ENDED, pairs as u8],
        }
    }

    /// Reads a shape from the bytes of [`PageShape::to_bytes`]; `None` for other bytes.
    pub(in crate::format) fn from_bytes([kind, detail]: [u8; 2]) -> Option<Self> {
        let pairs = match detail {
            _ if kind == Self::SHORT => return BlockStarts::new(detail.into()).map(PageShape::Short),
            0 => return CountWidth::from_number(kind).map(PageShape::Long),
            1 => StreamPairs::One,
            2 => StreamPairs::Two,
            _ => return None,
        };
        let width = kind.checked_sub(Self::TWO_ENDED).and_then(CountWidth::from_number);
        width.map(|width| PageShape::TwoEnded(width, pairs))
    }

    pub(in crate::format) const fn is_two_ended(self) -> bool {
        matches!(self, PageShape::TwoEnded(..))
    }

    #[inline(always)]
    pub(in crate::format) const fn page_bytes(self) -> usize {
        match self {
            PageShape::Long(_) | PageShape::TwoEnded(_, _) => LONG_PAGE_BYTES,
            PageShape::Short(_) => BlockStarts::SHORT_PAGE_BYTES,
        }
    }

    pub(in crate::format) const fn block_bytes(self) -> usize {
        match self {
            PageShape::Long(_) | PageShape::TwoEnded(_, _) => BLOCK_BYTES,
            PageShape::Short(_) => BlockStarts::BLOCK_BYTES,
        }
    }

    pub(in crate::format) const fn blocks(self) -> usize {
        match self {
            PageShape::Long(width) | PageShape::TwoEnded(width, _) => width.blocks(),
            PageShape::Short(_) => BlockStarts::BLOCKS,
        }
    }

    pub(in crate::format) const fn blocks_at(self) -> usize {
        match self {
            PageShape::Long(width) | PageShape::TwoEnded(width, _) => width.blocks_at(),
            PageShape::Short(_) => BlockStarts::BLOCKS_AT,
        }
    }

    #[cfg(feature = "write")]
    pub(in crate::format) const fn head_bits(self) -> usize {
        match self {
            PageShape::Long(_) | PageShape::TwoEnded(_, _) => CLASS_BITS,
            PageShape::Short(starts) => CLASS_BITS + starts.low_bits as usize,
        }
    }

    #[cfg(feature = "write")]
    pub(in crate::format) const fn positions_max(self) -> u32 {
        match self {
            PageShape::Long(width) | PageShape::TwoEnded(width, _) => width.positions_max(),
            PageShape::Short(starts) => starts.block_positions_max(),
        }
    }

    #[cfg(feature = "write")]
    pub(in crate::format) fn page_positions_max(self) -> u64 {
        match self {
            PageShape::Long(_) | PageShape::TwoEnded(_, _) => u32::MAX.into(),
            PageShape::Short(starts) => starts.page_positions_max().into(),
        }
    }

    /// Writes the entry of the block with index `number` to the list at the start of a page.
    ///
    /// * A long page stores `count`, the number of positions of the block.
    /// * A short page stores `first`, the index of the first position of the block. The high bits
    ///   of this index go to the list, the low bits to `block` itself. `first` is `None` if the
    ///   page has no such block.
    #[cfg(feature = "write")]
    pub(in crate::format) fn put_head(
        self,
        page: &mut [u8],
        number: usize,
        first: Option<u32>,
        count: u32,
        block: &mut [u8],
    ) {
        match self {
            PageShape::Long(width) | PageShape::TwoEnded(width, _) => width.put(page, number, count),
            PageShape::Short(starts) => starts.put(page, number, first, block),
        }
    }

    /// Returns the length in positions of the longest run of equal cells that one symbol can code.
    #[cfg(feature = "write")]
    pub(in crate::format) const fn run_max(self) -> u32 {
        match self {
            PageShape::Long(width) | PageShape::TwoEnded(width, _) => width.run_max(),
            PageShape::Short(starts) => starts.run_max(),
        }
    }
}
