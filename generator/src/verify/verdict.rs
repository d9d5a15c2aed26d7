//! What the verifier is asked to do, and what it found.

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
    /// How many of them were compared with all their moves. The others have captures, and the table
    /// leaves their values out.
    pub compared: u64,
    /// How many values are wrong.
    pub wrong: u64,
    /// Some of the wrong values.
    pub examples: Vec<Mistake>,
}

/// A wrong value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The position, as FEN.
    pub fen: String,
    /// What the table says.
    pub stored: Value,
    /// The value that its moves, or the DTW table, give.
    pub expected: Value,
}

/// Which positions are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All positions, and the counts and the digest in the headers.
    All,
    /// A sample of each table, in stretches of [`STRETCH`] positions. A table is
    /// divided into equal parts, the more the larger it is, and one stretch in each part is chosen
    /// at random.
    Sample {
        /// About how many positions, in all tables together.
        positions: u64,
        /// Another seed chooses other positions.
        seed: u64,
    },
}

/// The number of consecutive positions in a stretch of a sample.
pub const STRETCH: u64 = 1 << 10;

/// The most wrong values of a table that are shown.
pub const EXAMPLES: usize = 5;

/// The error of a table whose header contradicts its values.
pub fn wrong_header(table: &Table, reason: &'static str) -> Error {
    Error::File { path: table.path().to_owned(), error: FileError::Header { reason } }
}
