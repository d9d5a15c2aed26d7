//! Download of a file: in parts, resumed where it stopped, compared with its digest.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

use indicatif::ProgressBar;
use peatee_probe::{FileError, ManifestEntry, OpenError, Storage, TableFiles as _};

use super::folder::{FetchedFolder, Wanted};
use crate::cli::whole_file::{at, finish, unfinished};
use crate::errors::Error;

const PART_BYTES: u64 = 1 << 20;

/// Downloads a table into its folder. If an earlier download was interrupted, continues it.
///
/// # Errors
/// The server fails, the file does not have its digest, or it cannot be written.
pub fn download(folder: &FetchedFolder, table: &Wanted, bar: &ProgressBar) -> Result<(), Error> {
    let path = folder.path.join(&table.name);
    let new = unfinished(&path);
    let from =
        |error: FileError| Error::from(OpenError::File { path: folder.files.directory().join(&table.name), error });
    let source = folder.files.open(&table.name).map_err(|error| from(error.into()))?;
    let mut file = File::options().create(true).truncate(false).read(true).write(true).open(&new).map_err(at(&new))?;
    // If the existing part belongs to another version of the table, the digest is wrong and the
    // whole file is downloaded.
    let mut kept = hash_part(&mut file, table.entry.bytes).map_err(at(&new))?;
    loop {
        let resumed_at = kept.count();
        bar.inc(resumed_at);
        let digest = append(&*source, &mut file, kept, &table.entry, bar).map_err(|failed| match failed {
            Failed::Reading(error) => from(error.into()),
            Failed::Writing(error) => at(&new)(error),
        })?;
        if digest.to_hex().as_str() == table.entry.blake3 {
            break;
        }
        file.set_len(0).map_err(at(&new))?;
        if resumed_at == 0 {
            return Err(from(FileError::Checksum { part: "file (BLAKE3 in the manifest)" }));
        }
        bar.set_position(bar.position().saturating_sub(table.entry.bytes));
        kept = blake3::Hasher::new();
    }
    finish(&file, &path).map_err(at(&path))
}

enum Failed {
    Reading(io::Error),
    Writing(io::Error),
}

/// Downloads the rest of a file whose first bytes are already there, appends it, and returns the
/// digest of the whole file. `kept` is the hasher to which the first bytes were added.
fn append(
    source: &dyn Storage,
    file: &mut File,
    mut kept: blake3::Hasher,
    entry: &ManifestEntry,
    bar: &ProgressBar,
) -> Result<blake3::Hash, Failed> {
    file.seek(SeekFrom::Start(kept.count())).map_err(Failed::Writing)?;
    while kept.count() < entry.bytes {
        let mut part = vec![0; PART_BYTES.min(entry.bytes - kept.count()) as usize];
        source.read_exact_at(&mut part, kept.count()).map_err(Failed::Reading)?;
        file.write_all(&part).map_err(Failed::Writing)?;
        kept.update(&part);
        bar.inc(part.len() as u64);
    }
    Ok(kept.finalize())
}

/// Hashes the first bytes of a table from an interrupted download, so that the download can
/// continue. If the file has more than `bytes_max` bytes, empties it, because it cannot be a part
/// of the table.
fn hash_part(file: &mut File, bytes_max: u64) -> io::Result<blake3::Hasher> {
    let mut hasher = blake3::Hasher::new();
    if file.metadata()?.len() > bytes_max {
        file.set_len(0)?;
    }
    hasher.update_reader(file.take(bytes_max))?;
    Ok(hasher)
}
