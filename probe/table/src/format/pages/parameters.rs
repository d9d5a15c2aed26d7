//! What the header says of a table of pages, and where its parts stand in the file.

use super::layout::PAGE_ENTRY_BYTES;
use super::shape::PageShape;
use super::short::BlockStarts;
use crate::format::layout::HEADER_BYTES;

/// The most bytes of the code, expanded. A code of the most symbols has fewer.
const CODE_BYTES_MAX: u32 = 1 << 15;
/// Tables of so many pages begin each page at a multiple of its size in the file, so that it is one
/// page of a memory map, or in one. In smaller tables the gap would be more than a hundredth.
const ALIGNED_FROM_PAGES: u32 = 64;

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
    /// How the pages are laid out.
    pub shape: PageShape,
}

impl PageParameters {
    /// Where the code begins; the list of pages follows it.
    pub const DIRECTORY_AT: u64 = HEADER_BYTES as u64;

    /// Bytes of the stored code and the list of pages, and before short pages of what is between
    /// them and the first page.
    pub fn directory_bytes(&self) -> u64 {
        match self.shape {
            PageShape::Long(_) => self.list_end() - Self::DIRECTORY_AT,
            PageShape::Short(_) => self.pages_at() - Self::DIRECTORY_AT,
        }
    }

    /// Where the first page begins.
    pub fn pages_at(&self) -> u64 {
        let end = self.list_end();
        match (self.pages, self.shape) {
            (ALIGNED_FROM_PAGES.., shape) => end.next_multiple_of(shape.page_bytes() as u64),
            (_, PageShape::Long(_)) => end,
            (_, PageShape::Short(_)) => end.next_multiple_of(BlockStarts::ALIGNMENT_BYTES),
        }
    }

    fn list_end(&self) -> u64 {
        Self::DIRECTORY_AT + self.code_bytes as u64 + self.pages as u64 * PAGE_ENTRY_BYTES as u64
    }

    /// Where a page begins.
    #[inline(always)]
    pub(super) fn page_at(&self, page: usize) -> u64 {
        self.pages_at() + (page * self.shape.page_bytes()) as u64
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
        let (blocks_at, block_bytes) = (self.shape.blocks_at() as u64, self.shape.block_bytes() as u64);
        let last_bytes =
            last_page.and_then(|bytes| bytes.checked_sub(blocks_at)).ok_or("its pages do not fit the file")?;
        let blocks_bytes = block_bytes..=self.shape.blocks() as u64 * block_bytes;
        if !blocks_bytes.contains(&last_bytes) || !last_bytes.is_multiple_of(block_bytes) {
            return Err("its pages do not fill the file");
        }
        Ok(())
    }
}
