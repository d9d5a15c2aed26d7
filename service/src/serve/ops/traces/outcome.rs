//! Outcome of a request, as its trace span reports it.

/// Outcome of a request, as its trace span reports it.
#[derive(Debug)]
#[cfg_attr(not(feature = "otel"), expect(dead_code, reason = "no span says it"))]
pub struct RequestOutcome<'a> {
    /// Id of the request.
    pub id: &'a str,
    /// HTTP status; 0 if the request was not answered.
    pub status: u16,
    /// gRPC status, if there is one.
    pub grpc_status: Option<&'a str>,
    /// Bytes of the answer.
    pub sent_bytes: u64,
}
