//! Answers as Arrow columns.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{Int8Builder, Int32Builder};
use peatee_probe::Wdl;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::error::PyArrowResult;

use super::asked::{Answer, Asked};
use super::batch::Batch;
use super::column::Column;
use super::foreign::Refusal;
use super::reasons::Reasons;

/// Values of many positions: the Arrow columns `wdl`, `dtw_plies` and `error`, one row for each. In
/// between are those that were asked for: `dtc_plies`, `rules_wdl` and `rules_needed_plies`.
///
/// `wdl` is 1, 0 or -1 for the side to move, `dtw_plies` the plies to the end of the game. All are
/// null where `error` says why there is no answer; plies are null for draws too.
///
/// The whole has the Arrow C interface, so that `pyarrow.table(answers)` and
/// `polars.DataFrame(answers)` take it without a copy, and so has each column.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Answers {
    batch: Batch,
}

#[pymethods]
impl Answers {
    /// 1 for a win, 0 for a draw, -1 for a loss of the side to move; null where there is an error.
    #[getter]
    fn wdl(&self) -> Column {
        self.batch.column(0)
    }

    /// Plies to the end of the game; null for draws and errors, and where there is no DTW table.
    #[getter]
    fn dtw_plies(&self) -> Column {
        self.batch.column(1)
    }

    /// Plies to the next conversion; null for draws and errors. `None` where it was not asked for.
    #[getter]
    fn dtc_plies(&self) -> Option<Column> {
        self.batch.named(DTC_PLIES)
    }

    /// `wdl` under the draw rules, all counts fresh. `None` where no rules were named.
    #[getter]
    fn rules_wdl(&self) -> Option<Column> {
        self.batch.named(RULES_WDL)
    }

    /// Plies that the winner under the draw rules needs of the count that binds; null for draws and
    /// errors, and where no count binds. `None` where no rules were named.
    #[getter]
    fn rules_needed_plies(&self) -> Option<Column> {
        self.batch.named(RULES_NEEDED_PLIES)
    }

    /// Why a row has no answer; null where it has one.
    #[getter]
    fn error(&self) -> Column {
        self.batch.errors()
    }

    /// The columns by their names, in order.
    #[getter]
    fn columns(&self) -> Vec<(String, Column)> {
        self.batch.all()
    }

    /// How many rows have an error.
    #[getter]
    fn error_count(&self) -> usize {
        self.batch.error_count()
    }

    fn __len__(&self) -> usize {
        self.batch.rows()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        self.batch.schema_capsule(py)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        self.batch.array_capsules(py, requested_schema.as_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        self.batch.stream_capsule(py, requested_schema.as_ref())
    }

    fn __repr__(&self) -> String {
        format!("<Answers of {} rows, {} errors>", self.batch.rows(), self.batch.error_count())
    }
}

const DTC_PLIES: &str = "dtc_plies";
const RULES_WDL: &str = "rules_wdl";
const RULES_NEEDED_PLIES: &str = "rules_needed_plies";

/// Rows that room is made for at once.
const MOST_ROOM: usize = 1 << 24;

/// Takes answers row by row.
pub(super) struct AnswersBuilder {
    wdl: Int8Builder,
    dtw_plies: Int32Builder,
    dtc_plies: Option<Int32Builder>,
    rules: Option<RuleColumns>,
    reasons: Reasons,
}

/// The columns of values under draw rules.
struct RuleColumns {
    wdl: Int8Builder,
    needed_plies: Int32Builder,
}

impl AnswersBuilder {
    /// A builder for this many rows, with the columns that are asked for. Room is made for some of
    /// them: a column of nulls takes no memory, and has as many rows as it says.
    pub(super) fn new(rows: usize, asked: &Asked) -> AnswersBuilder {
        let rows = rows.min(MOST_ROOM);
        let rules =
            || RuleColumns { wdl: Int8Builder::with_capacity(rows), needed_plies: Int32Builder::with_capacity(rows) };
        AnswersBuilder {
            wdl: Int8Builder::with_capacity(rows),
            dtw_plies: Int32Builder::with_capacity(rows),
            dtc_plies: asked.dtc.then(|| Int32Builder::with_capacity(rows)),
            rules: asked.rules.map(|_| rules()),
            reasons: Reasons::default(),
        }
    }

    /// The answer of the next row.
    #[inline]
    pub(super) fn push(&mut self, answer: Answer) {
        self.wdl.append_value(number_of(answer.value.wdl));
        self.dtw_plies.append_option(answer.value.plies.map(u32::cast_signed));
        if let Some(plies) = &mut self.dtc_plies {
            plies.append_option(answer.dtc_plies.map(u32::cast_signed));
        }
        if let (Some(columns), Some(ruled)) = (&mut self.rules, answer.ruled) {
            columns.wdl.append_value(ruled.outcome.wdl().map_or(0, number_of));
            columns.needed_plies.append_option(ruled.needed_plies.map(u32::cast_signed));
        }
        self.reasons.push_none();
    }

    /// The error of the next row.
    #[cold]
    pub(super) fn push_error(&mut self, error: &str) {
        self.wdl.append_null();
        self.dtw_plies.append_null();
        self.dtc_plies.iter_mut().for_each(Int32Builder::append_null);
        if let Some(columns) = &mut self.rules {
            columns.wdl.append_null();
            columns.needed_plies.append_null();
        }
        self.reasons.push(error);
    }

    /// Refuses more errors than a column holds.
    ///
    /// # Errors
    /// [`Refusal::Content`].
    pub(super) fn check(&self) -> Result<(), Refusal> {
        self.reasons.check()
    }

    pub(super) fn finish(mut self) -> Answers {
        let mut columns: Vec<(&str, ArrayRef)> =
            vec![("wdl", Arc::new(self.wdl.finish())), ("dtw_plies", Arc::new(self.dtw_plies.finish()))];
        if let Some(plies) = &mut self.dtc_plies {
            columns.push((DTC_PLIES, Arc::new(plies.finish())));
        }
        if let Some(rules) = &mut self.rules {
            columns.push((RULES_WDL, Arc::new(rules.wdl.finish())));
            columns.push((RULES_NEEDED_PLIES, Arc::new(rules.needed_plies.finish())));
        }
        columns.push(("error", self.reasons.finish()));
        Answers { batch: Batch::new(columns) }
    }
}

/// 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) fn number_of(wdl: Wdl) -> i8 {
    match wdl {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    }
}
