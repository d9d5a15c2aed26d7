//! Verifies tables: compares every position of every table with the positions one ply later.
//!
//! The verifier shares no code with the solver. It generates the legal moves of each position,
//! reads the values of the resulting positions from the tables, and compares the best of them with
//! the stored value. This proves a DTW table by induction over the plies. A decided value is right
//! if all smaller ones are right. A position that is stored as drawn has a move to a drawn position
//! and no move to a lost one. A WDL table is right when it agrees with the DTW table of its slice.
//! The comparison alone does not prove a WDL table, because wrong values that support each other in
//! a cycle pass it. Verify both tables therefore.
//!
//! If a table leaves out the values of positions with captures, the value of such a position is
//! that of its best capture. It cannot be wrong itself, but the counts and the digest in the header
//! can. The verifier compares these too.

mod by_position;
mod conversions;
mod found;
mod king_runs;
pub mod positions;
mod requirements;
pub mod rows;
mod slice;
pub mod stored;
mod under_rules;

use std::collections::BTreeMap;

use peatee_probe::Tables;
use peatee_probe::internals::one_count_decides;
use peatee_rules::{Draughts, with_kernel};
use peatee_table::run_pattern::RunStates;
use peatee_table::{Metric, Slice, slices};

use self::by_position::by_position;
use self::slice::SliceVerifier;
use super::stretches::stretches;
use super::verdict::wrong_header;
pub use super::verdict::{Extent, Findings, Mistake, STRETCH, Verdict};
use crate::error::Error;
use crate::progress::NoProgress;
use crate::progress::watch::{Watch, Watched};
use crate::tables::read::cells::values_digest;

/// Verifies the table of one slice and metric.
///
/// # Errors
/// See [`verify_tables`].
///
/// # Panics
/// When the table is not among `tables`.
pub fn verify(tables: &Tables, slice: Slice, metric: Metric) -> Result<Verdict, Error> {
    let mut verdict = None;
    verify_tables(tables, &[(slice, metric)], Extent::All, &NoProgress, |found| {
        verdict = Some(found);
        Ok(())
    })?;
    Ok(verdict.expect("there is one for every table"))
}

/// Verifies tables and passes each verdict to `each`. A slice comes after the slices that its moves
/// lead to.
///
/// # Errors
/// When a required table is missing or damaged, a header contradicts the values of its table,
/// `each` fails, or the work is to stop.
///
/// # Panics
/// When a table in `wanted` is not among `tables`.
pub fn verify_tables(
    tables: &Tables,
    wanted: &[(Slice, Metric)],
    extent: Extent,
    watch: &dyn Watch,
    mut each: impl FnMut(Verdict) -> Result<(), Error>,
) -> Result<(), Error> {
    let table = |slice, metric| tables.table(slice, metric).expect("tables to be verified are there");
    let positions =
        |slice, metric| table(slice, metric).header().positions / RunStates::cells_per_position(slice, metric);
    let all_positions: u64 = wanted.iter().map(|&(slice, metric)| positions(slice, metric)).sum();
    let mut metrics: BTreeMap<Slice, Vec<Metric>> = BTreeMap::new();
    wanted.iter().for_each(|&(slice, metric)| metrics.entry(slice).or_default().push(metric));
    let order = in_order(tables, &metrics);
    let sum = |all: &[(u64, u64)]| all.iter().map(|&(_, count)| count).sum::<u64>();
    let stretches_of = |slice: Slice, metric| stretches(&slice.name(), positions(slice, metric), all_positions, extent);
    let to_look_at = wanted.iter().map(|&(slice, metric)| sum(&stretches_of(slice, metric))).sum();
    let watched = Watched::start(watch, to_look_at);
    with_kernel!(tables.game(), kernel => {
        let mut verifier = SliceVerifier::new(kernel, tables, extent, &watched);
        for (number, &slice) in order.iter().enumerate() {
            let metrics = &metrics[&slice];
            if let Some(&first) = metrics.iter().find(|metric| metric.tells_who_wins()) {
                let later = &order[number + 1..];
                let is_needed_later = |other: Slice| leads_to(tables.game(), later, other);
                let stretches = stretches_of(slice, first);
                let verdicts = verifier.slice(slice, metrics, &stretches, is_needed_later)?;
                verdicts.into_iter().try_for_each(&mut each)?;
            }
            for &metric in metrics {
                let (table, stretches) = (table(slice, metric), &stretches_of(slice, metric));
                let verdict = match metric {
                    Metric::Wdl | Metric::Dtw | Metric::CanMate => continue,
                    Metric::Dtc => by_position(tables, slice, table, stretches, &watched, &|position, _| {
                        conversions::check(tables, position)
                    })?,
                    Metric::RuleWdl(_) | Metric::RuleDtw(_) => {
                        by_position(tables, slice, table, stretches, &watched, &|position, _| {
                            king_runs::check(tables, metric, position)
                        })?
                    }
                    Metric::Dtr(set) => {
                        let rules = set.rules();
                        let check = if one_count_decides(&rules) { under_rules::check } else { requirements::check };
                        by_position(tables, slice, table, stretches, &watched, &|position, number| {
                            check(tables, &rules, position, table, number)
                        })?
                    }
                };
                each(if extent == Extent::All { with_digest(tables, verdict)? } else { verdict })?;
            }
        }
    });
    Ok(())
}

/// Returns the slices in an order in which no table is loaded twice: each slice comes after those
/// to which its moves lead, and opposites are next to each other.
fn in_order(tables: &Tables, metrics: &BTreeMap<Slice, Vec<Metric>>) -> Vec<Slice> {
    let pieces = metrics.keys().map(|slice| slice.material.pieces()).max().unwrap_or(0);
    let mut order = slices(tables.game(), pieces);
    order.retain(|slice| metrics.contains_key(slice));
    order
}

/// Returns true when `other` is one of `slices`, or the opposite (the other side to move) of one of
/// them. Also returns true when a move from one of `slices` leads to `other` without a change in
/// the number of pieces.
fn leads_to(game: &Draughts, slices: &[Slice], other: Slice) -> bool {
    let pieces = other.material.pieces();
    let same = slices.iter().take_while(|slice| slice.material.pieces() <= pieces);
    same.filter(|slice| slice.material.pieces() == pieces)
        .any(|slice| *slice == other || slice.opposite(game) == other || slice.successors(game).contains(&other))
}

/// Returns the verdict unchanged if the digest in the header is right, otherwise an error. The
/// digest is not checked if the table has wrong values.
fn with_digest(tables: &Tables, verdict: Verdict) -> Result<Verdict, Error> {
    let table = tables.table(verdict.slice, verdict.metric).expect("it has been verified");
    if verdict.wrong == 0 && values_digest(tables, verdict.slice, verdict.metric)? != table.header().values_digest {
        return Err(wrong_header(table, "its digest is not that of its values"));
    }
    Ok(verdict)
}
