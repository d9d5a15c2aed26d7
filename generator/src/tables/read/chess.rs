//! Reads the positions of a chess slice and their values, in the order of the position numbers.

use std::ops::Range;

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::Tables;
use peatee_table::{Metric, Value, Wdl};

use crate::error::Error;

const BLOCK_NUMBERS: u64 = 1 << 14;

/// Returns the value of a position. If `metric` is set and there is a table, the value has plies in
/// this metric.
///
/// # Errors
/// A table is missing or damaged.
pub fn value(tables: &Tables, position: &Position, metric: Option<Metric>) -> Result<Value, Error> {
    match metric {
        Some(metric) => Ok(tables.value_in(position, metric)?),
        None => Ok(Value { wdl: tables.probe_wdl(position)?, plies: None }),
    }
}

/// Reader of a chess slice, which several threads can use to read block by block.
#[derive(Debug)]
pub struct ChessValues<'a> {
    tables: &'a Tables,
    index: Index,
    metric: Option<Metric>,
}

impl<'a> ChessValues<'a> {
    pub fn new(tables: &'a Tables, slice: Slice, metric: Option<Metric>) -> Self {
        ChessValues { tables, index: Index::new(slice), metric }
    }

    pub fn blocks(&self) -> u64 {
        self.index.numbers().div_ceil(BLOCK_NUMBERS)
    }

    /// Returns the position numbers of a block. Some of them have no legal position.
    pub fn numbers(&self, block: u64) -> Range<u64> {
        let first = block * BLOCK_NUMBERS;
        first..(first + BLOCK_NUMBERS).min(self.index.numbers())
    }

    /// Calls `each` for every legal position of a block, in order, with its number and the
    /// position.
    ///
    /// # Errors
    /// The errors of `each`.
    pub fn each(&self, block: u64, each: &mut dyn FnMut(u64, Position) -> Result<(), Error>) -> Result<(), Error> {
        for number in self.numbers(block) {
            let Some(position) = self.index.position(number) else { continue };
            each(number, position)?;
        }
        Ok(())
    }

    /// Returns the value of a position of the slice.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn value(&self, position: &Position) -> Result<Value, Error> {
        value(self.tables, position, self.metric)
    }

    /// Returns the win, draw or loss of a position of the slice.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn wdl(&self, position: &Position) -> Result<Wdl, Error> {
        Ok(self.tables.probe_wdl(position)?)
    }
}
