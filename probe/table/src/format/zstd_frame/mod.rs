//! Decoding a zstd frame, in one of two ways that take the same frames and give the same cells.
//!
//! * `library`: the zstd library, in C. With the feature `zstd`.
//! * `pure`: Rust code alone, several times slower. Without the feature.

#[cfg(any(test, feature = "zstd"))]
mod library;
#[cfg(any(test, not(feature = "zstd")))]
mod pure;

#[cfg(feature = "zstd")]
pub(super) use library::decode;
#[cfg(not(feature = "zstd"))]
pub(super) use pure::decode;

/// The first bytes of a frame.
const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

const NO_FRAME: &str = "it does not begin with a zstd frame";
const BAD_FRAME: &str = "its zstd frame is damaged";
const BYTES_LEFT: &str = "bytes follow its zstd frame";
const BAD_CONTENT: &str = "it does not decompress";
const WRONG_LENGTH: &str = "it decompresses to the wrong length";

#[cfg(test)]
mod tests;
