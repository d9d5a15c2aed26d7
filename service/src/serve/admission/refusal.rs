//! Errors in the form for clients and for the log.

use peatee_proto::v1::ProbeBatchItem;
use peatee_proto::v1::probe_stream_response::Outcome;
use tonic::Status;

use crate::answer::convert;
use crate::errors::Error;

/// Logs an error with the id of its request, and converts it to a status.
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

/// Returns the batch item of a position without a value.
pub fn failed_item(error: &Error) -> ProbeBatchItem {
    ProbeBatchItem { error: Some(convert::item_status(error)), ..ProbeBatchItem::default() }
}

/// Returns the stream outcome of a position without a value. Logs errors of the server.
pub fn failed_outcome(id: Option<&str>, error: &Error) -> Outcome {
    if error.policy().level == tracing::Level::ERROR {
        refusal(id, error);
    }
    Outcome::Error(convert::item_status(error))
}
