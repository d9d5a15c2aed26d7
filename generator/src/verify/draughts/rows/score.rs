//! Scores: values as numbers, of which a greater one is better for the side to move.

use peatee_rules::variant::Goal;
use peatee_table::{Metric, Value, Wdl};

/// Mask of the bits of a score that hold the value. The remaining bit is [`SKIP`]. A score is a
/// number that is greater for better values.
pub const VALUE: u16 = 0x7fff;
/// Bit of a score (number that stands for a value). It is set if quiet moves do not give the value,
/// because the position has a capture or does not exist.
pub const SKIP: u16 = 0x8000;
/// Score above the scores of all values; it means that no move has been examined yet.
pub const NONE: u16 = VALUE;

const WIN: u16 = NONE - 1;
const DRAW: u16 = WIN / 2;
/// Largest distance in plies whose score differs from the score of a draw.
pub const PLIES_MAX: u32 = DRAW as u32 - 1;

/// Converts values of one metric, WDL or DTW, to scores.
#[derive(Debug, Clone, Copy)]
pub struct Scores {
    pub metric: Metric,
    pub goal: Goal,
}

impl Scores {
    /// Returns the score of a value. The score of a loss is its plies, and the score of a win is
    /// `WIN` minus its plies. A value without plies counts as 0 plies.
    #[inline(always)]
    pub fn of(self, value: Value) -> u16 {
        let plies = value.plies.unwrap_or(0).min(PLIES_MAX) as u16;
        match value.wdl {
            Wdl::Loss => plies,
            Wdl::Draw => DRAW,
            Wdl::Win => WIN - plies,
        }
    }

    #[inline(always)]
    pub fn of_cell(self, cell: u32) -> u16 {
        self.of(Value::of_cell(cell, self.metric, self.goal))
    }

    pub fn value(self, score: u16) -> Value {
        let (wdl, plies) = match score {
            DRAW => return Value::DRAW,
            score if score < DRAW => (Wdl::Loss, score),
            score => (Wdl::Win, WIN - score),
        };
        Value { wdl, plies: (self.metric != Metric::Wdl).then_some(plies as u32) }
    }

    /// Returns the score of a position, computed from the positions after its moves. `least` is the
    /// lowest of their scores for the other side, or [`NONE`] if the position has no move.
    #[inline(always)]
    pub fn before(self, least: u16) -> u16 {
        if least == NONE {
            return self.of(Value::decided(0, self.goal));
        }
        let step = (self.metric != Metric::Wdl) as u16;
        let reversed = WIN - least;
        match least {
            DRAW => DRAW,
            least if least < DRAW => reversed - step,
            _ => reversed + step,
        }
    }
}
