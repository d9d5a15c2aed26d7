//! Openings by removal: each side first takes a piece of its own off the full board.
//!
//! Removals are made only while at most one square is empty, so endgame tables and the kernel
//! ignore them.

use crate::bitboard::Bitboard;
use crate::board::{Direction, Square};
use crate::game::{Draughts, Move};
use crate::position::Position;
use crate::variant::Opening;
use crate::with_kernel;

impl Draughts {
    /// Returns the legal removals of own pieces at the start of the game; `None` when ordinary
    /// moves have begun.
    pub(crate) fn removals(&self, position: &Position) -> Option<Vec<Move>> {
        let Opening::Removals(first) = self.variant().opening else { return None };
        let board = &self.variant().board;
        let all = with_kernel!(self, kernel => kernel.all.widen());
        let holes = all & !position.setup.occupied();
        let allowed: u128 = match holes.count() {
            0 => board.squares_where(|file, rank| first.contains(&(file, rank))),
            1 => {
                let hole = Square(holes.lowest());
                let around = [Direction::N, Direction::E, Direction::S, Direction::W];
                around.into_iter().filter_map(|d| board.step(hole, d)).fold(0, |set, s| set | u128::bit(s.0))
            }
            _ => return None,
        };
        let own = position.setup.of_side(position.side) & allowed;
        let removal = |square: u8| {
            let at = Square(square);
            let kind = position.setup.at(at)?.1;
            Some(Move { from: at, to: at, kind, becomes: kind, captured: 0, path: vec![at] })
        };
        Some(own.squares().filter_map(removal).collect())
    }
}
