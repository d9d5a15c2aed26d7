//! HTTP statuses and names of gRPC codes.

use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::errors::LONG_BODY;

/// Returns the HTTP status of an error. Except for a few errors, it is the status that
/// `google.rpc.Code` documents for the gRPC code.
fn http_status(status: &Status) -> StatusCode {
    match status.code() {
        _ if status.get_details_error_info().is_some_and(|info| info.reason == LONG_BODY) => {
            StatusCode::PAYLOAD_TOO_LARGE
        }
        Code::Ok => StatusCode::OK,
        Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::AlreadyExists | Code::Aborted => StatusCode::CONFLICT,
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        Code::Unimplemented => StatusCode::NOT_IMPLEMENTED,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::DeadlineExceeded | Code::Cancelled => StatusCode::GATEWAY_TIMEOUT,
        Code::Unknown | Code::Internal | Code::DataLoss => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Returns the gRPC code for an HTTP status that did not come from a gRPC code, such as the status
/// of a file of the web page.
pub fn code_of_http(status: u16) -> Code {
    match status {
        100..=399 => Code::Ok,
        401 => Code::Unauthenticated,
        403 => Code::PermissionDenied,
        404 => Code::NotFound,
        405 | 501 => Code::Unimplemented,
        408 | 504 => Code::DeadlineExceeded,
        409 => Code::Aborted,
        429 => Code::ResourceExhausted,
        400..=499 => Code::InvalidArgument,
        503 => Code::Unavailable,
        _ => Code::Internal,
    }
}

pub const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

/// Sets the HTTP status of an error response, and the headers that tell the client when to try
/// again. Puts the gRPC code into the extensions of the response, from which the log takes it.
pub fn put_status(response: &mut Response, status: &Status) {
    *response.status_mut() = http_status(status);
    response.extensions_mut().insert(status.code());
    let headers = response.headers_mut();
    if status.code() == Code::Unauthenticated {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(delay) = status.get_details_retry_info().and_then(|retry| retry.retry_delay) {
        // The header has whole seconds, so the delay is rounded up.
        let seconds = delay.as_millis().div_ceil(1000).max(1) as u64;
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
}
