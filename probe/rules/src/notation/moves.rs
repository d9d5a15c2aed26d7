//! Moves as text: `32-28`, `28x19`, `48x26x12x23x32`, `d2:h6:f8:c5:a7`. A single square, `d5`,
//! removes a piece in the opening.

use std::collections::{HashMap, HashSet};

use crate::bitboard::Bitboard;
use crate::board::{Direction, Square};
use crate::game::{Draughts, Move};
use crate::movegen::TooManyCaptures;
use crate::position::Position;
use crate::variant::{Opening, SquareNames};
use crate::with_kernel;
use peatee_game::{Candidates, shortened};

/// Maximum number of moves that a message lists. A position on 100 squares seldom has more legal
/// moves.
pub const LISTED_MAX: usize = 60;

/// Reason why a text is not a legal move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move.
    #[error("`{text}` is not a move: expected squares joined by `-`, `x` or `:`, as in {example}")]
    Syntax {
        /// The text that is not a move.
        text: String,
        /// A move in the notation of the variant.
        example: String,
    },
    /// The move is not legal in this position.
    #[error("{text} is not legal in {fen}: {reason}; legal: {legal}")]
    Illegal {
        /// The text of the move.
        text: String,
        /// The position as FEN.
        fen: String,
        /// Reason why the move is illegal, in words.
        reason: &'static str,
        /// The legal moves, at most [`LISTED_MAX`] of them.
        legal: String,
    },
    /// The text names squares by letters in a game with numbered squares, and matches no legal
    /// move.
    #[error("{text} names squares by letters, and {variant} numbers them")]
    Letters {
        /// The text of the move.
        text: String,
        /// The id of the variant.
        variant: &'static str,
    },
    /// The captures of the position cannot be listed.
    #[error(transparent)]
    TooManyCaptures(#[from] TooManyCaptures),
    /// Several legal moves match the text.
    #[error("{text} can be any of {candidates} in {fen}: write all squares of the path")]
    Ambiguous {
        /// The ambiguous text.
        text: String,
        /// The position as FEN.
        fen: String,
        /// The matching legal moves, at most [`LISTED_MAX`].
        candidates: String,
    },
}

/// Maximum number of capture paths for which a text is compared with all squares on which the piece
/// could land. The comparison takes some microseconds for each path. Positions of games have at
/// most a few hundred paths. In a position with more paths than the maximum, parsing fails with
/// [`TooManyCaptures`].
const ALONG_PATHS_MAX: usize = 1 << 13;

/// Function that tests whether a list of squares named in a text can stand for a move.
type SquaresTest = fn(&Draughts, &Move, &[Square]) -> bool;

impl Draughts {
    /// Parses a move. The text names all squares of the path, or only origin and destination if no
    /// other legal move has the same origin and destination.
    ///
    /// # Errors
    /// [`MoveError`] when the text is not a move, is not legal, or matches several moves. The error
    /// of an illegal move lists the legal moves.
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let legal = self.moves(position);
        self.parse_move_among(position, text, legal.as_deref().map_err(|&error| error))
    }

    /// Parses a move like [`Draughts::parse_move`], but takes the list of legal moves instead of
    /// computing it.
    ///
    /// # Errors
    /// [`MoveError`], like [`Draughts::parse_move`].
    pub fn parse_move_among(
        &self,
        position: &Position,
        text: &str,
        legal: Result<&[Move], TooManyCaptures>,
    ) -> Result<Move, MoveError> {
        let Candidates { mut moves, closest } = self.fitting_moves(position, text, legal)?;
        if closest > 1 {
            let candidates = listed(closest, moves[..closest].iter().map(|mv| self.full_text(mv)));
            return Err(MoveError::Ambiguous { text: shortened(text.trim()), fen: self.fen(position), candidates });
        }
        Ok(moves.remove(0))
    }

    /// Returns the legal moves that match a text. `legal` are the legal moves of the position.
    ///
    /// # Errors
    /// [`MoveError`] when the text is not a move or is not legal.
    pub(super) fn fitting_moves(
        &self,
        position: &Position,
        text: &str,
        legal: Result<&[Move], TooManyCaptures>,
    ) -> Result<Candidates<Move>, MoveError> {
        let text = text.trim();
        if let Some(short) = self.parse_short(text) {
            return self.short_moves(position, text, &short, legal?);
        }
        let example = || self.move_example(legal.ok().and_then(<[Move]>::first));
        let squares =
            self.parse_path(text).ok_or_else(|| MoveError::Syntax { text: shortened(text), example: example() })?;
        let moves = legal?;
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let mut with_ends = moves.iter().filter(|mv| (mv.from, mv.to) == (first, last));
        match (with_ends.next(), with_ends.next(), squares.len()) {
            (None, ..) => Err(self.illegal(position, text, first, moves)),
            (Some(only), None, named) if named == 2 || only.path == squares => Ok(vec![only.clone()].into()),
            _ => self.closest(
                position,
                text,
                |mv| ((mv.from, mv.to) == (first, last)).then(|| squares.clone()),
                first,
                moves,
            ),
        }
    }

    /// Returns the legal moves that match a text. `squares_of` takes a move and returns the squares
    /// that the text names, or `None` if the text cannot mean that move. `first` is the first
    /// square of the text.
    ///
    /// Several paths may have the same ends, so the function compares every path of every capture.
    /// A move matches closest if the text names all squares of its path, and less closely if the
    /// text names some of them. If no move matches, the text may also name other squares on which
    /// the piece could land.
    pub(super) fn closest(
        &self,
        position: &Position,
        text: &str,
        squares_of: impl Fn(&Move) -> Option<Vec<Square>>,
        first: Square,
        legal: &[Move],
    ) -> Result<Candidates<Move>, MoveError> {
        let paths = self.paths(position)?;
        let named: Vec<(&Move, Vec<Square>)> =
            paths.iter().filter_map(|mv| squares_of(mv).map(|squares| (mv, squares))).collect();
        let mut seen = HashSet::new();
        let mut fitting = |fits: SquaresTest| -> Vec<Move> {
            let fitting = named.iter().filter(|(mv, squares)| fits(self, mv, squares) && seen.insert(mv.identity()));
            fitting.map(|(mv, _)| (*mv).clone()).collect()
        };
        let (mut moves, parts) = (fitting(Draughts::is_path), fitting(Draughts::is_part_of_path));
        let closest = if moves.is_empty() { parts.len() } else { moves.len() };
        moves.extend(parts);
        if !moves.is_empty() {
            return Ok(Candidates { moves, closest });
        }
        if named.len() > ALONG_PATHS_MAX {
            return Err(TooManyCaptures.into());
        }
        let moves = fitting(Draughts::is_along_path);
        if moves.is_empty() { Err(self.illegal(position, text, first, legal)) } else { Ok(moves.into()) }
    }

    pub(super) fn parse_path(&self, text: &str) -> Option<Vec<Square>> {
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

    /// Returns all squares that a text may name: the squares of the path, and the squares between
    /// each captured piece and the next square of the path. A king that continues in the same line
    /// can land on any square behind the captured piece.
    fn landings(&self, mv: &Move) -> Vec<Square> {
        // This step uses the kernel, which looks neighbours up in a table; the board would compute
        // them.
        let step = |direction, at: Square| with_kernel!(self, kernel => kernel.step(direction, at.0).map(Square));
        let mut squares = vec![mv.from];
        for pair in mv.path.windows(2) {
            let line = |direction| -> Option<Vec<Square>> {
                let mut line = vec![step(direction, pair[0])?];
                while *line.last()? != pair[1] {
                    line.push(step(direction, *line.last()?)?);
                }
                Some(line)
            };
            let line = Direction::ALL.into_iter().find_map(line).unwrap_or_default();
            let behind = line.iter().position(|s| mv.captured.has(s.0)).map_or(line.len(), |victim| victim + 1);
            squares.extend(&line[behind..]);
        }
        squares
    }

    fn move_example(&self, legal: Option<&Move>) -> String {
        match legal {
            Some(mv) => self.full_text(mv),
            None => {
                let (from, to) = (self.square_name(Square(0)), self.square_name(Square(1)));
                format!("{from}{}{to}", self.variant().notation.quiet)
            }
        }
    }

    pub(super) fn illegal(&self, position: &Position, text: &str, first: Square, legal: &[Move]) -> MoveError {
        self.illegal_among(position, text, first, legal, self.move_texts(legal))
    }

    /// Returns the error of an illegal move like [`Draughts::illegal`], but takes the texts of the
    /// legal moves, which may be in another notation.
    pub(super) fn illegal_among(
        &self,
        position: &Position,
        text: &str,
        first: Square,
        legal: &[Move],
        legal_texts: impl Iterator<Item = String>,
    ) -> MoveError {
        let has_letters = text.starts_with(|sign: char| sign.is_ascii_alphabetic());
        if has_letters && self.variant().notation.squares != SquareNames::Algebraic {
            return MoveError::Letters { text: shortened(text), variant: self.variant().id };
        }
        let reason = match (position.setup.at(first), legal.first()) {
            (_, None) => "the side to move has no legal move",
            (None, _) => "no piece stands on the first square",
            (Some((side, _)), _) if side != position.side => "the piece on the first square is the opponent's",
            (_, Some(any)) if any.is_capture() => {
                let starts = legal.iter().any(|mv| mv.from == first);
                if starts { "that is not a capture it must make" } else { "another piece must capture" }
            }
            _ => "the piece cannot move there",
        };
        MoveError::Illegal {
            text: shortened(text),
            fen: self.fen(position),
            reason,
            legal: listed(legal.len(), legal_texts),
        }
    }

    /// Formats a move as briefly as possible: origin and destination, or the whole path when
    /// another legal move has the same ends. For a capture, this function lists the legal moves;
    /// callers that already have the list use [`Draughts::move_text_among`] or
    /// [`Draughts::move_texts`].
    pub fn move_text(&self, position: &Position, mv: &Move) -> String {
        // No two quiet moves have the same ends.
        if !mv.is_capture() {
            return self.short_text(mv, false);
        }
        let legal = self.moves(position);
        self.move_text_among(mv, legal.as_deref().map_err(|&error| error))
    }

    /// Formats a move like [`Draughts::move_text`], but takes the list of legal moves instead of
    /// computing it.
    pub fn move_text_among(&self, mv: &Move, legal: Result<&[Move], TooManyCaptures>) -> String {
        let has_twin = |moves: &[Move]| moves.iter().filter(|other| ends(other) == ends(mv)).count() > 1;
        // When the captures cannot be listed, only the whole path is certain to be unambiguous.
        self.short_text(mv, legal.map_or(true, has_twin))
    }

    /// Formats `moves`, which are all legal moves of a position, like [`Draughts::move_text`] and
    /// in the same order.
    pub fn move_texts<'a>(
        &'a self,
        moves: impl IntoIterator<Item = &'a Move, IntoIter: Clone + 'a>,
    ) -> impl Iterator<Item = String> + 'a {
        let moves = moves.into_iter();
        let mut alike = HashMap::new();
        moves.clone().for_each(|mv| *alike.entry(ends(mv)).or_insert(0) += 1);
        moves.map(move |mv| self.short_text(mv, alike[&ends(mv)] > 1))
    }

    fn short_text(&self, mv: &Move, needs_path: bool) -> String {
        if needs_path || mv.is_removal() { self.full_text(mv) } else { self.joined(mv, [mv.from, mv.to].iter()) }
    }

    /// Formats a move with all squares of its path.
    pub fn full_text(&self, mv: &Move) -> String {
        self.joined(mv, mv.path.iter())
    }

    fn joined<'a>(&self, mv: &Move, squares: impl Iterator<Item = &'a Square>) -> String {
        let notation = &self.variant().notation;
        let separator = if mv.is_capture() { notation.capture } else { notation.quiet };
        squares.map(|&s| self.square_name(s)).collect::<Vec<_>>().join(&separator.to_string())
    }
}

fn ends(mv: &Move) -> (Square, Square) {
    (mv.from, mv.to)
}

/// Joins the first [`LISTED_MAX`] of `count` texts and adds the number of the texts that are left
/// out.
pub(super) fn listed(count: usize, texts: impl Iterator<Item = String>) -> String {
    let mut list = texts.take(LISTED_MAX).collect::<Vec<_>>().join(", ");
    if count > LISTED_MAX {
        list.push_str(&format!(" and {} more", count - LISTED_MAX));
    }
    list
}

/// Returns true when `squares` starts and ends as `path` does, and the squares between occur in
/// `path` in the same order.
fn fits(path: &[Square], squares: &[Square]) -> bool {
    let ([first, between @ .., last], [from, touched @ .., to]) = (squares, path) else { return false };
    let mut touched = touched.iter();
    first == from && last == to && between.iter().all(|square| touched.any(|s| s == square))
}
