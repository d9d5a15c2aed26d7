//! Digests of all values of a table.

use peatee_chess::{Index, Position, Slice};
use peatee_probe::Probed;
use peatee_probe::chess::{Chess, Tables};
use peatee_table::digest::{self, PART_POSITIONS, ValuesDigest};
use peatee_table::{Metric, Wdl};

use super::staircases::staircases_digest;
use super::values::HeldValues;
use crate::error::Error;
use crate::parallel;
use crate::progress::NoProgress;
use crate::progress::watch::Watched;

/// Computes the digest of a table from all its values.
///
/// # Errors
/// When the table, or one that its values depend on, is missing or damaged.
pub fn values_digest(tables: &Tables, slice: Slice, metric: Metric) -> Result<ValuesDigest, Error> {
    tables.need(slice, metric)?;
    let unwatched = Watched::start(&NoProgress, 0);
    if let Metric::RuleDtw(_) = metric {
        return staircases_digest(tables, slice, metric, &unwatched);
    }
    if metric.counts_plies() {
        let values = HeldValues::of_set(tables, metric, slice.set(), &unwatched)?;
        return digest_of(slice, metric, 0, |position| Ok(values.of(position)?.plies.map_or(0, |plies| plies + 1)));
    }
    let none = if metric == Metric::Wdl { Wdl::Draw as u32 } else { 0 };
    digest_of(slice, metric, none, |position| Ok(Chess::cell(tables, position, metric)?.unwrap_or(none)))
}

/// Returns the digest of the cells of a slice. `none` is the cell of a position number without a
/// position.
fn digest_of(
    slice: Slice,
    metric: Metric,
    none: u32,
    cell: impl Fn(&Position) -> Result<u32, Error> + Sync,
) -> Result<ValuesDigest, Error> {
    let index = Index::new(slice);
    let part = |part: u64| {
        let first = part * PART_POSITIONS;
        let numbers = first..(first + PART_POSITIONS).min(index.numbers());
        let cell = |number| index.position(number).map_or(Ok(none), |position| cell(&position));
        let cells: Vec<u32> = numbers.map(cell).collect::<Result<_, Error>>()?;
        Ok(digest::of_part(metric, cells.into_iter()))
    };
    let parts = 0..index.numbers().div_ceil(PART_POSITIONS);
    Ok(digest::of_parts(&parallel::try_map(parts, &part)?))
}
