//! Positions and moves as text.

use std::ffi::c_char;

use peatee_probe::{Draughts, Position, Tables};

use crate::border::{input, output, text, write_text};
use crate::convert::{position, to_move, to_position};
use crate::failure::Failure;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::game::PeateeMove;
use crate::types::position::PeateePosition;
use crate::types::value::PeateeStatus;

fn check(game: &Draughts, at: &Position) -> Result<(), Failure> {
    game.check(at).map_err(Failure::bad_position)
}

/// Reads a FEN, such as `W:W23:B5,6`, or a position of the Hub protocol. Squares are named as usual
/// in the variant: by numbers, or by letters and digits.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION`, `PEATEE_STATUS_BAD_HANDLE`, `PEATEE_STATUS_BAD_ARGUMENT`,
/// `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_position_from_fen(
    tables: PeateeTables,
    fen: *const c_char,
    position: *mut PeateePosition,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (fen, position) = unsafe { (text(fen, "fen")?, output(position, "position")?) };
        let found = with_tables(tables, |tables: &Tables| tables.game().parse_fen(fen).map_err(Failure::bad_position))?;
        position.write(to_position(&found));
        Ok(())
    })
}

/// Writes the FEN of a position. `buffer` of `capacity` bytes receives the text with a NUL;
/// `length`, which may be null, receives its length in bytes without the NUL.
///
/// Errors: `PEATEE_STATUS_TOO_SMALL`, and those of `peatee_position_from_fen`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_position_to_fen(
    tables: PeateeTables,
    position: *const PeateePosition,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let at = unsafe { input(position, "position")? };
        let at = self::position(&at)?;
        let fen = with_tables(tables, |tables: &Tables| {
            check(tables.game(), &at)?;
            Ok(tables.game().fen(&at))
        })?;
        // SAFETY: the caller's promise.
        unsafe { write_text(buffer, capacity, length, &fen) }
    })
}

/// Writes the text of a legal move, such as `28-32`, with as many squares as distinguish it from
/// the other moves. Only `from`, `to`, `kind`, `becomes` and `captured` of `mv` are read. `buffer`,
/// `capacity` and `length` are those of `peatee_position_to_fen`.
///
/// Errors: `PEATEE_STATUS_BAD_MOVE` when the move is not legal, and those of
/// `peatee_position_to_fen`; `PEATEE_STATUS_TOO_MANY_CAPTURES`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_move_text(
    tables: PeateeTables,
    position: *const PeateePosition,
    mv: *const PeateeMove,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (at, wanted) = unsafe { (input(position, "position")?, input(mv, "mv")?) };
        let at = self::position(&at)?;
        let text = with_tables(tables, |tables: &Tables| {
            let game = tables.game();
            check(game, &at)?;
            let identity = |mv: &PeateeMove| (mv.from, mv.to, mv.kind, mv.becomes, mv.captured);
            let is_wanted = |mv: &PeateeMove| identity(mv) == identity(&wanted);
            let moves = game.moves(&at)?;
            let Some(found) = moves.iter().find(|mv| is_wanted(&to_move(mv, &at))) else {
                let text = format!("the move is not legal in {}; take it from `peatee_moves`", game.fen(&at));
                return Err(Failure::new(PeateeStatus::BadMove, text));
            };
            Ok(game.move_text_among(found, Ok(&moves)))
        })?;
        // SAFETY: the caller's promise.
        unsafe { write_text(buffer, capacity, length, &text) }
    })
}

/// Reads the text of a move and plays it. `after` receives the position after the move; it may be
/// the same object as `position`.
///
/// Errors: `PEATEE_STATUS_BAD_MOVE`, and those of `peatee_position_from_fen`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_play(
    tables: PeateeTables,
    position: *const PeateePosition,
    mv: *const c_char,
    after: *mut PeateePosition,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (at, mv) = unsafe { (input(position, "position")?, text(mv, "mv")?) };
        // SAFETY: the caller's promise.
        let after = unsafe { output(after, "after")? };
        let at = self::position(&at)?;
        with_tables(tables, |tables: &Tables| {
            check(tables.game(), &at)?;
            let mv = tables.game().parse_move(&at, mv)?;
            after.write(to_position(&tables.game().play(&at, &mv)));
            Ok(())
        })
    })
}
