//! Comparison of the files of a directory with the lengths and digests in its manifest. The values
//! of the tables are not checked.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use peatee_probe::OpenError;
use peatee_table::{FileError, HEADER_LIST_NAME, MANIFEST_NAME, Manifest, ManifestEntry, open_regular_file};

use super::shared_work::{CLAIMS_NAME, LOCK_NAME};
use crate::error::Error;
use crate::parallel;
use crate::progress::NoProgress;
use crate::progress::watch::{Watch, Watched};

const PART_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub struct Checked {
    pub files: usize,
    pub bytes: u64,
    /// Errors of the files that are missing or differ, in the order of the file names.
    pub faults: Vec<Error>,
    /// Files that the manifest does not list, in the order of the file names.
    pub extra: Vec<PathBuf>,
}

/// Compares the files that `is_wanted` selects with the manifest. All threads read files, one file
/// each. Progress is reported to `watch` in bytes.
///
/// # Errors
/// The manifest is missing or damaged, or the work must stop.
pub fn check_files(
    directory: &Path,
    is_wanted: impl Fn(&ManifestEntry) -> bool,
    watch: &dyn Watch,
) -> Result<Checked, Error> {
    let manifest = Manifest::read(directory)?.ok_or_else(|| OpenError::Empty { path: directory.to_owned() })?;
    let wanted: Vec<_> = manifest.tables.iter().filter(|(_, entry)| is_wanted(entry)).collect();
    let bytes = wanted.iter().map(|(_, entry)| entry.bytes).sum();
    let watched = Watched::start(watch, bytes);
    let fault = |&(name, entry): &(&String, &ManifestEntry)| {
        watched.slice(name);
        let mut left_bytes = entry.bytes;
        let fault = fault_of(&directory.join(name), entry, &mut |part| {
            left_bytes = left_bytes.saturating_sub(part.len() as u64);
            watched.advance(part.len() as u64)
        })?;
        // The bytes of a file that is not read count as done.
        watched.advance(left_bytes)?;
        Ok(fault)
    };
    let faults = parallel::try_map(&wanted, &fault).map_err(in_bytes)?;
    let is_extra = |name: &str| !manifest.tables.contains_key(name) && !BESIDE_TABLES.contains(&name);
    let mut extra = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(Error::at(directory))? {
        let entry = entry.map_err(Error::at(directory))?;
        if entry.file_name().to_str().is_none_or(is_extra) {
            extra.push(entry.path());
        }
    }
    extra.sort();
    Ok(Checked { files: wanted.len(), bytes, faults: faults.into_iter().flatten().collect(), extra })
}

/// Compares the files that `is_wanted` selects with the manifest. Returns an error for each file
/// that is missing or differs, in the order of the file names.
///
/// # Errors
/// The manifest is missing or damaged.
pub fn damaged_files(directory: &Path, is_wanted: impl Fn(&ManifestEntry) -> bool) -> Result<Vec<Error>, Error> {
    Ok(check_files(directory, is_wanted, &NoProgress)?.faults)
}

/// Returns true if a file is as the manifest says, false if it is missing or damaged.
///
/// # Errors
/// The file cannot be read, so that it may be whole.
pub fn is_whole(path: &Path, entry: &ManifestEntry) -> Result<bool, Error> {
    match fault_of(path, entry, &mut |_| Ok(()))? {
        Some(fault) if fault.is_unreadable_file() => Err(fault),
        fault => Ok(fault.is_none()),
    }
}

/// Compares a file with its entry in the manifest. Returns the error that says how they differ, or
/// `None` if they do not. Calls `each_part` with the parts of the file in order. If `each_part`
/// fails, stops reading and returns its error.
pub(crate) fn fault_of(
    path: &Path,
    entry: &ManifestEntry,
    each_part: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<Option<Error>, Error> {
    let fault = |error| Some(Error::File { path: path.to_owned(), error });
    let file = match open_regular_file(path).and_then(|file| Ok((file.metadata()?.len(), file))) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(FileError::Missing),
        Err(error) => Err(error.into()),
        // A file of another length is not read, because it may have holes and so be very long.
        Ok((length, _)) if length != entry.bytes => Err(FileError::Checksum { part: DIGESTED }),
        Ok((_, file)) => Ok(file),
    };
    let mut file = match file {
        Ok(file) => file,
        Err(error) => return Ok(fault(error)),
    };
    let (mut hasher, mut part) = (blake3::Hasher::new(), vec![0; PART_BYTES]);
    loop {
        match file.read(&mut part) {
            Ok(0) => break,
            Ok(read) => {
                hasher.update(&part[..read]);
                each_part(&part[..read])?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Ok(fault(error.into())),
        }
    }
    let is_it = hasher.finalize().to_hex().as_str() == entry.blake3;
    Ok(if is_it { None } else { fault(FileError::Checksum { part: DIGESTED }) })
}

/// Names of files that a directory may contain besides its tables. The manifest does not list them.
const BESIDE_TABLES: [&str; 6] =
    [MANIFEST_NAME, LOCK_NAME, CLAIMS_NAME, HEADER_LIST_NAME, BLAKE3_SUMS_NAME, SHA256_SUMS_NAME];

pub const BLAKE3_SUMS_NAME: &str = "B3SUMS";
pub const SHA256_SUMS_NAME: &str = "SHA256SUMS";

/// Name of the damaged part in errors about the length or the digest of a file: the whole file.
const DIGESTED: &str = "file (BLAKE3 in the manifest)";

/// Converts an error about an interruption, so that its message gives the progress in bytes.
/// Returns other errors unchanged.
pub(crate) fn in_bytes(error: Error) -> Error {
    match error {
        Error::Interrupted { done, of } => Error::InterruptedReading { done_bytes: done, of_bytes: of },
        other => other,
    }
}
