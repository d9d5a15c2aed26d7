//! Moves as text: `32-28`, `28x19`, `48x26x12x23x32`, `d2:h6:f8:c5:a7`; `d5` for a piece taken off in the opening.

use super::fen::shortened;
use crate::board::{Direction, Square};
use crate::game::{Game, Move};
use crate::position::Position;
use crate::variant::Opening;
use crate::word::Word;

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
        // The closest reading wins: all squares of the path, some of them, squares that the piece could as well land on.
        for fits in [Game::is_path, Game::is_part_of_path, Game::is_along_path] {
            for mv in &paths {
                if fits(self, mv, &squares) && !fitting.contains(&mv) {
                    fitting.push(mv);
                }
            }
            if !fitting.is_empty() {
                break;
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

    fn is_path(&self, mv: &Move, squares: &[Square]) -> bool {
        mv.path == squares
    }

    fn is_part_of_path(&self, mv: &Move, squares: &[Square]) -> bool {
        !mv.is_removal() && fits(&mv.path, squares)
    }

    fn is_along_path(&self, mv: &Move, squares: &[Square]) -> bool {
        mv.is_capture() && fits(&self.landings(mv), squares)
    }

    /// The squares of the path and those between a captured piece and the next square of the path: a king that jumps
    /// on in the same line can be said to land on any of them.
    fn landings(&self, mv: &Move) -> Vec<Square> {
        let board = &self.variant().board;
        let mut squares = vec![mv.from];
        for pair in mv.path.windows(2) {
            let line = |direction| -> Option<Vec<Square>> {
                let mut line = vec![board.step(pair[0], direction)?];
                while *line.last()? != pair[1] {
                    line.push(board.step(*line.last()?, direction)?);
                }
                Some(line)
            };
            let line = Direction::ALL.into_iter().find_map(line).unwrap_or_default();
            let behind = line.iter().position(|s| mv.captured.has(s.0)).map_or(line.len(), |victim| victim + 1);
            squares.extend(&line[behind..]);
        }
        squares
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

/// A text fits a path when the ends agree and the squares between are squares of the path, in its order.
fn fits(path: &[Square], squares: &[Square]) -> bool {
    let ([first, between @ .., last], [from, touched @ .., to]) = (squares, path) else { return false };
    let mut touched = touched.iter();
    first == from && last == to && between.iter().all(|square| touched.any(|s| s == square))
}
