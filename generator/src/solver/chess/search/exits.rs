//! Plies before moves that leave a placement.

use peatee_table::Metric;

use crate::solver::chess::words::rays::squares;
use crate::solver::chess::words::solved::RuleScope;
use crate::solver::chess::words::unit::Row;
use crate::solver::chess::words::zeroing::{MoveOrigin, Zeroing};

/// Plies by the square of the black king.
pub type PliesOfRow = [u8; 64];

/// The result of the moves of a side that leave the placement, where none of them wins.
pub struct ExitResult {
    /// Squares from which some move does not lose.
    pub saved: u64,
    /// Squares from which there is a move.
    pub movable: u64,
    /// The plies of the move that loses latest, where all moves lose; 0 where there is no move.
    pub plies: PliesOfRow,
}

/// Returns where a side, to move in `wanted`, wins by a move that leaves the placement, and in how
/// many plies.
pub fn won_by_leaving(zeroing: &Zeroing, depth: Metric, side: usize, row: &Row, wanted: u64) -> (u64, PliesOfRow) {
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

/// Returns the result of the moves of a side, to move in `wanted`.
pub fn lost_by_leaving(zeroing: &Zeroing, depth: Metric, side: usize, row: &Row, wanted: u64) -> ExitResult {
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

/// Calls `see` with the squares of the black king before and after a move.
#[inline(always)]
fn each_king(from: MoveOrigin, before: u64, mut see: impl FnMut(usize, u8)) {
    for square in squares(before) {
        see(square.into(), from.king_after(square));
    }
}
