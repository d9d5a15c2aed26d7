//! First bytes of a zstd frame, and the error texts that both decoders use.

/// First bytes of every zstd frame.
pub const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

pub const NO_FRAME: &str = "it does not begin with a zstd frame";
pub const BAD_FRAME: &str = "its zstd frame is damaged";
pub const BYTES_LEFT: &str = "bytes follow its zstd frame";
pub const BAD_CONTENT: &str = "it does not decompress";
pub const WRONG_LENGTH: &str = "it decompresses to the wrong length";
