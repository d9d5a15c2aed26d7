//! Chess: tables of their own, positions as FEN. `chess_bitboards` has the functions for engines.

use std::ffi::c_char;
use std::path::Path;

use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::{Metric, OpenOptions};
use peatee_table::MANIFEST_NAME;
use peatee_table::format::CHESS;

use super::open::in_memory;
use crate::border::{optional_text, output, sized_input, text};
use crate::chess_convert::{rule_value, to_chess_value};
use crate::convert::{to_plies, to_wdl};
use crate::failure::Failure;
use crate::guard::guarded;
use crate::registry::{self, PeateeTables, with_chess};
use crate::types::chess::PeateeChessValue;
use crate::types::set::PeateeOptions;
use crate::types::value::{PeateeStatus, PeateeValue};

/// Opens tables of chess, and gives a handle of them, for the functions `peatee_chess_...` and
/// `peatee_close` alone.
///
/// `directory` holds the tables, or has a folder `chess` that holds them. Headers and lengths of
/// the files are checked; the rest of a file is checked when it is read. A file that is missing or
/// damaged is left out, and named by the error of a probe that needs it.
///
/// `options` may be null: the defaults. Its `variant` is null or `chess`, its `metrics` are 0.
/// `tables` gets the handle, 0 when there is an error.
///
/// Errors: `PEATEE_STATUS_CANNOT_OPEN`, `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_open(
    directory: *const c_char,
    options: *const PeateeOptions,
    tables: *mut PeateeTables,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (tables, directory) = unsafe { (output(tables, "tables")?.write(0), text(directory, "directory")) };
        // SAFETY: the caller's promise.
        let how = unsafe { read_options(options) }?;
        let directory = Path::new(directory?);
        let folder = if directory.join(MANIFEST_NAME).exists() { directory.to_owned() } else { directory.join(CHESS) };
        *tables = registry::add(how.open_game::<Chess>(folder)?)?;
        Ok(())
    })
}

/// The options of the caller.
///
/// # Safety
/// The promise on pointers at the top of the header.
unsafe fn read_options(options: *const PeateeOptions) -> Result<OpenOptions, Failure> {
    if options.is_null() {
        return Ok(OpenOptions::new());
    }
    // SAFETY: the caller's promise.
    let options = unsafe { sized_input(options, "options") }?;
    // SAFETY: the caller's promise.
    let variant = unsafe { optional_text(options.variant, "options.variant") }?;
    if variant.is_some_and(|variant| variant != CHESS) {
        return Err(Failure::bad_argument("`options.variant` names another game; leave it null, or write chess"));
    }
    if options.metrics != 0 {
        return Err(Failure::bad_argument("`options.metrics` picks no tables of chess; set it to 0"));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { in_memory(&options) })
}

/// The value of a position of chess, which `fen` has with its half-move clock: who wins, the exact
/// distance (DTZ), and the outcome under the 50-move rule. `value` stays as it is when there is an
/// error.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN and for castling rights, of which no table
/// knows; `PEATEE_STATUS_NO_TABLE`, `PEATEE_STATUS_DAMAGED`, `PEATEE_STATUS_BAD_HANDLE`,
/// `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeChessValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let fen = unsafe { text(fen, "fen")? };
        // SAFETY: the caller's promise.
        let value = unsafe { output(value, "value")? };
        let position = Position::parse_fen(fen)?;
        let found = with_chess(tables, |tables| Ok(rule_value(tables, &position)?))?;
        value.write(to_chess_value(&found));
        Ok(())
    })
}

/// Who wins a position of chess and in how many plies it is mate (DTM), the winner hurrying and the
/// loser delaying, as if there were no 50-move rule: `value->wdl`, `value->plies`. Whether the win
/// stands under that rule, `peatee_chess_probe` says. `value->plies` is `PEATEE_NO_PLIES` for a
/// draw. `value` stays as it is when there is an error.
///
/// Errors: `PEATEE_STATUS_NO_TABLE` where the distance is in no table, and those of
/// `peatee_chess_probe`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_dtm(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { write_distance(tables, fen, value, Metric::Dtw) }
}

/// As `peatee_chess_probe_dtm`, with the plies to the next capture, promotion or mate (DTC).
///
/// Errors: as `peatee_chess_probe_dtm`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_dtc(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeValue,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { write_distance(tables, fen, value, Metric::Dtc) }
}

/// # Safety
/// The promise on pointers at the top of the header.
unsafe fn write_distance(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut PeateeValue,
    metric: Metric,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let fen = unsafe { text(fen, "fen")? };
        // SAFETY: the caller's promise.
        let value = unsafe { output(value, "value")? };
        let position = Position::parse_fen(fen)?;
        value.write(with_chess(tables, |tables| value_in(tables, &position, metric))?);
        Ok(())
    })
}

fn value_in(tables: &Tables, position: &Position, metric: Metric) -> Result<PeateeValue, Failure> {
    let wdl = to_wdl(tables.probe_wdl(position)?);
    let plies = to_plies(tables.plies(position, metric)?);
    Ok(PeateeValue { status: PeateeStatus::Ok as i32, wdl, plies })
}
