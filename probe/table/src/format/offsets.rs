//! Offsets of the fields of the header.

use std::ops::Range;

use super::layout::{HEADER_BYTES, METRIC_BYTES, TEXT_BYTES, ValuesDigest};
use crate::index::GroupOrder;

pub const MAGIC: usize = 0;
pub const VERSION: usize = MAGIC + 8;
pub const CELL: usize = VERSION + 2;
pub const CAPTURES: usize = CELL + 1;
pub const CODING: usize = CAPTURES + 1;
pub const SQUARE_ORDER: usize = CODING + 1;
pub const POSITIONS: usize = 16;
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
pub const VALUES_DIGEST: usize = METRIC + METRIC_BYTES;
pub const GROUP_ORDER: usize = VALUES_DIGEST + size_of::<ValuesDigest>();
/// Offset in the header of the parameters of the coding. Each coding has parameters of its own.
pub const CODING_PARAMETERS: usize = GROUP_ORDER + size_of::<GroupOrder>();
/// Offset in the header of its last field: the checksum of the header.
pub const HEADER_CRC: usize = HEADER_BYTES - 4;
// Coding 0, blocks.
pub const BLOCK_POSITIONS: usize = CODING_PARAMETERS;
pub const BLOCK_LIST_CRC: usize = BLOCK_POSITIONS + 4;
pub const CELL_LIST_BYTES: usize = BLOCK_LIST_CRC + 4;
pub const CELL_LIST_CRC: usize = CELL_LIST_BYTES + 4;
pub const BLOCKS_END: usize = CELL_LIST_CRC + 4;
// Coding 1, pages.
pub const CODE_BYTES: usize = CODING_PARAMETERS;
pub const CODE_EXPANDED_BYTES: usize = CODE_BYTES + 4;
pub const PAGES: usize = CODE_EXPANDED_BYTES + 4;
pub const DIRECTORY_CRC: usize = PAGES + 4;
pub const PAGE_SHAPE: usize = DIRECTORY_CRC + 4;
pub const PAGES_END: usize = PAGE_SHAPE + 2;
/// Range of the reserved bytes of the header, which are zero in every table.
pub const RESERVED: Range<usize> = SQUARE_ORDER + 1..POSITIONS;
const _: () = assert!(BLOCKS_END <= HEADER_CRC && PAGES_END <= HEADER_CRC);
