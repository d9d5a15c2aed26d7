//! Moves as text: `32-28`, `28x19`, `48x26x12x23x32`, `d2:h6:f8:c5:a7`; `d5` for a piece taken off in the opening.

use super::fen::shortened;
use crate::board::Square;
use crate::game::{Game, Move};
use crate::position::Position;
use crate::variant::Opening;

/// Why a text is not a legal move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is no move at all.
    #[error("`{text}` is not a move: expected squares joined by `-`, `x` or `:`, as in {example}")]
    Syntax {
        /// The text.
        text: String,
        /// A move as this variant writes it.
        example: String,
    },
    /// It is a move, but not a legal one here.
    #[error("{text} is not legal in {fen}: {reason}; legal: {legal}")]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        fen: String,
        /// What speaks against it.
        reason: &'static str,
        /// The legal moves.
        legal: String,
    },
    /// Several legal moves fit.
    #[error("{text} can be any of {candidates} in {fen}: write all squares of the path")]
    Ambiguous {
        /// The text.
        text: String,
        /// The position.
        fen: String,
        /// The legal moves that fit.
        candidates: String,
    },
}

impl Game {
    /// Reads a move: the squares of its path, or its origin and end where that leaves no doubt.
    ///
    /// # Errors
    /// [`MoveError`] says whether the text is no move, no legal one (with the legal ones), or fits several.
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let squares = self
            .parse_path(text)
            .ok_or_else(|| MoveError::Syntax { text: shortened(text), example: self.move_example(position) })?;
        let paths = self.paths(position);
        let mut fitting: Vec<&Move> = Vec::new();
        for mv in &paths {
            if fits(mv, &squares) && !fitting.contains(&mv) {
                fitting.push(mv);
            }
        }
        match fitting.as_slice() {
            [mv] => Ok((*mv).clone()),
            [] => Err(self.illegal(position, text, &squares, &paths)),
            several => Err(MoveError::Ambiguous {
                text: text.to_owned(),
                fen: self.fen(position),
                candidates: several.iter().map(|mv| self.full_text(mv)).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    fn parse_path(&self, text: &str) -> Option<Vec<Square>> {
        let squares: Option<Vec<Square>> =
            text.split(['-', 'x', 'X', ':', '*']).map(|name| self.parse_square(name.trim())).collect();
        let shortest = if self.variant().opening == Opening::Moves { 2 } else { 1 };
        squares.filter(|list| list.len() >= shortest)
    }

    fn move_example(&self, position: &Position) -> String {
        match self.moves(position).first() {
            Some(mv) => self.move_text(position, mv),
            None => {
                let (from, to) = (self.square_name(Square(0)), self.square_name(Square(1)));
                format!("{from}{}{to}", self.variant().notation.quiet)
            }
        }
    }

    fn illegal(&self, position: &Position, text: &str, squares: &[Square], legal: &[Move]) -> MoveError {
        let reason = match (position.setup.at(squares[0]), legal.first()) {
            (_, None) => "the side to move has no legal move",
            (None, _) => "no piece stands on the first square",
            (Some((side, _)), _) if side != position.side => "the piece on the first square is the opponent's",
            (_, Some(first)) if first.is_capture() => {
                let starts = legal.iter().any(|mv| mv.from == squares[0]);
                if starts { "that is not a capture it must make" } else { "another piece must capture" }
            }
            _ => "the piece cannot move there",
        };
        MoveError::Illegal {
            text: text.to_owned(),
            fen: self.fen(position),
            reason,
            legal: self.moves(position).iter().map(|mv| self.move_text(position, mv)).collect::<Vec<_>>().join(", "),
        }
    }

    /// Writes a move as short as it can be without doubt: origin and end, or the whole path where another move of the
    /// position has the same ends.
    pub fn move_text(&self, position: &Position, mv: &Move) -> String {
        let twins = self.moves(position).iter().filter(|other| other.from == mv.from && other.to == mv.to).count();
        if twins > 1 || mv.is_removal() { self.full_text(mv) } else { self.joined(mv, [mv.from, mv.to].iter()) }
    }

    /// Writes a move with all squares of its path.
    pub fn full_text(&self, mv: &Move) -> String {
        self.joined(mv, mv.path.iter())
    }

    fn joined<'a>(&self, mv: &Move, squares: impl Iterator<Item = &'a Square>) -> String {
        let notation = &self.variant().notation;
        let separator = if mv.is_capture() { notation.capture } else { notation.quiet };
        squares.map(|&s| self.square_name(s)).collect::<Vec<_>>().join(&separator.to_string())
    }
}

/// A text fits a move when the ends agree and the squares between are squares of the path, in its order.
fn fits(mv: &Move, squares: &[Square]) -> bool {
    if mv.is_removal() {
        return squares == [mv.from];
    }
    let [first, between @ .., last] = squares else { return false };
    if mv.from != *first || mv.to != *last {
        return false;
    }
    let mut path = mv.path[1..mv.path.len() - 1].iter();
    between.iter().all(|square| path.any(|s| s == square))
}
