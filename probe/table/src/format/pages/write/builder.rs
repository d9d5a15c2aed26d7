//! Builds a table file from the blocks of its pages.

use super::coder::{Block, PageCoder};
use crate::format::page_layout::{BLOCK_BYTES, PAGE_CRC_BYTES, PAGE_ENTRY_BYTES, PageParameters, PageShape};
use crate::format::pages::checksums::{directory_checksum, hasher_of, page_checksum};
use crate::format::{FileCoding, Header, zstd_frame};

const CODE_ZSTD_LEVEL: i32 = 19;

/// Assembles a table of pages: the header, the code, the page list and the pages.
#[derive(Debug)]
pub struct PageTableBuilder {
    header: Header,
    code: Vec<u8>,
    code_expanded_bytes: u32,
    shape: PageShape,
    pages: Vec<u8>,
    list: Vec<u8>,
    /// Blocks of the page that is not full yet.
    open: Vec<Block>,
    hasher: crc32fast::Hasher,
}

impl PageTableBuilder {
    /// Creates a builder for a table with this header. [`PageTableBuilder::finish`] sets the coding
    /// and the length of the file in the header.
    ///
    /// # Errors
    /// An error when compressing the code fails.
    pub fn new(header: Header, coder: &PageCoder) -> std::io::Result<Self> {
        Self::of_code(header, &coder.code_bytes(), coder.shape())
    }

    /// Creates a builder for a table whose code has the bytes `code`, which may be invalid. For
    /// tests of readers.
    ///
    /// # Errors
    /// An error when compressing the code fails.
    #[doc(hidden)]
    pub fn of_code(header: Header, code: &[u8], shape: PageShape) -> std::io::Result<Self> {
        let hasher = hasher_of(&header, shape);
        Ok(PageTableBuilder {
            header,
            code_expanded_bytes: code.len() as u32,
            code: zstd_frame::compressor(CODE_ZSTD_LEVEL)?.compress(code)?,
            shape,
            pages: Vec::new(),
            list: Vec::new(),
            open: Vec::new(),
            hasher,
        })
    }

    /// Adds the next blocks, as [`PageCoder::encode`] returned them.
    pub fn push(&mut self, blocks: &[Block]) {
        for &block in blocks {
            let positions: u64 = self.open.iter().map(|&(_, count)| count as u64).sum();
            let is_full = self.open.len() == self.shape.blocks()
                || !self.open.is_empty() && positions + block.1 as u64 > self.shape.page_positions_max();
            if is_full {
                self.close_page(self.shape.page_bytes());
            }
            self.open.push(block);
        }
    }

    fn close_page(&mut self, bytes: usize) {
        let mut page = vec![0; bytes];
        let block_bytes = self.shape.block_bytes();
        let mut positions = 0;
        for number in 0..self.shape.blocks() {
            let first = (number < self.open.len()).then_some(positions);
            let (mut block, count) = self.open.get(number).copied().unwrap_or(([0; BLOCK_BYTES], 0));
            self.shape.put_head(&mut page, number, first, count, &mut block);
            if first.is_some() {
                page[self.shape.blocks_at() + number * block_bytes..][..block_bytes]
                    .copy_from_slice(&block[..block_bytes]);
            }
            positions += count;
        }
        self.open.clear();
        let number = self.list.len() / PAGE_ENTRY_BYTES;
        let crc = page_checksum(self.hasher.clone(), number, &page);
        page[..PAGE_CRC_BYTES].copy_from_slice(&crc.to_le_bytes());
        self.list.extend(positions.to_le_bytes());
        self.pages.extend(page);
    }

    /// Returns the bytes of the file.
    pub fn finish(mut self) -> Vec<u8> {
        if !self.open.is_empty() {
            self.close_page(self.shape.blocks_at() + self.open.len() * self.shape.block_bytes());
        }
        let mut directory = self.code;
        let mut parameters = PageParameters {
            code_bytes: directory.len() as u32,
            code_expanded_bytes: self.code_expanded_bytes,
            pages: (self.list.len() / PAGE_ENTRY_BYTES) as u32,
            directory_crc: 0,
            shape: self.shape,
        };
        directory.append(&mut self.list);
        directory.resize(parameters.directory_bytes() as usize, 0);
        parameters.directory_crc = directory_checksum(&self.header, self.shape, &directory);
        let pages_at = parameters.pages_at() as usize;
        self.header.coding = FileCoding::Pages(parameters);
        self.header.file_bytes = (pages_at + self.pages.len()) as u64;
        let mut file = Vec::with_capacity(pages_at + self.pages.len());
        file.extend(self.header.to_bytes());
        file.append(&mut directory);
        file.resize(pages_at, 0);
        file.append(&mut self.pages);
        file
    }
}
