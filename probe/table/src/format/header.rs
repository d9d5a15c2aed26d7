//! The header of a table file.

use super::block::stored_bytes_range;
use super::cell::{CaptureCells, Cell};
use super::identity::TableIdentity;
use super::layout::{
    BLOCK_ENTRY_BYTES, BLOCK_POSITIONS, HEADER_BYTES, MAGIC, METRIC_BYTES, OLDEST_VERSION, TEXT_BYTES, VERSION,
    ValuesDigest,
};
use super::offsets as at;
use super::page_layout::{PageParameters, PageShape};
use crate::error::FileError;
use crate::index::GroupOrder;
use crate::value::Metric;

/// Numbers of won, drawn and lost positions, and the longest distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Positions won for the side to move.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions lost for the side to move.
    pub losses: u64,
    /// The largest distance of a won position in plies; 0 when there is none, and in WDL tables.
    pub longest_win_plies: u32,
    /// The largest distance of a lost position in plies; 0 when there is none, and in WDL tables.
    pub longest_loss_plies: u32,
}

impl Counts {
    /// Returns the larger of the two longest distances in plies.
    pub fn longest_plies(&self) -> u32 {
        self.longest_win_plies.max(self.longest_loss_plies)
    }
}

/// Format of the bytes after the header, with the header fields that only this format has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileCoding {
    /// Blocks of [`Header::block_positions`] positions, each compressed independently of the
    /// others.
    Blocks {
        /// Checksum of the block list.
        list_crc: u32,
        /// Length and checksum of the list to which cells refer. The list follows the last block.
        cell_list: CellList,
    },
    /// Pages of WDL cells that are read one cell at a time; see [`pages`](super::pages).
    Pages(PageParameters),
    /// No cells: the values follow from the moves. Chess only, see *Coding 2* in `FORMAT.md`.
    Derived,
}

/// Length and checksum of the list of requirements, run patterns or staircases at the end of the
/// file. Cells are indices into this list. Both fields are 0 in tables with other cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellList {
    /// Length of the list in bytes.
    pub bytes: u32,
    /// Checksum of the list.
    pub crc: u32,
}

impl FileCoding {
    /// Coding of a table of blocks whose block list and cell list are not written yet. All lengths
    /// and checksums are 0.
    pub const BLOCKS: FileCoding = FileCoding::Blocks { list_crc: 0, cell_list: CellList { bytes: 0, crc: 0 } };

    fn number(&self) -> u8 {
        match self {
            FileCoding::Blocks { .. } => 0,
            FileCoding::Pages(_) => 1,
            FileCoding::Derived => 2,
        }
    }

    /// Returns the offset in the header of the first byte after the parameters of this coding.
    fn parameters_end(&self) -> usize {
        match self {
            FileCoding::Blocks { .. } => at::BLOCKS_END,
            FileCoding::Pages(_) => at::PAGES_END,
            FileCoding::Derived => at::CODING_PARAMETERS,
        }
    }
}

/// The header of a table file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Metric of the values in the cells, such as DTW.
    pub metric: Metric,
    /// Type of the cells: how many bits or bytes the value of one position takes.
    pub cell: Cell,
    /// Content of the cells of positions with a mandatory capture.
    pub captures: CaptureCells,
    /// Id of the game: a variant of draughts, or `chess`.
    pub variant: String,
    /// Digest of the variant's rule table, see [`rules_digest`](super::rules_digest).
    pub rules_digest: [u8; 32],
    /// Name of the slice.
    pub slice: String,
    /// Number of positions in the slice.
    pub positions: u64,
    /// Number of positions that a reader decodes together. In tables of blocks
    /// ([`FileCoding::Blocks`]), this is the number of positions of each stored block.
    pub block_positions: u32,
    /// Numbers of won, drawn and lost positions, and the longest distances.
    pub counts: Counts,
    /// Digest of the values of all positions.
    pub values_digest: ValuesDigest,
    /// Length of the whole file in bytes.
    pub file_bytes: u64,
    /// Order of the groups of pieces, which determines the order of the cells. A group is all
    /// pieces of one side and kind.
    pub group_order: GroupOrder,
    /// Format of the bytes after the header.
    pub coding: FileCoding,
}

impl Header {
    /// Creates a header whose counts, digest and lengths are 0; the writer of the table sets them
    /// later.
    pub fn new(identity: TableIdentity, cell: Cell, captures: CaptureCells) -> Header {
        let TableIdentity { variant, slice, metric, rules_digest } = identity;
        Header {
            metric,
            cell,
            captures,
            variant,
            rules_digest,
            slice,
            positions: 0,
            block_positions: BLOCK_POSITIONS,
            counts: Counts::default(),
            values_digest: ValuesDigest::default(),
            file_bytes: 0,
            group_order: GroupOrder::TABLE_ORDER,
            coding: FileCoding::BLOCKS,
        }
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.positions.div_ceil(self.block_positions as u64)
    }

    /// Returns the number of positions in a block.
    #[inline(always)]
    pub fn positions_in_block(&self, block: u64) -> u32 {
        (self.positions - block * self.block_positions as u64).min(self.block_positions as u64) as u32
    }

    /// Returns the length of the cells of a block in bytes, uncompressed.
    pub fn block_bytes(&self, block: u64) -> usize {
        self.cell.bytes_of(self.positions_in_block(block))
    }

    /// Returns true when `stored_bytes` is a possible compressed length of the block with index
    /// `block`.
    pub fn can_store(&self, block: u64, stored_bytes: u32) -> bool {
        stored_bytes_range(self.block_bytes(block)).contains(&stored_bytes.into())
    }

    /// Returns the offset in the file of the first stored block of a table with the coding
    /// [`FileCoding::Blocks`].
    pub fn data_offset(&self) -> u64 {
        HEADER_BYTES as u64 + self.blocks() * BLOCK_ENTRY_BYTES as u64
    }

    /// Returns the identity of the table.
    pub fn identity(&self) -> TableIdentity {
        let Header { variant, slice, metric, rules_digest, .. } = self;
        let (variant, slice, metric, rules_digest) = (variant.clone(), slice.clone(), *metric, *rules_digest);
        TableIdentity { variant, slice, metric, rules_digest }
    }

    /// Converts the header to bytes.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0u8; HEADER_BYTES];
        let mut put = |offset: usize, field: &[u8]| bytes[offset..offset + field.len()].copy_from_slice(field);
        put(at::MAGIC, &MAGIC);
        put(at::VERSION, &VERSION.to_le_bytes());
        put(at::METRIC, self.metric.name().as_bytes());
        put(at::CELL, &[self.cell as u8]);
        put(at::CAPTURES, &[self.captures as u8]);
        put(at::CODING, &[self.coding.number()]);
        match self.coding {
            FileCoding::Blocks { list_crc, cell_list } => {
                put(at::BLOCK_POSITIONS, &self.block_positions.to_le_bytes());
                put(at::BLOCK_LIST_CRC, &list_crc.to_le_bytes());
                put(at::CELL_LIST_BYTES, &cell_list.bytes.to_le_bytes());
                put(at::CELL_LIST_CRC, &cell_list.crc.to_le_bytes());
            }
            FileCoding::Pages(pages) => {
                put(at::CODE_BYTES, &pages.code_bytes.to_le_bytes());
                put(at::CODE_EXPANDED_BYTES, &pages.code_expanded_bytes.to_le_bytes());
                put(at::PAGES, &pages.pages.to_le_bytes());
                put(at::DIRECTORY_CRC, &pages.directory_crc.to_le_bytes());
                put(at::PAGE_SHAPE, &pages.shape.to_bytes());
            }
            FileCoding::Derived => {}
        }
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
        put(at::VALUES_DIGEST, &self.values_digest);
        put(at::GROUP_ORDER, &self.group_order.to_bytes());
        let crc = crc32fast::hash(&bytes[..at::HEADER_CRC]);
        bytes[at::HEADER_CRC..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// Reads a header from bytes.
    ///
    /// # Errors
    /// An error when the bytes are not a header of a known version, are damaged, or have fields
    /// that contradict each other.
    pub fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<Header, FileError> {
        let fields = Fields(bytes);
        fields.check()?;
        let wrong = |reason| FileError::Header { reason };
        let [cell, captures, squares] = [at::CELL, at::CAPTURES, at::SQUARE_ORDER].map(|at| bytes[at]);
        let cell = Cell::from_number(cell).ok_or(unknown("kind of cell", cell))?;
        let captures = CaptureCells::from_number(captures).ok_or(unknown("treatment of captures", captures))?;
        if squares != 0 {
            return Err(unknown("order of squares", squares));
        }
        let group_order = GroupOrder::from_bytes(fields.at(at::GROUP_ORDER))
            .ok_or(wrong("its order of groups leaves a group out or has one twice"))?;
        let (coding, block_positions) = fields.coding()?;
        let reserved = [at::RESERVED, coding.parameters_end()..at::HEADER_CRC];
        if reserved.into_iter().any(|range| bytes[range].iter().any(|&byte| byte != 0)) {
            return Err(wrong("bytes that must be zero are not"));
        }
        let header = Header {
            metric: fields
                .text::<METRIC_BYTES>(at::METRIC)
                .and_then(|name| Metric::named(&name))
                .ok_or(wrong("the metric is not known"))?,
            cell,
            captures,
            variant: fields.text::<TEXT_BYTES>(at::VARIANT).ok_or(wrong("the variant is not valid text"))?,
            rules_digest: fields.at(at::RULES_DIGEST),
            slice: fields.text::<TEXT_BYTES>(at::SLICE).ok_or(wrong("the slice is not valid text"))?,
            positions: fields.u64(at::POSITIONS),
            block_positions,
            counts: Counts {
                wins: fields.u64(at::WINS),
                draws: fields.u64(at::DRAWS),
                losses: fields.u64(at::LOSSES),
                longest_win_plies: fields.u32(at::LONGEST_WIN),
                longest_loss_plies: fields.u32(at::LONGEST_LOSS),
            },
            values_digest: fields.at(at::VALUES_DIGEST),
            file_bytes: fields.u64(at::FILE_BYTES),
            group_order,
            coding,
        };
        header.check().map_err(wrong)?;
        Ok(header)
    }

    fn check(&self) -> Result<(), &'static str> {
        if !self.block_positions.is_power_of_two() || !(4..=1 << 24).contains(&self.block_positions) {
            return Err("the block size is impossible");
        }
        let fits = match self.cell {
            Cell::Wdl => self.metric == Metric::Wdl,
            Cell::Short if self.metric.has_staircases() => matches!(self.coding, FileCoding::Derived),
            Cell::Long if self.metric.has_staircases() => false,
            Cell::Short | Cell::Long => !matches!(self.metric, Metric::Wdl | Metric::RuleWdl(_)),
            Cell::Requirement => matches!(self.metric, Metric::Dtr(_)),
            Cell::RunPattern => matches!(self.metric, Metric::RuleWdl(_)),
            Cell::Staircase | Cell::RankedStaircase => self.metric.has_staircases(),
        };
        if !fits {
            return Err("the kind of cell does not fit the metric");
        }
        match self.captures {
            CaptureCells::LeftOut if self.metric.stores_captures() => return Err(CAPTURES_LEFT_OUT),
            CaptureCells::Bound if self.metric == Metric::CanMate => return Err(CAPTURES_BOUND),
            _ => {}
        }
        match self.coding {
            FileCoding::Blocks { cell_list, .. } if (cell_list != CellList::default()) != self.cell.has_list() => {
                return Err(
                    "a list of requirements, run patterns or staircases goes with cells of such numbers, and with no others",
                );
            }
            FileCoding::Blocks { .. } => {
                let smallest_block_bytes = BLOCK_ENTRY_BYTES as u64 + *stored_bytes_range(0).start();
                if self.blocks() > self.file_bytes.saturating_sub(HEADER_BYTES as u64) / smallest_block_bytes {
                    return Err("more blocks than the file has room for");
                }
            }
            FileCoding::Derived if !self.metric.may_be_derived() => return Err(WITHOUT_CELLS),
            FileCoding::Derived if self.cell != Cell::Short || self.captures != CaptureCells::Stored => {
                return Err("a table without cells names a kind of cell or of captures");
            }
            FileCoding::Derived if !self.group_order.is_table_order() => {
                return Err("a table without cells has an order of groups");
            }
            FileCoding::Derived if self.file_bytes != HEADER_BYTES as u64 => {
                return Err("bytes follow the header of a table without cells");
            }
            FileCoding::Derived => {}
            FileCoding::Pages(_) if self.cell != Cell::Wdl => return Err("pages hold WDL cells alone"),
            FileCoding::Pages(pages) => pages.check(self.positions, self.file_bytes)?,
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

/// Error text: the table leaves out captures, but its metric requires them.
pub const CAPTURES_LEFT_OUT: &str = "tables of this metric store the values of captures, and this one does not";
/// Error text: the table stores bounds instead of values for positions with captures, but its
/// metric or game does not allow this.
pub const CAPTURES_BOUND: &str = "cells that captures bound are for chess alone, and not for can-mate";
/// Error text: the table has no cells, but its metric or game requires them.
pub const WITHOUT_CELLS: &str = "a table without cells is for distances of chess alone";

struct Fields<'a>(&'a [u8; HEADER_BYTES]);

impl Fields<'_> {
    fn at<const N: usize>(&self, offset: usize) -> [u8; N] {
        std::array::from_fn(|place| self.0[offset + place])
    }

    fn u32(&self, offset: usize) -> u32 {
        u32::from_le_bytes(self.at(offset))
    }

    fn u64(&self, offset: usize) -> u64 {
        u64::from_le_bytes(self.at(offset))
    }

    /// Returns the text in the field at `offset`, without its padding of zero bytes. Returns `None`
    /// if the text is not printable ASCII.
    fn text<const N: usize>(&self, offset: usize) -> Option<String> {
        let bytes = &self.0[offset..offset + N];
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(N);
        let is_padded = bytes[end..].iter().all(|&byte| byte == 0);
        let text = std::str::from_utf8(&bytes[..end]).ok()?;
        (is_padded && text.bytes().all(|byte| byte.is_ascii_graphic())).then(|| text.to_owned())
    }

    /// Checks the magic bytes, the version and the checksum of the header.
    fn check(&self) -> Result<(), FileError> {
        if self.at(at::MAGIC) != MAGIC {
            return Err(FileError::Magic);
        }
        let version = u16::from_le_bytes(self.at(at::VERSION));
        if !(OLDEST_VERSION..=VERSION).contains(&version) {
            return Err(FileError::Version { found: version, expected: VERSION });
        }
        if crc32fast::hash(&self.0[..at::HEADER_CRC]) != self.u32(at::HEADER_CRC) {
            return Err(FileError::Checksum { part: "header" });
        }
        Ok(())
    }

    /// Returns the coding with its parameters, and the number of positions that a reader
    /// decompresses together.
    fn coding(&self) -> Result<(FileCoding, u32), FileError> {
        match self.0[at::CODING] {
            0 => {
                let [bytes, crc] = [at::CELL_LIST_BYTES, at::CELL_LIST_CRC].map(|at| self.u32(at));
                let cell_list = CellList { bytes, crc };
                let coding = FileCoding::Blocks { list_crc: self.u32(at::BLOCK_LIST_CRC), cell_list };
                Ok((coding, self.u32(at::BLOCK_POSITIONS)))
            }
            1 => {
                let shape = self.at(at::PAGE_SHAPE);
                let pages = PageParameters {
                    code_bytes: self.u32(at::CODE_BYTES),
                    code_expanded_bytes: self.u32(at::CODE_EXPANDED_BYTES),
                    pages: self.u32(at::PAGES),
                    directory_crc: self.u32(at::DIRECTORY_CRC),
                    shape: PageShape::from_bytes(shape).ok_or(unknown("kind of pages", shape[0]))?,
                };
                Ok((FileCoding::Pages(pages), BLOCK_POSITIONS))
            }
            2 => Ok((FileCoding::Derived, BLOCK_POSITIONS)),
            number => Err(unknown("coding", number)),
        }
    }
}

const fn unknown(what: &'static str, number: u8) -> FileError {
    FileError::Unknown { what, number }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            group_order: GroupOrder::TABLE_ORDER,
            coding: FileCoding::Blocks { list_crc: 1, cell_list: CellList::default() },
        }
    }

    #[test]
    fn a_coding_or_order_of_a_newer_program_is_named() {
        for (place, what) in [(at::CODING, "coding"), (at::SQUARE_ORDER, "order of squares")] {
            let mut bytes = header().to_bytes();
            bytes[place] = 9;
            let crc = crc32fast::hash(&bytes[..at::HEADER_CRC]);
            bytes[at::HEADER_CRC..].copy_from_slice(&crc.to_le_bytes());
            let error = Header::from_bytes(&bytes).unwrap_err();
            assert!(matches!(error, FileError::Unknown { number: 9, .. }), "{error}");
            assert!(error.to_string().contains(what), "{error}");
        }
    }

    #[test]
    fn headers_read_back() {
        assert_eq!(Header::from_bytes(&header().to_bytes()).unwrap(), header());
    }

    #[test]
    fn reserved_bytes_of_a_header_must_be_zero() {
        for reserved in at::RESERVED.chain(at::BLOCKS_END..at::HEADER_CRC) {
            let mut bytes = header().to_bytes();
            bytes[reserved] = 1;
            let crc = crc32fast::hash(&bytes[..at::HEADER_CRC]);
            bytes[at::HEADER_CRC..].copy_from_slice(&crc.to_le_bytes());
            let refused = Header::from_bytes(&bytes).unwrap_err();
            let is_refused = matches!(refused, FileError::Header { .. } | FileError::Unknown { .. });
            assert!(is_refused, "byte {reserved}: {refused}");
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
