//! Server without sockets for the fuzz targets, with small test tables of English draughts and
//! chess.
#![allow(dead_code, reason = "each target uses some of it")]

use std::path::Path;
use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request};
use http_body_util::BodyExt as _;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().max_blocking_threads(1).enable_all().build().expect("a thread"));

static SERVER: LazyLock<Router> = LazyLock::new(|| {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables");
    let _context = RUNTIME.enter();
    peatee_service::internals::router(&tables).expect("tables that open")
});

pub struct Answer {
    pub status: u16,
    /// gRPC code; `None` for a response that is not gRPC.
    pub code: Option<u32>,
    /// Error message of gRPC; `None` if there is none.
    pub message: Option<String>,
    pub body: Vec<u8>,
}

/// Sends a request to the server and returns the answer.
pub fn answer(request: Request<Body>) -> Answer {
    RUNTIME.block_on(async {
        let (head, body) = SERVER.clone().oneshot(request).await.unwrap_or_else(|never| match never {}).into_parts();
        let body = body.collect().await.expect("the server ends its answers");
        let mut headers: HeaderMap = head.headers;
        headers.extend(body.trailers().cloned().unwrap_or_default());
        let text = |name: &str| headers.get(name).and_then(|value| Some(value.to_str().ok()?.to_owned()));
        Answer {
            status: head.status.as_u16(),
            code: text("grpc-status").and_then(|code| code.parse().ok()),
            message: text("grpc-message"),
            body: body.to_bytes().to_vec(),
        }
    })
}
