//! Chess: positions as bitboards.

use std::ffi::c_char;

use peatee_probe::chess::{Chess, RuleMove, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::{Game, ProbeError};

use super::fen::metric_of;
use super::probe::by_wdl;
use super::{Room, answer};
use crate::border::{outputs, sized_inputs, text, write_sized, write_text};
use crate::chess_convert::{rule_value, to_chess_move, to_chess_position, to_chess_value, with_chess_position};
use crate::convert::{FirstFailure, no_value, value_in};
use crate::failure::Failure;
use crate::family::CFamily;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::chess::{PeateeChessMove, PeateeChessPosition, PeateeChessValue};
use crate::types::value::{PeateeStatus, PeateeValue};

/// Tells who wins a position of chess: `wdl` receives a `PeateeWdl` for the side to move, without
/// the 50-move rule. `wdl` is not changed on an error.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION` for an impossible position, such as one in which the side
/// that has just moved is in check; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NO_TABLE`,
/// `PEATEE_STATUS_DAMAGED`, `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_wdl(
    tables: PeateeTables,
    position: *const PeateeChessPosition,
    wdl: *mut i32,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (wdl, "wdl"), by_wdl::<Chess>) }
}

/// Gives the value of a position of chess: who wins, the exact distance (DTZ), and the outcome
/// under the 50-move rule with the half-move clock of the position. `value` is not changed on an
/// error.
///
/// Errors: those of `peatee_chess_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_dtz(
    tables: PeateeTables,
    position: *const PeateeChessPosition,
    value: *mut PeateeChessValue,
) -> PeateeStatus {
    let probe = |tables: &Tables, at: &Position| Ok(to_chess_value(&rule_value(tables, at)?));
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (value, "value"), probe) }
}

/// Tells who wins a position of chess, and a distance. `metric` is one `PeateeMetric`:
/// `PEATEE_METRIC_WDL` for no distance, `PEATEE_METRIC_DTR` for DTZ under the 50-move rule,
/// `PEATEE_METRIC_DTW` for the plies to mate (DTM), `PEATEE_METRIC_DTC` for the plies to the next
/// capture, promotion or mate. `value` is not changed on an error.
///
/// Errors: those of `peatee_chess_probe_wdl`. Without a table of DTM or DTC,
/// `PEATEE_STATUS_NO_TABLE`; without a table of DTZ, the distance is `PEATEE_NO_PLIES`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_metric(
    tables: PeateeTables,
    position: *const PeateeChessPosition,
    metric: u32,
    value: *mut PeateeValue,
) -> PeateeStatus {
    let probe = |tables: &Tables, at: &Position| Ok(value_in(tables, at, metric_of::<Chess>(metric)?)?);
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (value, "value"), probe) }
}

/// Answers like `peatee_chess_probe_metric` for `count` positions. `values` receives a value for
/// each.
///
/// All positions are answered. A position without an answer has its `PeateeStatus` in `status` of
/// its value, and the call returns the status of the first such position. Both arrays may be null
/// if `count` is 0; they must not overlap. All positions have the `size` of the first.
///
/// Errors: those of `peatee_chess_probe_metric`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_many(
    tables: PeateeTables,
    positions: *const PeateeChessPosition,
    count: usize,
    metric: u32,
    values: *mut PeateeValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (positions, values) =
            unsafe { (sized_inputs(positions, count, "positions")?, outputs(values, count, "values")?) };
        let metric = metric_of::<Chess>(metric)?;
        with_tables(tables, |tables: &Tables| {
            let mut first = FirstFailure::default();
            // SAFETY: the caller's promise.
            let each = unsafe { positions.iter("positions") };
            for (number, (from, to)) in each.zip(values).enumerate() {
                let probe = |at: &Position| Ok(value_in(tables, at, metric)?);
                let found = from.and_then(|from| with_chess_position(&from, probe));
                to.write(found.unwrap_or_else(|failure| no_value(first.note(number, failure))));
            }
            first.result()
        })
    })
}

/// Lists all legal moves of a position of chess with their values, best first: by the outcome under
/// the 50-move rule with the half-move clock of the position, then by DTZ. `count` receives the
/// number of moves, 0 when the game is over. `moves` has room for `capacity` moves and receives the
/// first of them; it may be null if `capacity` is 0.
///
/// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
/// `peatee_chess_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_moves(
    tables: PeateeTables,
    position: *const PeateeChessPosition,
    moves: *mut PeateeChessMove,
    capacity: usize,
    count: *mut usize,
) -> PeateeStatus {
    let rules = Chess::fifty_moves();
    let list = |tables: &Tables, at: &Position| Ok(tables.rule_moves(at, &rules, &Chess.counters(&rules, at))?);
    let each = |tables: &Tables, at: &Position, rated: &RuleMove| {
        Ok(to_chess_move(at, rated, tables.distances_of_move(at, &rules, rated)?))
    };
    // SAFETY: the caller's promise.
    unsafe { Room { moves, capacity, count }.fill(tables, position, list, each) }
}

/// Reads a FEN of chess. Set `position->size` first. The move number is dropped.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN, and for castling rights, because tables
/// hold positions without them; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_position_from_fen(
    fen: *const c_char,
    position: *mut PeateeChessPosition,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let found = Position::parse_fen(unsafe { text(fen, "fen") }?).map_err(Failure::bad_position)?;
        if found.has_castling_rights() {
            return Err(ProbeError::CastlingRights.into());
        }
        // SAFETY: the caller's promise.
        unsafe { write_sized(position, "position", &to_chess_position(&found)) }
    })
}

/// Writes the FEN of a position of chess, with the move number 1. `buffer` of `capacity` bytes
/// receives the text with a NUL; `length`, which may be null, receives its length in bytes without
/// the NUL.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_TOO_SMALL`, `PEATEE_STATUS_BAD_ARGUMENT`,
/// `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_position_to_fen(
    position: *const PeateeChessPosition,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let write = |at: &Position| unsafe { write_text(buffer, capacity, length, &at.fen()) };
        // SAFETY: the caller's promise.
        unsafe { Chess::with_position(position, write) }
    })
}
