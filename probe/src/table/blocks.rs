//! Reads tables of blocks. A block is decoded as a whole.

use std::io;
use std::sync::OnceLock;

use peatee_table::FileError;
use peatee_table::format::{self, BLOCK_ENTRY_BYTES, BlockEntry, FileCoding, HEADER_BYTES, Header};

use super::file::TableFile;

#[derive(Default)]
pub(super) struct Blocks {
    /// Offset and list entry of each block. The list is read when the first block is needed.
    list: OnceLock<Vec<(u64, BlockEntry)>>,
}

/// Number of list entries that are read at a time.
const LIST_PART_ENTRIES: usize = 1 << 13;

impl Blocks {
    /// Reads, checks and decodes one block.
    ///
    /// # Errors
    /// The block is damaged or cannot be read.
    pub(super) fn decode(&self, header: &Header, file: &TableFile, block: u64) -> Result<Box<[u8]>, FileError> {
        let wrong = |reason| FileError::Block { block, reason };
        let (offset, entry) = self.list(header, file)?[block as usize];
        let stored = file.read(offset, entry.stored_bytes as usize)?;
        if format::block_checksum(header, block, &stored) != entry.crc {
            return Err(wrong("its checksum does not match"));
        }
        format::decode_block(header.cell, &stored, header.block_bytes(block)).map_err(wrong)
    }

    /// Returns the checked list of blocks.
    ///
    /// # Errors
    /// The list is damaged or cannot be read.
    #[inline(always)]
    pub(super) fn list(&self, header: &Header, file: &TableFile) -> Result<&[(u64, BlockEntry)], FileError> {
        match self.list.get() {
            Some(list) => Ok(list),
            None => self.load_list(header, file),
        }
    }

    #[cold]
    fn load_list(&self, header: &Header, file: &TableFile) -> Result<&[(u64, BlockEntry)], FileError> {
        let mut list = Vec::new();
        let no_memory = |_| io::Error::from(io::ErrorKind::OutOfMemory);
        list.try_reserve_exact(header.blocks() as usize).map_err(no_memory)?;
        let mut hasher = format::block_list_hasher(header);
        let mut offset = header.data_offset();
        // The list is read in parts, so that a damaged list takes no memory beyond its first wrong
        // entry.
        for first in (0..header.blocks()).step_by(LIST_PART_ENTRIES) {
            let count = (header.blocks() - first).min(LIST_PART_ENTRIES as u64) as usize;
            // If the file has been shortened since it was opened, reading fails with an error.
            let at = HEADER_BYTES as u64 + first * BLOCK_ENTRY_BYTES as u64;
            let bytes = file.read(at, count * BLOCK_ENTRY_BYTES)?;
            hasher.update(&bytes);
            let (entries, _) = bytes.as_chunks::<BLOCK_ENTRY_BYTES>();
            for (block, &entry) in (first..).zip(entries) {
                let entry = BlockEntry::from_bytes(entry);
                if !header.can_store(block, entry.stored_bytes) {
                    let reason = "the list of blocks gives it a length that it cannot have";
                    return Err(FileError::Block { block, reason });
                }
                list.push((offset, entry));
                offset = offset.saturating_add(entry.stored_bytes.into());
            }
        }
        let FileCoding::Blocks { list_crc, cell_list } = header.coding else {
            return Err(FileError::Header { reason: "it has no blocks" });
        };
        if list_crc != hasher.finalize() {
            return Err(FileError::Checksum { part: "list of blocks" });
        }
        if offset.checked_add(cell_list.bytes.into()) != Some(header.file_bytes) {
            return Err(FileError::Header { reason: "the blocks do not fill the file" });
        }
        Ok(self.list.get_or_init(|| list))
    }
}
