//! The bytes of a table file: the one place that both the writer and the reader use. `FORMAT.md` is
//! the specification.

mod block;
mod block_list;
mod cell;
mod header;
mod wdl_range_coder;

pub use self::block::{BlockEncoder, are_wdl, decode_block};
pub use self::block_list::{BlockEntry, block_checksum, block_list_checksum, block_list_hasher};
pub use self::cell::{CaptureCells, Cell};
pub use self::header::{Coding, Counts, GROUPS_MAX, Header, rules_digest};
use crate::slice::Slice;
use crate::value::Metric;

/// The first bytes of a table file. The high bit and the line ends show damage by transfers that are
/// not binary.
pub const MAGIC: [u8; 8] = *b"\x89PTB\r\n\x1a\n";
/// The version of the format that is written.
pub const VERSION: u16 = 4;
/// The oldest version of the format that is read.
pub const OLDEST_VERSION: u16 = 4;
/// Length of the header in bytes.
pub const HEADER_BYTES: usize = 320;
/// Length of one entry of the list of blocks in bytes.
pub const BLOCK_ENTRY_BYTES: usize = 8;
/// Positions in a block; the last block of a file may have fewer.
pub const BLOCK_POSITIONS: u32 = 1 << 15;
/// The plies that a one-byte cell of a distance can hold.
pub const MAX_SHORT_PLIES: u32 = 254;

/// The file name of a table.
pub fn file_name(slice: Slice, metric: Metric) -> String {
    format!("{slice}.{metric}")
}
