//! The outcome of a request.

/// The outcome of a request, as its span has it.
#[derive(Debug)]
#[cfg_attr(not(feature = "otel"), expect(dead_code, reason = "no span says it"))]
pub struct RequestOutcome<'a> {
    /// The name of the request.
    pub id: &'a str,
    /// The HTTP status; 0 where there is no answer.
    pub status: u16,
    /// The gRPC status, where there is one.
    pub grpc_status: Option<&'a str>,
    /// Bytes of the answer.
    pub sent_bytes: u64,
}
