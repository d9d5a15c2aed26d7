//! The digest of the values of a table. It does not depend on how the values are compressed.
//!
//! The values of all positions, also of those with captures, are divided in table order into parts
//! of [`PART_POSITIONS`] positions. Each part is hashed alone, so parts can be computed in any
//! order. The digest is the hash of these hashes.

use crate::format::Cell;
pub use crate::format::ValuesDigest;
use crate::value::Metric;

/// Number of consecutive positions that are hashed together; the last part of a table may have
/// fewer.
pub const PART_POSITIONS: u64 = 1 << 15;

/// Returns the BLAKE3 hash of the values of one part of a table ([`PART_POSITIONS`] positions). WDL
/// values are hashed as two-bit cells ([`Cell::Wdl`]), padded with zero bits to whole bytes.
/// Distances are hashed as two-byte cells ([`Cell::Long`]).
///
/// # Panics
/// Panics when an item of `numbers` is not a value of the metric.
pub fn of_part(metric: Metric, numbers: impl ExactSizeIterator<Item = u32>) -> [u8; 32] {
    let cell = if metric == Metric::Wdl { Cell::Wdl } else { Cell::Long };
    let mut cells = vec![0; cell.bytes_of(numbers.len() as u32)];
    for (place, number) in numbers.enumerate() {
        assert!(cell.write(&mut cells, place, number), "{number} is no value of {metric}");
    }
    of_cells(&cells)
}

/// Returns the hash of the cells of one part of a table ([`PART_POSITIONS`] positions). The cells
/// must have the type [`Cell::Wdl`] or [`Cell::Long`].
pub fn of_cells(cells: &[u8]) -> [u8; 32] {
    *blake3::hash(cells).as_bytes()
}

/// Returns the digest of a table whose cells are indices into a list of requirements (conditions of
/// wins). The digest is computed from the hashes of the parts and the hash of `list`, the bytes of
/// this list.
pub fn of_parts_and_list(parts: &[[u8; 32]], list: &[u8]) -> ValuesDigest {
    of_parts(&[parts, &[*blake3::hash(list).as_bytes()]].concat())
}

/// Returns the digest of all values of a table: the first half of the BLAKE3 hash of the
/// concatenated hashes of its parts. [`of_part`] returns the hash of one part.
pub fn of_parts(parts: &[[u8; 32]]) -> ValuesDigest {
    let hash = blake3::hash(parts.as_flattened());
    *hash.as_bytes().first_chunk().expect("a hash is longer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_and_its_place_count() {
        let digest = |numbers: &[u32]| of_parts(&[of_part(Metric::Wdl, numbers.iter().copied())]);
        assert_eq!(digest(&[0, 1, 2, 1, 0]), digest(&[0, 1, 2, 1, 0]));
        assert_ne!(digest(&[0, 1, 2, 1, 0]), digest(&[0, 1, 2, 0, 1]));
        let part = |number| of_part(Metric::Dtw, [number].into_iter());
        assert_ne!(of_parts(&[part(300), part(44)]), of_parts(&[part(44), part(300)]));
        assert_ne!(part(300), part(44));
    }
}
