//! Cross-origin permissions (CORS) for scripts of pages on other hosts.

use http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// Headers that scripts of gRPC-Web and JSON clients may send.
const REQUEST_HEADERS: [HeaderName; 6] = [
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    HeaderName::from_static("grpc-timeout"),
    HeaderName::from_static("x-grpc-web"),
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("x-user-agent"),
];

/// Headers of answers that scripts of gRPC-Web and JSON clients may read.
const RESPONSE_HEADERS: [HeaderName; 5] = [
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-status-details-bin"),
    header::RETRY_AFTER,
    HeaderName::from_static("x-request-id"),
];

/// Parses `*`, or an origin as browsers send it: a scheme and a host.
///
/// # Errors
/// The text is neither an origin nor `*`.
pub fn parse_origin(text: &str) -> Result<HeaderValue, String> {
    let has_scheme = ["https://", "http://"]
        .iter()
        .any(|scheme| text.strip_prefix(scheme).is_some_and(|host| !host.is_empty() && !host.contains('/')));
    if text != "*" && !has_scheme {
        return Err("must be `*`, or a scheme and a host without a path, such as `https://example.org`".to_owned());
    }
    HeaderValue::try_from(text).map_err(|error| error.to_string())
}

pub fn layer(origins: &[HeaderValue]) -> CorsLayer {
    let origins = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.to_vec())
    };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(REQUEST_HEADERS)
        .expose_headers(RESPONSE_HEADERS)
}
