//! The parameters and the results of the verifier.

use peatee_probe::internals::Table;
use peatee_table::digest::ValuesDigest;
use peatee_table::format::Counts;
use peatee_table::{FileError, Metric, Slice, Value};

use crate::error::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub slice: Slice,
    pub metric: Metric,
    pub positions: u64,
    /// Number of examined positions whose values the table stores, so that they were compared with
    /// the values after their moves. The other positions have captures, whose values the table
    /// leaves out.
    pub compared: u64,
    pub wrong: u64,
    /// Positions with wrong values, at most [`EXAMPLES`].
    pub examples: Vec<Mistake>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub fen: String,
    pub stored: Value,
    /// Value that follows from the moves, or from the DTW table.
    pub expected: Value,
}

/// Results of verifying one table, or the tables of one slice together, in words.
#[derive(Debug, Clone)]
pub struct Findings {
    pub name: String,
    pub tables: u64,
    pub positions: u64,
    /// Number of examined positions with captures whose values the tables leave out; `None` in
    /// games whose tables hold all values.
    pub captures: Option<u64>,
    pub wrong: u64,
    /// Positions with wrong values, at most [`EXAMPLES`], one line of text for each.
    pub examples: Vec<String>,
}

/// Result of comparing the stored values of a range of positions with those that their moves give.
#[derive(Debug, Default)]
pub struct ComparedPart {
    pub positions: u64,
    pub wrong: u64,
    /// Positions with wrong values, at most [`EXAMPLES`], one line of text for each.
    pub examples: Vec<String>,
}

impl ComparedPart {
    /// Counts a wrong value. `example` describes it, and is called only for the first ones.
    pub fn add_wrong(&mut self, example: impl FnOnce() -> String) {
        self.wrong += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(example());
        }
    }
}

impl Findings {
    /// Joins the results of the parts of the tables of a slice, in a game whose tables hold all
    /// values.
    pub fn of_parts<'a>(name: String, tables: u64, parts: impl Iterator<Item = &'a ComparedPart> + Clone) -> Self {
        Findings {
            name,
            tables,
            positions: parts.clone().map(|part| part.positions).sum(),
            captures: None,
            wrong: parts.clone().map(|part| part.wrong).sum(),
            examples: parts.flat_map(|part| &part.examples).take(EXAMPLES).cloned().collect(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All positions of each table, and the counts and the digest in its header.
    All,
    /// A sample of each table, in stretches of [`STRETCH`] positions. A table is divided into equal
    /// parts, whose number grows with its size, and one stretch in each part is chosen at random.
    Sample {
        /// Approximate number of positions to verify, in all tables together.
        positions: u64,
        seed: u64,
    },
}

/// The number of consecutive positions in a stretch of a sample.
pub const STRETCH: u64 = 1 << 10;

/// Maximum number of wrong values shown for a table.
pub const EXAMPLES: usize = 5;

pub fn describe_mistake(fen: &str, stored: &str, expected: &str) -> String {
    format!("{fen}: the tables say {stored}, its moves say {expected}")
}

/// Checks the counts and the digest of values in the header of a table.
///
/// # Errors
/// When the counts or the digest differ.
pub fn check_header(table: &Table, counts: Counts, digest: ValuesDigest) -> Result<(), Error> {
    if table.header().counts != counts {
        return Err(wrong_header(table, "its counts are not those of its values"));
    }
    if table.header().values_digest != digest {
        return Err(wrong_header(table, "its digest is not that of its values"));
    }
    Ok(())
}

pub fn wrong_header(table: &Table, reason: &'static str) -> Error {
    Error::File { path: table.path().to_owned(), error: FileError::Header { reason } }
}
