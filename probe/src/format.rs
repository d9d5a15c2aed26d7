//! The bytes of a table file: the one place that both the writer and the reader use. `FORMAT.md` is the specification.

mod block;

use peatee_rules::Variant;

pub(crate) use self::block::are_wdl;
use self::block::stored_bytes_range;
pub use self::block::{BlockEncoder, decode_block};
use crate::digest::ValuesDigest;
use crate::error::FileError;
use crate::slice::Slice;
use crate::value::Metric;

/// The first bytes of a table file. The high bit and the line ends show damage by transfers that are not binary.
pub const MAGIC: [u8; 8] = *b"\x89PTB\r\n\x1a\n";
/// The version of the format.
pub const VERSION: u16 = 3;
/// Length of the header in bytes.
pub const HEADER_BYTES: usize = 256;
/// Length of one entry of the list of blocks in bytes.
pub const BLOCK_ENTRY_BYTES: usize = 8;
/// Positions in a block; the last block of a file may have fewer.
pub const BLOCK_POSITIONS: u32 = 1 << 15;
/// The plies that a one-byte DTW cell can hold.
pub const MAX_SHORT_PLIES: u32 = 254;

/// How one position is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// Two bits, four positions to a byte, the first in the lowest bits: 0 loss, 1 draw, 2 win.
    Wdl = 0,
    /// One byte: 0 draw, else plies + 1.
    Short = 1,
    /// Two bytes, little endian: 0 draw, else plies + 1.
    Long = 2,
}

impl Cell {
    fn from_number(number: u8) -> Option<Cell> {
        [Cell::Wdl, Cell::Short, Cell::Long].into_iter().find(|&cell| cell as u8 == number)
    }

    /// The number in the cell at `place`: for WDL 0 loss, 1 draw, 2 win; for distances 0 draw, else plies + 1.
    ///
    /// # Panics
    /// When `cells` ends before it.
    #[inline(always)]
    pub fn read(self, cells: &[u8], place: usize) -> u32 {
        match self {
            Cell::Wdl => (cells[place / 4] >> (2 * (place % 4)) & 3) as u32,
            Cell::Short => cells[place] as u32,
            Cell::Long => u16::from_le_bytes([cells[2 * place], cells[2 * place + 1]]) as u32,
        }
    }

    /// Writes the number in the cell at `place`; false when it does not fit such a cell.
    ///
    /// # Panics
    /// When `cells` ends before it.
    #[must_use]
    pub fn write(self, cells: &mut [u8], place: usize, number: u32) -> bool {
        match self {
            Cell::Wdl => {
                let shift = 2 * (place % 4);
                let byte = &mut cells[place / 4];
                *byte = *byte & !(3 << shift) | (number as u8 & 3) << shift;
                number < 3
            }
            Cell::Short => {
                cells[place] = number as u8;
                number <= u8::MAX as u32
            }
            Cell::Long => {
                cells[2 * place..2 * place + 2].copy_from_slice(&(number as u16).to_le_bytes());
                number <= u16::MAX as u32
            }
        }
    }

    /// How many bytes `positions` cells take.
    #[inline(always)]
    pub const fn bytes_of(self, positions: u32) -> usize {
        match self {
            Cell::Wdl => positions.div_ceil(4) as usize,
            Cell::Short => positions as usize,
            Cell::Long => 2 * positions as usize,
        }
    }
}

/// What the cells of positions hold in which the side to move must capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CaptureCells {
    /// The value, as all other cells.
    Stored = 0,
    /// Anything. The value is that of the best capture, and is read from the tables of fewer pieces.
    LeftOut = 1,
}

impl CaptureCells {
    fn from_number(number: u8) -> Option<CaptureCells> {
        [CaptureCells::Stored, CaptureCells::LeftOut].into_iter().find(|&captures| captures as u8 == number)
    }
}

/// How often each value occurs in a table, and the longest ways to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Positions won for the side to move.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// DTW of the longest win in plies; 0 where there is none, and in WDL tables.
    pub longest_win_plies: u32,
    /// DTW of the longest loss in plies; 0 where there is none, and in WDL tables.
    pub longest_loss_plies: u32,
}

impl Counts {
    /// The longest way to an end in plies.
    pub fn longest_plies(&self) -> u32 {
        self.longest_win_plies.max(self.longest_loss_plies)
    }
}

/// What a table file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// What its cells mean.
    pub metric: Metric,
    /// How they are written.
    pub cell: Cell,
    /// What they hold where a capture must be made.
    pub captures: CaptureCells,
    /// Id of the variant.
    pub variant: String,
    /// Digest of the variant's rule table, see [`rules_digest`].
    pub rules_digest: [u8; 32],
    /// Name of the slice.
    pub slice: String,
    /// How many positions the slice has.
    pub positions: u64,
    /// Positions in a block.
    pub block_positions: u32,
    /// How often each value occurs.
    pub counts: Counts,
    /// The digest of all values.
    pub values_digest: ValuesDigest,
    /// Length of the whole file in bytes.
    pub file_bytes: u64,
    /// Checksum of the list of blocks, see [`block_list_checksum`].
    pub block_list_crc: u32,
}

/// The digest of the rules that the values of a table depend on: the variant's, and the draw rules' where the metric
/// depends on them.
pub fn rules_digest(variant: &Variant, metric: Metric) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(variant.identity().as_bytes());
    if let Metric::Dtr(set) = metric {
        hasher.update(b"|");
        hasher.update(set.rules().identity().as_bytes());
    }
    *hasher.finalize().as_bytes()
}

impl Header {
    /// How many blocks the file has.
    pub fn blocks(&self) -> u64 {
        self.positions.div_ceil(self.block_positions as u64)
    }

    /// How many positions a block has.
    #[inline(always)]
    pub fn positions_in_block(&self, block: u64) -> u32 {
        (self.positions - block * self.block_positions as u64).min(self.block_positions as u64) as u32
    }

    /// How many bytes the cells of a block take.
    pub fn block_bytes(&self, block: u64) -> usize {
        self.cell.bytes_of(self.positions_in_block(block))
    }

    /// Whether a stored block can have such a length.
    pub fn can_store(&self, block: u64, stored_bytes: u32) -> bool {
        stored_bytes_range(self.block_bytes(block)).contains(&stored_bytes.into())
    }

    /// Where the first block starts.
    pub fn data_offset(&self) -> u64 {
        HEADER_BYTES as u64 + self.blocks() * BLOCK_ENTRY_BYTES as u64
    }

    /// What the file is a table of, for messages.
    pub fn describe(&self) -> String {
        format!("the {} table of {} {}", self.metric, self.variant, self.slice)
    }

    /// The header as bytes.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0u8; HEADER_BYTES];
        let mut put = |offset: usize, field: &[u8]| bytes[offset..offset + field.len()].copy_from_slice(field);
        put(at::MAGIC, &MAGIC);
        put(at::VERSION, &VERSION.to_le_bytes());
        put(at::METRIC, self.metric.name().as_bytes());
        put(at::CELL, &[self.cell as u8]);
        put(at::CAPTURES, &[self.captures as u8]);
        put(at::BLOCK_POSITIONS, &self.block_positions.to_le_bytes());
        put(at::POSITIONS, &self.positions.to_le_bytes());
        put(at::FILE_BYTES, &self.file_bytes.to_le_bytes());
        put(at::WINS, &self.counts.wins.to_le_bytes());
        put(at::DRAWS, &self.counts.draws.to_le_bytes());
        put(at::LOSSES, &self.counts.losses.to_le_bytes());
        put(at::LONGEST_WIN, &self.counts.longest_win_plies.to_le_bytes());
        put(at::LONGEST_LOSS, &self.counts.longest_loss_plies.to_le_bytes());
        put(at::RULES_DIGEST, &self.rules_digest);
        put(at::VARIANT, self.variant.as_bytes());
        put(at::SLICE, self.slice.as_bytes());
        put(at::BLOCK_LIST_CRC, &self.block_list_crc.to_le_bytes());
        put(at::VALUES_DIGEST, &self.values_digest);
        let crc = crc32fast::hash(&bytes[..at::HEADER_CRC]);
        bytes[at::HEADER_CRC..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// Reads a header.
    ///
    /// # Errors
    /// When the bytes are no header of this version, are damaged, or contradict themselves.
    pub fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<Header, FileError> {
        fn field<const N: usize>(bytes: &[u8; HEADER_BYTES], offset: usize) -> [u8; N] {
            std::array::from_fn(|i| bytes[offset + i])
        }
        let u32_at = |offset| u32::from_le_bytes(field(bytes, offset));
        let u64_at = |offset| u64::from_le_bytes(field(bytes, offset));
        if field(bytes, at::MAGIC) != MAGIC {
            return Err(FileError::Magic);
        }
        let version = u16::from_le_bytes(field(bytes, at::VERSION));
        if version != VERSION {
            return Err(FileError::Version { found: version, expected: VERSION });
        }
        if crc32fast::hash(&bytes[..at::HEADER_CRC]) != u32_at(at::HEADER_CRC) {
            return Err(FileError::Checksum { part: "header" });
        }
        let wrong = |reason| FileError::Header { reason };
        if bytes[at::RESERVED..at::HEADER_CRC].iter().any(|&byte| byte != 0) {
            return Err(wrong("bytes that must be zero are not"));
        }
        let header = Header {
            metric: text(&field::<METRIC_BYTES>(bytes, at::METRIC))
                .and_then(|name| Metric::named(&name))
                .ok_or(wrong("unknown metric"))?,
            cell: Cell::from_number(bytes[at::CELL]).ok_or(wrong("unknown kind of cell"))?,
            captures: CaptureCells::from_number(bytes[at::CAPTURES]).ok_or(wrong("unknown treatment of captures"))?,
            variant: text(&field::<TEXT_BYTES>(bytes, at::VARIANT)).ok_or(wrong("the variant is no text"))?,
            rules_digest: field(bytes, at::RULES_DIGEST),
            slice: text(&field::<TEXT_BYTES>(bytes, at::SLICE)).ok_or(wrong("the slice is no text"))?,
            positions: u64_at(at::POSITIONS),
            block_positions: u32_at(at::BLOCK_POSITIONS),
            counts: Counts {
                wins: u64_at(at::WINS),
                draws: u64_at(at::DRAWS),
                losses: u64_at(at::LOSSES),
                longest_win_plies: u32_at(at::LONGEST_WIN),
                longest_loss_plies: u32_at(at::LONGEST_LOSS),
            },
            values_digest: field(bytes, at::VALUES_DIGEST),
            file_bytes: u64_at(at::FILE_BYTES),
            block_list_crc: u32_at(at::BLOCK_LIST_CRC),
        };
        header.check().map_err(wrong)?;
        Ok(header)
    }

    fn check(&self) -> Result<(), &'static str> {
        if !self.block_positions.is_power_of_two() || !(4..=1 << 24).contains(&self.block_positions) {
            return Err("impossible block size");
        }
        let fits = |metric, cell| (metric == Metric::Wdl) == (cell == Cell::Wdl);
        if !fits(self.metric, self.cell) {
            return Err("the metric is not written in such cells");
        }
        if matches!(self.metric, Metric::Dtr(_)) && self.captures != CaptureCells::Stored {
            return Err("what a capture is worth under draw rules must be stored");
        }
        let smallest_block_bytes = BLOCK_ENTRY_BYTES as u64 + *stored_bytes_range(0).start();
        if self.blocks() > self.file_bytes.saturating_sub(HEADER_BYTES as u64) / smallest_block_bytes {
            return Err("more blocks than the file has room for");
        }
        let counted = [self.counts.draws, self.counts.losses]
            .iter()
            .try_fold(self.counts.wins, |sum, &count| sum.checked_add(count));
        if counted != Some(self.positions) {
            return Err("wins, draws and losses do not add up to the positions");
        }
        Ok(())
    }
}

/// Room for the names of variant and slice, padded with zero bytes.
const TEXT_BYTES: usize = 40;
/// Room for the name of a metric, likewise.
const METRIC_BYTES: usize = 48;

fn text(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let is_padded = bytes[end..].iter().all(|&b| b == 0);
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    (is_padded && text.bytes().all(|b| b.is_ascii_graphic())).then(|| text.to_owned())
}

/// Offsets of the header's fields, each after the one before it.
mod at {
    use super::{HEADER_BYTES, METRIC_BYTES, TEXT_BYTES, ValuesDigest};
    pub const MAGIC: usize = 0;
    pub const VERSION: usize = MAGIC + 8;
    pub const CELL: usize = VERSION + 2;
    pub const CAPTURES: usize = CELL + 1;
    pub const BLOCK_POSITIONS: usize = CAPTURES + 1;
    pub const POSITIONS: usize = BLOCK_POSITIONS + 4;
    pub const FILE_BYTES: usize = POSITIONS + 8;
    pub const WINS: usize = FILE_BYTES + 8;
    pub const DRAWS: usize = WINS + 8;
    pub const LOSSES: usize = DRAWS + 8;
    pub const LONGEST_WIN: usize = LOSSES + 8;
    pub const LONGEST_LOSS: usize = LONGEST_WIN + 4;
    pub const RULES_DIGEST: usize = LONGEST_LOSS + 4;
    pub const VARIANT: usize = RULES_DIGEST + 32;
    pub const SLICE: usize = VARIANT + TEXT_BYTES;
    pub const METRIC: usize = SLICE + TEXT_BYTES;
    pub const BLOCK_LIST_CRC: usize = METRIC + METRIC_BYTES;
    pub const VALUES_DIGEST: usize = BLOCK_LIST_CRC + 4;
    /// From here to the last field all bytes are zero.
    pub const RESERVED: usize = VALUES_DIGEST + size_of::<ValuesDigest>();
    /// The last field.
    pub const HEADER_CRC: usize = HEADER_BYTES - 4;
    const _: () = assert!(RESERVED <= HEADER_CRC);
}

/// One entry of the list of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockEntry {
    /// Length of the stored block in bytes.
    pub stored_bytes: u32,
    /// Its checksum, see [`block_checksum`].
    pub crc: u32,
}

impl BlockEntry {
    /// The entry as bytes.
    pub fn to_bytes(self) -> [u8; BLOCK_ENTRY_BYTES] {
        let mut bytes = [0; BLOCK_ENTRY_BYTES];
        bytes[..4].copy_from_slice(&self.stored_bytes.to_le_bytes());
        bytes[4..].copy_from_slice(&self.crc.to_le_bytes());
        bytes
    }

    /// Reads an entry.
    pub fn from_bytes(bytes: [u8; BLOCK_ENTRY_BYTES]) -> Self {
        let [a, b, c, d, e, f, g, h] = bytes;
        BlockEntry { stored_bytes: u32::from_le_bytes([a, b, c, d]), crc: u32::from_le_bytes([e, f, g, h]) }
    }
}

/// The checksum of a stored block. The table's identity, the way its cells are written and the block's number go in, so
/// that a block in the wrong place or under another header is found out as well as a damaged one.
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

/// The checksum of the list of blocks. How cells are written goes in, since a probe may answer without reading a block.
pub fn block_list_checksum(header: &Header, list: &[u8]) -> u32 {
    let mut hasher = block_list_hasher(header);
    hasher.update(list);
    hasher.finalize()
}

/// What the list of blocks goes into, from its first byte on, for its checksum.
pub(crate) fn block_list_hasher(header: &Header) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[header.cell as u8, header.captures as u8]);
    hasher
}

/// The file name of a table.
pub fn file_name(slice: Slice, metric: Metric) -> String {
    format!("{slice}.{metric}")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The header of a table with such cells and so many positions, the longest way to an end so many plies.
    pub(crate) fn header_of(cell: Cell, positions: u64, longest_plies: u32) -> Header {
        let counts = Counts { longest_win_plies: longest_plies, ..header().counts };
        Header { cell, positions, counts, ..header() }
    }

    fn header() -> Header {
        Header {
            metric: Metric::Dtw,
            cell: Cell::Short,
            captures: CaptureCells::LeftOut,
            variant: "russian".into(),
            rules_digest: [7; 32],
            slice: "KKvK".into(),
            positions: 100_000,
            block_positions: 8192,
            counts: Counts { wins: 99_990, draws: 4, losses: 6, longest_win_plies: 7, longest_loss_plies: 6 },
            values_digest: [9; 16],
            file_bytes: 5_000,
            block_list_crc: 1,
        }
    }

    #[test]
    fn headers_read_back() {
        assert_eq!(Header::from_bytes(&header().to_bytes()).unwrap(), header());
    }

    #[test]
    fn reserved_bytes_of_a_header_must_be_zero() {
        for reserved in at::RESERVED..at::HEADER_CRC {
            let mut bytes = header().to_bytes();
            bytes[reserved] = 1;
            let crc = crc32fast::hash(&bytes[..at::HEADER_CRC]);
            bytes[at::HEADER_CRC..].copy_from_slice(&crc.to_le_bytes());
            assert!(matches!(Header::from_bytes(&bytes), Err(FileError::Header { .. })), "byte {reserved}");
        }
    }

    #[test]
    fn every_changed_bit_of_a_header_is_noticed() {
        let good = header().to_bytes();
        for bit in 0..HEADER_BYTES * 8 {
            let mut bad = good;
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(Header::from_bytes(&bad).is_err(), "bit {bit}");
        }
    }
}
