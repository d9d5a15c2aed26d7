//! Decodes zstd frames. The two decoders accept the same frames and return equal cells.
//!
//! `library` calls the C library and needs the feature `zstd`. `pure` is written in Rust alone and
//! takes three times as long.

mod frame;
#[cfg(any(test, feature = "zstd"))]
mod library;
#[cfg(any(test, not(feature = "zstd")))]
mod pure;

#[cfg(feature = "zstd")]
pub(super) use library::decode;
#[cfg(not(feature = "zstd"))]
pub(super) use pure::decode;

/// Returns a compressor that omits length and checksum from its frames, because the table stores
/// them outside the frames.
///
/// # Errors
/// An error when zstd cannot be set up.
#[cfg(feature = "write")]
pub(super) fn compressor(level: i32) -> std::io::Result<zstd::bulk::Compressor<'static>> {
    let mut compressor = zstd::bulk::Compressor::new(level)?;
    compressor.include_checksum(false)?;
    compressor.include_contentsize(false)?;
    Ok(compressor)
}

#[cfg(test)]
mod tests;
