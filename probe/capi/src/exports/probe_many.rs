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

/// `peatee_probe_wdl` of `count` positions. `values` gets one value for each, its `plies` always
/// `PEATEE_NO_PLIES`. Faster than one by one: waiting for memory overlaps.
///
/// All positions are answered. One that has no answer has its `PeateeStatus` in `status` of its
/// value, and the call returns that of the first such position. Both arrays may be null when
/// `count` is 0; they must not overlap.
///
/// Errors: as `peatee_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// `peatee_probe` of `count` positions; as `peatee_probe_wdl_many`.
///
/// Errors: as `peatee_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// `peatee_probe_dtc` of `count` positions; as `peatee_probe_wdl_many`.
///
/// Errors: as `peatee_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// Takes the answers of positions in their order.
type Each<'a> = &'a mut dyn FnMut(Result<PeateeValue, ProbeError>);

/// Positions that are turned into those of Rust together, so that no memory is taken in proportion
/// to the array.
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
            // A position with no side is asked for as an empty board, and gets its own error below.
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
