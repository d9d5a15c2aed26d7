//! Decodes zstd frames in Rust alone.
//!
//! The memory depends on the expected length of the cells, not on the length that the frame claims.
//! It is at most twice the length of the cells, rounded up to a power of two, and about a megabyte
//! of working memory.
//!
//! The decoder ignores checksums inside the frame, because the checksum of the block covers the
//! frame.

use std::io::Read as _;

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Offset of the byte with the flags in the frame header.
const FLAGS: usize = 4;
const WINDOW: usize = 5;
const FLAG_SINGLE_SEGMENT: u8 = 1 << 5;
const FLAG_RESERVED: u8 = 1 << 3;
/// Length in bytes of the window that a window descriptor with exponent 0 describes.
const WINDOW_MIN_BYTES: usize = 1 << 10;

/// Decompresses a zstd frame to `cells_bytes` bytes of cells.
///
/// # Errors
/// The reason why the bytes are not exactly one frame that decompresses to this length.
pub(in crate::format) fn decode(frame: &[u8], cells_bytes: usize) -> Result<Box<[u8]>, &'static str> {
    if !frame.starts_with(&super::frame::MAGIC) {
        return Err(super::frame::NO_FRAME);
    }
    let (start, mut rest) = frame.split_at_checked(WINDOW + 1).ok_or(super::frame::BAD_FRAME)?;
    let mut start: [u8; WINDOW + 1] = start.try_into().expect("it was split off with this length");
    if start[FLAGS] & FLAG_RESERVED != 0 {
        return Err(super::frame::BAD_FRAME);
    }
    let window_bytes = cells_bytes.next_power_of_two().max(WINDOW_MIN_BYTES);
    if start[FLAGS] & FLAG_SINGLE_SEGMENT == 0 {
        // No match reaches back farther than the length of the cells, so a larger window is not
        // needed.
        let exponent = (window_bytes / WINDOW_MIN_BYTES).trailing_zeros() as u8;
        start[WINDOW] = start[WINDOW].min(exponent << 3);
    }
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(window_bytes as u64);
    let mut start = &start[..];
    decoder.reset((&mut start).chain(&mut rest)).map_err(|_| super::frame::BAD_FRAME)?;
    if ![0, cells_bytes as u64].contains(&decoder.content_size()) {
        return Err(super::frame::WRONG_LENGTH);
    }
    let mut cells = vec![0; cells_bytes];
    let mut left = &mut cells[..];
    while !decoder.is_finished() {
        let source = (&mut start).chain(&mut rest);
        decoder.decode_blocks(source, BlockDecodingStrategy::UptoBlocks(1)).map_err(|_| super::frame::BAD_CONTENT)?;
        let count = decoder.read(left).map_err(|_| super::frame::BAD_CONTENT)?;
        left = &mut left[count..];
        if decoder.can_collect() > 0 {
            return Err(super::frame::WRONG_LENGTH);
        }
    }
    if !left.is_empty() {
        return Err(super::frame::WRONG_LENGTH);
    }
    if rest.is_empty() { Ok(cells.into()) } else { Err(super::frame::BYTES_LEFT) }
}
