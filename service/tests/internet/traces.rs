//! Tests of request spans as a collector receives them. The test has its own message types, copied
//! from OpenTelemetry's `trace.proto`.

use std::net::TcpListener;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use http::{HeaderMap, HeaderValue};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use peatee_proto::v1::ProbeRequest;
use prost::Message;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::TcpListenerStream;

use super::client::get;
use crate::common::{PATIENCE, Server, tables};

const EXPORT: &str = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";
const TRACE_ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[derive(Clone, PartialEq, Message)]
struct ExportRequest {
    #[prost(message, repeated, tag = "1")]
    of_resources: Vec<OfResource>,
}

#[derive(Clone, PartialEq, Message)]
struct OfResource {
    #[prost(message, repeated, tag = "2")]
    of_scopes: Vec<OfScope>,
}

#[derive(Clone, PartialEq, Message)]
struct OfScope {
    #[prost(message, repeated, tag = "2")]
    spans: Vec<Span>,
}

#[derive(Clone, PartialEq, Message)]
struct Span {
    #[prost(bytes = "vec", tag = "1")]
    trace_id: Vec<u8>,
    #[prost(string, tag = "5")]
    name: String,
    #[prost(int32, tag = "6")]
    kind: i32,
    #[prost(message, repeated, tag = "9")]
    attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq, Message)]
struct Attribute {
    #[prost(string, tag = "1")]
    key: String,
    #[prost(message, optional, tag = "2")]
    value: Option<AnyValue>,
}

#[derive(Clone, PartialEq, Message)]
struct AnyValue {
    #[prost(string, optional, tag = "1")]
    text: Option<String>,
    #[prost(int64, optional, tag = "3")]
    number: Option<i64>,
}

impl Span {
    fn attribute(&self, key: &str) -> Option<String> {
        let value = self.attributes.iter().find(|attribute| attribute.key == key)?.value.clone()?;
        value.text.or(value.number.map(|number| number.to_string()))
    }
}

async fn export(State(sender): State<UnboundedSender<Span>>, body: Bytes) -> Response {
    // A gRPC message has a flag and its length in front of its bytes.
    let request = ExportRequest::decode(&body[5..]).expect("an ExportTraceServiceRequest");
    let scopes = request.of_resources.into_iter().flat_map(|resource| resource.of_scopes);
    scopes.flat_map(|scope| scope.spans).for_each(|span| sender.send(span).expect("the test waits"));
    let trailers = HeaderMap::from_iter([("grpc-status".parse().expect("a name"), HeaderValue::from_static("0"))]);
    let body = Full::new(Bytes::from_static(&[0; 5])).with_trailers(async { Some(Ok(trailers)) });
    ([("content-type", "application/grpc")], axum::body::Body::new(body)).into_response()
}

/// Starts a collector. Returns its address and the spans that it receives.
async fn collector() -> (String, UnboundedReceiver<Span>) {
    let (sender, spans) = unbounded_channel();
    let router = Router::new().route(EXPORT, post(export)).with_state(sender);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("bound"));
    let server = tonic::transport::Server::builder().add_routes(router.into());
    tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
    (address, spans)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_gets_a_span_of_each_request() {
    let (address, mut spans) = collector().await;
    let mut server = Server::start(tables(), &["--otlp-endpoint", &address]);
    let fen = "W:WK5:BK46";
    assert_eq!(get(&server, &format!("/v1/probe?variant=international&fen={fen}")).await.status, 200);
    let asked = ProbeRequest { variant: "international".into(), fen: "nonsense".into(), ..Default::default() };
    let mut request = tonic::Request::new(asked);
    let parent = format!("00-{TRACE_ID}-00f067aa0ba902b7-01");
    request.metadata_mut().insert("traceparent", parent.parse().expect("a header"));
    server.client().await.probe(request).await.expect_err("nonsense is refused");
    // The server sends the remaining spans when it ends.
    server.signal("TERM");
    assert!(server.wait().await.success());

    let mut next = async || tokio::time::timeout(PATIENCE, spans.recv()).await.expect("in time").expect("a span");
    let [http, grpc] = [next().await, next().await];
    const SERVER: i32 = 2;
    assert_eq!([http.kind, grpc.kind], [SERVER; 2]);
    assert_eq!(http.attribute("http.response.status_code").as_deref(), Some("200"));
    assert_eq!(grpc.name, "Probe");
    assert_eq!(grpc.attribute("rpc.grpc.status_code").as_deref(), Some("3"));
    let hex: String = grpc.trace_id.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, TRACE_ID);
    assert!(!format!("{http:?}{grpc:?}").contains(fen), "{http:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_gone_stops_nothing() {
    // The test accepts no connections on this socket, so the collector never answers.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", silent.local_addr().expect("bound"));
    let mut server = Server::start(tables(), &["--otlp-endpoint", &address]);
    for _ in 0..100 {
        assert_eq!(get(&server, "/v1/tables").await.status, 200);
    }
    server.signal("TERM");
    let ended = tokio::time::timeout(PATIENCE, server.wait()).await.expect("it ends");
    assert!(ended.success());
}
