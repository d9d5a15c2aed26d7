//! gRPC reflection, by which clients can list the methods of the server.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tonic::service::Routes;
use tonic_reflection::server::{Builder, Error as ReflectionError};

use crate::errors::Error;
use crate::serve::access::client::Client;
use crate::serve::admission::refusal::refusal;
use crate::serve::rpc::Service;

/// Prefix of the paths of both versions of reflection.
const PATHS: &str = "/grpc.reflection.";

pub fn add_to(routes: Routes) -> Result<Routes, Error> {
    let v1 = builder().build_v1().map_err(failed)?;
    let v1alpha = builder().build_v1alpha().map_err(failed)?;
    Ok(routes.add_service(v1).add_service(v1alpha))
}

/// Refuses a reflection request that lacks the token which the other methods require. Passes any
/// other request on.
pub async fn ask_token(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Client>().cloned();
    if let Some(client) = client.filter(|_| request.uri().path().starts_with(PATHS))
        && let Err(error) = service.check(&client)
    {
        return refusal(client.log_id(), &error).into_http();
    }
    next.run(request).await
}

fn builder() -> Builder<'static> {
    Builder::configure()
        .register_encoded_file_descriptor_set(peatee_proto::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

fn failed(error: ReflectionError) -> Error {
    Error::Io { what: "the descriptors are damaged".into(), error: std::io::Error::other(error) }
}
