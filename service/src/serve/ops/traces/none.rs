//! No spans.

use http::HeaderMap;

use super::answer::Answer;
use crate::serve::ops::metrics::Protocol;

/// Sends no spans.
#[derive(Debug, Clone)]
pub struct Traces;

impl Traces {
    /// Sends none.
    pub const fn off() -> Self {
        Traces
    }

    /// A request begins.
    pub fn begin(&self, _method: &'static str, _verb: &str, _protocol: Protocol, _headers: &HeaderMap) -> Span {
        Span
    }
}

/// The span of a request, which is not sent.
#[derive(Debug)]
pub struct Span;

impl Span {
    /// The request is over.
    pub fn end(&mut self, _answer: &Answer<'_>) {}
}
