//! Values of positions of chess.

use std::fmt;

use peatee_table::Wdl;

use crate::rule_value::RuleOutcome;

/// The plies without capture and pawn move after which a player can claim a draw.
pub const RULE_PLIES: u32 = 100;

/// The value of a position for the side to move.
///
/// Shown as `win, DTZ 31 plies`, `win` where the distance is not known, `draw`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    /// Win, draw or loss as if there were no 50-move rule.
    pub wdl: Wdl,
    /// DTZ: plies to the next capture, pawn move or mate. More than [`RULE_PLIES`] say that the win
    /// is cursed with every clock: a draw can be claimed first, here or after the next capture
    /// or pawn move. `None` for a draw, and where the table is not there.
    pub dtz_plies: Option<u32>,
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { wdl: Wdl::Draw, dtz_plies: None };

    /// The outcome under the 50-move rule, with so many plies since the last capture or pawn move.
    /// A win counts when its next capture, pawn move or mate is at latest the ply after which a
    /// draw could be claimed.
    pub fn outcome(self, halfmove_clock: u32) -> RuleOutcome {
        let in_time = |plies: u32| plies == 0 || plies.saturating_add(halfmove_clock) <= RULE_PLIES;
        RuleOutcome::new(self.wdl, self.dtz_plies.map(in_time))
    }

    /// What a move to a position of this value is worth to the player who makes it.
    #[must_use]
    pub fn before_move(self, is_zeroing: bool) -> Value {
        let before = |plies: u32| match is_zeroing {
            false => plies + 1,
            // The clock starts again: only a win that is cursed then is cursed now.
            true if plies > RULE_PLIES => RULE_PLIES + 1,
            true => 1,
        };
        Value { wdl: self.wdl.reversed(), dtz_plies: self.dtz_plies.map(before) }
    }

    /// A key by which better values for the side to move come first: fast wins, draws, slow losses.
    pub fn order(self) -> (u8, i64) {
        let plies = self.dtz_plies.unwrap_or(0).into();
        match self.wdl {
            Wdl::Win => (0, plies),
            Wdl::Draw => (1, 0),
            Wdl::Loss => (2, -plies),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dtz_plies {
            None => write!(f, "{}", self.wdl),
            Some(1) => write!(f, "{}, DTZ 1 ply", self.wdl),
            Some(plies) => write!(f, "{}, DTZ {plies} plies", self.wdl),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_decides_to_the_ply() {
        let win = Value { wdl: Wdl::Win, dtz_plies: Some(31) };
        assert_eq!([0, 69, 70].map(|clock| win.outcome(clock).name()), ["win", "win", "cursed-win"]);
        let loss = Value { wdl: Wdl::Loss, dtz_plies: Some(2) };
        assert_eq!([98, 99].map(|clock| loss.outcome(clock).name()), ["loss", "blessed-loss"]);
        let mated = Value { wdl: Wdl::Loss, dtz_plies: Some(0) };
        assert_eq!(mated.outcome(150).name(), "loss");
        assert_eq!(Value { dtz_plies: None, ..win }.outcome(0).name(), "maybe-win");
        assert_eq!(Value::DRAW.outcome(7).name(), "draw");
    }

    #[test]
    fn a_move_that_sets_the_clock_to_zero_makes_a_distance_of_one() {
        let after = |plies| Value { wdl: Wdl::Loss, dtz_plies: Some(plies) };
        assert_eq!(after(6).before_move(false).to_string(), "win, DTZ 7 plies");
        assert_eq!(after(100).before_move(true).to_string(), "win, DTZ 1 ply");
        assert_eq!(after(101).before_move(true).dtz_plies, Some(101));
    }
}
