//! Moves and lines with their values.

use peatee_probe::{Line as Found, RatedMove};
use peatee_rules::notation::MoveNumber;
use peatee_rules::{Draughts, Position as Plain};
use pyo3::prelude::*;

use crate::position::Position;
use crate::value::Value;

/// A legal move with its value for the player who makes it; plies count from before the move.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct Move {
    text: String,
    value: Value,
    after: Position,
    is_capture: bool,
}

impl Move {
    pub(crate) fn new(game: &Draughts, before: &Plain, rated: RatedMove) -> Move {
        Move {
            text: game.move_text(before, &rated.mv),
            value: Value(rated.value),
            is_capture: rated.mv.is_capture(),
            after: Position { game: game.clone(), plain: rated.position },
        }
    }
}

#[pymethods]
impl Move {
    /// The move in the notation of the variant.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The value for the player who makes the move; plies count from before it.
    #[getter]
    fn value(&self) -> Value {
        self.value
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> Position {
        self.after.clone()
    }

    /// Whether the move captures.
    #[getter]
    fn is_capture(&self) -> bool {
        self.is_capture
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {} {}>", self.text, self.value.0)
    }
}

/// A line with best play by both sides. `str` numbers its moves.
///
/// `end` says why it stops: `game-over`, `repetition` (a drawn line came back to an earlier
/// position) or `cut` (as many plies as were asked for).
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Line {
    moves: Vec<Move>,
    value: Value,
    end: &'static str,
    numbered: String,
}

impl Line {
    pub(crate) fn new(game: &Draughts, start: &Plain, line: Found) -> Line {
        let mut before = *start;
        let mut moves = Vec::with_capacity(line.moves.len());
        for rated in line.moves {
            let after = rated.position;
            moves.push(Move::new(game, &before, rated));
            before = after;
        }
        let number = MoveNumber::in_position(game, start, 0);
        let numbered = number.number_all(moves.iter().map(|mv| &mv.text));
        Line { moves, value: Value(line.value), end: line.end.name(), numbered }
    }
}

#[pymethods]
impl Line {
    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.moves.clone()
    }

    /// The value of the first position for the side to move.
    #[getter]
    fn value(&self) -> Value {
        self.value
    }

    /// Why the line stops.
    #[getter]
    fn end(&self) -> &'static str {
        self.end
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __str__(&self) -> &str {
        &self.numbered
    }

    fn __repr__(&self) -> String {
        format!("<Line of {} plies, {}, {}>", self.moves.len(), self.value.0, self.end)
    }
}
