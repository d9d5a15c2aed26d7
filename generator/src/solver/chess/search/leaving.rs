//! What moves that leave a placement say of the plies before them.

use peatee_table::Metric;

use crate::solver::chess::words::rays::squares;
use crate::solver::chess::words::solved::Reading;
use crate::solver::chess::words::unit::Row;
use crate::solver::chess::words::zeroing::{From, Zeroing};

/// Plies by the square of the black king.
pub type PliesOfRow = [u8; 64];

/// What the moves of a side that leave the placement come to, where they do not win.
pub struct Leaving {
    /// Where one does not lose.
    pub saved: u64,
    /// Where there is one.
    pub movable: u64,
    /// The plies of the move that loses latest, where all moves lose; 0 where there is no move.
    pub plies: PliesOfRow,
}

/// Where a side, to move in `wanted`, wins by a move that leaves the placement, and in how many
/// plies.
pub fn won_by_leaving(zeroing: &Zeroing, depth: Metric, side: usize, row: &Row, wanted: u64) -> (u64, PliesOfRow) {
    let (mut won, mut soonest) = (0, [u8::MAX; 64]);
    zeroing.each_after(side, row, Reading::WithoutRule, |from, after| {
        let word = from.before(after.outcome.lost) & wanted;
        won |= word;
        each_king(from, word, |before, king| {
            soonest[before] = soonest[before].min(after.winning_plies(depth, king));
        });
    });
    (won, soonest)
}

/// What the moves of a side, to move in `wanted`, come to.
pub fn lost_by_leaving(zeroing: &Zeroing, depth: Metric, side: usize, row: &Row, wanted: u64) -> Leaving {
    let mut leaving = Leaving { saved: 0, movable: 0, plies: [0; 64] };
    zeroing.each_after(side, row, Reading::WithoutRule, |from, after| {
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
fn each_king(from: From, before: u64, mut see: impl FnMut(usize, u8)) {
    for square in squares(before) {
        see(square.into(), from.king_after(square));
    }
}
