//! Output of the moves of a position and of lines of best play.

use std::fmt::{self, Display};

use serde::Serialize;

use crate::answer::words;
use crate::ask::faults::Partial;

/// Output with an outcome under draw rules.
pub trait Outcome {
    /// Returns the name of the outcome; `None` if the legend need not explain it.
    fn outcome(&self) -> Option<&'static str>;
}

/// A value with the moves of the position, or with those of a line.
#[derive(Debug, Serialize)]
pub struct MovesOut<V, M> {
    #[serde(flatten)]
    pub value: V,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<M>>,
    /// End of the line; `None` for the moves of the position.
    #[serde(flatten)]
    pub end: Option<EndOut>,
}

/// The end of a line.
#[derive(Debug, Default, Serialize)]
pub struct EndOut {
    /// Reason why the line stops.
    pub end: &'static str,
    /// Descriptions of the draws that stop the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<Vec<String>>,
    /// Missing tables that would show the best move, if the line stops for lack of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lacking: Option<String>,
    /// Numbers of the moves in game notation: `12.` or `12...`.
    #[serde(skip)]
    pub numbers: Vec<String>,
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
            Some(EndOut { end, draws, lacking, numbers }) => {
                moves().zip(numbers).try_for_each(|(mv, number)| write!(f, "\n  {number:>6} {mv}"))?;
                write!(f, "\n  {}", words::line_end(end, "--plies-max"))?;
                draws.iter().flatten().chain(lacking).try_for_each(|text| write!(f, "\n         {text}"))?;
            }
        }
        let legend = words::legend(moves().filter_map(Outcome::outcome).chain(self.value.outcome()));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
