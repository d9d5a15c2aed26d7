//! Answers and errors as they go over HTTP.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::response::Response;
use http::{HeaderValue, header};
use peatee_rules::Budget;
use prost::Message;
use tonic::Status;

use super::super::http_status::put_status;
use super::mapping::{Mapping, Method};
use crate::errors::Error;

/// Writes the answers to a method, for a client who wants JSON. The extensions of its request hold
/// it, so that answers are written where they are worked out: on a thread, not on one of the
/// network.
#[derive(Debug, Clone)]
pub struct Writer(pub Arc<Method>);

/// An answer as JSON. The extensions of the answer as a message hold it.
#[derive(Debug, Clone)]
pub struct Written(Bytes);

impl Writer {
    /// Writes an answer within a budget.
    ///
    /// # Errors
    /// [`Error::Deadline`].
    pub fn write(&self, message: &impl Message, budget: &Budget) -> Result<Written, Error> {
        let json = self.0.response(message, budget);
        budget.check()?;
        Ok(Written(json.into()))
    }
}

fn response(json: impl Into<Body>) -> Response {
    let mut response = Response::new(json.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// An answer.
pub fn answered(Written(json): Written) -> Response {
    response(json)
}

/// An error: a `google.rpc.Status`, and when to try again.
pub fn failed(mapping: &Mapping, status: &Status) -> Response {
    let details = tonic_types::pb::Status::decode(status.details()).map(|whole| whole.details).unwrap_or_default();
    let whole = tonic_types::pb::Status { code: status.code() as i32, message: status.message().to_owned(), details };
    let mut out = response(mapping.status(&whole));
    put_status(&mut out, status);
    out
}
