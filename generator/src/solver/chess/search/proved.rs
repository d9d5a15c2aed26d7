//! Results that a single capture or pawn move proves. Tables may omit the values of such positions.

use crate::solver::chess::words::placement_view::Row;
use crate::solver::chess::words::solved::{Outcome, RuleScope};
use crate::solver::chess::words::zeroing::{MoveOrigin, ZeroingMoves};

/// Results that single captures and pawn moves prove, for the positions of a row. Other moves and
/// the half-move clock are ignored. The positions of a row differ only in the square of the black
/// king.
#[derive(Debug, Clone, Copy, Default)]
pub struct Proved {
    /// Squares of the black king for which a capture wins.
    pub won_by_capture: u64,
    /// Squares of the black king for which a capture wins or draws.
    pub saved_by_capture: u64,
    /// Squares of the black king for which a capture or pawn move wins.
    pub won_at_once: u64,
}

impl Proved {
    pub fn by_captures(zeroing: &ZeroingMoves, color: usize, row: &Row) -> Proved {
        let mut proved = Proved::default();
        zeroing.each_capture(color, row, RuleScope::WithoutRule, |from, Outcome { legal, won, lost }| {
            proved.won_by_capture |= from.before(lost);
            proved.saved_by_capture |= from.before(legal & !won);
        });
        Proved { won_at_once: proved.won_by_capture, ..proved }
    }
}

/// Results of the captures and pawn moves of one side in a row (positions that differ only in the
/// square of the black king). The positions after pawn moves must already be solved.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtOnce {
    pub proved: Proved,
    /// Squares of the black king for which a capture or pawn move wins within the 50-move or
    /// 75-move rule.
    pub won: u64,
    /// Squares of the black king for which a capture or pawn move does not lose within the 50-move
    /// or 75-move rule.
    pub saved: u64,
    /// Squares of the black king for which a capture or pawn move is possible.
    pub movable: u64,
}

impl AtOnce {
    /// Returns the results for a row (positions that differ only in the black king's square), with
    /// the side `color` to move. `curses` is true when some moves may lead to cursed wins or
    /// blessed losses.
    pub fn of_row(zeroing: &ZeroingMoves, color: usize, row: &Row, curses: bool) -> AtOnce {
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
