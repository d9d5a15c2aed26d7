//! Checksums of the parts of a table of pages.

use crate::format::Header;
use crate::format::page_layout::{PAGE_CRC_BYTES, PageShape};

/// Returns a hasher that has already hashed the identity of the table and its cell type. Checksums
/// that continue with this hasher also detect parts that come from another table.
pub(super) fn hasher_of(header: &Header, shape: PageShape) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.variant.as_bytes());
    hasher.update(header.slice.as_bytes());
    hasher.update(header.metric.name().as_bytes());
    hasher.update(&[header.cell as u8, header.captures as u8]);
    hasher.update(header.group_order.places());
    // The checksum covers the details of the shape, because with other details the blocks would
    // decode to other positions.
    if !matches!(shape, PageShape::Long(_)) {
        hasher.update(&shape.to_bytes());
    }
    hasher
}

/// Returns the checksum of the `directory`: the stored code (symbols and code lengths) and the page
/// list.
pub(super) fn directory_checksum(header: &Header, shape: PageShape, directory: &[u8]) -> u32 {
    let mut hasher = hasher_of(header, shape);
    hasher.update(directory);
    hasher.finalize()
}

/// Returns the checksum of a page. The checksum covers the page number and the bytes after the
/// stored checksum.
pub(super) fn page_checksum(mut hasher: crc32fast::Hasher, page: usize, bytes: &[u8]) -> u32 {
    hasher.update(&(page as u64).to_le_bytes());
    hasher.update(&bytes[PAGE_CRC_BYTES..]);
    hasher.finalize()
}
