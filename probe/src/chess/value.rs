//! Values of positions of chess.

use std::fmt;

use peatee_table::Wdl;

use super::clock_rule::ClockRule;
use crate::answers::RuleOutcome;

/// The value of a position for the side to move.
///
/// Shown as `win, DTZ 31 plies`, `win` where the distance is not known, `draw`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    /// Win, draw or loss as if no clock made a draw.
    pub wdl: Wdl,
    /// DTZ: plies to the next capture, pawn move or mate. More than the rule allows say that the
    /// win is cursed with every clock: it is a draw first, here or after the next capture or pawn
    /// move. `None` for a draw, and where the table is not there.
    pub dtz_plies: Option<u32>,
    /// The rule under which the distance is right.
    pub rule: ClockRule,
}

impl Value {
    /// A draw.
    pub const fn draw(rule: ClockRule) -> Value {
        Value { wdl: Wdl::Draw, dtz_plies: None, rule }
    }

    /// The outcome under the rule, with so many plies since the last capture or pawn move. A win
    /// counts when its next capture, pawn move or mate is at latest the ply after which it would
    /// be a draw, or one could be claimed.
    pub fn outcome(self, halfmove_clock: u32) -> RuleOutcome {
        let in_time = |plies: u32| plies == 0 || plies.saturating_add(halfmove_clock) <= self.rule.limit_plies();
        RuleOutcome::new(self.wdl, self.dtz_plies.map(in_time))
    }

    /// What a move to a position of this value is worth to the player who makes it.
    #[must_use]
    pub fn before_move(self, is_zeroing: bool) -> Value {
        let before = |plies: u32| match is_zeroing {
            false => plies + 1,
            // The clock starts again: only a win that is cursed then is cursed now.
            true if plies > self.rule.limit_plies() => self.rule.limit_plies() + 1,
            true => 1,
        };
        Value { wdl: self.wdl.reversed(), dtz_plies: self.dtz_plies.map(before), rule: self.rule }
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

    const DRAW: Value = Value::draw(ClockRule::FiftyMoves);

    #[test]
    fn the_clock_decides_to_the_ply() {
        let win = Value { wdl: Wdl::Win, dtz_plies: Some(31), ..DRAW };
        assert_eq!([0, 69, 70].map(|clock| win.outcome(clock).name()), ["win", "win", "cursed-win"]);
        let loss = Value { wdl: Wdl::Loss, dtz_plies: Some(2), ..DRAW };
        assert_eq!([98, 99].map(|clock| loss.outcome(clock).name()), ["loss", "blessed-loss"]);
        let mated = Value { wdl: Wdl::Loss, dtz_plies: Some(0), ..DRAW };
        assert_eq!(mated.outcome(150).name(), "loss");
        assert_eq!(Value { dtz_plies: None, ..win }.outcome(0).name(), "maybe-win");
        assert_eq!(DRAW.outcome(7).name(), "draw");
        let with_75_moves = Value { rule: ClockRule::SeventyFiveMoves, ..win };
        assert_eq!([70, 119, 120].map(|clock| with_75_moves.outcome(clock).name()), ["win", "win", "cursed-win"]);
    }

    #[test]
    fn a_move_that_sets_the_clock_to_zero_makes_a_distance_of_one() {
        let after = |plies| Value { wdl: Wdl::Loss, dtz_plies: Some(plies), ..DRAW };
        assert_eq!(after(6).before_move(false).to_string(), "win, DTZ 7 plies");
        assert_eq!(after(100).before_move(true).to_string(), "win, DTZ 1 ply");
        assert_eq!(after(101).before_move(true).dtz_plies, Some(101));
        let with_75_moves = |plies| Value { rule: ClockRule::SeventyFiveMoves, ..after(plies) };
        assert_eq!(
            [150, 151, 180].map(|plies| with_75_moves(plies).before_move(true).dtz_plies),
            [1, 151, 151].map(Some)
        );
    }
}
