//! Decompression of files that their first bytes show to be compressed with gzip or Zstandard.

use std::io::{self, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// First bytes of a Zstandard frame without data, with which some programs begin a file. The lowest
/// four bits of the first byte may have any value.
const ZSTD_SKIPPABLE: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

/// Returns a reader of the decompressed bytes; files that are not compressed are read unchanged.
///
/// # Errors
/// Reading fails.
pub fn decompressed(mut source: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::new();
    source.by_ref().take(ZSTD.len() as u64).read_to_end(&mut first)?;
    let is_zstd = match *first {
        [low, a, b, c] => [low, a, b, c] == ZSTD || [low & 0xf0, a, b, c] == ZSTD_SKIPPABLE,
        _ => false,
    };
    let is_gzip = first.starts_with(&GZIP);
    let whole = BufReader::new(io::Cursor::new(first).chain(source));
    Ok(match (is_gzip, is_zstd) {
        (true, _) => Box::new(MultiGzDecoder::new(whole)),
        (_, true) => Box::new(zstd::Decoder::with_buffer(whole)?),
        _ => Box::new(whole),
    })
}
