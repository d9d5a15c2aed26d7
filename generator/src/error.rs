//! What can go wrong while tables are made.

use std::io;
use std::path::{Path, PathBuf};

use peatee_probe::{FileError, Metric, OpenError, ProbeError, SliceNameError};

use crate::solver::retrograde::TooLong;

/// Why a command of the generator failed. The kinds map to exit codes, see [`Error::exit_code`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A slice needs a table that is not there.
    #[error("{slice} needs the {metric} table of {missing}, which is not in {directory}; make it first")]
    MissingDependency {
        /// The slice to be solved.
        slice: String,
        /// The slice whose table is missing.
        missing: String,
        /// The metric.
        metric: Metric,
        /// Where it was looked for.
        directory: PathBuf,
    },
    /// A job does not fit the memory allowed.
    #[error(
        "{slice} needs {needed_bytes} bytes of memory and --memory allows {allowed_bytes}; allow more or make fewer pieces"
    )]
    NotEnoughMemory {
        /// The slice.
        slice: String,
        /// What it needs.
        needed_bytes: u64,
        /// What is allowed.
        allowed_bytes: u64,
    },
    /// The disk has no room for the tables.
    #[error(
        "{directory} has {free_bytes} bytes free and the tables may need {needed_bytes}; free some or choose another --tables"
    )]
    NotEnoughDisk {
        /// Where tables are written.
        directory: PathBuf,
        /// What the file system has.
        free_bytes: u64,
        /// What the tables may need.
        needed_bytes: u64,
    },
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A table file is damaged.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FileError,
    },
    /// The directory cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A probe failed.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The directory holds tables of another variant or of other rules.
    #[error("{directory} holds {found}; use another directory for {wanted}")]
    OtherTables {
        /// The directory.
        directory: PathBuf,
        /// What it holds.
        found: String,
        /// What was to be made.
        wanted: String,
    },
    /// Another generator works in the directory.
    #[error("another peatee-gen is at work in {directory}; wait for it or choose another directory")]
    Locked {
        /// The directory.
        directory: PathBuf,
    },
    /// A name is no slice.
    #[error(transparent)]
    SliceName(#[from] SliceNameError),
    /// The work was to stop before a slice was solved.
    #[error("stopped with {layers} of {of} layers of {slice} solved; the same command goes on from there")]
    Stopped {
        /// The slice.
        slice: String,
        /// Layers that are solved and saved.
        layers: usize,
        /// Layers of the slice.
        of: usize,
    },
    /// A distance is too long for a table.
    #[error(transparent)]
    TooLong(#[from] TooLong),
}

impl Error {
    /// The exit code of the process: 3 a dependency is missing, 4 not enough memory, 5 the disk or a file, 6 stopped,
    /// 2 a wrong argument, 1 anything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::MissingDependency { .. } => 3,
            Error::NotEnoughMemory { .. } => 4,
            Error::NotEnoughDisk { .. } | Error::Io { .. } | Error::File { .. } | Error::Open(_) | Error::Probe(_) => 5,
            Error::Stopped { .. } => 6,
            Error::SliceName(_) | Error::OtherTables { .. } => 2,
            Error::Locked { .. } | Error::TooLong(_) => 1,
        }
    }

    /// Names the file that an operation failed on.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        |source| Error::Io { path: path.to_owned(), source }
    }
}
