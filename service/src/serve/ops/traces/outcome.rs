//! Outcome of a request, as its trace span reports it.

/// Outcome of a request, as its trace span reports it.
#[derive(Debug)]
#[cfg_attr(not(feature = "otel"), expect(dead_code, reason = "no span says it"))]
pub struct RequestOutcome<'a> {
    /// Id of the request, as the log shows it.
    pub id: &'a str,
    /// HTTP status; 0 if the request was not answered.
    pub status: u16,
    /// gRPC status code of the answer, if there is one.
    pub grpc_status: Option<&'a str>,
    /// Number of bytes of the answer that were sent.
    pub sent_bytes: u64,
}
