//! Quiet moves in a row with one king, where a code limits them.

use super::code::KingMovesRule;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::game::{Draughts, Move};
use crate::notation::KingMoves;
use crate::piece::{Kind, Side};
use crate::position::Position;

/// For each side the king with which it has made its last moves, quiet ones. A side without men has
/// none: the rule is not for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KingRuns([Option<KingRun>; 2]);

/// Quiet moves in a row with one king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingRun {
    /// Where the king stands.
    pub square: Square,
    /// How many moves it has made.
    pub moves: u8,
}

/// Stated moves of one king that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{side} cannot have made {moves} moves in a row with the king on {square}: no king of {side} stands there; write \
     the square behind the number, as in `+205+0` for two moves of Black's king on 5"
)]
pub struct KingRunError {
    /// The side.
    pub side: Side,
    /// How many moves were stated.
    pub moves: u8,
    /// The square, or `?` where none was stated.
    pub square: String,
}

impl KingRuns {
    /// The moves of a side.
    pub fn of(&self, side: Side) -> Option<KingRun> {
        self.0[side as usize]
    }

    /// True where no side has made such a move.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Reads the moves that are stated behind a FEN.
    ///
    /// # Errors
    /// [`KingRunError`] when no king stands on the stated square.
    pub fn stated(sides: &[KingMoves; 2], game: &Draughts, position: &Position) -> Result<KingRuns, KingRunError> {
        let mut runs = KingRuns::default();
        // Black's come first.
        for (side, stated) in [Side::Black, Side::White].into_iter().zip(sides).filter(|(_, stated)| stated.moves > 0) {
            let square = stated.square.and_then(|number| game.square_with_number(number));
            let square = square.filter(|&square| position.setup.at(square) == Some((side, Kind::King)));
            let square = square.ok_or_else(|| KingRunError {
                side,
                moves: stated.moves,
                square: stated.square.map_or_else(|| "?".to_owned(), |number| number.to_string()),
            })?;
            runs.0[side as usize] = Some(KingRun { square, moves: stated.moves });
        }
        Ok(runs.standing(position))
    }

    /// As they are written behind a FEN.
    pub fn to_stated(&self, game: &Draughts) -> [KingMoves; 2] {
        [Side::Black, Side::White].map(|side| {
            self.of(side).map_or_else(KingMoves::default, |run| KingMoves {
                moves: run.moves,
                square: Some(game.square_number(run.square)),
            })
        })
    }

    /// The moves after `mv`, which led to the position `after`.
    pub(super) fn after(&self, mv: &Move, after: &Position) -> KingRuns {
        let side = after.side.other();
        let before = self.of(side).filter(|run| run.square == mv.from).map_or(0, |run| run.moves);
        let is_quiet = mv.kind == Kind::King && !mv.is_capture();
        let mut next = *self;
        next.0[side as usize] = is_quiet.then_some(KingRun { square: mv.to, moves: before.saturating_add(1) });
        next.standing(after)
    }

    /// Without kings that are not there, and without sides that have no men.
    fn standing(mut self, position: &Position) -> KingRuns {
        for side in Side::BOTH {
            let has_men = !position.setup.get(side, Kind::Man).is_empty();
            let stands = |run: &KingRun| has_men && position.setup.at(run.square) == Some((side, Kind::King));
            self.0[side as usize] = self.of(side).filter(stands);
        }
        self
    }

    /// The king of `side` that must not make another quiet move.
    pub(super) fn resting(&self, side: Side, rule: &KingMovesRule) -> Option<KingRun> {
        self.of(side).filter(|run| run.moves >= rule.most_moves)
    }
}
