//! Errors of opening a directory, and errors of probing a position.
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
        /// Path of the directory or file that cannot be read.
        path: PathBuf,
        /// Error that the operating system reported.
        error: io::Error,
    },
    /// There is no such directory.
    #[error("there is no directory {path}")]
    Absent {
        /// Path of the missing directory.
        path: PathBuf,
    },
    /// The directory holds no tables.
    #[error(
        "{path} holds no tables (no {} in it); `peatee-gen generate --variant ... --pieces ... --tables DIRECTORY` \
         makes a folder for each game in its directory: name that folder, as DIRECTORY/international",
        peatee_table::MANIFEST_NAME
    )]
    Empty {
        /// Path of the directory.
        path: PathBuf,
    },
    /// The path is an address, and this build cannot read from there.
    #[error(
        "{path} is an address; download the tables into a directory, or build peatee-probe with its feature `{feature}`"
    )]
    Address {
        /// The address.
        path: PathBuf,
        /// Name of the feature that reads from such an address.
        feature: &'static str,
    },
    /// The manifest is damaged, or belongs to another format or other rules.
    #[error("{path} is damaged: {reason}")]
    Manifest {
        /// Path of the manifest.
        path: PathBuf,
        /// Description of the damage or of the difference.
        reason: String,
    },
    /// The caller expected tables of draughts and the directory holds tables of chess, or the
    /// reverse.
    #[error("{path} holds tables of {found}; open them with {how}")]
    OtherGame {
        /// Path of the directory.
        path: PathBuf,
        /// Id of the game in the manifest: `chess`, or the id of a variant.
        found: String,
        /// Names of the functions that open tables of the game that was found.
        how: &'static str,
    },
    /// A table file is damaged.
    #[error("{path}: {error}")]
    File {
        /// Path of the table file.
        path: PathBuf,
        /// Reason why the table file cannot be used.
        error: FileError,
    },
    /// The caller named no directory.
    #[error("no directory of tables was named; name at least one")]
    NoDirectory,
    /// Directories that are opened together hold tables of different variants.
    #[error("{path} holds tables of {found}, and the directories before it of {expected}; open them one by one")]
    OtherVariant {
        /// Path of the directory with tables of another variant.
        path: PathBuf,
        /// Id of the variant in this directory.
        found: &'static str,
        /// Id of the variant whose tables the earlier directories hold.
        expected: &'static str,
    },
    /// There are several folders with tables, and none can be opened.
    #[error("none of the tables in {path} can be opened: {}", of_each(errors))]
    Nothing {
        /// Path of the directory that holds the folders.
        path: PathBuf,
        /// Reason why a folder cannot be opened, for each folder.
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

/// Reason why a probe has no result.
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
    /// The steps or the time of the caller's budget are used up.
    #[error(transparent)]
    Budget(#[from] BudgetEnd),
    /// The position has more pieces than any table.
    #[error("the position has {pieces} pieces; the {variant} tables go up to {most}")]
    TooManyPieces {
        /// Number of pieces in the position.
        pieces: u32,
        /// Largest number of pieces in any table.
        most: u32,
        /// Id of the game.
        variant: &'static str,
    },
    /// There is no table of this slice and metric.
    #[error(
        "there is no {metric} table of {slice}; make it with \
         `peatee-gen generate --variant {variant} --pieces {} --metric {metric}`",
        pieces_in(slice)
    )]
    MissingTable {
        /// Name of the slice.
        slice: String,
        /// Metric of the missing table.
        metric: Metric,
        /// Id of the game.
        variant: &'static str,
        /// Directory in which the table was expected.
        directory: PathBuf,
    },
    /// A table file is damaged or cannot be read.
    #[error("{path}: {error}")]
    File {
        /// Path of the table file.
        path: PathBuf,
        /// Reason why the table file cannot be used.
        error: FileError,
    },
}

/// Returns the number of pieces in the name of a slice.
fn pieces_in(slice: &str) -> usize {
    slice.chars().filter(|&letter| letter != 'v').count()
}

impl ProbeError {
    /// Returns true if the error says that the tables do not hold the position. They may still hold
    /// other positions of the game.
    pub const fn is_outside_tables(&self) -> bool {
        matches!(
            self,
            ProbeError::TooManyPieces { .. }
                | ProbeError::MissingTable { .. }
                | ProbeError::CastlingRights
                | ProbeError::Illegal(_)
        )
    }
}

impl From<IllegalPosition> for ProbeError {
    fn from(error: IllegalPosition) -> Self {
        ProbeError::Illegal(error)
    }
}
