//! The header fields of a table of pages, and the offsets of its parts in the file.

use super::long::PAGE_ENTRY_BYTES;
use super::shape::PageShape;
use crate::format::layout::HEADER_BYTES;

/// Maximum length in bytes of the code after decompression. The code is the list of the symbols and
/// the lengths of their code words. Even with the maximal number of symbols it is not longer.
const CODE_BYTES_MAX: u32 = 1 << 15;
/// Least number of pages of a table whose pages are aligned. An aligned page starts at a file
/// offset that is a multiple of the page size, so that it lies within one page of a memory map.
/// Smaller tables do not align their pages, because the gap before the first page would exceed one
/// percent of the file.
const ALIGNED_FROM_PAGES: u32 = 64;
/// Alignment in bytes of the first page in tables with few pages, so that no block crosses a cache
/// line. Long pages do not have this alignment.
const ALIGNMENT_BYTES: u64 = 64;

/// Header fields of a table of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageParameters {
    /// Length in bytes of the stored code, which describes the symbols and their code lengths. The
    /// code is one zstd frame.
    pub code_bytes: u32,
    /// Length of the code in bytes after decompression.
    pub code_expanded_bytes: u32,
    /// Number of pages.
    pub pages: u32,
    /// CRC-32 of the identity of the table, the stored code and the page list.
    pub directory_crc: u32,
    /// Size of the pages and of their blocks.
    pub shape: PageShape,
}

impl PageParameters {
    /// Offset in the file of the code (the symbols and the lengths of their code words). The page
    /// list follows the code.
    pub const DIRECTORY_AT: u64 = HEADER_BYTES as u64;

    /// Returns the total length in bytes of the stored code and the page list, which follow the
    /// header. For pages other than long pages, the length includes the gap before the first page.
    pub fn directory_bytes(&self) -> u64 {
        match self.shape {
            PageShape::Long(_) => self.list_end() - Self::DIRECTORY_AT,
            PageShape::Short(_) | PageShape::TwoEnded(..) => self.pages_at() - Self::DIRECTORY_AT,
        }
    }

    /// Returns the offset of the first page in the file.
    pub fn pages_at(&self) -> u64 {
        let end = self.list_end();
        match (self.pages, self.shape) {
            (ALIGNED_FROM_PAGES.., shape) => end.next_multiple_of(shape.page_bytes() as u64),
            (_, PageShape::Long(_)) => end,
            (_, PageShape::Short(_) | PageShape::TwoEnded(..)) => end.next_multiple_of(ALIGNMENT_BYTES),
        }
    }

    fn list_end(&self) -> u64 {
        Self::DIRECTORY_AT + self.code_bytes as u64 + self.pages as u64 * PAGE_ENTRY_BYTES as u64
    }

    #[inline(always)]
    pub(in crate::format) fn page_at(&self, page: usize) -> u64 {
        self.pages_at() + (page * self.shape.page_bytes()) as u64
    }

    /// Checks the parameters against the number of positions and the length of the file.
    ///
    /// # Errors
    /// The reason why no table can have these parameters.
    pub(in crate::format) fn check(&self, positions: u64, file_bytes: u64) -> Result<(), &'static str> {
        if self.code_expanded_bytes > CODE_BYTES_MAX || self.code_bytes > CODE_BYTES_MAX {
            return Err("the code of the pages is longer than it can be");
        }
        if self.pages == 0 || positions < self.pages as u64 {
            return Err("its number of pages is impossible");
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
