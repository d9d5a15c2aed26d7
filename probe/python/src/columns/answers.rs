//! Builds the Arrow columns of the answers to many positions.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{Int32Builder, StringBuilder};
use peatee_probe::Wdl;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::error::PyArrowResult;

use super::batch::Batch;
use super::choice::{Answer, Choice};
use super::column::Column;
use super::foreign::Refusal;
use super::reasons::Reasons;
use super::wdl::WdlBuilder;
use crate::pictures;

/// Values of many positions as Arrow columns with a row for each position: `wdl`, `dtw_plies` and
/// `error`. Chess has `dtz_plies` and `outcome` instead of `dtw_plies`. The requested columns
/// `dtc_plies`, `rules_wdl` and `rules_needed_plies` come before `error`.
///
/// `wdl` is `win`, `draw` or `loss` for the side to move, without draw rules. `dtw_plies` are the
/// plies to the end of the game, `dtz_plies` the plies to the next capture, pawn move or mate.
/// `outcome` is the value under the 50-move rule. All these columns are null in a row with an
/// `error`. Columns of plies are also null for draws.
///
/// The answers and each column have the Arrow C interface: `pyarrow.table(answers)`,
/// `polars.DataFrame(answers)` and `pandas.DataFrame.from_arrow(answers)` take them without an
/// object for each row. They are also a sequence of rows, as named tuples, which
/// `pandas.DataFrame(answers)` reads.
///
/// >>> tb = peatee.open_tables("tables/english")
/// >>> list(tb.probe_many(["W:WK18,20:BK10"]))
/// [Answer(wdl='win', dtw_plies=29, error=None)]
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Answers {
    batch: Batch,
}

#[pymethods]
impl Answers {
    /// `win`, `draw` or `loss` of the side to move; null in a row with an error. `numpy.asarray`
    /// gives the numbers of `peatee.Wdl`: 1, 0 and -1.
    #[getter]
    fn wdl(&self) -> Column {
        self.batch.column(0)
    }

    /// Plies to the end of the game; null for draws and errors, and without a DTW table.
    #[getter]
    fn dtw_plies(&self) -> PyResult<Column> {
        self.of_family("dtw_plies")
    }

    /// Plies to the next capture, pawn move or mate in chess; null for draws and errors, and
    /// without a DTZ table.
    #[getter]
    fn dtz_plies(&self) -> PyResult<Column> {
        self.of_family("dtz_plies")
    }

    /// Outcome in chess under the 50-move rule with the half-move clock of the row, such as
    /// `cursed-win`; null in a row with an error.
    #[getter]
    fn outcome(&self) -> PyResult<Column> {
        self.of_family(OUTCOME)
    }

    /// Plies to the next conversion; null for draws and errors. `None` if the column was not
    /// requested.
    #[getter]
    fn dtc_plies(&self) -> Option<Column> {
        self.batch.named(DTC_PLIES)
    }

    /// Win, draw or loss as in `wdl`, but under the draw rules. In draughts, the rules have counted
    /// no plies yet; in chess, as many as the half-move clock of the row. `None` if no draw rules
    /// were given.
    #[getter]
    fn rules_wdl(&self) -> Option<Column> {
        self.batch.named(RULES_WDL)
    }

    /// Plies that the winner needs under the draw rules: to the end of the game, or to the next
    /// move that resets the deciding count and keeps the win. The deciding count is the count that
    /// decides whether the win comes in time. Null for draws and errors, and if no count decides.
    /// `None` if no draw rules were given.
    #[getter]
    fn rules_needed_plies(&self) -> Option<Column> {
        self.batch.named(RULES_NEEDED_PLIES)
    }

    /// Reason why a row has no answer; null in a row with an answer.
    #[getter]
    fn error(&self) -> Column {
        self.batch.errors()
    }

    /// The columns with their names, in order.
    #[getter]
    fn columns(&self) -> Vec<(String, Column)> {
        self.batch.all()
    }

    /// Number of rows with an error.
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

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = self.batch.all();
        let names = columns.iter().map(|(name, _)| &**name).collect::<Vec<&str>>();
        let row = py.import("collections")?.call_method1("namedtuple", ("Answer", names))?;
        let columns = columns.iter().map(|(_, column)| column.tolist(py)).collect::<PyResult<Vec<_>>>()?;
        let builtins = py.import("builtins")?;
        let rows = builtins.call_method1("zip", PyTuple::new(py, columns)?)?;
        builtins.call_method1("map", (row.getattr("_make")?, rows))
    }

    fn _repr_html_(&self) -> String {
        let size = format!("{} rows, {} with errors", self.batch.rows(), self.batch.error_count());
        self.batch.first_rows() + &pictures::paragraph(size)
    }

    fn __repr__(&self) -> String {
        format!("<Answers of {} rows, {} errors>", self.batch.rows(), self.batch.error_count())
    }
}

impl Answers {
    /// Returns a column that only draughts or only chess has. Raises an error if the answers are of
    /// the other family.
    fn of_family(&self, name: &str) -> PyResult<Column> {
        self.batch.named(name).ok_or_else(|| {
            PyAttributeError::new_err(format!(
                "there is no column {name} in answers of these tables; `columns` has all"
            ))
        })
    }
}

const OUTCOME: &str = "outcome";
const DTC_PLIES: &str = "dtc_plies";
const RULES_WDL: &str = "rules_wdl";
const RULES_NEEDED_PLIES: &str = "rules_needed_plies";

/// Maximum number of rows for which memory is reserved in advance.
const MOST_ROOM: usize = 1 << 24;

pub(super) struct AnswersBuilder {
    wdl: WdlBuilder,
    plies: Int32Builder,
    plies_column: &'static str,
    outcomes: Option<StringBuilder>,
    dtc_plies: Option<Int32Builder>,
    rules: Option<RuleColumns>,
    reasons: Reasons,
}

struct RuleColumns {
    wdl: WdlBuilder,
    needed_plies: Int32Builder,
}

impl AnswersBuilder {
    /// Creates a builder of the requested columns. Reserves memory for `rows` rows, but not for
    /// more than [`MOST_ROOM`], because a column of nulls can claim to have any number of rows.
    pub(super) fn new(rows: usize, choice: &Choice, plies_column: &'static str, has_outcomes: bool) -> AnswersBuilder {
        let rows = rows.min(MOST_ROOM);
        let rules =
            || RuleColumns { wdl: WdlBuilder::with_capacity(rows), needed_plies: Int32Builder::with_capacity(rows) };
        AnswersBuilder {
            wdl: WdlBuilder::with_capacity(rows),
            plies: Int32Builder::with_capacity(rows),
            plies_column,
            outcomes: has_outcomes.then(StringBuilder::new),
            dtc_plies: choice.dtc.then(|| Int32Builder::with_capacity(rows)),
            rules: choice.rules.map(|_| rules()),
            reasons: Reasons::default(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, answer: Answer) {
        let value = answer.value;
        self.wdl.append_value(value.found.wdl);
        self.plies.append_option(value.found.plies.map(u32::cast_signed));
        if let Some(outcomes) = &mut self.outcomes {
            outcomes.append_value(value.outcome.name());
        }
        if let Some(plies) = &mut self.dtc_plies {
            plies.append_option(answer.dtc_plies.map(u32::cast_signed));
        }
        if let (Some(columns), Some((outcome, needed_plies))) = (&mut self.rules, answer.ruled) {
            columns.wdl.append_value(outcome.wdl().unwrap_or(Wdl::Draw));
            columns.needed_plies.append_option(needed_plies.map(u32::cast_signed));
        }
        self.reasons.push_none();
    }

    #[cold]
    pub(super) fn push_error(&mut self, error: &str) {
        self.wdl.append_null();
        self.plies.append_null();
        self.outcomes.iter_mut().for_each(StringBuilder::append_null);
        self.dtc_plies.iter_mut().for_each(Int32Builder::append_null);
        if let Some(columns) = &mut self.rules {
            columns.wdl.append_null();
            columns.needed_plies.append_null();
        }
        self.reasons.push(error);
    }

    /// Checks that the error texts of all rows fit in one column.
    ///
    /// # Errors
    /// [`Refusal::Content`] if the error texts are too long together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        self.reasons.check()
    }

    pub(super) fn finish(mut self) -> Answers {
        let mut columns: Vec<(&str, ArrayRef)> =
            vec![("wdl", self.wdl.finish()), (self.plies_column, Arc::new(self.plies.finish()))];
        if let Some(outcomes) = &mut self.outcomes {
            columns.push((OUTCOME, Arc::new(outcomes.finish())));
        }
        if let Some(plies) = &mut self.dtc_plies {
            columns.push((DTC_PLIES, Arc::new(plies.finish())));
        }
        if let Some(rules) = &mut self.rules {
            columns.push((RULES_WDL, rules.wdl.finish()));
            columns.push((RULES_NEEDED_PLIES, Arc::new(rules.needed_plies.finish())));
        }
        columns.push(("error", self.reasons.finish()));
        Answers { batch: Batch::new(columns) }
    }
}

const NO_PLIES: i32 = -1;

pub(crate) fn plies_or_none(plies: Option<u32>) -> i32 {
    plies.map_or(NO_PLIES, u32::cast_signed)
}
