//! Values of positions.

use peatee_probe::{RuleValue as Found, Value as Probed, Wdl as ProbedWdl};
use pyo3::prelude::*;

/// Win, draw or loss for the side to move. Equal to 1, 0 and -1.
///
/// >>> peatee.Wdl.WIN == 1, int(peatee.Wdl.LOSS), str(peatee.Wdl.DRAW)
/// (True, -1, 'draw')
#[pyclass(module = "peatee", eq, eq_int, ord, hash, frozen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Wdl {
    /// The side to move loses.
    #[pyo3(name = "LOSS")]
    Loss = -1,
    /// Neither side wins.
    #[pyo3(name = "DRAW")]
    Draw = 0,
    /// The side to move wins.
    #[pyo3(name = "WIN")]
    Win = 1,
}

impl From<ProbedWdl> for Wdl {
    fn from(wdl: ProbedWdl) -> Wdl {
        match wdl {
            ProbedWdl::Loss => Wdl::Loss,
            ProbedWdl::Draw => Wdl::Draw,
            ProbedWdl::Win => Wdl::Win,
        }
    }
}

#[pymethods]
impl Wdl {
    fn __str__(&self) -> &'static str {
        match self {
            Wdl::Loss => ProbedWdl::Loss.name(),
            Wdl::Draw => ProbedWdl::Draw.name(),
            Wdl::Win => ProbedWdl::Win.name(),
        }
    }
}

/// The value of a position for the side to move, with best play by both sides.
///
/// `wdl` is win, draw or loss. `dtw_plies` is the number of plies to the end of the game; `None`
/// for a draw, and where there is no DTW table.
///
/// >>> with peatee.open_tables("tables/english") as tb:
/// ...     tb.probe("W:WK17,K5:BK31")
/// <Value win in 31 plies>
#[pyclass(module = "peatee", eq, hash, frozen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value(pub(crate) Probed);

#[pymethods]
impl Value {
    /// Win, draw or loss for the side to move.
    #[getter]
    fn wdl(&self) -> Wdl {
        self.0.wdl.into()
    }

    /// Plies to the end of the game; `None` for a draw, and where there is no DTW table.
    #[getter]
    fn dtw_plies(&self) -> Option<u32> {
        self.0.plies
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Value {}>", self.0)
    }
}

/// The value of a position under draw rules with running counts.
///
/// `outcome` is `win`, `cursed-win`, `draw`, `blessed-loss` or `loss` for the side to move, or
/// `maybe-win` and `maybe-loss` where a table is lacking that would tell.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleValue(pub(crate) Found);

#[pymethods]
impl RuleValue {
    /// Who wins under the rules, in a word.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.outcome.name()
    }

    /// The value without draw rules.
    #[getter]
    fn value(&self) -> Value {
        Value(self.0.value)
    }

    /// Plies that the winner needs of the count that binds. `None` for draws, where no count binds,
    /// where the win is lost whatever the count, and where the table that tells is `lacking`.
    #[getter]
    fn needed_plies(&self) -> Option<u32> {
        self.0.needed_plies
    }

    /// Plies that are left of the count that binds; `None` where no count binds.
    #[getter]
    fn left_plies(&self) -> Option<u32> {
        self.0.clock.count().map(|count| count.left_plies())
    }

    /// The table that would tell more, in words; `None` when the value is exact.
    #[getter]
    fn lacking(&self) -> Option<String> {
        self.0.lacking.map(|table| table.to_string())
    }

    fn __repr__(&self) -> String {
        format!("<RuleValue {}, without rules {}>", self.0.outcome, self.0.value)
    }
}
