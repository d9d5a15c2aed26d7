//! The trait by which the Python package treats all families of games alike.

use std::ops::Range;

use peatee_probe::ProbeError;
use peatee_probe::any::Tables;
use pyo3::prelude::*;

use crate::columns::Columnar;
use crate::moves::{Line, Move};
use crate::value::Value;

/// Values of positions with consecutive numbers in a slice, in the order of these numbers.
pub(crate) struct SliceValues {
    /// Position numbers of the legal positions; `None` in games in which every number has a legal
    /// position.
    pub(crate) numbers: Option<Vec<i64>>,
    pub(crate) wdl: Vec<i8>,
    pub(crate) plies: Vec<i32>,
}

pub(crate) trait PythonFamily: Columnar {
    fn value(tables: &Tables<Self>, position: &Self::Position) -> Result<Value, ProbeError>;

    /// Returns all legal moves with their values, the best first.
    fn list_moves(tables: &Tables<Self>, position: &Self::Position) -> Result<Vec<Move>, ProbeError>;

    fn best_line(tables: &Tables<Self>, position: &Self::Position, max_plies: u32) -> Result<Line, ProbeError>;

    /// Calls `each` with the number and the position for every item of `numbers` that belongs to a
    /// legal position.
    fn each_position(
        &self,
        slice: Self::Slice,
        numbers: impl Iterator<Item = u64>,
        each: impl FnMut(u64, &Self::Position),
    );

    /// Returns the values of the positions in a range of a slice. Probes each position, because
    /// files may leave out the values of positions with captures.
    fn slice_values(tables: &Tables<Self>, slice: Self::Slice, range: Range<u64>) -> Result<SliceValues, ProbeError>;

    /// Returns the position numbers of the given positions, which must belong to the slice.
    fn numbers(
        py: Python<'_>,
        tables: &Tables<Self>,
        slice: Self::Slice,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<i64>>;
}
