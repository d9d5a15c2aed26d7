//! Columns that are not read.

use arrow_schema::ArrowError;
use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

/// A reason why a column is not read.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A column that holds no texts.
    Kind(String),
    /// A column that is not as it says, or has more than an answer can hold.
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

    /// Returns a column that is not what its producer says.
    pub(super) fn damaged(what: impl std::fmt::Display) -> Refusal {
        Refusal::Content(format!("the column is damaged: {what}; ask its producer for a valid one"))
    }
}

impl From<ArrowError> for Refusal {
    fn from(error: ArrowError) -> Refusal {
        Refusal::damaged(error)
    }
}
