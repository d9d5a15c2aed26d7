//! Sizes and numbers that every file has.

/// The first bytes of a table file. The high bit and the line ends show damage by transfers that
/// are not binary.
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
/// Room for the names of variant and slice, padded with zero bytes.
pub(crate) const TEXT_BYTES: usize = 40;
/// Room for the name of a metric, likewise.
pub const METRIC_BYTES: usize = 48;
