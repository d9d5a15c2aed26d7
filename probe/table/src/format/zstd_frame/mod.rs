//! Decoding a zstd frame, in one of two ways that take the same frames and give the same cells.
//!
//! * `library`: the zstd library, in C. With the feature `zstd`.
//! * `pure`: Rust code alone, which takes three times as long. Without the feature.

mod frame;
#[cfg(any(test, feature = "zstd"))]
mod library;
#[cfg(any(test, not(feature = "zstd")))]
mod pure;

#[cfg(feature = "zstd")]
pub(super) use library::decode;
#[cfg(not(feature = "zstd"))]
pub(super) use pure::decode;

/// A compressor of frames that say neither their length nor a checksum: both stand outside.
///
/// # Errors
/// When zstd cannot be set up.
#[cfg(feature = "write")]
pub(super) fn compressor(level: i32) -> std::io::Result<zstd::bulk::Compressor<'static>> {
    let mut compressor = zstd::bulk::Compressor::new(level)?;
    compressor.include_checksum(false)?;
    compressor.include_contentsize(false)?;
    Ok(compressor)
}

#[cfg(test)]
mod tests;
