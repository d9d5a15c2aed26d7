//! Requests that the server has no time for are turned away before they are decoded: in an overload
//! that is most of what they cost.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use peatee_proto::v1::tablebase_service_server::SERVICE_NAME;

use super::client::Client;
use super::refusal::refusal;
use super::rpc::Service;

/// Streams have places of their own, and are not short.
const STREAM: &str = "/ProbeStream";

/// Turns a request of gRPC away, or lets it in.
pub async fn shed(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Client>().cloned();
    let method = request.uri().path().strip_prefix('/').and_then(|path| path.strip_prefix(SERVICE_NAME));
    let is_short = method.is_some_and(|method| method != STREAM);
    if let Some(client) = client.filter(|_| is_short)
        && let Err(error) = service.check(&client)
    {
        service.turn_away(request.into_body()).await;
        return refusal(client.log_id(), &error).into_http();
    }
    next.run(request).await
}
