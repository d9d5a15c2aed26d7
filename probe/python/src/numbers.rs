//! Checks the position numbers that a Python caller gives.

use std::fmt::Display;
use std::ops::Range;

use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;

/// The valid position numbers of a slice: those below `count`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbers<N> {
    pub(crate) name: N,
    pub(crate) count: u64,
}

impl<N: Display> Numbers<N> {
    /// Returns the range from `start` up to but not including `stop`, after checking that it lies
    /// in the slice. If `stop` is `None`, the range ends with the slice.
    pub(crate) fn range(&self, start: u64, stop: Option<u64>) -> PyResult<Range<u64>> {
        let Numbers { name, count } = self;
        let stop = stop.unwrap_or(*count);
        if start <= stop && stop <= *count {
            return Ok(start..stop);
        }
        Err(PyIndexError::new_err(format!("positions {start} to {stop} are not all in {name}, which has {count}")))
    }

    /// Returns the numbers in an array or a list, after checking that all belong to the slice.
    pub(crate) fn checked(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let Numbers { name, count } = self;
        let number = |&number: &i64| match u64::try_from(number) {
            Ok(found) if found < *count => Ok(found),
            _ => Err(PyIndexError::new_err(format!("{name} has no position {number}: it has {count}, from 0 on"))),
        };
        as_numbers(given)?.as_array().iter().map(number).collect()
    }
}

fn as_numbers<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?.cast_into::<PyUntypedArray>()?;
    let kind = array.dtype().kind();
    // NumPy makes an array of floating-point numbers from an empty list.
    if !matches!(kind, b'i' | b'u') && !array.is_empty() {
        let kind = array.dtype().str()?;
        return Err(PyTypeError::new_err(format!("numbers of positions are whole numbers, not {kind}")));
    }
    let array = array.call_method1("astype", ("int64",))?;
    Ok(array.cast_into::<PyArray1<i64>>()?.try_readonly()?)
}
