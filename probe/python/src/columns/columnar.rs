//! Families of games in columns.

use peatee_probe::any::Tables;
use peatee_probe::{Notation, ProbeError, Probed};
use pyo3::prelude::*;

use super::answers::Answers;
use super::choice::{Answer, Choice};

/// A family of games whose positions come in columns.
pub(crate) trait Columnar: Probed + Notation {
    /// Name of the column of plies in answers.
    const PLIES_COLUMN: &'static str;
    /// True when answers have a column of outcomes.
    const HAS_OUTCOMES: bool;

    /// Parses a position: a FEN, or an object that has a FEN.
    fn position_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Self::Position>;

    /// Probes positions of a column, in their order.
    fn answer_all(
        tables: &Tables<Self>,
        positions: &[Self::Position],
        choice: &Choice,
        each: impl FnMut(Result<Answer, ProbeError>),
    );

    /// Probes an array of bitboards; `None` for anything else.
    fn probe_bitboards(
        _py: Python<'_>,
        _tables: &Tables<Self>,
        _given: &Bound<'_, PyAny>,
        _choice: &Choice,
    ) -> PyResult<Option<Answers>> {
        Ok(None)
    }
}
