//! Sizes and places in a table of pages.

use crate::format::layout::HEADER_BYTES;

/// Bytes of a page. The last page of a table ends with its last block.
pub const PAGE_BYTES: usize = 4096;
/// Bytes of a block.
pub(super) const BLOCK_BYTES: usize = 64;
/// Bits of a block.
pub(super) const BLOCK_BITS: usize = 8 * BLOCK_BYTES;
/// Bits at the start of a block that name the class of its first symbol.
pub(super) const CLASS_BITS: usize = 4;
/// The longest code word in bits.
pub(super) const CODE_BITS: u32 = 10;
/// The most classes.
pub(super) const CLASSES_MAX: usize = 9;
/// The most symbols, phrases included.
pub(super) const SYMBOLS_MAX: usize = 1 << CODE_BITS;
/// The most bits that tell the runs apart that share a symbol.
pub(super) const EXTRA_BITS_MAX: u8 = 25;
/// Bytes of the checksum at the start of a page.
pub(super) const PAGE_CRC_BYTES: usize = 4;
/// Bytes of an entry of the list of pages.
pub(super) const PAGE_ENTRY_BYTES: usize = 4;
/// The most bytes of the code, expanded. A code of the most symbols has fewer.
const CODE_BYTES_MAX: u32 = 1 << 15;
/// Tables of so many pages begin each page at a multiple of its size in the file, so that it is one
/// page of a memory map. In smaller tables the gap would be more than a hundredth.
const ALIGNED_FROM_PAGES: u32 = 64;

/// How the numbers of positions of the blocks of a page are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum CountWidth {
    /// Two bytes each, 62 blocks a page.
    #[default]
    Narrow = 2,
    /// Four bytes each, 60 blocks a page: for tables in which nearly all values are the same.
    Wide = 4,
}

impl CountWidth {
    pub(in crate::format) fn from_number(number: u8) -> Option<Self> {
        [CountWidth::Narrow, CountWidth::Wide].into_iter().find(|&width| width as u8 == number)
    }

    /// The most blocks of a page.
    pub(super) const fn blocks(self) -> usize {
        match self {
            CountWidth::Narrow => 62,
            CountWidth::Wide => 60,
        }
    }

    /// Where the first block of a page begins.
    pub(super) const fn blocks_at(self) -> usize {
        PAGE_BYTES - self.blocks() * BLOCK_BYTES
    }

    /// The most positions of a block. Those of a page then fit four bytes.
    pub(super) const fn positions_max(self) -> u32 {
        match self {
            CountWidth::Narrow => u16::MAX as u32,
            CountWidth::Wide => 1 << 26,
        }
    }

    /// The longest run of one symbol.
    #[cfg(feature = "write")]
    pub(super) const fn run_max(self) -> u32 {
        match self {
            CountWidth::Narrow => 1 << 15,
            CountWidth::Wide => 1 << EXTRA_BITS_MAX,
        }
    }

    /// The number of positions of each block of a page.
    #[inline(always)]
    pub(super) fn counts(self, page: &[u8]) -> impl Iterator<Item = u32> {
        let bytes = &page[PAGE_CRC_BYTES..];
        (0..self.blocks()).map(move |block| match self {
            CountWidth::Narrow => u16::from_le_bytes([bytes[2 * block], bytes[2 * block + 1]]) as u32,
            CountWidth::Wide => {
                u32::from_le_bytes([bytes[4 * block], bytes[4 * block + 1], bytes[4 * block + 2], bytes[4 * block + 3]])
            }
        })
    }

    /// The bytes of a block of a page.
    #[inline(always)]
    pub(super) fn block(self, page: &[u8], block: usize) -> Option<&[u8; BLOCK_BYTES]> {
        page.get(self.blocks_at() + block * BLOCK_BYTES..)?.first_chunk()
    }
}

/// What the header says of a table of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageParameters {
    /// Bytes of the code as stored: one zstd frame.
    pub code_bytes: u32,
    /// Bytes of the code, expanded.
    pub code_expanded_bytes: u32,
    /// The number of pages.
    pub pages: u32,
    /// CRC-32 of the stored code and the list of pages, seeded with what the table is.
    pub directory_crc: u32,
    /// How the pages count the positions of their blocks.
    pub count_width: CountWidth,
}

impl PageParameters {
    /// Where the code begins; the list of pages follows it.
    pub const DIRECTORY_AT: u64 = HEADER_BYTES as u64;

    /// Bytes of the stored code and the list of pages.
    pub fn directory_bytes(&self) -> u64 {
        self.code_bytes as u64 + self.pages as u64 * PAGE_ENTRY_BYTES as u64
    }

    /// Where the first page begins.
    pub fn pages_at(&self) -> u64 {
        let end = Self::DIRECTORY_AT + self.directory_bytes();
        if self.pages < ALIGNED_FROM_PAGES { end } else { end.next_multiple_of(PAGE_BYTES as u64) }
    }

    /// Where a page begins.
    #[inline(always)]
    pub(super) fn page_at(&self, page: usize) -> u64 {
        self.pages_at() + (page * PAGE_BYTES) as u64
    }

    /// A reason why no table can have these parameters.
    pub(in crate::format) fn check(&self, positions: u64, file_bytes: u64) -> Result<(), &'static str> {
        if self.code_expanded_bytes > CODE_BYTES_MAX || self.code_bytes > CODE_BYTES_MAX {
            return Err("a code of pages that long cannot be");
        }
        if self.pages == 0 || positions < self.pages as u64 {
            return Err("its number of pages cannot be");
        }
        let last_page = file_bytes.checked_sub(self.page_at(self.pages as usize - 1));
        let blocks_at = self.count_width.blocks_at() as u64;
        let last_bytes =
            last_page.and_then(|bytes| bytes.checked_sub(blocks_at)).ok_or("its pages do not fit the file")?;
        let blocks_bytes = BLOCK_BYTES as u64..=(self.count_width.blocks() * BLOCK_BYTES) as u64;
        if !blocks_bytes.contains(&last_bytes) || !last_bytes.is_multiple_of(BLOCK_BYTES as u64) {
            return Err("its pages do not fill the file");
        }
        Ok(())
    }
}

/// The entries of the list of pages: how many positions each page has.
pub(super) fn page_entries(list: &[u8]) -> impl Iterator<Item = u32> {
    list.as_chunks::<PAGE_ENTRY_BYTES>().0.iter().map(|&entry| u32::from_le_bytes(entry))
}
