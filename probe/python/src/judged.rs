//! The trait by which the Python package judges games of all families.

use peatee_probe::RuleValue as ProbedRuleValue;
use peatee_probe::adjudicate::{Judge, Replay, Verdict};
use peatee_probe::any::Tables;
use pyo3::prelude::*;

use crate::family::PythonFamily;
use crate::position::Position;
use crate::value::{RuleValue, Value};

pub(crate) trait Judged: PythonFamily + Replay {
    fn judge<'a>(tables: &'a Tables<Self>, wanted: &JudgeOptions<'_>) -> PyResult<Judge<'a, Self>>;

    fn records(text: &str) -> impl Iterator<Item = Self::Record>;

    /// Converts the value under draw rules of a game in progress to a Python class.
    fn rule_value(value: &ProbedRuleValue<Self::Slice>) -> ValueInProgress;

    /// Returns the half-move clock of a position; `None` in draughts.
    fn clock(position: &Self::Position) -> Option<u32>;

    /// Returns the parts of a verdict that are worded differently in draughts and chess.
    fn words(&self, verdict: &Verdict<Self>, record: &Self::Record) -> Words;
}

#[derive(Debug)]
pub(crate) struct JudgeOptions<'a> {
    pub(crate) rules: Option<&'a str>,
    pub(crate) flag: Option<&'a str>,
    pub(crate) claim_announced: bool,
}

/// Parts of a verdict that are worded differently in draughts and chess.
#[derive(Debug)]
pub(crate) struct Words {
    /// Value of `Verdict.ruling` in Python for a lost game or a game in progress.
    pub(crate) ruling: &'static str,
    pub(crate) text: Option<String>,
    pub(crate) article: Option<&'static str>,
    pub(crate) result: Option<&'static str>,
    pub(crate) is_disagreement: bool,
    pub(crate) position: Option<Position>,
}

#[derive(Debug, Clone, IntoPyObject)]
pub(crate) enum ValueInProgress {
    Draughts(RuleValue),
    Chess(Value),
}
