//! Replacements for the types of traces in a build without the feature `otel`: they do nothing.

use http::HeaderMap;

use super::outcome::RequestOutcome;
use crate::serve::ops::metrics::Protocol;

/// A sender that sends no spans.
#[derive(Debug, Clone)]
pub struct NoTraces;

impl NoTraces {
    /// Creates a sender that sends no spans.
    pub const fn off() -> Self {
        NoTraces
    }

    /// Begins the span of a request.
    pub fn begin(&self, _method: &'static str, _verb: &str, _protocol: Protocol, _headers: &HeaderMap) -> NoSpan {
        NoSpan
    }
}

/// A span that is not sent.
#[derive(Debug)]
pub struct NoSpan;

impl NoSpan {
    /// Ends the span of a request.
    pub fn end(&mut self, _outcome: &RequestOutcome<'_>) {}
}
