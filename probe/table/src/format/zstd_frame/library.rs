//! The zstd library.

use zstd::zstd_safe;

/// Decodes one frame of `cells_bytes` bytes.
///
/// # Errors
/// A reason, when the bytes are not exactly one such frame.
pub(in crate::format) fn decode(frame: &[u8], cells_bytes: usize) -> Result<Box<[u8]>, &'static str> {
    check_one_frame(frame)?;
    let mut cells = vec![0; cells_bytes];
    let written = zstd::bulk::decompress_to_buffer(frame, &mut cells).map_err(|_| super::frame::BAD_CONTENT)?;
    if written == cells_bytes { Ok(cells.into()) } else { Err(super::frame::WRONG_LENGTH) }
}

/// The library takes any number of frames one after the other, and such as hold nothing; a block is
/// one of data.
fn check_one_frame(frame: &[u8]) -> Result<(), &'static str> {
    if !frame.starts_with(&super::frame::MAGIC) {
        return Err(super::frame::NO_FRAME);
    }
    match zstd_safe::find_frame_compressed_size(frame) {
        Ok(length) if length == frame.len() => Ok(()),
        Ok(_) => Err(super::frame::BYTES_LEFT),
        Err(_) => Err(super::frame::BAD_FRAME),
    }
}
