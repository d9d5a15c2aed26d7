//! Lines of best play.

use std::iter::once;

use peatee_probe::chess::{RuleLine, RuleValue};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use pyo3::prelude::*;

use super::value::{ChessMove, ChessValue};

/// A line of chess with best play by both sides under the 50-move rule. `str` numbers its moves.
///
/// `end` says why it stops: `game-over`, `drawn-by-rule` (nobody has the material to mate),
/// `draw-claimable` (by the 50-move rule), `repetition` (a drawn line came back to an earlier
/// position) or `cut` (as many plies as were asked for).
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct ChessLine {
    moves: Vec<ChessMove>,
    value: ChessValue,
    /// Why the line stops.
    #[pyo3(get)]
    end: &'static str,
    /// The FEN of the last position.
    #[pyo3(get)]
    fen: String,
    numbered: String,
}

impl ChessLine {
    pub(super) fn new(start: &Position, value: &RuleValue, line: &RuleLine) -> ChessLine {
        let mut moves = Vec::with_capacity(line.moves.len());
        let mut numbered = String::new();
        let befores = once(start).chain(line.moves.iter().map(|rated| &rated.position));
        for (before, rated) in befores.zip(&line.moves) {
            let mv = ChessMove::new(before, rated);
            let number = match (before.side_to_move(), numbered.is_empty()) {
                (Color::White, _) => format!("{}. ", before.move_number()),
                (Color::Black, true) => format!("{}... ", before.move_number()),
                (Color::Black, false) => String::new(),
            };
            numbered += &format!("{}{number}{mv}", if numbered.is_empty() { "" } else { " " }, mv = mv.san());
            moves.push(mv);
        }
        let last = line.moves.last().map_or(start, |rated| &rated.position);
        ChessLine { moves, value: ChessValue::new(value), end: line.end.name(), fen: last.fen(), numbered }
    }
}

#[pymethods]
impl ChessLine {
    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<ChessMove> {
        self.moves.clone()
    }

    /// The value of the first position for the side to move.
    #[getter]
    fn value(&self) -> ChessValue {
        self.value
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __str__(&self) -> &str {
        &self.numbered
    }

    fn __repr__(&self) -> String {
        format!("<ChessLine of {} plies, {}, {}>", self.moves.len(), self.value.text(), self.end)
    }
}
