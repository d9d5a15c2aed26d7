//! The checksums of the parts of a table of pages.

use super::layout::PAGE_CRC_BYTES;
use super::shape::PageShape;
use crate::format::Header;

/// A hasher that has taken in what the table is and how its cells are written, so that a part of
/// another table is found out as well as a damaged one.
pub(super) fn hasher_of(header: &Header, shape: PageShape) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.variant.as_bytes());
    hasher.update(header.slice.as_bytes());
    hasher.update(header.metric.name().as_bytes());
    hasher.update(&[header.cell as u8, header.captures as u8]);
    hasher.update(header.group_order.places());
    // Under another number of bits blocks would read as other positions.
    if let PageShape::Short(_) = shape {
        hasher.update(&shape.to_bytes());
    }
    hasher
}

/// The checksum of the stored code and the list of pages.
pub(super) fn directory_checksum(header: &Header, shape: PageShape, directory: &[u8]) -> u32 {
    let mut hasher = hasher_of(header, shape);
    hasher.update(directory);
    hasher.finalize()
}

/// The checksum of a page: its number, and its bytes behind the checksum.
pub(super) fn page_checksum(mut hasher: crc32fast::Hasher, page: usize, bytes: &[u8]) -> u32 {
    hasher.update(&(page as u64).to_le_bytes());
    hasher.update(&bytes[PAGE_CRC_BYTES..]);
    hasher.finalize()
}
