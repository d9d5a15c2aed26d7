//! Scores: values as numbers, of which a greater one is better for the side to move.

use peatee_rules::variant::Goal;
use peatee_table::{Metric, Value, Wdl};

/// Bits of a score (a number that is greater for better values) that hold the value. The other bit
/// is [`SKIP`].
pub const VALUE: u16 = 0x7fff;
/// Flag of a score (number that stands for a value) that cannot be computed from quiet moves,
/// because the position has a capture or does not exist.
pub const SKIP: u16 = 0x8000;
/// Score (number that stands for a value) that is greater than that of any value. It says that no
/// move has been seen.
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
    /// Returns the score of a value: the plies for a loss, `WIN` less the plies for a win. A value
    /// without plies counts as 0 plies.
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

    /// Returns the score of a position. `least` is the worst score for the other side among the
    /// positions after its moves, or [`NONE`] if the position has no move.
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
