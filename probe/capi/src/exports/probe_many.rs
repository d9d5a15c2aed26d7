//! Probes of many positions.

use std::mem::MaybeUninit;

use peatee_probe::peatee_rules::{Position, Side};
use peatee_probe::{Metric, ProbeError, Tables};

use crate::border::{inputs, outputs};
use crate::convert::{FirstFailure, no_value, position, to_value, to_wdl, value_in};
use crate::failure::Failure;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::position::PeateePosition;
use crate::types::value::{PEATEE_NO_PLIES, PeateeStatus, PeateeValue};

/// Answers like `peatee_probe_wdl` for `count` positions. `values` receives a value for each, with
/// `PEATEE_NO_PLIES` as its plies. Faster than single calls, because waits for memory overlap.
///
/// All positions are answered. A position without an answer has its `PeateeStatus` in `status` of
/// its value, and the call returns the status of the first such position. Both arrays may be null
/// if `count` is 0; they must not overlap.
///
/// Errors: those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_wdl_many(
    tables: PeateeTables,
    positions: *const PeateePosition,
    count: usize,
    values: *mut PeateeValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (positions, values) =
            unsafe { (inputs(positions, count, "positions")?, outputs(values, count, "values")?) };
        answer_all(tables, positions, values, |tables, positions, each| {
            tables.probe_wdl_many(positions).for_each(|found| {
                each(found.map(|wdl| PeateeValue {
                    status: PeateeStatus::Ok as i32,
                    wdl: to_wdl(wdl),
                    plies: PEATEE_NO_PLIES,
                }));
            });
        })
    })
}

/// Answers like `peatee_probe` for `count` positions; see `peatee_probe_wdl_many`.
///
/// Errors: those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_many(
    tables: PeateeTables,
    positions: *const PeateePosition,
    count: usize,
    values: *mut PeateeValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (positions, values) =
            unsafe { (inputs(positions, count, "positions")?, outputs(values, count, "values")?) };
        answer_all(tables, positions, values, |tables, positions, each| {
            tables.probe_many(positions).for_each(|found| each(found.map(to_value)));
        })
    })
}

/// Answers like `peatee_probe_dtc` for `count` positions; see `peatee_probe_wdl_many`.
///
/// Errors: those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_dtc_many(
    tables: PeateeTables,
    positions: *const PeateePosition,
    count: usize,
    values: *mut PeateeValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (positions, values) =
            unsafe { (inputs(positions, count, "positions")?, outputs(values, count, "values")?) };
        answer_all(tables, positions, values, |tables, positions, each| {
            positions.iter().for_each(|at| each(value_in(tables, at, Metric::Dtc)));
        })
    })
}

/// Function that is called with the answer of each position, in the order of the positions.
type Each<'a> = &'a mut dyn FnMut(Result<PeateeValue, ProbeError>);

/// Maximum positions that are converted at a time, so that large arrays need little extra memory.
const PART_POSITIONS: usize = 1 << 16;

fn answer_all(
    handle: PeateeTables,
    positions: &[PeateePosition],
    values: &mut [MaybeUninit<PeateeValue>],
    probe: impl Fn(&Tables, &[Position], Each<'_>),
) -> Result<(), Failure> {
    with_tables(handle, |tables: &Tables| {
        let mut first = FirstFailure::default();
        let mut part = Vec::with_capacity(positions.len().min(PART_POSITIONS));
        for (at, (from, to)) in positions.chunks(PART_POSITIONS).zip(values.chunks_mut(PART_POSITIONS)).enumerate() {
            part.clear();
            // A position with an invalid side to move is probed as an empty board; its error is set
            // below.
            part.extend(from.iter().map(|from| position(from).unwrap_or(Position::empty(Side::White))));
            let mut number = 0;
            probe(tables, &part, &mut |found| {
                let place = at * PART_POSITIONS + number;
                let value = match (found, position(&from[number])) {
                    (_, Err(failure)) => no_value(first.note(place, failure)),
                    (Err(error), _) => no_value(first.note_probe(place, error)),
                    (Ok(value), _) => value,
                };
                to[number].write(value);
                number += 1;
            });
        }
        first.result()
    })
}
