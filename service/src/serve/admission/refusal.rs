//! Conversion of errors to gRPC statuses for clients and to lines of the log.

use peatee_proto::v1::probe_stream_response::Outcome;
use tonic::Status;

use crate::answer::convert;
use crate::errors::Error;

/// Logs an error together with the id of the request, and converts it to a gRPC status.
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

/// Returns the answer of a stream for a position that cannot be probed because of an error. Logs
/// the error if the server is at fault.
pub fn failed_outcome(id: Option<&str>, error: &Error) -> Outcome {
    if error.policy().level == tracing::Level::ERROR {
        refusal(id, error);
    }
    Outcome::Error(convert::item_status(error))
}
