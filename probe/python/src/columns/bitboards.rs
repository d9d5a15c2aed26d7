//! Positions as bitboards: an array of 64-bit words, with a row of five words for each position.

use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use peatee_rules::{Draughts, Kind, Position, Side};
use pyo3::prelude::*;

use crate::errors::PositionError;

/// Names of the 64-bit words of a row. The word `side_to_move` is 0 for White and 1 for Black.
pub(crate) const BITBOARD_COLUMNS: [&str; WORDS] =
    ["white_men", "white_kings", "black_men", "black_kings", "side_to_move"];
pub(crate) const WORDS: usize = 5;
const SIDE: usize = WORDS - 1;

/// Five 64-bit words that describe one position.
pub(crate) type Row = [u64; WORDS];

/// Returns true when an array holds numbers, so that its rows may be bitboards. Other arrays, such
/// as arrays of texts, are read row by row.
pub(crate) fn are_numbers(array: &Bound<'_, PyUntypedArray>) -> bool {
    matches!(array.dtype().kind(), b'u' | b'i' | b'f' | b'b')
}

/// Returns an array of bitboards whose words are adjacent and aligned in memory. Copies the given
/// array if its words are not, as in a field of a structured array.
pub(crate) fn boards<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<PyReadonlyArray2<'py, u64>> {
    match array.cast::<PyArray2<u64>>() {
        Ok(boards) if boards.shape()[1] == WORDS => {
            let side_by_side =
                boards.py().import("numpy")?.call_method1("require", (boards, None::<()>, ("C", "A")))?;
            Ok(side_by_side.cast_into::<PyArray2<u64>>()?.try_readonly()?)
        }
        _ => {
            let (kind, shape) = (array.dtype().str()?, array.shape());
            let text = format!(
                "an array of {kind} with the shape {shape:?} holds no bitboards; give one of uint64 with the shape (n, \
                 {WORDS}), whose columns are peatee.BITBOARD_COLUMNS"
            );
            Err(PositionError::new_err(text))
        }
    }
}

/// Returns the rows of an array that [`boards`] returned.
pub(crate) fn rows<'a>(boards: &'a PyReadonlyArray2<'_, u64>) -> &'a [Row] {
    boards.as_slice().expect("the words stand side by side").as_chunks().0
}

/// Checks that bitboards can represent the positions of a game.
///
/// # Errors
/// The reason why bitboards cannot represent the positions.
pub(crate) fn check_game(game: &Draughts) -> Result<(), String> {
    let (id, squares) = (game.variant().id, game.variant().board.square_count());
    if squares > 64 {
        return Err(format!("{id} has {squares} squares, more than the 64 bits of a bitboard; give FEN texts"));
    }
    match game.variant().piece(Kind::Parachutist) {
        Some(_) => Err(format!("{id} has pieces that are neither men nor kings; give FEN texts")),
        None => Ok(()),
    }
}

/// Converts a row to a position, which may be impossible: a probe checks it later.
///
/// # Errors
/// The side to move is neither White nor Black.
#[inline]
pub(crate) fn from_row(row: &Row) -> Result<Position, String> {
    let side = match row[SIDE] {
        0 => Side::White,
        1 => Side::Black,
        other => return Err(format!("the side to move must be 0 (White) or 1 (Black), not {other}")),
    };
    let mut position = Position::empty(side);
    for (sets, words) in position.setup.pieces.iter_mut().zip(row.chunks_exact(2)) {
        sets[Kind::Man as usize] = words[0].into();
        sets[Kind::King as usize] = words[1].into();
    }
    Ok(position)
}

/// Converts a position to a row. [`check_game`] must have accepted the game.
#[inline]
pub(crate) fn to_row(position: &Position) -> Row {
    let mut row = [0; WORDS];
    for (sets, words) in position.setup.pieces.iter().zip(row.chunks_exact_mut(2)) {
        words[0] = sets[Kind::Man as usize] as u64;
        words[1] = sets[Kind::King as usize] as u64;
    }
    row[SIDE] = position.side as u64;
    row
}
