//! Outcome of a request.

/// Outcome of a request in its span.
#[derive(Debug)]
#[cfg_attr(not(feature = "otel"), expect(dead_code, reason = "no span says it"))]
pub struct RequestOutcome<'a> {
    /// Id of the request.
    pub id: &'a str,
    /// HTTP status; 0 without an answer.
    pub status: u16,
    /// gRPC status, if there is one.
    pub grpc_status: Option<&'a str>,
    /// Bytes of the answer.
    pub sent_bytes: u64,
}
