//! What can be wrong with a file of tables.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use peatee_rules::notation::is_hazard;

/// What is wrong with a table file.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The bytes do not start as a table file does.
    #[error("not a table file: the first bytes are wrong")]
    Magic,
    /// Another version of the format.
    #[error(
        "format version {found}; this program reads versions {} to {expected}: make the tables again, or read them with \
         the program that made them",
        crate::format::OLDEST_VERSION
    )]
    Version {
        /// What the file says.
        found: u16,
        /// The newest version that this program reads.
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
    /// A page does not match its checksum or does not decode.
    #[error("page {page} is damaged: {reason}")]
    Page {
        /// The page's number, from 0.
        page: u64,
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
    /// The header holds a number that a newer program has given a meaning.
    #[error("its {what} is number {number}, which this program does not know: read it with a newer version")]
    Unknown {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        number: u8,
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

/// Why a manifest cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The content is not a manifest.
    #[error("{path} is damaged: {reason}")]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong, without control characters.
        reason: String,
    },
}

impl ManifestError {
    /// A manifest with wrong content. What it says is shown shortened and without control
    /// characters: a terminal obeys them.
    pub fn content(path: PathBuf, reason: &str) -> Self {
        ManifestError::Content { path, reason: printable(reason) }
    }
}

/// The most characters of a file's text that an error shows.
const SHOWN_CHARS_MAX: usize = 400;

fn printable(text: &str) -> String {
    let show = |c: char| if is_hazard(c) { c.escape_unicode().to_string() } else { c.to_string() };
    let shown = text.chars().take(SHOWN_CHARS_MAX).map(show).collect();
    if text.chars().nth(SHOWN_CHARS_MAX).is_some() { shown + "…" } else { shown }
}
