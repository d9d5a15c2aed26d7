//! Errors of opening a directory and of probing a position.
//!
//! The message of an error includes the message of its cause, so `source()` does not return that
//! cause again.

use std::io;
use std::path::PathBuf;

use peatee_rules::{BudgetEnd, IllegalPosition, TooManyCaptures};
use peatee_table::{FileError, ManifestError, Metric};

/// Reason why a directory of tables cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The directory cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The directory or file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The directory holds no tables.
    #[error(
        "{path} holds no tables (no {} in it); `peatee-gen generate --variant ... --pieces ... --tables DIRECTORY` \
         makes a folder for each game in its directory: name that folder, as DIRECTORY/international",
        peatee_table::MANIFEST_NAME
    )]
    Empty {
        /// The directory.
        path: PathBuf,
    },
    /// The manifest is damaged, or belongs to another format or other rules.
    #[error("{path} is damaged: {reason}")]
    Manifest {
        /// The manifest file.
        path: PathBuf,
        /// Description of the fault.
        reason: String,
    },
    /// The tables belong to chess where draughts are expected, or to draughts where chess is
    /// expected.
    #[error("{path} holds tables of {found}; open them with {how}")]
    OtherGame {
        /// The directory.
        path: PathBuf,
        /// Id of the game in the manifest: `chess`, or the id of a variant.
        found: String,
        /// Names of the functions that open tables of the game that was found.
        how: &'static str,
    },
    /// A table file is damaged.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Fault of the file.
        error: FileError,
    },
    /// The caller named no directory.
    #[error("no directory of tables was named; name at least one")]
    NoDirectory,
    /// Directories opened as one set hold tables of different variants.
    #[error("{path} holds tables of {found}, and the directories before it of {expected}; open them one by one")]
    OtherVariant {
        /// The directory.
        path: PathBuf,
        /// Id of the directory's variant.
        found: &'static str,
        /// Id of the variant in the earlier directories.
        expected: &'static str,
    },
    /// There are several folders with tables, and none can be opened.
    #[error("none of the tables in {path} can be opened: {}", of_each(errors))]
    Nothing {
        /// The directory.
        path: PathBuf,
        /// Fault of each folder.
        errors: Vec<OpenError>,
    },
}

impl From<ManifestError> for OpenError {
    fn from(error: ManifestError) -> Self {
        match error {
            ManifestError::Io { path, error } => OpenError::Io { path, error },
            ManifestError::Content { path, reason } => OpenError::Manifest { path, reason },
        }
    }
}

fn of_each(errors: &[OpenError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Reason why a probe has no answer.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position is impossible.
    #[error("impossible position: {0}")]
    Illegal(IllegalPosition),
    /// A side has castling rights, in chess.
    #[error(
        "the position has castling rights, and tables hold positions without them; ask again with - in their place if \
         nobody may castle"
    )]
    CastlingRights,
    /// The position has too many captures to list. No position of a table has that many.
    #[error(transparent)]
    TooManyCaptures(#[from] TooManyCaptures),
    /// The budget of the caller is exhausted.
    #[error(transparent)]
    Budget(#[from] BudgetEnd),
    /// The position has more pieces than any table.
    #[error("the position has {pieces} pieces; the {variant} tables go up to {most}")]
    TooManyPieces {
        /// Number of pieces in the position.
        pieces: u32,
        /// Maximal number of pieces of the tables.
        most: u32,
        /// The game's id.
        variant: &'static str,
    },
    /// There is no table for this slice.
    #[error(
        "there is no {metric} table of {slice}; make it with \
         `peatee-gen generate --variant {variant} --metric {metric}`"
    )]
    MissingTable {
        /// The slice's name.
        slice: String,
        /// The metric of the missing table.
        metric: Metric,
        /// The game's id.
        variant: &'static str,
        /// Directory of the tables.
        directory: PathBuf,
    },
    /// A table file is damaged or cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Fault of the file.
        error: FileError,
    },
}

impl From<IllegalPosition> for ProbeError {
    fn from(error: IllegalPosition) -> Self {
        ProbeError::Illegal(error)
    }
}
