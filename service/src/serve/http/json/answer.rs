//! Answers and errors of the JSON paths.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, header};
use tonic::Status;

use crate::answer::mapping::Mapping;
use crate::serve::admission::http_status::put_status;
use crate::serve::rpc::writer::Written;

fn response(json: impl Into<Body>) -> Response {
    let mut response = Response::new(json.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

pub fn answered(Written(json): Written) -> Response {
    response(json)
}

/// Returns the HTTP response for an error: a `google.rpc.Status` as JSON, the HTTP status of its
/// code, and the header `Retry-After` if the client should try again.
pub fn failed(mapping: &Mapping, status: &Status) -> Response {
    let mut out = response(mapping.status(status));
    put_status(&mut out, status);
    out
}
