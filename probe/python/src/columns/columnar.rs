//! The trait by which columns of positions of all families are probed.

use peatee_probe::any::Tables;
use peatee_probe::{Notation, ProbeError, Probed};
use pyo3::prelude::*;

use super::answers::Answers;
use super::choice::{Answer, Choice};

pub(crate) trait Columnar: Probed + Notation {
    /// Name of the answer column with the distances in plies: `dtw_plies` or `dtz_plies`.
    const PLIES_COLUMN: &'static str;
    /// True when the answers have a column of outcomes under the 50-move rule.
    const HAS_OUTCOMES: bool;

    /// Converts a position that a Python caller gave: a FEN, or an object that has a FEN.
    fn position_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Self::Position>;

    /// Probes positions and calls `each` with the answers, in the order of the positions.
    fn answer_all(
        tables: &Tables<Self>,
        positions: &[Self::Position],
        choice: &Choice,
        each: impl FnMut(Result<Answer, ProbeError>),
    );

    /// Probes the positions of an array of bitboards. Returns `None` if `given` is something else.
    fn probe_bitboards(
        _py: Python<'_>,
        _tables: &Tables<Self>,
        _given: &Bound<'_, PyAny>,
        _choice: &Choice,
    ) -> PyResult<Option<Answers>> {
        Ok(None)
    }
}
