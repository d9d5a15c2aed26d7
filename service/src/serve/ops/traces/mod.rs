//! Traces: for each request, a span is sent to an OpenTelemetry collector. Without the feature
//! `otel`, no spans are created, at no cost.

#[cfg(not(feature = "otel"))]
mod none;
#[cfg(feature = "otel")]
mod otlp;
mod outcome;

#[cfg(not(feature = "otel"))]
pub use none::{NoSpan as Span, NoTraces as Traces};
#[cfg(feature = "otel")]
pub use otlp::{Span, Traces, parse_endpoint};
pub use outcome::RequestOutcome;
