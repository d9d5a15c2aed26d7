//! Probes of one position.

use peatee_probe::any::Tables as AnyGame;
use peatee_probe::{Draughts, Metric, Position, Probed, Tables};

use super::answer;
use crate::convert::{to_value, to_wdl, value_in};
use crate::failure::Failure;
use crate::registry::PeateeTables;
use crate::types::position::PeateePosition;
use crate::types::value::{PeateeStatus, PeateeValue};

/// Returns who wins, for any family.
#[inline(always)]
pub(super) fn by_wdl<G: Probed>(tables: &AnyGame<G>, at: &G::Position) -> Result<i32, Failure> {
    Ok(to_wdl(tables.probe_wdl(at)?))
}

/// Who wins: `wdl` gets a `PeateeWdl` for the side to move. Captures may be pending; no search is
/// needed. `wdl` stays as it is when there is an error.
///
/// Errors: `PEATEE_STATUS_NO_TABLE`, `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_DAMAGED`,
/// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_wdl(
    tables: PeateeTables,
    position: *const PeateePosition,
    wdl: *mut i32,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (wdl, "wdl"), by_wdl::<Draughts>) }
}

/// Answers like `peatee_probe_wdl` if memory has the value; no file is read. The parts of tables
/// that `peatee_probe_wdl` asks for often are there.
///
/// Errors: `PEATEE_STATUS_NOT_IN_MEMORY`, also for positions that no table answers for;
/// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// Who wins and in how many plies (DTW): `value->plies` is the distance to the end of the game, the
/// winner hurrying and the loser delaying. Where there is no DTW table the WDL table answers, and
/// `value->plies` is `PEATEE_NO_PLIES`. `value` stays as it is when there is an error.
///
/// Errors: as `peatee_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe(
    tables: PeateeTables,
    position: *const PeateePosition,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (value, "value"), |tables: &Tables, at| Ok(to_value(tables.probe(at)?))) }
}

/// Who wins and by what distance to conversion (DTC): `value->plies` is the distance to the next
/// capture or move of any piece but a king, or to the end of the game. Needs WDL and DTC tables.
/// `value` stays as it is when there is an error.
///
/// Errors: as `peatee_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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
