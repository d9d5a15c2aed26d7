//! Errors of columns that cannot be read.

use arrow_schema::ArrowError;
use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

/// Reason why a column cannot be read.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A column that holds no texts.
    Kind(String),
    /// A column that contradicts its own description, or that exceeds the size of an answer.
    Content(String),
}

impl Refusal {
    /// Returns the exception: `TypeError`, `ValueError`.
    pub(crate) fn raise(self) -> PyErr {
        match self {
            Refusal::Kind(text) => PyTypeError::new_err(text),
            Refusal::Content(text) => PyValueError::new_err(text),
        }
    }

    /// Returns the error of a column that contradicts its own description.
    pub(super) fn damaged(what: impl std::fmt::Display) -> Refusal {
        Refusal::Content(format!("the column is damaged: {what}; ask its producer for a valid one"))
    }
}

impl From<ArrowError> for Refusal {
    fn from(error: ArrowError) -> Refusal {
        Refusal::damaged(error)
    }
}
