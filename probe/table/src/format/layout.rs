//! Sizes and numbers common to all files.

/// First bytes of a table file. The high bit and the line ends reveal damage by transfers in text
/// mode.
pub const MAGIC: [u8; 8] = *b"\x89PTB\r\n\x1a\n";
/// Format version that is written.
pub const VERSION: u16 = 4;
/// Oldest format version that is read.
pub const OLDEST_VERSION: u16 = 4;
/// Digest of the values of a table, see [`digest`](mod@crate::digest).
pub type ValuesDigest = [u8; 16];
/// Length of the header in bytes.
pub const HEADER_BYTES: usize = 320;
/// Length of an entry of the block list in bytes.
pub const BLOCK_ENTRY_BYTES: usize = 8;
/// Number of positions in a block; the last block of a file may have fewer.
pub const BLOCK_POSITIONS: u32 = 1 << 15;
/// Maximal number of plies in a one-byte cell of a distance.
pub const MAX_SHORT_PLIES: u32 = 254;
/// Length of the fields for variant and slice, padded with zero bytes.
pub(crate) const TEXT_BYTES: usize = 40;
/// Length of the field for the metric, padded with zero bytes.
pub const METRIC_BYTES: usize = 48;
