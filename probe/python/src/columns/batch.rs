//! Named Arrow columns of the same length.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, Field, FieldRef, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};

use super::column::Column;
use super::foreign::wished;
use crate::pictures;

/// Columns of the answers to many positions. The last column holds the errors.
#[derive(Debug)]
pub(super) struct Batch(RecordBatch);

impl Batch {
    /// Creates a batch of these columns, which must all have the same length.
    pub(super) fn new(columns: Vec<(&str, ArrayRef)>) -> Batch {
        let fields = columns.iter().map(|(name, column)| Field::new(*name, column.data_type().clone(), true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<Field>>()));
        let batch = RecordBatch::try_new(schema, columns.into_iter().map(|(_, column)| column).collect());
        Batch(batch.expect("the columns have a row for each answer and the types of the fields"))
    }

    pub(super) fn rows(&self) -> usize {
        self.0.num_rows()
    }

    pub(super) fn column(&self, number: usize) -> Column {
        Column { field: self.0.schema_ref().field(number).clone().into(), array: self.0.column(number).clone() }
    }

    pub(super) fn named(&self, name: &str) -> Option<Column> {
        self.0.schema_ref().index_of(name).ok().map(|number| self.column(number))
    }

    pub(super) fn all(&self) -> Vec<(String, Column)> {
        let names = self.0.schema_ref().fields().iter().map(|field| field.name().clone());
        names.enumerate().map(|(number, name)| (name, self.column(number))).collect()
    }

    pub(super) fn errors(&self) -> Column {
        self.column(self.0.num_columns() - 1)
    }

    pub(super) fn error_count(&self) -> usize {
        let errors = self.errors().array;
        errors.len() - errors.null_count()
    }

    pub(super) fn first_rows(&self) -> String {
        pictures::first_rows(&self.0)
    }

    pub(super) fn schema_capsule<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.0.schema_ref().as_ref())
    }

    pub(super) fn array_capsules<'py>(
        &self,
        py: Python<'py>,
        asked: Option<&Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        let field = struct_field(self.0.schema_ref());
        let wished = wished(py, &field, asked)?;
        to_array_pycapsules(py, field, &StructArray::from(self.0.clone()), wished)
    }

    pub(super) fn stream_capsule<'py>(
        &self,
        py: Python<'py>,
        asked: Option<&Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        stream(py, self.0.schema_ref(), std::iter::once(Ok(self.0.clone())), asked)
    }
}

/// Returns a stream of record batches with the same schema, for the Arrow C interface.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    schema: &Schema,
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
    asked: Option<&Bound<'py, PyCapsule>>,
) -> PyArrowResult<Bound<'py, PyCapsule>> {
    let field = struct_field(schema);
    let wished = wished(py, &field, asked)?;
    let arrays = batches.map(|batch| Ok(Arc::new(StructArray::from(batch?)) as ArrayRef));
    to_stream_pycapsule(py, Box::new(ArrayIterator::new(arrays, field)), wished)
}

fn struct_field(schema: &Schema) -> FieldRef {
    Field::new_struct("", schema.fields().clone(), false).into()
}
