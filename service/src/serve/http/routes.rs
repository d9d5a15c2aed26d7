//! All paths of the server and their handlers.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, Request, Uri, header};
use peatee_proto::v1::tablebase_service_server::TablebaseServiceServer;
use peatee_questions::requests::paths::PATHS;
use tonic::Status;
use tonic::server::NamedService;
use tonic::service::Routes;
use tonic_web::GrpcWebLayer;
use tower::Service as Answering;

use super::grpc_intake::{Intake, MESSAGE_BYTES_MAX, take_in};
use super::guard::{self, Guard};
use super::representation::{CachePolicy, represent};
use super::{cors, endings, json, lila, page, reflection};
use crate::errors::Error;
use crate::serve::admission::deadline::DeadlineLayer;
use crate::serve::ops::metrics::FILES;
use crate::serve::rpc::Service;

/// Settings that concern browsers and caches.
#[derive(Debug, Default)]
pub struct Web {
    /// Origins of pages whose scripts may send requests.
    pub origins: Vec<HeaderValue>,
    pub guard: Guard,
    pub cache_seconds: u64,
}

/// Returns the router of all paths: gRPC with gRPC-Web, JSON, the JSON of lila-tablebase, and files
/// about endgames. All other paths lead to the files of the web page.
///
/// # Errors
/// The descriptors are damaged.
pub fn router<H>(service: Arc<Service>, health: H, web: Web) -> Result<Router, Error>
where
    H: Answering<Request<tonic::body::Body>, Error = Infallible> + NamedService + Clone + Send + Sync + 'static,
    H::Response: IntoResponse,
    H::Future: Send + 'static,
{
    let tablebase = TablebaseServiceServer::from_arc(service.clone()).max_decoding_message_size(MESSAGE_BYTES_MAX);
    let intake = axum::middleware::from_fn_with_state(Intake::new(service.clone())?, take_in);
    let token_asked = axum::middleware::from_fn_with_state(service.clone(), reflection::ask_token);
    let rpcs = reflection::add_to(Routes::new(tablebase).add_service(health))?;
    let rpcs = rpcs.into_axum_router().layer(intake).layer(token_asked).layer(DeadlineLayer).layer(GrpcWebLayer::new());
    let cache_policy = CachePolicy { service: service.clone(), cache_seconds: web.cache_seconds };
    let plain = json::router(service.clone())?.merge(lila::router(service.clone()));
    let rpcs = rpcs.merge(plain.layer(axum::middleware::from_fn_with_state(cache_policy, represent)));
    let rpcs = rpcs.merge(endings::router(service));
    let whole = rpcs.fallback(otherwise);
    let whole = if web.origins.is_empty() { whole } else { whole.layer(cors::layer(&web.origins)) };
    Ok(whole.layer(axum::middleware::from_fn_with_state(Arc::new(web.guard), guard::guard)))
}

/// Returns the paths that have a label of their own in the metrics, with these labels.
pub fn names() -> Vec<(String, &'static str)> {
    let tablebase = TablebaseServiceServer::<Service>::NAME;
    let of_json = PATHS.iter().map(|path| (path.path.to_owned(), path.method));
    let of_grpc = PATHS.iter().map(|path| path.method).chain(["ProbeStream"]);
    let of_grpc = of_grpc.map(|method| (format!("/{tablebase}/{method}"), method));
    let [page, openapi] = FILES;
    let others = [("/grpc.health.v1.Health/Check", "Health"), ("/", page), ("/v1/openapi.json", openapi)];
    let of_lila = lila::paths().map(|path| (path, "lila-tablebase"));
    let others = others.map(|(path, name)| (path.to_owned(), name));
    of_json.chain(of_grpc).chain(others).chain(of_lila).collect()
}

/// Handles paths without a route: files of the web page, and unknown gRPC services.
async fn otherwise(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/grpc") {
        return Status::unimplemented("there is no such service").into_http::<Body>();
    }
    page::file(&method, uri.path(), &headers)
}
