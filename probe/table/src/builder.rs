//! Builds a table file from its blocks. A block is a fixed number of cells, compressed together.
//!
//! [`pages::PageTableBuilder`](crate::format::pages::PageTableBuilder) builds tables of pages.

use crate::format::{
    BLOCK_ENTRY_BYTES, BlockEntry, CellList, FileCoding, HEADER_BYTES, Header, block_checksum, block_list_checksum,
};
use crate::requirement::list_checksum;

/// Assembles a table file: a header, then the stored blocks in order.
#[derive(Debug)]
pub struct TableBuilder {
    header: Header,
    list: Vec<u8>,
    blocks: Vec<u8>,
    cell_list: Vec<u8>,
}

impl TableBuilder {
    /// Creates a builder for a file with this header. [`TableBuilder::finish`] sets the length of
    /// the file and the checksum of the block list in the header.
    pub fn new(header: Header) -> Self {
        TableBuilder { header, list: Vec::new(), blocks: Vec::new(), cell_list: Vec::new() }
    }

    /// Adds the next block, as [`BlockEncoder::encode`](crate::format::BlockEncoder::encode)
    /// returned it.
    pub fn push(&mut self, stored: &[u8]) {
        self.push_claiming(stored, stored.len() as u32);
    }

    /// Adds a block, and writes `claimed_bytes` as its length to the block list even if that length
    /// is wrong. For tests of readers.
    #[doc(hidden)]
    pub fn push_claiming(&mut self, stored: &[u8], claimed_bytes: u32) {
        let number = (self.list.len() / BLOCK_ENTRY_BYTES) as u64;
        let crc = block_checksum(&self.header, number, stored);
        self.list.extend(BlockEntry { stored_bytes: claimed_bytes, crc }.to_bytes());
        self.blocks.extend(stored);
    }

    /// Sets the bytes of the list to which cells refer: a list of requirements
    /// ([`requirement::list_to_bytes`](crate::requirement::list_to_bytes)), of run patterns
    /// ([`run_pattern::list_to_bytes`](crate::run_pattern::list_to_bytes)), or of staircases
    /// ([`staircase`](crate::staircase)).
    pub fn put_cell_list(&mut self, list: Vec<u8>) {
        self.cell_list = list;
    }

    /// Returns the bytes of the file.
    pub fn finish(mut self) -> Vec<u8> {
        let cell_list = match &self.cell_list[..] {
            [] => CellList::default(),
            list => CellList { bytes: list.len() as u32, crc: list_checksum(list) },
        };
        let list_crc = block_list_checksum(&self.header, &self.list);
        self.header.coding = FileCoding::Blocks { list_crc, cell_list };
        let (entries, _) = self.list.as_chunks::<BLOCK_ENTRY_BYTES>();
        let claimed: u64 = entries.iter().map(|&entry| u64::from(BlockEntry::from_bytes(entry).stored_bytes)).sum();
        self.header.file_bytes = (HEADER_BYTES + self.list.len() + self.cell_list.len()) as u64 + claimed;
        let all_bytes = HEADER_BYTES + self.list.len() + self.blocks.len() + self.cell_list.len();
        let mut file = Vec::with_capacity(all_bytes);
        file.extend(self.header.to_bytes());
        file.append(&mut self.list);
        file.append(&mut self.blocks);
        file.append(&mut self.cell_list);
        file
    }
}
