//! What the verifier finds.

use peatee_chess::Slice;
use peatee_probe::internals::Table;
use peatee_table::Metric;

use crate::error::Error;

/// What the verifier found in the tables of one slice.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// The slice.
    pub slice: Slice,
    /// Its tables that were looked at.
    pub metrics: Vec<Metric>,
    /// Positions looked at.
    pub positions: u64,
    /// How many of them have a wrong value.
    pub wrong: u64,
    /// Some of these.
    pub examples: Vec<Mistake>,
}

/// A wrong value.
#[derive(Debug, Clone)]
pub struct Mistake {
    /// The position.
    pub fen: String,
    /// What the tables say.
    pub stored: String,
    /// What its moves say.
    pub expected: String,
}

/// The cell of a number.
pub fn cell(table: &Table, number: u64) -> Result<u32, Error> {
    table.cell(number).map_err(|error| Error::File { path: table.path().to_owned(), error })
}
