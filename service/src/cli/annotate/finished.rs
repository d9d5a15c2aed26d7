//! The list of the files that were annotated to their end, in the folder of their outputs.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::archives::annotation::{AnnotationSums, Fault};
use crate::cli::whole_file::at;
use crate::errors::Error;

/// Name of the list. Its first line has the settings of the run, each other line a file.
pub const LIST_NAME: &str = "finished.jsonl";

/// Everything on which the outputs depend besides the games, by name.
pub type Settings = BTreeMap<String, String>;

/// A file whose output is complete.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FinishedFile {
    pub file: String,
    pub bytes: u64,
    pub modified_ns: u64,
    pub sums: AnnotationSums,
    pub faults: Vec<Fault>,
    pub exit_code: u8,
}

/// The list, locked for this run.
#[derive(Debug)]
pub struct FinishedList {
    path: PathBuf,
    file: File,
}

impl FinishedList {
    /// Opens the list of a folder, or begins it. Also returns its entries.
    ///
    /// # Errors
    /// Another run uses the folder, or the earlier run had other settings. [`Error::Io`].
    pub fn open(folder: &Path, settings: &Settings) -> Result<(FinishedList, Vec<FinishedFile>), Error> {
        let path = folder.join(LIST_NAME);
        let mut file = File::options().create(true).read(true).append(true).open(&path).map_err(at(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let reason = "another run writes into this folder; wait for it, or name another folder";
                return Err(at(folder)(io::Error::new(io::ErrorKind::WouldBlock, reason)));
            }
            Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(at(&path))?;
        // A run that was stopped may have written a part of a line.
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        file.set_len(bytes.len() as u64).map_err(at(&path))?;
        let mut list = FinishedList { path, file };
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        match lines.next() {
            Some(first) => list.check_settings(&list.read(first)?, settings)?,
            None => list.write(settings)?,
        }
        let finished = lines.map(|line| list.read(line)).collect::<Result<_, _>>()?;
        Ok((list, finished))
    }

    fn check_settings(&self, found: &Settings, settings: &Settings) -> Result<(), Error> {
        let differs = |name: &&String| found.get(*name) != settings.get(*name);
        let other: Vec<&str> = settings.keys().filter(differs).map(String::as_str).collect();
        if other.is_empty() {
            return Ok(());
        }
        let (path, other) = (self.path.display(), other.join(", "));
        let reason = format!("{path} is of a run with another {other}; name another folder, or delete that file");
        Err(Error::Argument { field: "--out", reason })
    }

    fn read<T: for<'de> Deserialize<'de>>(&self, line: &[u8]) -> Result<T, Error> {
        serde_json::from_slice(line).map_err(|error| {
            let reason = format!("a line cannot be read ({error}); delete the file to begin again");
            at(&self.path)(io::Error::new(io::ErrorKind::InvalidData, reason))
        })
    }

    /// Adds a file whose output is complete.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn add(&mut self, finished: &FinishedFile) -> Result<(), Error> {
        self.write(finished)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Error> {
        let line = serde_json::to_string(line).expect("it holds nothing that JSON cannot") + "\n";
        self.file.write_all(line.as_bytes()).map_err(at(&self.path))
    }
}
