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

/// Who wins a position of chess: `wdl` gets a `PeateeWdl` for the side to move, as if there were no
/// 50-move rule. `wdl` stays as it is when there is an error.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION` for an impossible position, as with a side in check that
/// has just moved; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NO_TABLE`, `PEATEE_STATUS_DAMAGED`,
/// `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_chess_probe_wdl(
    tables: PeateeTables,
    position: *const PeateeChessPosition,
    wdl: *mut i32,
) -> PeateeStatus {
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (wdl, "wdl"), by_wdl::<Chess>) }
}

/// The value of a position of chess: who wins, the exact distance (DTZ), and the outcome under the
/// 50-move rule with the half-move clock of the position. `value` stays as it is when there is an
/// error.
///
/// Errors: as `peatee_chess_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// Who wins a position of chess, and a distance: `metric` is one `PeateeMetric`.
/// `PEATEE_METRIC_WDL` asks for no distance, `PEATEE_METRIC_DTR` for DTZ under the 50-move rule,
/// `PEATEE_METRIC_DTW` for the plies to mate (DTM), `PEATEE_METRIC_DTC` for those to the next
/// capture, promotion or mate. `value` stays as it is when there is an error.
///
/// Errors: as `peatee_chess_probe_wdl`. `PEATEE_STATUS_NO_TABLE` where DTM or DTC is in no table;
/// DTZ is `PEATEE_NO_PLIES` then.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// `peatee_chess_probe_metric` of `count` positions. `values` gets one value for each.
///
/// All positions are answered. One that has no answer has its `PeateeStatus` in `status` of its
/// value, and the call returns that of the first such position. Both arrays may be null when
/// `count` is 0; they must not overlap. All positions have the `size` of the first.
///
/// Errors: as `peatee_chess_probe_metric`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// All legal moves of a position of chess with their values, best first: by the outcome under the
/// 50-move rule with the half-move clock of the position, then by DTZ. `count` gets how many there
/// are, 0 when the game is over. `moves` has room for `capacity` moves and gets the first of them;
/// it may be null when `capacity` is 0.
///
/// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
/// `peatee_chess_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// Reads a FEN of chess. Set `position->size` first. The number of the move is left out.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN and for castling rights, of which no table
/// knows; `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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

/// The FEN of a position of chess, with 1 as the number of the move. `buffer` of `capacity` bytes
/// gets the text with a NUL; `length`, which may be null, gets its bytes without the NUL.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_TOO_SMALL`, `PEATEE_STATUS_BAD_ARGUMENT`,
/// `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// The promise on pointers at the top of the header.
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
