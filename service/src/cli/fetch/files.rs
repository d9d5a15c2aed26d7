//! Downloaded files on the disk, complete or partial.

use std::fs::File;
use std::io;
use std::path::Path;

use peatee_probe::ManifestEntry;

use crate::cli::whole_file::unfinished;

/// Returns true if a file has the length and the digest of its entry in the manifest.
///
/// # Errors
/// The file is there and cannot be read.
pub fn is_whole(path: &Path, entry: &ManifestEntry) -> io::Result<bool> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let found = file.metadata()?;
    if !found.is_file() || found.len() != entry.bytes {
        return Ok(false);
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    Ok(hasher.finalize().to_hex().as_str() == entry.blake3)
}

/// Returns how many bytes of a file an earlier run has downloaded, at most `bytes_max`; 0 if there
/// are none.
pub fn partial_bytes(path: &Path, bytes_max: u64) -> u64 {
    unfinished(path).metadata().map_or(0, |found| found.len()).min(bytes_max)
}
