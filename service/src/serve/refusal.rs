//! Errors in the form in which clients and the log get them.

use tonic::Status;

use crate::convert;
use crate::errors::Error;

/// Logs an error at the level it deserves and turns it into a status.
pub fn refusal(error: &Error) -> Status {
    let (policy, text) = (error.policy(), error.text());
    match policy.level {
        tracing::Level::ERROR => tracing::error!(reason = policy.reason, "{text}"),
        tracing::Level::WARN => tracing::warn!(reason = policy.reason, "{text}"),
        tracing::Level::INFO => tracing::info!(reason = policy.reason, "{text}"),
        _ => tracing::debug!(reason = policy.reason, "{text}"),
    }
    convert::status(error)
}
