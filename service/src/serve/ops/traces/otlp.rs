//! Sender of trace spans to an OpenTelemetry collector, over OTLP/gRPC.
//!
//! Names and attributes are those of OpenTelemetry's semantic conventions for HTTP and RPC servers.
//! A span contains neither positions nor the identity of the client.

use std::time::Duration;

use http::HeaderMap;
use opentelemetry::KeyValue;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::{Span as _, SpanKind, Status, Tracer as _, TracerProvider as _};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};

use super::outcome::RequestOutcome;
use crate::errors::Error;
use crate::serve::ops::metrics::Protocol;

const LAST_SPANS_MAX: Duration = Duration::from_secs(5);

/// gRPC status codes of server faults: UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL,
/// UNAVAILABLE, DATA_LOSS.
const GRPC_FAULTS: [&str; 6] = ["2", "4", "12", "13", "14", "15"];

/// Checks that `text` is the `http://` address of a collector, and returns it.
///
/// # Errors
/// The reason why the text is not such an address.
pub fn parse_endpoint(text: &str) -> Result<String, String> {
    let uri: http::Uri = text.parse().map_err(|error| format!("`{text}` is no address: {error}"))?;
    match (uri.scheme_str(), uri.host()) {
        (Some("http"), Some(_)) => Ok(text.to_owned()),
        (Some("https"), _) => {
            Err("spans are sent without TLS: use an agent beside the server, over http://".to_owned())
        }
        _ => Err(format!("`{text}` is not an address such as http://localhost:4317")),
    }
}

/// Sender of request spans to an OpenTelemetry collector; `None` if no spans are sent.
#[derive(Debug, Clone)]
pub struct Traces(Option<OtlpPipeline>);

#[derive(Debug, Clone)]
struct OtlpPipeline {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

impl Traces {
    pub const fn off() -> Self {
        Traces(None)
    }

    /// Creates a sender to the collector at an endpoint such as `http://localhost:4317`. If the
    /// collector cannot be reached, a message is logged and the spans are lost. Must be called
    /// within a Tokio runtime.
    ///
    /// # Errors
    /// The endpoint was not returned by [`parse_endpoint`].
    pub fn to(endpoint: &str) -> Result<Self, Error> {
        let exporter = SpanExporter::builder().with_tonic().with_endpoint(endpoint).build();
        let wrong = |reason| Error::Argument { field: "--otlp-endpoint", reason };
        let exporter = exporter.map_err(|error| wrong(error.to_string()))?;
        let resource = Resource::builder()
            .with_service_name("peatee")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        let tracer = provider.tracer("peatee");
        Ok(Traces(Some(OtlpPipeline { provider, tracer })))
    }

    /// Begins the span of a request. If the request has the header `traceparent`, the span belongs
    /// to the trace that the header names.
    pub fn begin(&self, method: &'static str, verb: &str, protocol: Protocol, headers: &HeaderMap) -> Span {
        let Some(OtlpPipeline { tracer, .. }) = &self.0 else { return Span(None) };
        let parent = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
        let mut attributes = vec![
            KeyValue::new("http.request.method", verb.to_owned()),
            KeyValue::new("network.protocol.name", protocol.name()),
        ];
        if protocol != Protocol::Http {
            attributes.extend([KeyValue::new("rpc.system", "grpc"), KeyValue::new("rpc.method", method)]);
        }
        let span = tracer.span_builder(method).with_kind(SpanKind::Server).with_attributes(attributes);
        Span(Some(span.start_with_context(tracer, &parent)))
    }

    /// Sends the spans that have not been sent yet. Blocks the thread until they are sent or the
    /// time limit has passed.
    pub fn finish(&self) {
        let Some(OtlpPipeline { provider, .. }) = &self.0 else { return };
        if let Err(error) = provider.shutdown_with_timeout(LAST_SPANS_MAX) {
            tracing::warn!("the last spans were not sent: {error}");
        }
    }
}

#[derive(Debug)]
pub struct Span(Option<opentelemetry_sdk::trace::Span>);

impl Span {
    pub fn end(&mut self, outcome: &RequestOutcome<'_>) {
        let Some(span) = &mut self.0 else { return };
        span.set_attribute(KeyValue::new("http.request.header.x-request-id", outcome.id.to_owned()));
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(outcome.status)));
        span.set_attribute(KeyValue::new("http.response.body.size", outcome.sent_bytes as i64));
        if let Some(status) = outcome.grpc_status {
            span.set_attribute(KeyValue::new("rpc.grpc.status_code", status.parse::<i64>().unwrap_or(2)));
        }
        let is_fault = outcome.status >= 500 || outcome.grpc_status.is_some_and(|status| GRPC_FAULTS.contains(&status));
        if is_fault {
            span.set_status(Status::error(""));
        }
        span.end();
    }
}
