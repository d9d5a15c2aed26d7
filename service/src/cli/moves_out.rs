//! Output for the moves of a position, and for lines of best play.

use std::fmt::{self, Display};

use peatee_probe::LineEnd;
use peatee_rules::notation::MoveNumber;
use serde::Serialize;

use crate::answer::words;
use crate::ask::faults::Partial;

/// An item of the output, such as a move, that may have an outcome under draw rules.
pub trait Outcome {
    /// Returns the name of the outcome under draw rules, which the last lines of the output
    /// explain; `None` if no explanation is needed.
    fn outcome(&self) -> Option<&'static str>;
}

/// Printable answer with a value, and with the moves of the position or of a line of best play.
#[derive(Debug, Serialize)]
pub struct MovesOut<V, M> {
    #[serde(flatten)]
    pub value: V,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<M>>,
    /// End of the line of best play; `None` for the moves of a position.
    #[serde(flatten)]
    pub end: Option<EndOut>,
}

/// Information on why and where a line of best play ends.
#[derive(Debug, Serialize)]
pub struct EndOut {
    pub end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<Vec<String>>,
    /// Description of the missing table that would show the best move, if the line ends for lack of
    /// it.
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
