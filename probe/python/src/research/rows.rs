//! Rows that work over tables finds, as Arrow record batches.

use arrow_array::RecordBatch;
use arrow_json::ReaderBuilder;
use arrow_json::reader::Decoder;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::to_schema_pycapsule;
use serde::Serialize;

use crate::columns::stream;
use crate::pictures;

/// Number of rows of a record batch.
const BATCH_ROWS: usize = 1 << 16;

/// Rows that `mine`, `stats`, `annotate` or `solve` has found, in Arrow record batches of up to
/// 65,536 rows.
///
/// They have the Arrow C interface: `pyarrow.table(rows)`, `polars.DataFrame(rows)` and
/// `pandas.DataFrame.from_arrow(rows)` take them, and DuckDB queries them.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Rows {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    /// Counts of all rows as JSON, of `mine` and `solve`.
    summary: Option<String>,
}

#[pymethods]
impl Rows {
    /// The counts that `peatee-gen mine` prints, of all slices and of each, with the positions
    /// that were found and not listed; from `solve`, the numbers of compositions with each verdict
    /// and of duplicates. `None` for other rows.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.summary.as_ref().map(|text| py.import("json")?.call_method1("loads", (text,))).transpose()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.schema.as_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        stream(py, &self.schema, self.batches.clone().into_iter().map(Ok), requested_schema.as_ref())
    }

    fn _repr_html_(&self) -> String {
        let size = pictures::paragraph(format!("{} rows", self.__len__()));
        self.batches.first().map(pictures::first_rows).unwrap_or_default() + &size
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.schema.fields().iter().map(|field| &**field.name()).collect();
        format!("<Rows: {} of {}>", self.__len__(), names.join(", "))
    }
}

impl Rows {
    pub(super) fn into_batches(self) -> Vec<RecordBatch> {
        self.batches
    }
}

pub(super) fn schema(fields: Vec<Field>) -> SchemaRef {
    Schema::new(fields).into()
}

/// Returns a column with a name and a type.
pub(super) fn field<N: Into<String>>((name, kind): (N, DataType)) -> Field {
    Field::new(name, kind, true)
}

/// Reads rows that are JSON objects, or structures with the fields of such objects.
pub(super) struct RowsReader {
    schema: SchemaRef,
    decoder: Decoder,
    batches: Vec<RecordBatch>,
}

impl RowsReader {
    pub(super) fn new(schema: SchemaRef) -> RowsReader {
        let decoder = ReaderBuilder::new(schema.clone()).with_batch_size(BATCH_ROWS).build_decoder();
        let decoder = decoder.expect("every type of the columns can be read");
        RowsReader { schema, decoder, batches: Vec::new() }
    }

    /// Reads the JSON of one row.
    pub(super) fn read(&mut self, row: &[u8]) {
        self.try_read(row).expect("a row has the types of its columns");
    }

    pub(super) fn serialize(&mut self, rows: &[impl Serialize]) {
        for rows in rows.chunks(BATCH_ROWS) {
            self.decoder.serialize(rows).expect("a row has the types of its columns");
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.batches.extend(self.decoder.flush().expect("every row is whole"));
    }

    fn try_read(&mut self, mut row: &[u8]) -> Result<(), ArrowError> {
        while !row.is_empty() {
            let read = self.decoder.decode(row)?;
            row = &row[read..];
            // The decoder stops where a batch is full.
            if !row.is_empty() {
                self.batches.extend(self.decoder.flush()?);
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self, summary: Option<String>) -> Rows {
        self.flush();
        Rows { schema: self.schema, batches: self.batches, summary }
    }
}
