//! What the verifier is asked and what it found.

use peatee_probe::internals::Table;
use peatee_table::{FileError, Metric, Slice, Value};

use crate::error::Error;

/// What the verifier found in one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The slice.
    pub slice: Slice,
    /// The metric.
    pub metric: Metric,
    /// Positions looked at.
    pub positions: u64,
    /// Those of them that were compared with all their moves; the others are captures that the
    /// table leaves out.
    pub compared: u64,
    /// How many values are wrong.
    pub wrong: u64,
    /// Some of the wrong ones.
    pub examples: Vec<Mistake>,
}

/// A wrong value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The position, as FEN.
    pub fen: String,
    /// What the table says.
    pub stored: Value,
    /// What its moves say, or the DTW table.
    pub expected: Value,
}

/// Which positions are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of them, and the counts and the digest in the headers.
    All,
    /// About so many of all tables together, WDL and DTW, in stretches of [`STRETCH`] that are
    /// chosen at random: one in each of as many equal parts of a table as its size calls for.
    Sample {
        /// How many.
        positions: u64,
        /// Other numbers choose others.
        seed: u64,
    },
}

/// Positions that follow each other in a sample.
pub const STRETCH: u64 = 1 << 10;

/// At most so many wrong values of a table are shown.
pub const EXAMPLES: usize = 5;

/// The header of a table contradicts its values.
pub fn wrong_header(table: &Table, reason: &'static str) -> Error {
    Error::File { path: table.path().to_owned(), error: FileError::Header { reason } }
}
