//! One Arrow column.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, FieldRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{to_array_pycapsules, to_schema_pycapsule};

/// A column with the Arrow C interface: `pyarrow.array(column)` and `polars.Series(column)` take
/// it without a copy.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Column {
    pub(super) field: FieldRef,
    pub(super) array: ArrayRef,
}

#[pymethods]
impl Column {
    /// The rows as objects of Python, `None` for null. Meant for columns that are short.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.array.data_type() {
            DataType::Int8 => PyList::new(py, self.array.as_primitive::<Int8Type>().iter()),
            DataType::Int32 => PyList::new(py, self.array.as_primitive::<Int32Type>().iter()),
            _ => PyList::new(py, self.array.as_string::<i32>().iter().collect::<Vec<_>>()),
        }
    }

    /// How many rows are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.array.null_count()
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field.as_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        to_array_pycapsules(py, self.field.clone(), &self.array, requested_schema)
    }

    fn __repr__(&self) -> String {
        format!("<Column {} of {} rows>", self.field.name(), self.array.len())
    }
}
