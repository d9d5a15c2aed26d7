//! Answers and errors as they go over HTTP.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use prost::Message;
use tonic::Status;

use super::super::http_status::{http_status, retry_seconds};
use super::mapping::{Mapping, Method};

fn response(status: StatusCode, json: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// An answer.
pub fn answered(method: &Method, message: &impl Message) -> Response {
    response(StatusCode::OK, method.response(message))
}

/// An error: a `google.rpc.Status`, and when to try again.
pub fn failed(mapping: &Mapping, status: &Status) -> Response {
    let details = tonic_types::pb::Status::decode(status.details()).map(|whole| whole.details).unwrap_or_default();
    let whole = tonic_types::pb::Status { code: status.code() as i32, message: status.message().to_owned(), details };
    let mut out = response(http_status(status.code()), mapping.status(&whole));
    if let Some(seconds) = retry_seconds(status) {
        out.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    out
}
