//! Reading of regular files, such as small ones that options name.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// Maximum length in bytes of a file that an option names. Such a file contains options, tokens,
/// certificates or a key.
const BYTES_MAX: u64 = 4 << 20;

/// Reads a small regular file. Other files are refused, because they may be endless or block.
///
/// # Errors
/// The system refuses, or the file is not regular or too long.
pub fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.0.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(io::Error::other(format!("it is longer than {BYTES_MAX} bytes")));
    }
    Ok(bytes)
}

/// Opens a regular file. Returns the file and its length in bytes. Other files are refused, because
/// they may be endless or block.
///
/// # Errors
/// The system refuses, or the file is not regular ([`io::ErrorKind::InvalidInput`]).
pub fn open_regular(path: &Path) -> io::Result<(File, u64)> {
    let found = std::fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    Ok((File::open(path)?, found.len()))
}

pub fn line_at(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte].iter().filter(|&&byte| byte == b'\n').count() + 1
}

pub fn read_small_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_small(path)?).map_err(io::Error::other)
}
