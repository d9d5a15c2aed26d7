//! How a block of cells is coded.

use std::ops::RangeInclusive;

use zstd::zstd_safe;

use super::cell::Cell;
use super::wdl_range_coder;

/// How a stored block is coded: its first byte.
const CODING_UNIFORM: u8 = 0;
const CODING_RAW: u8 = 1;
const CODING_ZSTD: u8 = 2;
const CODING_RUNS: u8 = 3;

/// Compresses blocks of cells. Keep one per thread.
pub struct BlockEncoder {
    zstd: zstd::bulk::Compressor<'static>,
}

impl std::fmt::Debug for BlockEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BlockEncoder")
    }
}

impl BlockEncoder {
    /// An encoder of a zstd level (1 to 22).
    ///
    /// # Errors
    /// When zstd cannot be set up.
    pub fn new(level: i32) -> std::io::Result<Self> {
        let mut zstd = zstd::bulk::Compressor::new(level)?;
        // Each block has a checksum of ours, and its length follows from its number of positions.
        zstd.include_checksum(false)?;
        zstd.include_contentsize(false)?;
        Ok(BlockEncoder { zstd })
    }

    /// The stored form of a block: uniform, or as it is, or what is shorter than that: runs for WDL cells, else zstd.
    ///
    /// # Errors
    /// When zstd fails.
    pub fn encode(&mut self, cell: Cell, cells: &[u8]) -> std::io::Result<Vec<u8>> {
        if let [first, rest @ ..] = cells
            && rest.iter().all(|byte| byte == first)
        {
            return Ok(vec![CODING_UNIFORM, *first]);
        }
        let (coding, packed) = match cell {
            Cell::Wdl if are_wdl(cells) => (CODING_RUNS, wdl_range_coder::encode(cells)),
            _ => (CODING_ZSTD, self.zstd.compress(cells)?),
        };
        let (coding, bytes) = if packed.len() < cells.len() { (coding, &packed[..]) } else { (CODING_RAW, cells) };
        let mut stored = Vec::with_capacity(1 + bytes.len());
        stored.push(coding);
        stored.extend_from_slice(bytes);
        Ok(stored)
    }
}

/// Whether these bytes are WDL cells, none of which has both bits set.
pub fn are_wdl(cells: &[u8]) -> bool {
    cells.iter().all(|byte| byte & (byte >> 1) & 0b0101_0101 == 0)
}

/// The bytes that a stored block may have whose cells take `cells_bytes`: its coding and one byte more at least, and never
/// more than the coding and the cells as they are.
pub(super) const fn stored_bytes_range(cells_bytes: usize) -> RangeInclusive<u64> {
    2..=1 + cells_bytes as u64
}

/// Decodes a stored block into `cells_bytes` bytes of such cells.
///
/// # Errors
/// A reason, when the bytes do not decode to that length.
pub fn decode_block(cell: Cell, stored: &[u8], cells_bytes: usize) -> Result<Box<[u8]>, &'static str> {
    let (&coding, body) = stored.split_first().ok_or("it is empty")?;
    match coding {
        CODING_UNIFORM => match body {
            [value] => Ok(vec![*value; cells_bytes].into()),
            _ => Err("a uniform block has one byte"),
        },
        CODING_RAW if body.len() == cells_bytes => Ok(body.into()),
        CODING_RAW => Err("it has the wrong length"),
        CODING_ZSTD => {
            check_one_frame(body)?;
            let mut cells = vec![0; cells_bytes];
            let written = zstd::bulk::decompress_to_buffer(body, &mut cells).map_err(|_| "it does not decompress")?;
            if written == cells_bytes { Ok(cells.into()) } else { Err("it decompresses to the wrong length") }
        }
        CODING_RUNS if cell == Cell::Wdl => wdl_range_coder::decode(body, cells_bytes),
        CODING_RUNS => Err("only WDL cells are coded as runs"),
        _ => Err("unknown coding"),
    }
}

/// The decompressor takes any number of frames one after the other, and such as hold nothing; a block is one of data.
fn check_one_frame(body: &[u8]) -> Result<(), &'static str> {
    if !body.starts_with(&zstd_safe::MAGICNUMBER.to_le_bytes()) {
        return Err("it does not begin with a zstd frame");
    }
    match zstd_safe::find_frame_compressed_size(body) {
        Ok(length) if length == body.len() => Ok(()),
        Ok(_) => Err("bytes follow its zstd frame"),
        Err(_) => Err("its zstd frame is damaged"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_decode_to_what_was_encoded() {
        let mut encoder = BlockEncoder::new(19).unwrap();
        let noise: Vec<u8> = (0..2048u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let runs = (0..4096u32).map(|i| (i / 700 % 3 * 0b0101_0101) as u8).collect();
        for cells in [vec![3; 500], noise, runs, (0..4096u32).map(|i| (i / 300) as u8).collect()] {
            for cell in [Cell::Wdl, Cell::Short] {
                let stored = encoder.encode(cell, &cells).unwrap();
                assert!(stored_bytes_range(cells.len()).contains(&(stored.len() as u64)));
                assert_eq!(&*decode_block(cell, &stored, cells.len()).unwrap(), cells);
                assert!(decode_block(cell, &stored[..1], cells.len()).is_err());
            }
        }
        assert!(decode_block(Cell::Wdl, &[], 4).is_err());
        assert!(decode_block(Cell::Wdl, &[9, 9], 4).is_err());
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
        // A frame that decompressors pass over.
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
