//! Values of positions of chess, and moves with them.

use peatee_probe::chess::{Chess, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_rules::draw::{Counters, DrawRules};
use peatee_probe::{Game, Metric, ProbeError, RuleOutcome, RuleSet, Value};
use pyo3::prelude::*;

use crate::value::Wdl;

/// The value of a position of chess for the side to move, with best play by both sides.
///
/// `wdl` is win, draw or loss as if there were no 50-move rule, `dtz_plies` the exact number of
/// plies to the next capture, pawn move or mate, `outcome` what the 50-move rule makes of it.
///
/// >>> with peatee.open_chess_tables("tables/chess") as tb:
/// ...     tb.probe("8/8/8/8/8/2k5/1q6/K7 w - - 30 90")
/// <ChessValue loss, DTZ 0 plies>
#[pyclass(module = "peatee", eq, hash, frozen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ChessValue {
    found: Value,
    outcome: RuleOutcome,
}

/// The 50-move rule with the half-move clock of a position.
pub(crate) fn rules_of(position: &Position) -> (DrawRules, Counters) {
    let rules = Chess::fifty_moves();
    (rules, Chess.counters(&rules, position))
}

/// The value of a position under the 50-move rule.
pub(crate) fn rule_value(tables: &Tables, position: &Position) -> Result<RuleValue, ProbeError> {
    let (rules, clock) = rules_of(position);
    tables.rule_value(position, &rules, &clock)
}

impl ChessValue {
    /// The value of a position.
    pub(super) fn new(value: &RuleValue) -> ChessValue {
        ChessValue { found: Value { plies: value.needed_plies, ..value.value }, outcome: value.outcome }
    }

    /// The value in words.
    pub(super) fn text(self) -> String {
        Chess::value_text(self.found, Metric::Dtr(RuleSet::new(&Chess::fifty_moves())))
    }
}

#[pymethods]
impl ChessValue {
    /// Win, draw or loss for the side to move.
    #[getter]
    fn wdl(&self) -> Wdl {
        self.found.wdl.into()
    }

    /// Plies to the next capture, pawn move or mate; more than 100 say that a win is cursed with
    /// every clock. `None` for a draw, and where there is no DTZ table.
    #[getter]
    fn dtz_plies(&self) -> Option<u32> {
        self.found.plies
    }

    /// Who wins under the 50-move rule with the half-move clock of the position: `win`,
    /// `cursed-win`, `draw`, `blessed-loss` or `loss`, or `maybe-win` and `maybe-loss` where a DTZ
    /// table is lacking.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome.name()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<ChessValue {}>", self.text())
    }
}

/// A legal move of chess and what it is worth to the player who makes it.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct ChessMove {
    /// The move in SAN.
    #[pyo3(get)]
    san: String,
    /// The move in UCI.
    #[pyo3(get)]
    uci: String,
    /// Its value, plies counted from before the move.
    #[pyo3(get)]
    value: ChessValue,
}

impl ChessMove {
    /// A move in a position.
    pub(super) fn new(position: &Position, rated: &RuleMove) -> ChessMove {
        let plies = rated.reset_plies(&Chess, position, &Chess::fifty_moves());
        let value = ChessValue { found: Value { plies, ..rated.value }, outcome: rated.outcome };
        ChessMove { san: position.san(rated.mv), uci: position.uci(rated.mv), value }
    }

    /// The move in SAN.
    pub(super) fn san(&self) -> &str {
        &self.san
    }
}

#[pymethods]
impl ChessMove {
    fn __str__(&self) -> &str {
        &self.san
    }

    fn __repr__(&self) -> String {
        format!("<ChessMove {} {}>", self.san, self.value.text())
    }
}
