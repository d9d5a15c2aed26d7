//! Errors: what can go wrong when a directory is opened, and when a position is probed.
//!
//! A message tells everything: a cause that is part of the message is not given again by
//! `source()`.

use std::io;
use std::path::PathBuf;

use peatee_rules::{BudgetEnd, IllegalPosition, TooManyCaptures};
use peatee_table::{FileError, ManifestError, Metric};

/// Why a directory of tables cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The directory cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The directory or file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The directory has no tables in it.
    #[error(
        "{path} holds no tables (no {} in it); `peatee-gen generate --variant ... --pieces ... --tables DIRECTORY` \
         makes a folder for each game in its directory: name that folder, as DIRECTORY/international",
        peatee_table::MANIFEST_NAME
    )]
    Empty {
        /// The directory.
        path: PathBuf,
    },
    /// The manifest is damaged, or of another format or other rules.
    #[error("{path} is damaged: {reason}")]
    Manifest {
        /// The manifest file.
        path: PathBuf,
        /// Fault.
        reason: String,
    },
    /// The tables are of chess where those of draughts were to be opened, or the other way round.
    #[error("{path} holds tables of {found}; open them with {how}")]
    OtherGame {
        /// The directory.
        path: PathBuf,
        /// Game of the manifest: `chess`, or the id of a variant.
        found: String,
        /// Functions that open them.
        how: &'static str,
    },
    /// A table file is damaged.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Its fault.
        error: FileError,
    },
    /// No directory was named.
    #[error("no directory of tables was named; name at least one")]
    NoDirectory,
    /// Directories that are opened as one set hold tables of several variants.
    #[error("{path} holds tables of {found}, and the directories before it of {expected}; open them one by one")]
    OtherVariant {
        /// The directory.
        path: PathBuf,
        /// Its variant's id.
        found: &'static str,
        /// The variant's id of the directories before it.
        expected: &'static str,
    },
    /// There are several folders with tables, and none of them can be opened.
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

/// Why a probe has no answer.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position is impossible.
    #[error("impossible position: {0}")]
    Illegal(IllegalPosition),
    /// A side may still castle, in chess.
    #[error(
        "the position has castling rights, and tables hold positions without them; ask again with - in their place if \
         nobody may castle"
    )]
    CastlingRights,
    /// The captures of the position cannot be listed; the captures of every position of a table
    /// can.
    #[error(transparent)]
    TooManyCaptures(#[from] TooManyCaptures),
    /// The budget of the caller has ended.
    #[error(transparent)]
    Budget(#[from] BudgetEnd),
    /// The position has more pieces than any table.
    #[error("the position has {pieces} pieces; the {variant} tables go up to {most}")]
    TooManyPieces {
        /// The pieces of the position.
        pieces: u32,
        /// The most pieces of any table.
        most: u32,
        /// The game's id.
        variant: &'static str,
    },
    /// No table for this slice.
    #[error(
        "there is no {metric} table of {slice}; make it with \
         `peatee-gen generate --variant {variant} --metric {metric}`"
    )]
    MissingTable {
        /// The slice's name.
        slice: String,
        /// Its metric.
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
        /// Its fault.
        error: FileError,
    },
}

impl From<IllegalPosition> for ProbeError {
    fn from(error: IllegalPosition) -> Self {
        ProbeError::Illegal(error)
    }
}
