//! Many positions of chess at once.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{Int8Builder, Int32Builder, StringBuilder};
use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyString, PyTuple};
use pyo3_arrow::error::PyArrowResult;

use super::answers::number_of;
use super::batch::Batch;
use super::column::Column;
use super::foreign::Refusal;
use super::reasons::Reasons;
use super::texts::Texts;
use crate::chess::{chess_position_of, rule_value};

/// Values of many positions of chess: the Arrow columns `wdl`, `dtz_plies`, `outcome` and `error`,
/// one row for each.
///
/// `wdl` is 1, 0 or -1 for the side to move without the 50-move rule, `dtz_plies` the exact plies
/// to the next capture, pawn move or mate, `outcome` what the rule makes of it with the half-move
/// clock of the position. All are null where `error` says why there is no answer; plies are null
/// for draws too.
///
/// The whole has the Arrow C interface, so that `pyarrow.table(answers)` and
/// `polars.DataFrame(answers)` take it without a copy, and so has each column.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct ChessAnswers {
    batch: Batch,
}

#[pymethods]
impl ChessAnswers {
    /// 1 for a win, 0 for a draw, -1 for a loss of the side to move; null where there is an error.
    #[getter]
    fn wdl(&self) -> Column {
        self.batch.column(0)
    }

    /// Plies to the next capture, pawn move or mate; null for draws and errors, and where there is
    /// no DTZ table.
    #[getter]
    fn dtz_plies(&self) -> Column {
        self.batch.column(1)
    }

    /// The outcome under the 50-move rule, in a word; null where there is an error.
    #[getter]
    fn outcome(&self) -> Column {
        self.batch.column(2)
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
        format!("<ChessAnswers of {} rows, {} errors>", self.batch.rows(), self.batch.error_count())
    }
}

/// Probes the rows of a column of FEN texts, or of a list of positions.
pub(crate) fn probe_many(py: Python<'_>, tables: &Tables, given: &Bound<'_, PyAny>) -> PyResult<ChessAnswers> {
    with_positions(py, "probe_many", given, |rows| answered(tables, rows))?.map_err(Refusal::raise)
}

/// The rows of a column of FEN texts or of a list of positions, each with its error in its place
/// where it is none.
pub(crate) type Rows<'a> = &'a mut dyn Iterator<Item = Result<Position, String>>;

/// Works on such rows, which a `method` was given, without the lock of the interpreter.
pub(crate) fn with_positions<T: Send>(
    py: Python<'_>,
    method: &str,
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(Rows<'_>) -> T + Send,
) -> PyResult<T> {
    if let Some(texts) = Texts::read(given)? {
        let read = |text: &str| Position::parse_fen(text).map_err(|error| error.to_string());
        return Ok(py.detach(|| work(&mut texts.iter().map(|text| read(text?)))));
    }
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err(format!("{method} takes a column of positions; probe takes one position")));
    }
    let mut rows = Vec::new();
    for row in given.try_iter()? {
        // A row that is no position has its error in its place, as in columns of texts.
        rows.push(chess_position_of(&row?).map_err(|error| error.value(py).to_string()));
    }
    Ok(py.detach(|| work(&mut rows.into_iter())))
}

/// The answers to rows, in their order.
fn answered(tables: &Tables, rows: Rows<'_>) -> Result<ChessAnswers, Refusal> {
    let (mut wdl, mut dtz_plies) = (Int8Builder::new(), Int32Builder::new());
    let (mut outcome, mut reasons) = (StringBuilder::new(), Reasons::default());
    for row in rows {
        let found = row.and_then(|position| rule_value(tables, &position).map_err(|error| error.to_string()));
        match &found {
            Ok(value) => {
                wdl.append_value(number_of(value.value.wdl));
                dtz_plies.append_option(value.needed_plies.map(u32::cast_signed));
                outcome.append_value(value.outcome.name());
                reasons.push_none();
            }
            Err(reason) => {
                wdl.append_null();
                dtz_plies.append_null();
                outcome.append_null();
                reasons.push(reason);
                reasons.check()?;
            }
        }
    }
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("wdl", Arc::new(wdl.finish())),
        ("dtz_plies", Arc::new(dtz_plies.finish())),
        ("outcome", Arc::new(outcome.finish())),
        ("error", reasons.finish()),
    ];
    Ok(ChessAnswers { batch: Batch::new(columns) })
}
