//! Answers as Arrow columns.

use std::sync::Arc;

use arrow_array::builder::{Int8Builder, Int32Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Schema};
use peatee_probe::{Value, Wdl};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};

use super::column::Column;

/// Values of many positions: the Arrow columns `wdl`, `dtw_plies` and `error`, one row for each.
///
/// `wdl` is 1, 0 or -1 for the side to move, `dtw_plies` the plies to the end of the game. Both are
/// null where `error` says why there is no answer; `dtw_plies` is null for draws too.
///
/// The whole has the Arrow C interface, so that `pyarrow.table(answers)` and
/// `polars.DataFrame(answers)` take it without a copy, and so has each column.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Answers {
    batch: RecordBatch,
}

impl Answers {
    fn column(&self, number: usize) -> Column {
        Column { field: self.batch.schema_ref().field(number).clone().into(), array: self.batch.column(number).clone() }
    }

    fn as_struct(&self) -> (Arc<Field>, ArrayRef) {
        let field = Field::new_struct("", self.batch.schema_ref().fields().clone(), false);
        (field.into(), Arc::new(StructArray::from(self.batch.clone())))
    }
}

#[pymethods]
impl Answers {
    /// 1 for a win, 0 for a draw, -1 for a loss of the side to move; null where there is an error.
    #[getter]
    fn wdl(&self) -> Column {
        self.column(0)
    }

    /// Plies to the end of the game; null for draws and errors, and where there is no DTW table.
    #[getter]
    fn dtw_plies(&self) -> Column {
        self.column(1)
    }

    /// Why a row has no answer; null where it has one.
    #[getter]
    fn error(&self) -> Column {
        self.column(2)
    }

    /// How many rows have an error.
    #[getter]
    fn error_count(&self) -> usize {
        self.batch.num_rows() - self.batch.column(2).null_count()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.batch.schema_ref().as_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        let (field, array) = self.as_struct();
        to_array_pycapsules(py, field, &array, requested_schema)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let (field, array) = self.as_struct();
        to_stream_pycapsule(py, Box::new(ArrayIterator::new(vec![Ok(array)], field)), requested_schema)
    }

    fn __repr__(&self) -> String {
        format!("<Answers of {} rows, {} errors>", self.batch.num_rows(), self.error_count())
    }
}

/// Takes answers row by row.
pub(super) struct AnswersBuilder {
    wdl: Int8Builder,
    dtw_plies: Int32Builder,
    error: StringBuilder,
}

impl AnswersBuilder {
    /// For so many rows.
    pub(super) fn new(rows: usize) -> AnswersBuilder {
        AnswersBuilder {
            wdl: Int8Builder::with_capacity(rows),
            dtw_plies: Int32Builder::with_capacity(rows),
            error: StringBuilder::with_capacity(rows, 0),
        }
    }

    /// The value of the next row.
    #[inline]
    pub(super) fn push(&mut self, value: Value) {
        self.wdl.append_value(number_of(value.wdl));
        self.dtw_plies.append_option(value.plies.map(u32::cast_signed));
        self.error.append_null();
    }

    /// The error of the next row.
    #[cold]
    pub(super) fn push_error(&mut self, error: &str) {
        self.wdl.append_null();
        self.dtw_plies.append_null();
        self.error.append_value(error);
    }

    pub(super) fn finish(mut self) -> Answers {
        let field = |name, kind| Field::new(name, kind, true);
        let fields =
            vec![field("wdl", DataType::Int8), field("dtw_plies", DataType::Int32), field("error", DataType::Utf8)];
        let columns: Vec<ArrayRef> =
            vec![Arc::new(self.wdl.finish()), Arc::new(self.dtw_plies.finish()), Arc::new(self.error.finish())];
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns);
        Answers { batch: batch.expect("the columns have a row for each answer and the types of the fields") }
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
