//! A span of each request, for an OpenTelemetry collector. Built without the feature `otel` there
//! are none, and this costs nothing.

mod answer;
#[cfg(not(feature = "otel"))]
mod none;
#[cfg(feature = "otel")]
mod otlp;

pub use answer::Answer;
#[cfg(not(feature = "otel"))]
pub use none::{Span, Traces};
#[cfg(feature = "otel")]
pub use otlp::{Span, Traces, parse_endpoint};
