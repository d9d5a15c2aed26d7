//! Decodes zstd frames with the C library.

use std::cell::RefCell;

use zstd::bulk::Decompressor;
use zstd::zstd_safe;

thread_local! {
    /// Decompressor of this thread, which all calls reuse. Creating another one takes 20 µs, as
    /// long as decoding some thousand cells.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Decompresses a zstd frame to `cells_bytes` bytes of cells.
///
/// # Errors
/// The reason why the bytes are not exactly one frame that decompresses to this length.
pub(in crate::format) fn decode(frame: &[u8], cells_bytes: usize) -> Result<Box<[u8]>, &'static str> {
    check_one_frame(frame)?;
    let mut cells = vec![0; cells_bytes];
    let written = DECOMPRESSOR.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(Decompressor::new().map_err(|_| "there is no memory to decompress it")?),
        };
        decompressor.decompress_to_buffer(frame, &mut cells).map_err(|_| super::frame::BAD_CONTENT)
    })?;
    if written == cells_bytes { Ok(cells.into()) } else { Err(super::frame::WRONG_LENGTH) }
}

/// Checks that the bytes are exactly one frame of data, since the library would accept several or
/// empty frames.
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
