//! Probes of one position.

use peatee_probe::any::Tables as AnyGame;
use peatee_probe::{Draughts, Metric, Position, Probed, Tables};

use super::answer;
use crate::convert::{to_value, to_wdl, value_in};
use crate::failure::Failure;
use crate::registry::PeateeTables;
use crate::types::position::PeateePosition;
use crate::types::value::{PeateeStatus, PeateeValue};

/// Returns the win, draw or loss of a position for the side to move, as a `PeateeWdl`.
#[inline(always)]
pub(super) fn by_wdl<G: Probed>(tables: &AnyGame<G>, at: &G::Position) -> Result<i32, Failure> {
    Ok(to_wdl(tables.probe_wdl(at)?))
}

/// Tells who wins: `wdl` receives a `PeateeWdl` for the side to move. Works for positions with
/// captures too. `wdl` is not changed on an error.
///
/// Errors: `PEATEE_STATUS_NO_TABLE`, `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_DAMAGED`,
/// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_wdl(
    tables: PeateeTables,
    position: *const PeateePosition,
    wdl: *mut i32,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (wdl, "wdl"), by_wdl::<Draughts>) }
}

/// Answers like `peatee_probe_wdl` if the value is in memory; reads no file. Parts of tables that
/// `peatee_probe_wdl` often needs are in memory.
///
/// Errors: `PEATEE_STATUS_NOT_IN_MEMORY`, also for positions without a table;
/// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_wdl_in_memory(
    tables: PeateeTables,
    position: *const PeateePosition,
    wdl: *mut i32,
) -> PeateeStatus {
    let look = |tables: &Tables, at: &Position| tables.probe_wdl_in_memory(at).map(to_wdl).ok_or_else(not_in_memory);
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (wdl, "wdl"), look) }
}

#[cold]
fn not_in_memory() -> Failure {
    Failure::new(PeateeStatus::NotInMemory, "the value is not in memory; `peatee_probe_wdl` reads it from the file")
}

/// Tells who wins and in how many plies (DTW): `value->plies` is the distance to the end of the
/// game, when the winner hurries and the loser delays. Without a DTW table, the WDL table answers,
/// and `value->plies` is `PEATEE_NO_PLIES`. `value` is not changed on an error.
///
/// Errors: those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe(
    tables: PeateeTables,
    position: *const PeateePosition,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (value, "value"), |tables: &Tables, at| Ok(to_value(tables.probe(at)?))) }
}

/// Tells who wins, and the distance to conversion (DTC): `value->plies` is the distance to the next
/// capture, to the next move of any piece but a king, or to the end of the game. Needs WDL and DTC
/// tables. `value` is not changed on an error.
///
/// Errors: those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_dtc(
    tables: PeateeTables,
    position: *const PeateePosition,
    value: *mut PeateeValue,
) -> PeateeStatus {
    let probe = |tables: &Tables, at: &Position| Ok(value_in(tables, at, Metric::Dtc)?);
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (value, "value"), probe) }
}
