//! Proofs by single moves, which tables then need not hold.

use crate::solver::chess::words::solved::{Outcome, RuleScope};
use crate::solver::chess::words::unit::Row;
use crate::solver::chess::words::zeroing::{MoveOrigin, Zeroing};

/// Proofs by captures and pawn moves for the positions of a row, whatever the other moves lead to,
/// and as if no clock made a draw.
#[derive(Debug, Clone, Copy, Default)]
pub struct Proved {
    /// A capture wins.
    pub won_by_capture: u64,
    /// A capture wins or draws.
    pub saved_by_capture: u64,
    /// A capture or pawn move wins.
    pub won_at_once: u64,
}

impl Proved {
    /// Returns the proofs by captures in a row.
    pub fn by_captures(zeroing: &Zeroing, color: usize, row: &Row) -> Proved {
        let mut proved = Proved::default();
        zeroing.each_capture(color, row, RuleScope::WithoutRule, |from, Outcome { legal, won, lost }| {
            proved.won_by_capture |= from.before(lost);
            proved.saved_by_capture |= from.before(legal & !won);
        });
        Proved { won_at_once: proved.won_by_capture, ..proved }
    }
}

/// Results of the moves of a side from a row that set the clock to zero. The placements that pawn
/// moves lead to are solved.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtOnce {
    pub proved: Proved,
    /// Within the rule: where such a move wins, and where one does not lose.
    pub won: u64,
    pub saved: u64,
    /// Squares from which there is such a move.
    pub movable: u64,
}

impl AtOnce {
    /// Returns the results for a row. `curses` says whether some moves may lead to cursed wins or
    /// blessed losses.
    pub fn of_row(zeroing: &Zeroing, color: usize, row: &Row, curses: bool) -> AtOnce {
        let (mut captures, mut pawn_moves) = (AtOnce::default(), AtOnce::default());
        zeroing.each_capture(color, row, RuleScope::WithoutRule, |from, outcome| captures.see(from, outcome));
        zeroing.each_pawn_move(color, row, RuleScope::WithoutRule, |from, outcome| pawn_moves.see(from, outcome));
        let proved = Proved {
            won_by_capture: captures.won,
            saved_by_capture: captures.saved,
            won_at_once: captures.won | pawn_moves.won,
        };
        let saved = captures.saved | pawn_moves.saved;
        let movable = captures.movable | pawn_moves.movable;
        let all = AtOnce { proved, won: proved.won_at_once, saved, movable };
        if !curses {
            return all;
        }
        let mut within_rule = AtOnce::default();
        zeroing.each(color, row, RuleScope::WithinRule, |from, outcome| within_rule.see(from, outcome));
        AtOnce { proved, ..within_rule }
    }

    #[inline(always)]
    fn see(&mut self, from: MoveOrigin, Outcome { legal, won, lost }: Outcome) {
        self.won |= from.before(lost);
        self.saved |= from.before(legal & !won);
        self.movable |= from.before(legal);
    }
}
