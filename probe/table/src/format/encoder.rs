//! Encodes blocks of cells.

use zstd::zstd_safe::{CParameter, Strategy};

use super::block::{CODING_PLANES, CODING_RAW, CODING_RUNS, CODING_UNIFORM, CODING_ZSTD, are_wdl};
use super::{Cell, wdl_range_coder, zstd_frame};

/// Compresses blocks of cells. Use one encoder per thread.
pub struct BlockEncoder {
    zstd: zstd::bulk::Compressor<'static>,
}

impl std::fmt::Debug for BlockEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BlockEncoder")
    }
}

impl BlockEncoder {
    /// zstd parameters of [`BlockEncoder::of_small_blocks`]: a search for the cheapest division
    /// into matches of 3 bytes or more, which ends early.
    const OF_SMALL_BLOCKS: [CParameter; 4] = [
        CParameter::Strategy(Strategy::ZSTD_btopt),
        CParameter::SearchLog(1),
        CParameter::MinMatch(3),
        CParameter::TargetLength(8),
    ];

    /// Creates an encoder for blocks of some thousand distances with few equal neighbours. Compared
    /// with level 8, it takes twice the time, and such blocks are a twentieth shorter.
    ///
    /// # Errors
    /// An error when zstd cannot be set up.
    pub fn of_small_blocks() -> std::io::Result<Self> {
        let mut encoder = Self::new(8)?;
        Self::OF_SMALL_BLOCKS.into_iter().try_for_each(|parameter| encoder.zstd.set_parameter(parameter))?;
        Ok(encoder)
    }

    /// Creates an encoder with a zstd level from 1 to 22.
    ///
    /// # Errors
    /// An error when zstd cannot be set up.
    pub fn new(level: i32) -> std::io::Result<Self> {
        Ok(BlockEncoder { zstd: zstd_frame::compressor(level)? })
    }

    /// Compresses a block of cells and returns its bytes in the file. The first byte names the
    /// coding. If all bytes of the cells are equal, only one of them is stored. Otherwise WDL cells
    /// are compressed as runs, ranked staircases with zstd as planes of low and high bytes, and
    /// other cells with zstd. If compression does not make the cells shorter, they are stored
    /// uncompressed.
    ///
    /// # Errors
    /// An error when zstd fails.
    pub fn encode(&mut self, cell: Cell, cells: &[u8]) -> std::io::Result<Vec<u8>> {
        if let [first, rest @ ..] = cells
            && rest.iter().all(|byte| byte == first)
        {
            return Ok(vec![CODING_UNIFORM, *first]);
        }
        let (coding, packed) = match cell {
            Cell::Wdl if are_wdl(cells) => (CODING_RUNS, wdl_range_coder::encode(cells)),
            Cell::RankedStaircase => {
                let plane = |byte: usize| cells.iter().skip(byte).step_by(2);
                let planes: Vec<u8> = plane(0).chain(plane(1)).copied().collect();
                (CODING_PLANES, self.zstd.compress(&planes)?)
            }
            _ => (CODING_ZSTD, self.zstd.compress(cells)?),
        };
        let (coding, bytes) = if packed.len() < cells.len() { (coding, &packed[..]) } else { (CODING_RAW, cells) };
        let mut stored = Vec::with_capacity(1 + bytes.len());
        stored.push(coding);
        stored.extend_from_slice(bytes);
        Ok(stored)
    }
}
