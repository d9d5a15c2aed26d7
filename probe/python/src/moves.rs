//! Moves and lines with their values.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;

use crate::pictures;
use crate::position::Position;
use crate::value::Value;

/// A legal move with its value for the player who makes it. The plies of the value include the move
/// itself.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct Move {
    /// The move in the notation of the game: SAN in chess.
    #[pyo3(get)]
    pub(crate) text: String,
    /// The value for the player who makes the move. Its plies include the move itself.
    #[pyo3(get)]
    pub(crate) value: Value,
    /// True when the move captures.
    #[pyo3(get)]
    pub(crate) is_capture: bool,
    pub(crate) after: After,
}

/// Position after a move: an object in draughts, texts in chess.
#[derive(Debug, Clone)]
pub(crate) enum After {
    Draughts(Position),
    Chess { uci: String, fen: String },
}

#[pymethods]
impl Move {
    /// The move in SAN, in chess; equal to `text`.
    #[getter]
    fn san(&self) -> PyResult<&str> {
        self.uci().map(|_| &*self.text)
    }

    /// The move in UCI, in chess.
    #[getter]
    fn uci(&self) -> PyResult<&str> {
        match &self.after {
            After::Chess { uci, .. } => Ok(uci),
            After::Draughts(_) => {
                Err(PyAttributeError::new_err("a move of draughts has no SAN and no UCI; take `text`"))
            }
        }
    }

    /// The position after the move, in draughts.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        match &self.after {
            After::Draughts(position) => Ok(position.clone()),
            After::Chess { .. } => Err(PyTypeError::new_err("peatee.Position is of draughts; take `fen`")),
        }
    }

    /// The FEN of the position after the move.
    #[getter]
    fn fen(&self) -> String {
        match &self.after {
            After::Draughts(position) => position.fen(),
            After::Chess { fen, .. } => fen.clone(),
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {} {}>", self.text, self.value.text())
    }
}

/// A line of best play by both sides, in chess under the 50-move rule. `str` gives its numbered
/// moves, and a notebook shows the last position.
///
/// `end` is the reason why the line stops: `game-over`, `repetition` (a drawn line returned to an
/// earlier position) or `cut` (it has the requested number of plies); in chess also `drawn-by-rule`
/// (neither side has the material to mate), `draw-claimable` (by the 50-move rule) and `not-known`
/// (a table is missing).
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Line {
    /// The moves of the line.
    #[pyo3(get)]
    pub(crate) moves: Vec<Move>,
    /// The value of the first position for the side to move.
    #[pyo3(get)]
    pub(crate) value: Value,
    /// The reason why the line stops.
    #[pyo3(get)]
    pub(crate) end: &'static str,
    /// The FEN of the last position.
    #[pyo3(get)]
    pub(crate) fen: String,
    pub(crate) numbered: String,
    /// The last position, in draughts.
    pub(crate) position: Option<Position>,
}

#[pymethods]
impl Line {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __str__(&self) -> &str {
        &self.numbered
    }

    fn _repr_html_(&self) -> String {
        let texts = [format!("{}, {}", self.value.text(), self.end), self.numbered.clone()];
        pictures::beside(&pictures::board(self.position.as_ref(), &self.fen), &texts.map(pictures::paragraph).concat())
    }

    fn __repr__(&self) -> String {
        format!("<Line of {} plies, {}, {}>", self.moves.len(), self.value.text(), self.end)
    }
}
