//! One Arrow column.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray, StringArray};
use arrow_schema::{DataType, FieldRef};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{to_array_pycapsules, to_schema_pycapsule};

use super::foreign::wished;
use super::wdl;

/// A column with the Arrow C interface. `pyarrow.array(column)` and `polars.Series(column)` take it
/// without a copy, `numpy.asarray(column)` and `pandas.Series(column)` copy it.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Column {
    pub(super) field: FieldRef,
    pub(super) array: ArrayRef,
}

/// Returns the numbers of a column as a NumPy array: integers, or floating-point numbers with NaN
/// for null if some rows are null.
fn numbers<'py, T>(py: Python<'py>, column: &PrimitiveArray<T>) -> Bound<'py, PyAny>
where
    T: ArrowPrimitiveType<Native: numpy::Element + Into<f64>>,
{
    if column.null_count() == 0 {
        return PyArray1::from_slice(py, column.values()).into_any();
    }
    let or_nan = |number: Option<T::Native>| number.map_or(f64::NAN, Into::into);
    PyArray1::from_iter(py, column.iter().map(or_nan)).into_any()
}

impl Column {
    /// Returns the words of a column of wins, draws and losses.
    fn words(&self) -> impl Iterator<Item = Option<&str>> {
        let column = self.array.as_dictionary::<Int8Type>();
        column.downcast_dict::<StringArray>().expect("the words are texts").into_iter()
    }

    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let objects = self.tolist(py)?.iter().map(Bound::unbind).collect();
        Ok(PyArray1::from_vec(py, objects).into_any())
    }
}

#[pymethods]
impl Column {
    /// Returns the rows as Python objects, `None` for null. Meant for short columns.
    pub(super) fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.array.data_type() {
            DataType::Dictionary(..) => PyList::new(py, self.words().collect::<Vec<_>>()),
            DataType::Int32 => PyList::new(py, self.array.as_primitive::<Int32Type>().iter()),
            _ => PyList::new(py, self.array.as_string::<i32>().iter().collect::<Vec<_>>()),
        }
    }

    /// Returns the rows for NumPy and pandas: integers, or floating-point numbers with NaN if some
    /// rows are null; of win, draw and loss the numbers of `peatee.Wdl`; texts as objects, `None`
    /// for null.
    ///
    /// >>> import numpy
    /// >>> tb = peatee.open_tables("tables/english")
    /// >>> numpy.asarray(tb.probe_many(["W:WK18,20:BK10", "W:WK99:B1"]).dtw_plies)
    /// array([29., nan])
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("a column is no array of NumPy without a copy; ask with copy=None"));
        }
        let array = match self.array.data_type() {
            DataType::Dictionary(..) => numbers(py, &wdl::numbers(self.array.as_dictionary())),
            DataType::Int32 => numbers(py, self.array.as_primitive::<Int32Type>()),
            _ => self.objects(py)?,
        };
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    /// Number of null rows.
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
        let wished = wished(py, &self.field, requested_schema.as_ref())?;
        to_array_pycapsules(py, self.field.clone(), &self.array, wished)
    }

    fn __repr__(&self) -> String {
        format!("<Column {} of {} rows>", self.field.name(), self.array.len())
    }
}
