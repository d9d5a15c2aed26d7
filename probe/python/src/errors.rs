//! Converts errors of the library to the exceptions of `peatee/errors.py`.

use peatee_generator::Error as WorkError;
use peatee_probe::adjudicate::ReviewError;
use peatee_probe::peatee_chess::pgn::PgnError;
use peatee_probe::peatee_rules::draw::{CounterError, RulesNameError};
use peatee_probe::peatee_rules::notation::FenError;
use peatee_probe::peatee_rules::notation::pdn::PdnError;
use peatee_probe::{OpenError, ProbeError};
use peatee_questions::errors::Error as QuestionError;
use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};

/// Python exception classes. The macro creates them without documentation.
#[allow(missing_docs)]
mod python {
    use pyo3::import_exception;

    import_exception!(peatee.errors, ClosedError);
    import_exception!(peatee.errors, GameError);
    import_exception!(peatee.errors, GeneratorError);
    import_exception!(peatee.errors, MissingTableError);
    import_exception!(peatee.errors, OpenError);
    import_exception!(peatee.errors, PositionError);
    import_exception!(peatee.errors, ProbeError);
    import_exception!(peatee.errors, RulesError);
}

pub(crate) use python::{ClosedError, MissingTableError, PositionError};

pub(crate) trait Raise {
    fn raise(self) -> PyErr;
}

impl Raise for OpenError {
    fn raise(self) -> PyErr {
        python::OpenError::new_err(self.to_string())
    }
}

impl Raise for FenError {
    fn raise(self) -> PyErr {
        PositionError::new_err(self.to_string())
    }
}

impl Raise for ProbeError {
    fn raise(self) -> PyErr {
        let text = self.to_string();
        match self {
            ProbeError::Illegal(_) | ProbeError::TooManyCaptures(_) | ProbeError::CastlingRights => {
                PositionError::new_err(text)
            }
            ProbeError::TooManyPieces { .. } | ProbeError::MissingTable { .. } => MissingTableError::new_err(text),
            _ => python::ProbeError::new_err(text),
        }
    }
}

impl Raise for WorkError {
    fn raise(self) -> PyErr {
        match self {
            WorkError::Probe(error) => error.raise(),
            WorkError::Open(error) => error.raise(),
            other => python::GeneratorError::new_err(other.to_string()),
        }
    }
}

impl Raise for QuestionError {
    fn raise(self) -> PyErr {
        match self {
            QuestionError::Open(error) => error.raise(),
            QuestionError::Probe(error) => error.raise(),
            QuestionError::Rules(_) => python::RulesError::new_err(self.to_string()),
            QuestionError::Io { .. } => PyOSError::new_err(self.to_string()),
            other => PyValueError::new_err(other.to_string()),
        }
    }
}

impl Raise for RulesNameError {
    fn raise(self) -> PyErr {
        python::RulesError::new_err(self.to_string())
    }
}

impl Raise for CounterError {
    fn raise(self) -> PyErr {
        python::RulesError::new_err(self.to_string())
    }
}

impl Raise for PdnError {
    fn raise(self) -> PyErr {
        python::GameError::new_err(self.to_string())
    }
}

impl Raise for PgnError {
    fn raise(self) -> PyErr {
        python::GameError::new_err(self.to_string())
    }
}

impl Raise for ReviewError {
    fn raise(self) -> PyErr {
        match self {
            ReviewError::Probe(error) => error.raise(),
            ReviewError::Counters(error) => error.raise(),
            other => python::GameError::new_err(other.to_string()),
        }
    }
}

pub(crate) fn open_error(text: String) -> PyErr {
    python::OpenError::new_err(text)
}

pub(crate) fn rules_error(text: String) -> PyErr {
    python::RulesError::new_err(text)
}
