//! What can go wrong: with a file, with opening a directory, with one probe.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use peatee_rules::{IllegalPosition, TooManyCaptures};

use crate::value::Metric;

/// What is wrong with a table file.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The bytes do not start as a table file does.
    #[error("not a table file: the first bytes are wrong")]
    Magic,
    /// Another version of the format.
    #[error(
        "format version {found}, this program reads version {expected}: make the tables again or use the other program"
    )]
    Version {
        /// What the file says.
        found: u16,
        /// What this program reads.
        expected: u16,
    },
    /// The file is shorter or longer than its header or the manifest says.
    #[error("the file has {found} bytes and should have {expected}: it was cut off or changed")]
    Length {
        /// The file's length in bytes.
        found: u64,
        /// What it should be.
        expected: u64,
    },
    /// A checksum of the header or of the list of blocks does not match.
    #[error("the checksum of the {part} does not match: the file is damaged")]
    Checksum {
        /// Which part.
        part: &'static str,
    },
    /// A block does not match its checksum or does not decode to the right number of positions.
    #[error("block {block} is damaged: {reason}")]
    Block {
        /// The block's number, from 0.
        block: u64,
        /// What is wrong.
        reason: &'static str,
    },
    /// The table has no such position.
    #[error("there is no position {index}: the table has {positions}")]
    NoPosition {
        /// The number asked for, from 0.
        index: u64,
        /// How many positions the table has.
        positions: u64,
    },
    /// The header holds something that cannot be.
    #[error("the header is wrong: {reason}")]
    Header {
        /// What is wrong.
        reason: &'static str,
    },
    /// The file is a good table of something else.
    #[error("the file holds {found}, not {expected}: files were swapped or renamed")]
    Identity {
        /// What it is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// The file was made under other rules.
    #[error("the table was made under other rules of this variant than this program knows: make it again")]
    Rules,
    /// The manifest lists the file, and it is not there.
    #[error("the manifest lists this file and it is not there: copy it here or make it again")]
    Missing,
    /// Reading failed.
    #[error("reading failed: {0}")]
    Io(Arc<io::Error>),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        FileError::Io(Arc::new(error))
    }
}

/// Why a directory of tables cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The directory cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The directory or file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The directory has no tables in it.
    #[error(
        "{path} holds no tables (no {} in it or in a folder of it); make some with `peatee-gen generate --tables {path}`",
        crate::manifest::MANIFEST_NAME
    )]
    Empty {
        /// The directory.
        path: PathBuf,
    },
    /// The manifest is no manifest.
    #[error("{path} is damaged: {}", printable(reason))]
    Manifest {
        /// The manifest file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A table file is damaged.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FileError,
    },
    /// There are several folders with tables, and none of them can be opened.
    #[error("none of the tables in {path} can be opened: {}", of_each(errors))]
    Nothing {
        /// The directory.
        path: PathBuf,
        /// What is wrong with each.
        errors: Vec<OpenError>,
    },
}

fn of_each(errors: &[OpenError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The most of what a file says that is shown.
const SHOWN_CHARS_MAX: usize = 400;

/// What a file says, safe to show: a terminal does what control characters tell it.
fn printable(text: &str) -> String {
    let show = |c: char| if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() };
    let shown = text.chars().take(SHOWN_CHARS_MAX).map(show).collect();
    if text.chars().nth(SHOWN_CHARS_MAX).is_some() { shown + "…" } else { shown }
}

/// Why a probe has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position cannot be.
    #[error("impossible position: {0}")]
    Illegal(#[from] IllegalPosition),
    /// The captures of the position cannot be listed; no position of a table is like that.
    #[error(transparent)]
    TooManyCaptures(#[from] TooManyCaptures),
    /// The caller no longer wants the answer: it has set the flag that it passed in.
    #[error("stopped before the answer was complete, as the caller asked")]
    Stopped,
    /// More pieces than there are tables for.
    #[error("the position has {pieces} pieces; the {variant} tables go up to {most}")]
    TooManyPieces {
        /// The position's.
        pieces: u32,
        /// The tables'.
        most: u32,
        /// The variant's id.
        variant: &'static str,
    },
    /// No table for this slice.
    #[error("there is no {metric} table of {slice}; make it with `peatee-gen slice`")]
    MissingTable {
        /// The slice's name.
        slice: String,
        /// Which metric.
        metric: Metric,
        /// Where it was looked for.
        directory: PathBuf,
    },
    /// A table file is damaged or cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FileError,
    },
}

impl ProbeError {
    /// [`ProbeError::Stopped`] once the flag is set. Work of many steps asks before each.
    pub(crate) fn if_stopped(stop: &AtomicBool) -> Result<(), ProbeError> {
        if stop.load(Ordering::Relaxed) { Err(ProbeError::Stopped) } else { Ok(()) }
    }
}
