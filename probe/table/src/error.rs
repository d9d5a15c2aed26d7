//! Errors of table files and manifests.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use peatee_rules::notation::is_hazard;

/// Reason why a table file, or a position in it, cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file does not begin with the magic bytes of a table file.
    #[error("not a table file: the first bytes are wrong")]
    Magic,
    /// The file has a format version that this program does not read.
    #[error(
        "format version {found}; this program reads versions {} to {expected}: make the tables again, or read them with \
         the program that made them",
        crate::format::OLDEST_VERSION
    )]
    Version {
        /// Format version of the file.
        found: u16,
        /// Newest format version that this program reads.
        expected: u16,
    },
    /// The length of the file differs from the length that the header or the manifest states.
    #[error("the file has {found} bytes and should have {expected}: it was cut off or changed")]
    Length {
        /// Length of the file in bytes.
        found: u64,
        /// Required length in bytes.
        expected: u64,
    },
    /// A checksum of the header, the block list or another part of the file does not match.
    #[error("the checksum of the {part} does not match: the file is damaged")]
    Checksum {
        /// Name of the part of the file that the checksum covers.
        part: &'static str,
    },
    /// A block does not match its checksum, or does not decode to the right number of positions.
    #[error("block {block} is damaged: {reason}")]
    Block {
        /// Index of the damaged block, from 0.
        block: u64,
        /// Reason why the block is damaged, in words.
        reason: &'static str,
    },
    /// A page does not match its checksum or does not decode.
    #[error("page {page} is damaged: {reason}")]
    Page {
        /// Index of the page, from 0.
        page: u64,
        /// Reason why the page is damaged, in words.
        reason: &'static str,
    },
    /// The table does not have this position.
    #[error("there is no position {index}: the table has {positions} positions")]
    NoPosition {
        /// The requested position number, from 0.
        index: u64,
        /// Number of positions in the table.
        positions: u64,
    },
    /// The header is invalid.
    #[error("the header is wrong: {reason}")]
    Header {
        /// Reason why the header is invalid, in words.
        reason: &'static str,
    },
    /// A field of the header has a value that only a newer program knows.
    #[error("its {what} is number {number}, which this program does not know: read it with a newer version")]
    Unknown {
        /// Name of the header field.
        what: &'static str,
        /// Value of the header field.
        number: u8,
    },
    /// The file is a valid table of another slice, metric or variant.
    #[error("the file holds {found}, not {expected}: files were swapped or renamed")]
    Identity {
        /// Description of the table in the file.
        found: String,
        /// Description of the expected table.
        expected: String,
    },
    /// The table was made under other rules of the game than this program has.
    #[error("the table was made under other rules of this variant than this program knows: make it again")]
    Rules,
    /// The manifest lists the file, but it does not exist.
    #[error("the manifest lists this file and it is not there: copy it here or make it again")]
    Missing,
    /// Reading the file failed.
    #[error("{failure}: {0}", failure = failure(.0.kind()))]
    Io(Arc<io::Error>),
}

/// Returns words for how reading a file failed. A file that ends too early had its full length when
/// it was opened, or came from a server that sent a part of it.
fn failure(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::UnexpectedEof => "it ends too early",
        kind if is_refusal(kind) => "it cannot be read now",
        _ => "it cannot be read",
    }
}

/// Returns false for the kinds of errors that say that a file is gone, is no regular file, or has a
/// wrong content.
fn is_refusal(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, NotFound, UnexpectedEof};
    ![InvalidData, InvalidInput, NotFound, UnexpectedEof].contains(&kind)
}

impl FileError {
    /// Returns true when the system refused to read the file, as when another program has locked
    /// it. The file may be whole: nothing is known about its content.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, FileError::Io(error) if is_refusal(error.kind()))
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        FileError::Io(Arc::new(error))
    }
}

/// Reason why a manifest cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// Path of the manifest.
        path: PathBuf,
        /// Error that the operating system reported.
        error: io::Error,
    },
    /// The content of the file is not a manifest.
    #[error("{path} is damaged: {reason}")]
    Content {
        /// Path of the manifest.
        path: PathBuf,
        /// Reason why the content is not a manifest, in words, without control characters.
        reason: String,
    },
}

impl ManifestError {
    /// Creates the error for a manifest with wrong content. Shortens the reason and escapes its
    /// control characters, which a terminal would execute.
    pub fn content(path: PathBuf, reason: &str) -> Self {
        ManifestError::Content { path, reason: printable(reason) }
    }
}

/// Maximum number of characters that an error quotes from a file.
const SHOWN_CHARS_MAX: usize = 400;

fn printable(text: &str) -> String {
    let show = |c: char| if is_hazard(c) { c.escape_unicode().to_string() } else { c.to_string() };
    let shown = text.chars().take(SHOWN_CHARS_MAX).map(show).collect();
    if text.chars().nth(SHOWN_CHARS_MAX).is_some() { shown + "…" } else { shown }
}
