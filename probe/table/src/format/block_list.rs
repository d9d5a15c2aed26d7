//! The list of blocks, and the checksums of the list and of each block.

use super::header::Header;
use super::layout::BLOCK_ENTRY_BYTES;

/// Entry of the block list: length and checksum of one stored block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockEntry {
    /// Length of the stored block in bytes.
    pub stored_bytes: u32,
    /// Checksum of the stored block, see [`block_checksum`].
    pub crc: u32,
}

impl BlockEntry {
    /// Converts the entry to bytes.
    pub fn to_bytes(self) -> [u8; BLOCK_ENTRY_BYTES] {
        let mut bytes = [0; BLOCK_ENTRY_BYTES];
        bytes[..4].copy_from_slice(&self.stored_bytes.to_le_bytes());
        bytes[4..].copy_from_slice(&self.crc.to_le_bytes());
        bytes
    }

    /// Reads an entry from bytes.
    pub fn from_bytes(bytes: [u8; BLOCK_ENTRY_BYTES]) -> Self {
        let [a, b, c, d, e, f, g, h] = bytes;
        BlockEntry { stored_bytes: u32::from_le_bytes([a, b, c, d]), crc: u32::from_le_bytes([e, f, g, h]) }
    }
}

/// Returns the checksum of a stored block. The checksum also covers the identity of the table, the
/// cell type ([`Cell`](super::Cell)) and the index of the block. It therefore detects a block in
/// the wrong place or under another header.
pub fn block_checksum(header: &Header, block: u64, stored: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.variant.as_bytes());
    hasher.update(header.slice.as_bytes());
    hasher.update(header.metric.name().as_bytes());
    hasher.update(&[header.cell as u8, header.captures as u8]);
    hasher.update(&header.block_positions.to_le_bytes());
    hasher.update(&block.to_le_bytes());
    hasher.update(stored);
    hasher.finalize()
}

/// Returns the checksum of the block list. Like the checksum of each block, it also covers the cell
/// type ([`Cell`](super::Cell)) and the field `captures` of the header. It therefore detects wrong
/// values of these fields even if a probe reads no block.
pub fn block_list_checksum(header: &Header, list: &[u8]) -> u32 {
    let mut hasher = block_list_hasher(header);
    hasher.update(list);
    hasher.finalize()
}

/// Returns a hasher for [`block_list_checksum`] that has already hashed everything before the list.
/// The caller adds the bytes of the list.
pub fn block_list_hasher(header: &Header) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[header.cell as u8, header.captures as u8]);
    hasher
}
