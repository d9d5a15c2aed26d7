//! Decodes a stored block of cells; the first byte of the block says how it is compressed.

use std::ops::RangeInclusive;

use super::{Cell, wdl_range_coder, zstd_frame};

/// First byte of a stored block whose uncompressed cells consist of equal bytes. The second byte of
/// the block is one of these equal bytes.
pub(super) const CODING_UNIFORM: u8 = 0;
/// First byte of a stored block whose cells are not compressed.
pub(super) const CODING_RAW: u8 = 1;
/// First byte of a stored block whose cells are compressed to a zstd frame.
pub(super) const CODING_ZSTD: u8 = 2;
/// First byte of a stored block whose WDL cells are compressed as runs.
pub(super) const CODING_RUNS: u8 = 3;
/// First byte of a stored block of ranked staircases whose bytes are compressed to a zstd frame:
/// the low bytes of all cells, then the high bytes.
pub(super) const CODING_PLANES: u8 = 4;

/// Returns true when the bytes are valid WDL cells: no cell has both bits set.
pub fn are_wdl(cells: &[u8]) -> bool {
    cells.iter().all(|byte| byte & (byte >> 1) & 0b0101_0101 == 0)
}

/// Returns the possible lengths in bytes of a stored block with `cells_bytes` bytes of cells. The
/// shortest block has a byte for the coding and one more byte. The longest has a byte for the
/// coding and the cells, uncompressed.
pub(super) const fn stored_bytes_range(cells_bytes: usize) -> RangeInclusive<u64> {
    2..=1 + cells_bytes as u64
}

/// Decodes a stored block into `cells_bytes` bytes of cells.
///
/// # Errors
/// The reason why the bytes do not decode to that length.
pub fn decode_block(cell: Cell, stored: &[u8], cells_bytes: usize) -> Result<Box<[u8]>, &'static str> {
    let (&coding, body) = stored.split_first().ok_or("it is empty")?;
    match coding {
        CODING_UNIFORM => match body {
            [value] => Ok(vec![*value; cells_bytes].into()),
            _ => Err("a uniform block has one byte"),
        },
        CODING_RAW if body.len() == cells_bytes => Ok(body.into()),
        CODING_RAW => Err("it has the wrong length"),
        CODING_ZSTD => zstd_frame::decode(body, cells_bytes),
        CODING_RUNS if cell == Cell::Wdl => wdl_range_coder::decode(body, cells_bytes),
        CODING_RUNS => Err("only WDL cells are coded as runs"),
        CODING_PLANES if cell == Cell::RankedStaircase => {
            let planes = zstd_frame::decode(body, cells_bytes)?;
            let (low, high) = planes.split_at(cells_bytes / 2);
            let cells: Vec<[u8; 2]> = low.iter().zip(high).map(|(&low, &high)| [low, high]).collect();
            Ok(cells.into_flattened().into())
        }
        CODING_PLANES => Err("only ranked staircases have planes of low and high bytes"),
        _ => Err("its block coding is not known: read it with a newer version"),
    }
}

#[cfg(all(test, feature = "write"))]
mod tests {
    use super::*;
    use crate::format::BlockEncoder;

    #[test]
    fn blocks_decode_to_what_was_encoded() {
        let mut encoder = BlockEncoder::new(19).unwrap();
        let noise: Vec<u8> = (0..2048u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let runs = (0..4096u32).map(|i| (i / 700 % 3 * 0b0101_0101) as u8).collect();
        for cells in [vec![3; 500], noise, runs, (0..4096u32).map(|i| (i / 300) as u8).collect()] {
            for cell in [Cell::Wdl, Cell::Short, Cell::RankedStaircase] {
                let stored = encoder.encode(cell, &cells).unwrap();
                assert!(stored_bytes_range(cells.len()).contains(&(stored.len() as u64)));
                assert_eq!(&*decode_block(cell, &stored, cells.len()).unwrap(), cells);
                assert!(decode_block(cell, &stored[..1], cells.len()).is_err());
            }
        }
        assert!(decode_block(Cell::Wdl, &[], 4).is_err());
        assert!(decode_block(Cell::Wdl, &[9, 9], 4).is_err());
        let planes = encoder.encode(Cell::RankedStaircase, &[7, 0].repeat(500)).unwrap();
        assert_eq!(planes[0], CODING_PLANES);
        assert!(decode_block(Cell::Staircase, &planes, 1000).is_err());
    }

    #[test]
    fn a_block_is_one_zstd_frame_and_nothing_else() {
        let cells: Vec<u8> = (0..4096u32).map(|i| (i / 300) as u8).collect();
        let mut encoder = BlockEncoder::new(8).unwrap();
        let good = encoder.encode(Cell::Short, &cells).unwrap();
        assert_eq!(good[0], CODING_ZSTD);
        let decoded = |parts: &[&[u8]]| decode_block(Cell::Short, &parts.concat(), cells.len());
        assert_eq!(&*decoded(&[&good]).unwrap(), cells);
        let halves = [&cells[..2048], &cells[2048..]].map(|half| zstd::bulk::compress(half, 8).unwrap());
        let nothing = zstd::bulk::compress(&[], 8).unwrap();
        // The zstd library skips a frame with these magic bytes.
        let skipped = b"\x50\x2a\x4d\x18\x02\x00\x00\x00ab";
        let coding = &[CODING_ZSTD][..];
        for parts in [
            &[coding, &halves[0], &halves[1]][..],
            &[coding, skipped, &good[1..]],
            &[&good, skipped],
            &[&good, &nothing],
            &[&good, b"\0"],
            &[&good[..good.len() - 1]],
            &[coding, &halves[0]],
        ] {
            decoded(parts).unwrap_err();
        }
    }

    #[test]
    fn runs_are_for_wdl_cells_alone() {
        let cells: Vec<u8> = (0..4096u32).map(|i| (i / 700 % 3 * 0b0101_0101) as u8).collect();
        let stored = BlockEncoder::new(8).unwrap().encode(Cell::Wdl, &cells).unwrap();
        assert_eq!(stored[0], CODING_RUNS);
        decode_block(Cell::Wdl, &stored, cells.len()).unwrap();
        for cell in [Cell::Short, Cell::Long] {
            decode_block(cell, &stored, cells.len()).unwrap_err();
        }
    }
}
