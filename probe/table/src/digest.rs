//! The digest of the values of a table. It does not depend on how the values are compressed.
//!
//! The values of all positions, also of those with captures, are divided in table order into parts
//! of [`PART_POSITIONS`] positions. Each part is hashed alone, so parts can be computed in any
//! order. The digest is the hash of these hashes.

use crate::format::Cell;
pub use crate::format::ValuesDigest;
use crate::value::Metric;

/// Number of positions in a part of a table; the last part may have fewer.
pub const PART_POSITIONS: u64 = 1 << 15;

/// Returns the BLAKE3 hash of the values of one part of a table. The hashed bytes are two-bit cells
/// ([`Cell::Wdl`]) padded with zero bits for WDL, and two-byte cells ([`Cell::Long`]) for
/// distances.
///
/// # Panics
/// Panics when a number is not a value of the metric.
pub fn of_part(metric: Metric, numbers: impl ExactSizeIterator<Item = u32>) -> [u8; 32] {
    let cell = if metric == Metric::Wdl { Cell::Wdl } else { Cell::Long };
    let mut cells = vec![0; cell.bytes_of(numbers.len() as u32)];
    for (place, number) in numbers.enumerate() {
        assert!(cell.write(&mut cells, place, number), "{number} is no value of {metric}");
    }
    of_cells(&cells)
}

/// Returns the hash of the cells of one part of a table, which must be [`Cell::Wdl`] or
/// [`Cell::Long`].
pub fn of_cells(cells: &[u8]) -> [u8; 32] {
    *blake3::hash(cells).as_bytes()
}

/// Returns the digest of a table of requirements: the hash of `list`, its requirement list as
/// bytes, is hashed after the hashes of the parts.
pub fn of_parts_and_list(parts: &[[u8; 32]], list: &[u8]) -> ValuesDigest {
    of_parts(&[parts, &[*blake3::hash(list).as_bytes()]].concat())
}

/// Returns the digest of all values: the first half of the BLAKE3 hash of the hashes of the parts
/// in order.
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
