//! Record of a request and its answer, for the access log, the metrics and the traces.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use tokio::time::Instant;
use tonic::Code;

use crate::serve::access::client::Client;
use crate::serve::admission::http_status::{code_name, code_of_http};
use crate::serve::ops::metrics::{FILES, Metrics, OTHER, Protocol};
use crate::serve::ops::traces::{RequestOutcome, Span, Traces};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum length in bytes of a request id that is taken over from the client.
const REQUEST_ID_BYTES_MAX: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum AccessLog {
    /// Nothing.
    Off,
    /// The path without its parameters.
    Paths,
    /// The path and the parameters, which hold what clients ask about.
    Parameters,
}

#[derive(Debug)]
pub struct Recorder {
    pub metrics: Arc<Metrics>,
    pub access_log: AccessLog,
    pub traces: Traces,
    next: AtomicU64,
    prefix: u32,
}

impl Recorder {
    /// Creates a recorder. The request ids that it makes differ from those of earlier runs of the
    /// server.
    #[allow(clippy::disallowed_methods, reason = "a name, and no measure of time")]
    pub fn new(metrics: Arc<Metrics>, access_log: AccessLog, traces: Traces) -> Self {
        let started = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Recorder { metrics, access_log, traces, next: AtomicU64::new(0), prefix: started.as_millis() as u32 }
    }

    /// Returns the id of a request: the one that the client or a proxy has sent, or else a new one.
    fn id(&self, headers: &HeaderMap) -> HeaderValue {
        let is_plain = |id: &&HeaderValue| {
            id.len() <= REQUEST_ID_BYTES_MAX && !id.is_empty() && id.as_bytes().iter().all(u8::is_ascii_graphic)
        };
        headers.get(REQUEST_ID).filter(is_plain).cloned().unwrap_or_else(|| {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let text = format!("{:08x}-{number}", self.prefix);
            HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("-"))
        })
    }

    /// Begins the record of a request, and sets `request_id` of its client.
    pub fn begin<B>(self: &Arc<Self>, client: &mut Client, request: &Request<B>) -> Exchange {
        let id = self.id(request.headers());
        client.request_id = Some(id.clone());
        let (uri, verb) = (request.uri(), request.method().as_str());
        let (label, protocol) = (self.metrics.method(uri.path()), Protocol::of(request.headers()));
        Exchange {
            recorder: self.clone(),
            id,
            client: client.clone(),
            verb: verb.to_owned(),
            path: match self.access_log {
                AccessLog::Off => String::new(),
                AccessLog::Paths => uri.path().to_owned(),
                AccessLog::Parameters => uri.path_and_query().map_or("", |whole| whole.as_str()).to_owned(),
            },
            label,
            protocol,
            span: self.traces.begin(label, verb, protocol, request.headers()),
            began: Instant::now(),
            status: 0,
            grpc_status: None,
            code: None,
            sent_bytes: 0,
        }
    }
}

/// The record of a request that is not finished. When it is dropped, the request counts as
/// finished, and is written to the log, the metrics and the traces.
#[derive(Debug)]
pub struct Exchange {
    recorder: Arc<Recorder>,
    id: HeaderValue,
    client: Client,
    verb: String,
    path: String,
    label: &'static str,
    protocol: Protocol,
    span: Span,
    began: Instant,
    /// HTTP status of the answer; 0 as long as there is none, for example if the client left.
    status: u16,
    grpc_status: Option<String>,
    /// gRPC code of an error that was sent in another form, such as JSON; `None` if the answer is
    /// not such an error.
    code: Option<Code>,
    sent_bytes: u64,
}

impl Exchange {
    /// Records the status and the headers of the answer, and adds the request id to the headers.
    pub fn answer<B>(&mut self, response: &mut Response<B>) {
        self.status = response.status().as_u16();
        self.code = response.extensions().get().copied();
        self.trailers(response.headers());
        response.headers_mut().insert(REQUEST_ID, self.id.clone());
    }

    /// Returns true if the answer is a refusal before any work: the request is too large, a limit
    /// is reached, or the client lacks permission.
    pub fn is_refused(&self) -> bool {
        let codes = [Code::PermissionDenied, Code::ResourceExhausted, Code::Unauthenticated];
        let grpc = self.grpc_status.as_ref().map(|code| Code::from_bytes(code.as_bytes()));
        grpc.is_some_and(|code| codes.contains(&code)) || matches!(self.status, 401 | 403 | 413 | 421 | 429)
    }

    /// Returns true if the request asks for a static file or for an unknown path.
    pub fn is_about_a_file(&self) -> bool {
        self.label == OTHER || FILES.contains(&self.label)
    }

    pub fn send(&mut self, bytes: u64) {
        self.sent_bytes += bytes;
    }

    /// Records the gRPC status in the trailers that end the answer, if they contain one.
    pub fn trailers(&mut self, headers: &HeaderMap) {
        if let Some(status) = headers.get("grpc-status").and_then(|status| status.to_str().ok()) {
            self.grpc_status = Some(status.to_owned());
        }
    }

    /// Returns the name of the gRPC code of the answer; CANCELLED if the client did not wait for
    /// the answer.
    fn code(&self) -> &'static str {
        let code = match (self.protocol, &self.grpc_status) {
            (_, Some(code)) => Code::from_bytes(code.as_bytes()),
            // The status of a gRPC-Web answer is in its body, unless it is an error without a body.
            (Protocol::GrpcWeb, None) if self.status == 200 => Code::Ok,
            (Protocol::Grpc, None) => Code::Cancelled,
            _ if self.status == 0 => Code::Cancelled,
            _ => self.code.unwrap_or_else(|| code_of_http(self.status)),
        };
        code_name(code)
    }

    /// Returns the HTTP status; `None` for gRPC, where it is always 200, and if there is no answer.
    fn http_status(&self) -> Option<u16> {
        (self.protocol == Protocol::Http && self.status != 0).then_some(self.status)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let (code, time): (&'static str, Duration) = (self.code(), self.began.elapsed());
        let id = self.id.to_str().unwrap_or_default();
        let (status, grpc_status, sent_bytes) = (self.status, self.grpc_status.as_deref(), self.sent_bytes);
        self.span.end(&RequestOutcome { id, status, grpc_status, sent_bytes });
        self.recorder.metrics.record(self.label, self.protocol, code, time, self.sent_bytes);
        if self.recorder.access_log != AccessLog::Off {
            tracing::info!(
                target: "access",
                id,
                peer = %self.client.log_peer(),
                port = self.client.log_port(),
                proxy = self.client.log_proxy(),
                token = self.client.log_token(),
                verb = self.verb,
                path = %peatee_rules::notation::printable(&self.path),
                protocol = self.protocol.name(),
                code,
                status = self.http_status(),
                seconds = time.as_secs_f64(),
                sent_bytes = self.sent_bytes,
                "answered"
            );
        }
    }
}
