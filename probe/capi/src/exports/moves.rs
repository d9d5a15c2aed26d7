//! Moves and lines.

use peatee_probe::{LineEnd, Move, Position, RatedMove, Tables};

use super::{Room, answer};
use crate::border::{input, output, outputs, put};
use crate::convert::{position, to_move, to_rated_move};
use crate::failure::Failure;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::game::{PeateeLineEnd, PeateeMove};
use crate::types::position::PeateePosition;
use crate::types::value::PeateeStatus;

/// Lists all legal moves with their values, best first: fast wins, draws, slow losses. `count`
/// receives the number of moves, 0 when the game is over. `moves` has room for `capacity` moves and
/// receives the first of them; it may be null if `capacity` is 0.
///
/// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
/// `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_moves(
    tables: PeateeTables,
    position: *const PeateePosition,
    moves: *mut PeateeMove,
    capacity: usize,
    count: *mut usize,
) -> PeateeStatus {
    let list = |tables: &Tables, at: &Position| Ok(tables.moves(at)?);
    let each = |tables: &Tables, _: &Position, rated: &RatedMove| to_rated_move(tables, rated);
    // SAFETY: the caller's promise.
    unsafe { Room { moves, capacity, count }.fill(tables, position, list, each) }
}

/// Lists all legal moves like `peatee_moves`, but without values: `value.status` is
/// `PEATEE_STATUS_NOT_PROBED`. Serves positions without a table too.
///
/// Errors: those of `peatee_moves` except `PEATEE_STATUS_NO_TABLE` and `PEATEE_STATUS_DAMAGED`;
/// `PEATEE_STATUS_TOO_MANY_CAPTURES`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_legal_moves(
    tables: PeateeTables,
    position: *const PeateePosition,
    moves: *mut PeateeMove,
    capacity: usize,
    count: *mut usize,
) -> PeateeStatus {
    let list = |tables: &Tables, at: &Position| {
        tables.game().check(at).map_err(Failure::bad_position)?;
        Ok(tables.game().moves(at)?)
    };
    let each = |tables: &Tables, at: &Position, mv: &Move| Ok(to_move(mv, &tables.game().play(at, mv)));
    // SAFETY: the caller's promise.
    unsafe { Room { moves, capacity, count }.fill(tables, position, list, each) }
}

/// Gives the best move: the first of `peatee_moves`.
///
/// Errors: `PEATEE_STATUS_GAME_OVER` when there is no move, and those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_best_move(
    tables: PeateeTables,
    position: *const PeateePosition,
    best: *mut PeateeMove,
) -> PeateeStatus {
    let find = |tables: &Tables, at: &Position| {
        let rated = tables.moves(at)?;
        let is_over = || Failure::new(PeateeStatus::GameOver, "the game is over: the side to move has no move");
        to_rated_move(tables, rated.first().ok_or_else(is_over)?)
    };
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (best, "best"), find) }
}

/// Gives a best line from a position, of at most `capacity` moves. `count` receives the number of
/// moves; `end`, which may be null, receives a `PeateeLineEnd`. A won position needs DTW tables,
/// because play without distances could repeat positions without end.
///
/// Errors: those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_best_line(
    tables: PeateeTables,
    position: *const PeateePosition,
    moves: *mut PeateeMove,
    capacity: usize,
    count: *mut usize,
    end: *mut i32,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = unsafe { input(position, "position")? };
        // SAFETY: the caller's promise.
        let (moves, count) = unsafe { (outputs(moves, capacity, "moves")?, output(count, "count")?.write(0)) };
        let at = self::position(&at)?;
        with_tables(tables, |tables: &Tables| {
            let most_plies = u32::try_from(capacity).unwrap_or(u32::MAX);
            let line = tables.line(&at, most_plies)?;
            put(moves, count, line.moves.len(), |number| to_rated_move(tables, &line.moves[number]))?;
            if !end.is_null() {
                let why = match line.end {
                    LineEnd::GameOver => PeateeLineEnd::GameOver,
                    LineEnd::Repetition => PeateeLineEnd::Repetition,
                    // The other ends occur only in lines under draw rules.
                    LineEnd::Cut | LineEnd::DrawnByRule | LineEnd::DrawClaimable | LineEnd::NotKnown => {
                        PeateeLineEnd::Cut
                    }
                };
                // SAFETY: the caller's promise.
                unsafe { output(end, "end") }?.write(why as i32);
            }
            Ok(())
        })
    })
}
