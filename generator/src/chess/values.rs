//! All positions of a slice of chess with their values, in the order of their numbers.

use std::ops::Range;

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::{ClockRule, Tables};
use peatee_table::{Metric, Value};

use crate::error::Error;
use crate::read::in_order;
use crate::watch::Watched;

/// Numbers that are worked on together.
const BLOCK_NUMBERS: u64 = 1 << 14;
/// The name of the distances in lines and pictures.
pub const DTZ_PLIES: &str = "dtz_plies";

/// A legal position: its number, and its value with the plies of DTZ.
pub struct Valued {
    /// The number.
    pub number: u64,
    /// The position, White to move.
    pub position: Position,
    /// Its value.
    pub value: Value,
}

/// Whether the slice has a table of distances. It must have one that says who wins.
///
/// # Errors
/// There is none, or a table is damaged.
pub fn has_distances(tables: &Tables, slice: Slice) -> Result<bool, Error> {
    tables.need(slice, Metric::Wdl)?;
    Ok(tables.find(slice, ClockRule::FiftyMoves.dtz())?.is_some())
}

/// Works on the legal positions of a slice block by block, by all threads, and hands on what comes
/// of it in the order of their numbers.
///
/// # Errors
/// A table is missing or damaged, `each` fails, or the work is to stop.
pub fn in_blocks<T: Send>(
    tables: &Tables,
    slice: Slice,
    watched: &Watched,
    work: impl Fn(Vec<Valued>) -> T + Sync,
    mut each: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    watched.slice(&slice.name());
    let index = Index::new(slice);
    let of_block = |block: u64| {
        let first = block * BLOCK_NUMBERS;
        let numbers = first..(first + BLOCK_NUMBERS).min(index.numbers());
        let count = numbers.end - numbers.start;
        Ok((count, work(valued(tables, &index, numbers)?)))
    };
    in_order(index.numbers().div_ceil(BLOCK_NUMBERS), &of_block, |(count, found)| {
        each(found)?;
        watched.advance(count)
    })
}

fn valued(tables: &Tables, index: &Index, numbers: Range<u64>) -> Result<Vec<Valued>, Error> {
    let mut found = Vec::new();
    for number in numbers {
        let Some(board) = index.board(number) else { continue };
        let position = Position::of_board(board);
        let value = tables.probe(&position)?;
        found.push(Valued { number, position, value: Value { wdl: value.wdl, plies: value.dtz_plies } });
    }
    Ok(found)
}
