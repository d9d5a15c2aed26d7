//! Errors in the form in which clients and the log get them.

use peatee_proto::v1::ProbeBatchItem;
use peatee_proto::v1::probe_stream_response::Outcome;
use tonic::Status;

use crate::answer::convert;
use crate::errors::Error;

/// Logs an error, of the request of that name, at the level it deserves and turns it into a status.
pub fn refusal(id: Option<&str>, error: &Error) -> Status {
    let (policy, text) = (error.policy(), error.text());
    match policy.level {
        tracing::Level::ERROR => tracing::error!(id, reason = policy.reason, "{text}"),
        tracing::Level::WARN => tracing::warn!(id, reason = policy.reason, "{text}"),
        tracing::Level::INFO => tracing::info!(id, reason = policy.reason, "{text}"),
        _ => tracing::debug!(id, reason = policy.reason, "{text}"),
    }
    convert::status(error)
}

/// Returns the item of a position that has no value.
pub fn failed_item(error: &Error) -> ProbeBatchItem {
    ProbeBatchItem { error: Some(convert::item_status(error)), ..ProbeBatchItem::default() }
}

/// Returns the outcome of a position that has no value. What is at fault here is logged.
pub fn failed_outcome(id: Option<&str>, error: &Error) -> Outcome {
    if error.policy().level == tracing::Level::ERROR {
        refusal(id, error);
    }
    Outcome::Error(convert::item_status(error))
}
