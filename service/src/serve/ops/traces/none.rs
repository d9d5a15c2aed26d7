//! Replacements for the types of traces, for a build without the feature `otel`. They do nothing.

use http::HeaderMap;

use super::outcome::RequestOutcome;
use crate::serve::ops::metrics::Protocol;

#[derive(Debug, Clone)]
pub struct NoTraces;

impl NoTraces {
    pub const fn off() -> Self {
        NoTraces
    }

    pub fn begin(&self, _method: &'static str, _verb: &str, _protocol: Protocol, _headers: &HeaderMap) -> NoSpan {
        NoSpan
    }
}

#[derive(Debug)]
pub struct NoSpan;

impl NoSpan {
    pub fn end(&mut self, _outcome: &RequestOutcome<'_>) {}
}
