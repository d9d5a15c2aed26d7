//! The error of a column that cannot be read.

use arrow_schema::ArrowError;
use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

#[derive(Debug)]
pub(crate) enum Refusal {
    /// The column holds no texts.
    Kind(String),
    /// The column contradicts its own description, or it has more rows or longer error texts than
    /// one answer can hold.
    Content(String),
}

impl Refusal {
    pub(crate) fn raise(self) -> PyErr {
        match self {
            Refusal::Kind(text) => PyTypeError::new_err(text),
            Refusal::Content(text) => PyValueError::new_err(text),
        }
    }

    /// Returns the error for a column that contradicts its own description. `what` describes
    /// the contradiction.
    pub(super) fn damaged(what: impl std::fmt::Display) -> Refusal {
        Refusal::Content(format!("the column is damaged: {what}; ask its producer for a valid one"))
    }
}

impl From<ArrowError> for Refusal {
    fn from(error: ArrowError) -> Refusal {
        Refusal::damaged(error)
    }
}
