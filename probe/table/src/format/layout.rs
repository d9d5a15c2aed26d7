//! Sizes, limits and version numbers that all table files have in common.

/// First bytes of a table file. The high bit and the line ends reveal damage by transfers in text
/// mode.
pub const MAGIC: [u8; 8] = *b"\x89PTB\r\n\x1a\n";
/// Format version of the tables that this program writes.
pub const VERSION: u16 = 4;
/// Oldest format version that this program reads.
pub const OLDEST_VERSION: u16 = 4;
/// Digest of the values of a table, see [`digest`](mod@crate::digest).
pub type ValuesDigest = [u8; 16];
/// Length of the header in bytes.
pub const HEADER_BYTES: usize = 320;
/// Length of an entry of the block list in bytes.
pub const BLOCK_ENTRY_BYTES: usize = 8;
/// Number of positions in a block; the last block of a file may have fewer.
pub const BLOCK_POSITIONS: u32 = 1 << 15;
/// Maximum number of plies that a one-byte cell can hold.
pub const MAX_SHORT_PLIES: u32 = 254;
/// Length in bytes of each of the fields for variant and slice, with their padding of zero bytes.
pub(crate) const TEXT_BYTES: usize = 40;
/// Length in bytes of the field for the metric, with its padding of zero bytes.
pub const METRIC_BYTES: usize = 48;
