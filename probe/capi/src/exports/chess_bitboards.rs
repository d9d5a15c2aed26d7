//! Chess: positions as bitboards.

use std::ffi::c_char;

use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::{Game, Metric, ProbeError, RuleSet, Value};

use crate::border::{output, outputs, put, sized_input, sized_inputs, text, write_sized, write_text};
use crate::chess_convert::{chess_position, rule_value, to_chess_move, to_chess_position, to_chess_value};
use crate::convert::{FirstFailure, no_value, to_plies, to_wdl};
use crate::failure::Failure;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_chess};
use crate::types::chess::{PeateeChessMove, PeateeChessPosition, PeateeChessValue};
use crate::types::set::PeateeMetric;
use crate::types::value::{PeateeStatus, PeateeValue};

/// Who wins a position of chess: `wdl` gets a `PeateeWdl` for the side to move, as if there were no
/// 50-move rule. `wdl` stays as it is when there is an error.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION` for a position that cannot be, as with a side in check that
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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = chess_position(&unsafe { sized_input(position, "position") }?)?;
        // SAFETY: the caller's promise.
        let wdl = unsafe { output(wdl, "wdl")? };
        let found = with_chess(tables, |tables| Ok(tables.probe_wdl(&at)?))?;
        wdl.write(to_wdl(found));
        Ok(())
    })
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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = chess_position(&unsafe { sized_input(position, "position") }?)?;
        // SAFETY: the caller's promise.
        let value = unsafe { output(value, "value")? };
        let found = with_chess(tables, |tables| Ok(rule_value(tables, &at)?))?;
        value.write(to_chess_value(&found));
        Ok(())
    })
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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = chess_position(&unsafe { sized_input(position, "position") }?)?;
        // SAFETY: the caller's promise.
        let value = unsafe { output(value, "value")? };
        let metric = metric_of(metric)?;
        value.write(with_chess(tables, |tables| Ok(value_in(tables, &at, metric)?))?);
        Ok(())
    })
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
        let metric = metric_of(metric)?;
        with_chess(tables, |tables| {
            let mut first = FirstFailure::default();
            // SAFETY: the caller's promise.
            let each = unsafe { positions.iter("positions") };
            for (number, (from, to)) in each.zip(values).enumerate() {
                let found = from.and_then(|from| Ok(value_in(tables, &chess_position(&from)?, metric)?));
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
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = unsafe { sized_input(position, "position") }?;
        // SAFETY: the caller's promise.
        let (moves, count) = unsafe { (outputs(moves, capacity, "moves")?, output(count, "count")?.write(0)) };
        let at = chess_position(&at)?;
        with_chess(tables, |tables| {
            let rules = Chess::fifty_moves();
            let rated = tables.rule_moves(&at, &rules, &Chess.counters(&rules, &at))?;
            put(moves, count, rated.len(), |number| {
                let distances = tables.distances_of_move(&at, &rules, &rated[number])?;
                Ok(to_chess_move(&at, &rated[number], distances))
            })
        })
    })
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
        let found = Position::parse_fen(unsafe { text(fen, "fen") }?)?;
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
        let at = chess_position(&unsafe { sized_input(position, "position") }?)?;
        // SAFETY: the caller's promise.
        unsafe { write_text(buffer, capacity, length, &at.fen()) }
    })
}

/// The metric of one `PeateeMetric`.
fn metric_of(metric: u32) -> Result<Metric, Failure> {
    const WDL: u32 = PeateeMetric::Wdl as u32;
    const DTR: u32 = PeateeMetric::Dtr as u32;
    const DTW: u32 = PeateeMetric::Dtw as u32;
    const DTC: u32 = PeateeMetric::Dtc as u32;
    match metric {
        WDL => Ok(Metric::Wdl),
        DTR => Ok(Metric::Dtr(RuleSet::new(&Chess::fifty_moves()))),
        DTW => Ok(Metric::Dtw),
        DTC => Ok(Metric::Dtc),
        other => Err(Failure::bad_argument(format!("`metric` is {other}, no single `PeateeMetric`"))),
    }
}

/// Who wins, and the plies of a metric. Plies of DTZ are left out where they are in no table.
#[inline]
fn value_in(tables: &Tables, at: &Position, metric: Metric) -> Result<PeateeValue, ProbeError> {
    let Value { wdl, plies } = match metric {
        Metric::Wdl => Value { wdl: tables.probe_wdl(at)?, plies: None },
        Metric::Dtr(_) => tables.value_in(at, metric)?,
        _ => Value { wdl: tables.probe_wdl(at)?, plies: tables.plies(at, metric)? },
    };
    Ok(PeateeValue { status: PeateeStatus::Ok as i32, wdl: to_wdl(wdl), plies: to_plies(plies) })
}
