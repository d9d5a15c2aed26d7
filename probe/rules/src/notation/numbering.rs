//! Move numbers as players write them: `1. 23-18 5-10 2. 18-12`, or `1... 5-10` when the side that
//! moves second begins.

use crate::game::Draughts;
use crate::piece::Side;
use crate::position::Position;

/// The number of a move. Two successive moves, one of each side, share a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber {
    half_moves: usize,
}

impl MoveNumber {
    /// Returns the number of the move that `side` makes after `plies` plies. `first` is the side
    /// that moves first in the variant.
    pub fn of_sides(side: Side, first: Side, plies: usize) -> MoveNumber {
        let is_shifted = (side == first) != plies.is_multiple_of(2);
        MoveNumber { half_moves: plies + usize::from(is_shifted) }
    }

    /// Returns the number of the next move in `position`, which has been reached after `plies`
    /// plies.
    pub fn in_position(game: &Draughts, position: &Position, plies: usize) -> MoveNumber {
        MoveNumber::of_sides(position.side, game.variant().moves_first(), plies)
    }

    /// Returns the number of the next move, which the other side makes.
    pub fn next(self) -> MoveNumber {
        MoveNumber { half_moves: self.half_moves + 1 }
    }

    /// Returns true for a move of the side that moves first in the variant.
    pub fn is_of_first_side(self) -> bool {
        self.half_moves.is_multiple_of(2)
    }

    /// Formats consecutive moves with their numbers. The first of these moves has the number
    /// `self`.
    pub fn number_all(self, moves: impl IntoIterator<Item = impl AsRef<str>>) -> String {
        let mut words = Vec::new();
        let mut number = self;
        for mv in moves {
            if words.is_empty() || number.is_of_first_side() {
                words.push(number.to_string());
            }
            words.push(mv.as_ref().to_owned());
            number = number.next();
        }
        words.join(" ")
    }
}

impl std::fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dots = if self.is_of_first_side() { "." } else { "..." };
        write!(f, "{}{dots}", self.half_moves / 2 + 1)
    }
}
