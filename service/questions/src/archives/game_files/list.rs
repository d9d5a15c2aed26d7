//! The files that arguments name.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use walkdir::WalkDir;

use super::content::FileContent;
use crate::errors::Error;

/// Name of standard input in a list of files.
pub const STDIN: &str = "-";

/// Extensions that may follow those of [`FileContent::endings`].
const COMPRESSED: [&str; 2] = ["gz", "zst"];

/// A file of games or positions.
#[derive(Debug, Clone)]
pub struct GameFile {
    pub path: PathBuf,
    /// Path below the folder that was named; the file name if the file itself was.
    pub below: PathBuf,
    pub bytes: u64,
    /// Time of the last change, in nanoseconds since 1970; 0 if it is unknown.
    pub modified_ns: u64,
}

/// Returns the files that the arguments name. For a folder, these are all files of games (or of
/// positions) in it and in its subfolders, sorted by name.
///
/// # Errors
/// [`Error::Io`] if a file does not exist, or a folder cannot be read.
pub fn game_files(inputs: &[PathBuf], content: FileContent) -> Result<Vec<GameFile>, Error> {
    let mut files = Vec::new();
    for input in inputs {
        if input == Path::new(STDIN) {
            files.push(GameFile { path: input.clone(), below: input.clone(), bytes: 0, modified_ns: 0 });
            continue;
        }
        for entry in WalkDir::new(input).follow_links(true).sort_by_file_name() {
            let failed = |error: walkdir::Error| Error::Io {
                what: format!("cannot read {}", input.display()),
                error: error.into(),
            };
            let entry = entry.map_err(failed)?;
            let is_given = entry.depth() == 0;
            if entry.file_type().is_dir() || !is_given && !has_ending_of(entry.path(), content) {
                continue;
            }
            let found = entry.metadata().map_err(failed)?;
            let modified = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let below = match entry.path().strip_prefix(input) {
                Ok(below) if !is_given => below,
                _ => Path::new(entry.file_name()),
            };
            files.push(GameFile {
                path: entry.path().to_owned(),
                below: below.to_owned(),
                bytes: found.len(),
                modified_ns: modified.map_or(0, |time| time.as_nanos() as u64),
            });
        }
    }
    Ok(files)
}

impl GameFile {
    /// Returns the name of the file as outputs state it.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the path below the named folder, without the extension of a compressed file.
    pub fn uncompressed_below(&self) -> PathBuf {
        if ends_in(&self.below, COMPRESSED) { self.below.with_extension("") } else { self.below.clone() }
    }
}

/// Returns true if the file name has an extension of files with this content.
fn has_ending_of(path: &Path, content: FileContent) -> bool {
    let endings = content.endings();
    ends_in(path, endings) || ends_in(path, COMPRESSED) && ends_in(&path.with_extension(""), endings)
}

fn ends_in(path: &Path, endings: [&str; 2]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}
