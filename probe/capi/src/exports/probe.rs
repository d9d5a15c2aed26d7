//! Probes of one position.

use crate::border::{in_place, output};
use crate::convert::{dtc_value, position, to_value, to_wdl};
use crate::failure::Failure;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::position::PeateePosition;
use crate::types::value::{PeateeStatus, PeateeValue};

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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = self::position(unsafe { in_place(position, "position")? })?;
        // SAFETY: the caller's promise.
        let wdl = unsafe { output(wdl, "wdl")? };
        let found = with_tables(tables, |tables| Ok(tables.probe_wdl(&at)?))?;
        wdl.write(to_wdl(found));
        Ok(())
    })
}

/// As `peatee_probe_wdl`, if one look into memory answers; no file is read. The parts of tables
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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = self::position(unsafe { in_place(position, "position")? })?;
        // SAFETY: the caller's promise.
        let wdl = unsafe { output(wdl, "wdl")? };
        let found = with_tables(tables, |tables| Ok(tables.probe_wdl_in_memory(&at)))?;
        wdl.write(to_wdl(found.ok_or_else(not_in_memory)?));
        Ok(())
    })
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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = self::position(unsafe { in_place(position, "position")? })?;
        // SAFETY: the caller's promise.
        let value = unsafe { output(value, "value")? };
        let found = with_tables(tables, |tables| Ok(tables.probe(&at)?))?;
        value.write(to_value(found));
        Ok(())
    })
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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = self::position(unsafe { in_place(position, "position")? })?;
        // SAFETY: the caller's promise.
        let value = unsafe { output(value, "value")? };
        let found = with_tables(tables, |tables| Ok(dtc_value(tables, &at)?))?;
        value.write(found);
        Ok(())
    })
}
