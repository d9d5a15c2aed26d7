//! The Python classes of values: `Wdl`, `Value` and `RuleValue`.

use std::fmt::Display;

use peatee_probe::chess::{Chess, RuleValue as ChessRuleValue};
use peatee_probe::{
    Metric, RuleOutcome, RulePlies, RuleSet, RuleValue as ProbedRuleValue, Value as ProbedValue, Wdl as ProbedWdl,
};
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
/// `wdl` is win, draw or loss. In draughts, `dtw_plies` is the number of plies to the end of the
/// game. In chess, `dtz_plies` is the exact number of plies to the next capture, pawn move or mate,
/// and `outcome` is the value under the 50-move rule.
///
/// >>> with peatee.open_tables("tables/english") as tb:
/// ...     tb.probe("W:WK17,K5:BK31")
/// <Value win in 31 plies>
/// >>> with peatee.open_tables("tables/chess") as tb:
/// ...     tb.probe("8/8/8/8/8/2k5/1q6/K7 w - - 30 90")
/// <Value loss, DTZ 0 plies>
#[pyclass(module = "peatee", eq, hash, frozen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value {
    pub(crate) found: ProbedValue,
    pub(crate) outcome: RuleOutcome,
    /// True when the plies of `found` lead to the next capture, pawn move or mate (DTZ), false when
    /// they lead to the end of the game (DTW).
    is_dtz: bool,
}

impl Value {
    /// Creates a value whose plies, if any, are those to the end of the game (DTW).
    pub(crate) fn with_dtw(found: ProbedValue) -> Value {
        Value { found, outcome: found.wdl.into(), is_dtz: false }
    }

    /// Creates a value of chess under the 50-move rule.
    pub(crate) fn with_dtz(wdl: ProbedWdl, dtz_plies: Option<u32>, outcome: RuleOutcome) -> Value {
        Value { found: ProbedValue { wdl, plies: dtz_plies }, outcome, is_dtz: true }
    }

    pub(crate) fn text(self) -> String {
        match self.is_dtz {
            true => Chess::value_text(self.found, Metric::Dtr(RuleSet::new(&Chess::fifty_moves()))),
            false => self.found.to_string(),
        }
    }
}

impl From<&ChessRuleValue> for Value {
    fn from(value: &ChessRuleValue) -> Value {
        Value::with_dtz(value.value.wdl, value.needed_plies, value.outcome)
    }
}

#[pymethods]
impl Value {
    /// Win, draw or loss for the side to move.
    #[getter]
    fn wdl(&self) -> Wdl {
        self.found.wdl.into()
    }

    /// Plies to the end of the game; `None` for a draw, in chess, and without a DTW table.
    #[getter]
    fn dtw_plies(&self) -> Option<u32> {
        self.found.plies.filter(|_| !self.is_dtz)
    }

    /// Plies to the next capture, pawn move or mate. A win with more than 100 plies is cursed,
    /// whatever the half-move clock is. `None` for a draw, in draughts, and without a DTZ table.
    #[getter]
    fn dtz_plies(&self) -> Option<u32> {
        self.found.plies.filter(|_| self.is_dtz)
    }

    /// Outcome for the side to move, in chess under the 50-move rule with the half-move clock of
    /// the position: `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`, or `maybe-win` and
    /// `maybe-loss` if a DTZ table is missing.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome.name()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Value {}>", self.text())
    }
}

/// The value of a position under draw rules with running counts.
///
/// `outcome` is `win`, `cursed-win`, `draw`, `blessed-loss` or `loss` for the side to move, or
/// `maybe-win` and `maybe-loss` if the table that would decide is missing.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct RuleValue {
    outcome: RuleOutcome,
    /// The value without draw rules.
    #[pyo3(get)]
    value: Value,
    /// Plies that the winner needs: to the end of the game, or to the next move that resets the
    /// deciding count and keeps the win. The deciding count is the count that decides whether the
    /// win comes in time. `None` in four cases: for a draw; if no count decides; if the draw rules
    /// take the win away however many plies the count has left; if a table is missing, which
    /// `lacking` names.
    #[pyo3(get)]
    needed_plies: Option<u32>,
    /// Plies to the end of the game with best play under the rules: the winner wins as fast as the
    /// counts allow, the loser delays. `None` for draws, in chess, and without a DTW table. Also
    /// `None` if only a search can find the plies, and `with_plies` did not request this search. If
    /// the search ends too early, `plies_at_least` has a lower bound instead.
    #[pyo3(get)]
    plies: Option<u32>,
    /// A lower bound of `plies`, if the search for them ended too early; otherwise `None`.
    #[pyo3(get)]
    plies_at_least: Option<u32>,
    /// Plies left before the limit of the count that decides whether the win comes in time; `None`
    /// if no count decides.
    #[pyo3(get)]
    left_plies: Option<u32>,
    /// The missing table that would complete the value, in words; `None` when the value is exact.
    #[pyo3(get)]
    lacking: Option<String>,
}

impl<S: Display> From<ProbedRuleValue<S>> for RuleValue {
    fn from(value: ProbedRuleValue<S>) -> RuleValue {
        RuleValue {
            outcome: value.outcome,
            value: Value::with_dtw(value.value),
            needed_plies: value.needed_plies,
            plies: value.plies.and_then(RulePlies::exact),
            plies_at_least: value.plies.and_then(RulePlies::at_least),
            left_plies: value.clock.count().map(|count| count.left_plies()),
            lacking: value.lacking.map(|table| table.to_string()),
        }
    }
}

impl RuleValue {
    pub(crate) fn text(&self) -> String {
        format!("{}, without rules {}", self.outcome, self.value.text())
    }
}

#[pymethods]
impl RuleValue {
    /// Outcome under the rules, such as `cursed-win`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome.name()
    }

    fn __repr__(&self) -> String {
        format!("<RuleValue {}>", self.text())
    }
}
