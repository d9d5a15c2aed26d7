//! No spans.

use http::HeaderMap;

use super::outcome::RequestOutcome;
use crate::serve::ops::metrics::Protocol;

/// Sends no spans.
#[derive(Debug, Clone)]
pub struct NoTraces;

impl NoTraces {
    /// Sends none.
    pub const fn off() -> Self {
        NoTraces
    }

    /// Returns a request begins.
    pub fn begin(&self, _method: &'static str, _verb: &str, _protocol: Protocol, _headers: &HeaderMap) -> NoSpan {
        NoSpan
    }
}

/// The span of a request, which is not sent.
#[derive(Debug)]
pub struct NoSpan;

impl NoSpan {
    /// The request is over.
    pub fn end(&mut self, _outcome: &RequestOutcome<'_>) {}
}
