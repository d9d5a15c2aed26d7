//! The error of a C function: a status and a text.

use std::fmt::Display;

use peatee_probe::peatee_rules::TooManyCaptures;
use peatee_probe::peatee_rules::draw::CounterError;
use peatee_probe::peatee_rules::notation::MoveError;
use peatee_probe::{FileError, OpenError, ProbeError, adjudicate::ReviewError};

use crate::types::value::PeateeStatus;

#[derive(Debug)]
pub(crate) struct Failure {
    pub status: PeateeStatus,
    pub text: String,
}

impl Failure {
    pub(crate) fn new(status: PeateeStatus, text: impl Into<String>) -> Failure {
        Failure { status, text: text.into() }
    }

    pub(crate) fn bad_argument(text: impl Into<String>) -> Failure {
        Failure::new(PeateeStatus::BadArgument, text)
    }

    #[cold]
    pub(crate) fn bad_position(error: impl Display) -> Failure {
        Failure::new(PeateeStatus::BadPosition, error.to_string())
    }

    pub(crate) fn bad_rules(error: impl Display) -> Failure {
        Failure::new(PeateeStatus::BadRules, error.to_string())
    }
}

pub(crate) fn status_of(error: &ProbeError) -> PeateeStatus {
    match error {
        ProbeError::Illegal(_) | ProbeError::CastlingRights => PeateeStatus::BadPosition,
        ProbeError::TooManyCaptures(_) => PeateeStatus::TooManyCaptures,
        ProbeError::TooManyPieces { .. } | ProbeError::MissingTable { .. } => PeateeStatus::NoTable,
        ProbeError::File { .. } => PeateeStatus::Damaged,
        // No function sets a budget, so `ProbeError::Budget` cannot occur. This arm also covers
        // errors that later versions of the library add.
        _ => PeateeStatus::Internal,
    }
}

impl From<ProbeError> for Failure {
    #[cold]
    fn from(error: ProbeError) -> Failure {
        Failure::new(status_of(&error), error.to_string())
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        Failure::new(PeateeStatus::CannotOpen, error.to_string())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::new(PeateeStatus::Damaged, error.to_string())
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Failure {
        Failure::new(PeateeStatus::BadMove, error.to_string())
    }
}

impl From<TooManyCaptures> for Failure {
    fn from(error: TooManyCaptures) -> Failure {
        Failure::new(PeateeStatus::TooManyCaptures, error.to_string())
    }
}

impl From<CounterError> for Failure {
    fn from(error: CounterError) -> Failure {
        Failure::new(PeateeStatus::BadRules, error.to_string())
    }
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Failure {
        match error {
            ReviewError::Probe(error) => error.into(),
            ReviewError::Counters(error) => error.into(),
            ReviewError::TooManyCaptures { .. } => Failure::new(PeateeStatus::TooManyCaptures, error.to_string()),
            other => Failure::new(PeateeStatus::BadArgument, other.to_string()),
        }
    }
}
