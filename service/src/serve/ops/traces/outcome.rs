//! Outcome of a request, as its trace span reports it.

#[derive(Debug)]
#[cfg_attr(not(feature = "otel"), expect(dead_code, reason = "no span says it"))]
pub struct RequestOutcome<'a> {
    pub id: &'a str,
    /// HTTP status; 0 if the request was not answered.
    pub status: u16,
    pub grpc_status: Option<&'a str>,
    pub sent_bytes: u64,
}
