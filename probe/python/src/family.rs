//! Families of games in the Python package.

use std::ops::Range;

use peatee_probe::ProbeError;
use peatee_probe::any::Tables;
use pyo3::prelude::*;

use crate::columns::Columnar;
use crate::moves::{Line, Move};
use crate::value::Value;

/// Values of positions of a slice in table order.
pub(crate) struct SliceValues {
    /// Numbers of the legal positions, in games that also have numbers without a position.
    pub(crate) numbers: Option<Vec<i64>>,
    pub(crate) wdl: Vec<i8>,
    pub(crate) plies: Vec<i32>,
}

/// A family of games.
pub(crate) trait PythonFamily: Columnar {
    /// Probes a position.
    fn value(tables: &Tables<Self>, position: &Self::Position) -> Result<Value, ProbeError>;

    /// Lists the moves, best first.
    fn list_moves(tables: &Tables<Self>, position: &Self::Position) -> Result<Vec<Move>, ProbeError>;

    /// Plays the best line.
    fn best_line(tables: &Tables<Self>, position: &Self::Position, max_plies: u32) -> Result<Line, ProbeError>;

    /// Calls `each` with the position numbers that belong to legal positions, and with these
    /// positions.
    fn each_position(
        &self,
        slice: Self::Slice,
        numbers: impl Iterator<Item = u64>,
        each: impl FnMut(u64, &Self::Position),
    );

    /// Probes the positions of a slice. The values are not copied from the files, because files
    /// leave out the values of captures.
    fn slice_values(tables: &Tables<Self>, slice: Self::Slice, range: Range<u64>) -> Result<SliceValues, ProbeError>;

    /// Returns the numbers of positions of a slice.
    fn numbers(
        py: Python<'_>,
        tables: &Tables<Self>,
        slice: Self::Slice,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<i64>>;
}
