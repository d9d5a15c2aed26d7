//! Distances of moves that leave a pawn placement: captures and pawn moves.

use peatee_table::Metric;

use crate::solver::chess::words::placement_view::Row;
use crate::solver::chess::words::rays::squares;
use crate::solver::chess::words::solved::RuleScope;
use crate::solver::chess::words::zeroing::{MoveOrigin, ZeroingMoves};

/// Distances of the positions of a row, in plies, indexed by the square of the black king.
pub type PliesOfRow = [u8; 64];

/// Result of the captures and pawn moves of a side, for positions in which none of these moves
/// wins.
pub struct ExitResult {
    /// Squares of the black king for which some capture or pawn move does not lose.
    pub saved: u64,
    /// Squares of the black king for which a capture or pawn move is possible.
    pub movable: u64,
    /// Plies of the slowest loss by a capture or pawn move, if all of these moves lose; 0 for
    /// positions without such a move. Indexed by the square of the black king.
    pub plies: PliesOfRow,
}

/// Returns the positions among `wanted` in which `side` wins by a capture or pawn move, and the
/// plies of the quickest such win.
pub fn won_by_leaving(zeroing: &ZeroingMoves, depth: Metric, side: usize, row: &Row, wanted: u64) -> (u64, PliesOfRow) {
    let (mut won, mut soonest) = (0, [u8::MAX; 64]);
    zeroing.each_after(side, row, RuleScope::WithoutRule, |from, after| {
        let word = from.before(after.outcome.lost) & wanted;
        won |= word;
        each_king(from, word, |before, king| {
            soonest[before] = soonest[before].min(after.winning_plies(depth, king));
        });
    });
    (won, soonest)
}

pub fn lost_by_leaving(zeroing: &ZeroingMoves, depth: Metric, side: usize, row: &Row, wanted: u64) -> ExitResult {
    let mut leaving = ExitResult { saved: 0, movable: 0, plies: [0; 64] };
    zeroing.each_after(side, row, RuleScope::WithoutRule, |from, after| {
        leaving.saved |= from.before(after.outcome.legal & !after.outcome.won);
        leaving.movable |= from.before(after.outcome.legal);
        let word = from.before(after.outcome.won) & wanted & !leaving.saved;
        each_king(from, word, |before, king| {
            leaving.plies[before] = leaving.plies[before].max(after.losing_plies(depth, king));
        });
    });
    leaving
}

#[inline(always)]
fn each_king(from: MoveOrigin, before: u64, mut see: impl FnMut(usize, u8)) {
    for square in squares(before) {
        see(square.into(), from.king_after(square));
    }
}
