//! Output for the moves of a position, and for lines of best play.

use std::fmt::{self, Display};

use peatee_probe::{Chance, ChanceSearch, LineEnd, Wdl};
use peatee_rules::Budget;
use peatee_rules::notation::MoveNumber;
use serde::Serialize;

use crate::answer::words;
use crate::ask::faults::Partial;

/// A printed item, such as a move, that may have an outcome under draw rules.
pub trait Outcome {
    /// Returns the name of the outcome under draw rules, so that the last lines of the output can
    /// explain it. Returns `None` if no explanation is needed.
    fn outcome(&self) -> Option<&'static str>;
}

/// Printable answer: a value, and moves. These are the moves of the position, or the moves of a
/// line of best play.
#[derive(Debug, Serialize)]
pub struct MovesOut<V, M> {
    #[serde(flatten)]
    pub value: V,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<M>>,
    /// Reason and place of the end of a line of best play; `None` for the moves of a position.
    #[serde(flatten)]
    pub end: Option<EndOut>,
}

/// Reason and place of the end of a line of best play.
#[derive(Debug, Serialize)]
pub struct EndOut {
    pub end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<Vec<String>>,
    /// Description of the missing table that would show the next move of the line; `None` if the
    /// line ends for another reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lacking: Option<String>,
    #[serde(skip)]
    pub first: MoveNumber,
}

impl EndOut {
    pub fn new(end: LineEnd, first: MoveNumber) -> Self {
        EndOut { end: end.name(), draws: None, lacking: None, first }
    }
}

/// Chance that the opponent errs after a move, as it is printed.
#[derive(Debug, Serialize)]
pub struct ChanceOut {
    replies: u32,
    /// Number of replies of the opponent that keep the draw, after a drawn move; `None` after other
    /// moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    replies_that_draw: Option<u32>,
    /// Number of replies of the opponent that keep the win, after a lost move; `None` after other
    /// moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    replies_that_win: Option<u32>,
    chance: f64,
}

impl ChanceOut {
    /// Returns a search for the chances that the opponent errs within `depth` replies. The search
    /// has no limit of work.
    pub fn search(depth: u32) -> ChanceSearch<'static> {
        static UNLIMITED: Budget = Budget::unlimited();
        ChanceSearch { depth, budget: &UNLIMITED }
    }
}

impl From<Chance> for ChanceOut {
    fn from(chance: Chance) -> Self {
        let right = |wdl| (chance.right_result == wdl).then_some(chance.right_replies);
        ChanceOut {
            replies: chance.replies,
            replies_that_draw: right(Wdl::Draw),
            replies_that_win: right(Wdl::Win),
            chance: chance.probability,
        }
    }
}

impl Display for ChanceOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (right, verb) = match (self.replies_that_draw, self.replies_that_win) {
            (Some(right), _) => (right, "draw"),
            (None, right) => (right.unwrap_or_default(), "win"),
        };
        let ending = if right == 1 { "s" } else { "" };
        write!(f, "{right} of {} replies {verb}{ending}, chance {:.1} %", self.replies, 100.0 * self.chance)
    }
}

impl<V: Partial, M> Partial for MovesOut<V, M> {
    fn lacks_table(&self) -> bool {
        self.value.lacks_table() || self.end.as_ref().is_some_and(|end| end.lacking.is_some())
    }
}

impl<V: Display + Outcome, M: Display + Outcome> Display for MovesOut<V, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        let moves = || self.moves.iter().flatten();
        match &self.end {
            None => moves().try_for_each(|mv| write!(f, "\n  {mv}"))?,
            Some(EndOut { end, draws, lacking, first }) => {
                let numbers = std::iter::successors(Some(*first), |number| Some(number.next()));
                let mut numbered = moves().zip(numbers.map(|number| number.to_string()));
                numbered.try_for_each(|(mv, number)| write!(f, "\n  {number:>6} {mv}"))?;
                write!(f, "\n  {}", words::line_end(end, "--plies-max"))?;
                draws.iter().flatten().chain(lacking).try_for_each(|text| write!(f, "\n         {text}"))?;
            }
        }
        let legend = words::legend(moves().filter_map(Outcome::outcome).chain(self.value.outcome()));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
