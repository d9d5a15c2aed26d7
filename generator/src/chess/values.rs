//! All positions of a slice of chess with their values, in the order of their numbers.

use std::ops::Range;
use std::path::Path;

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{Game, ProbeError};
use peatee_table::{Metric, Value, Wdl};

use crate::error::Error;
use crate::read::in_order;
use crate::watch::Watched;

/// Numbers that are worked on together.
const BLOCK_NUMBERS: u64 = 1 << 14;

/// A legal position: its number, and its value with the plies of some distance.
#[derive(Debug)]
pub struct Valued {
    /// The number.
    pub number: u64,
    /// The position, White to move.
    pub position: Position,
    /// Its value.
    pub value: Value,
}

/// The error that a directory has no table of a slice.
pub fn missing(directory: &Path, slice: Slice, metric: Metric) -> Error {
    let (slice, variant) = (slice.name(), Chess.id());
    ProbeError::MissingTable { slice, metric, variant, directory: directory.to_owned() }.into()
}

/// Whether the slice has a table of these distances. It must have one that says who wins.
///
/// # Errors
/// There is none, or a table is damaged.
pub fn has_distances(tables: &Tables, slice: Slice, metric: Metric) -> Result<bool, Error> {
    tables.need(slice, Metric::Wdl)?;
    Ok(tables.find(slice, metric)?.is_some())
}

/// The value of a position with its distance, where there is a table of it; where none is named
/// only who wins.
///
/// # Errors
/// A table is missing or damaged.
pub fn value(tables: &Tables, position: &Position, metric: Option<Metric>) -> Result<Value, Error> {
    match metric {
        Some(metric) => Ok(tables.value_in(position, metric)?),
        None => Ok(Value { wdl: tables.probe_wdl(position)?, plies: None }),
    }
}

/// A slice that is read block by block, by any number of threads.
#[derive(Debug)]
pub struct SliceValues<'a> {
    tables: &'a Tables,
    index: Index,
    metric: Option<Metric>,
}

impl<'a> SliceValues<'a> {
    /// Of a slice, with these distances.
    pub fn new(tables: &'a Tables, slice: Slice, metric: Option<Metric>) -> Self {
        SliceValues { tables, index: Index::new(slice), metric }
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.index.numbers().div_ceil(BLOCK_NUMBERS)
    }

    /// The numbers of a block; some belong to no legal position.
    pub fn numbers(&self, block: u64) -> Range<u64> {
        let first = block * BLOCK_NUMBERS;
        first..(first + BLOCK_NUMBERS).min(self.index.numbers())
    }

    /// Calls `each` with the legal positions of a block, in order.
    ///
    /// # Errors
    /// As `each`.
    pub fn each(&self, block: u64, each: &mut dyn FnMut(u64, Position) -> Result<(), Error>) -> Result<(), Error> {
        for number in self.numbers(block) {
            let Some(position) = self.index.position(number) else { continue };
            each(number, position)?;
        }
        Ok(())
    }

    /// The value of a position of the slice.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn value(&self, position: &Position) -> Result<Value, Error> {
        value(self.tables, position, self.metric)
    }

    /// Who wins a position of the slice.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn wdl(&self, position: &Position) -> Result<Wdl, Error> {
        Ok(self.tables.probe_wdl(position)?)
    }
}

/// Works on the legal positions of a slice block by block, by all threads, and hands on what comes
/// of it in the order of their numbers.
///
/// # Errors
/// A table is missing or damaged, `each` fails, or the work is to stop.
pub fn in_blocks<T: Send>(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    watched: &Watched,
    work: impl Fn(Vec<Valued>) -> T + Sync,
    mut each: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    watched.slice(&slice.name());
    let values = SliceValues::new(tables, slice, Some(metric));
    let of_block = |block: u64| {
        let numbers = values.numbers(block);
        let mut found = Vec::new();
        values.each(block, &mut |number, position| {
            let value = values.value(&position)?;
            found.push(Valued { number, position, value });
            Ok(())
        })?;
        Ok((numbers.end - numbers.start, work(found)))
    };
    in_order(values.blocks(), &of_block, |(count, found)| {
        each(found)?;
        watched.advance(count)
    })
}
