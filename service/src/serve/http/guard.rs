//! Protection of browsers: requests that name another host are refused, and answers get headers
//! that restrict what browsers do with them.
//!
//! The owner of another host can make the host's name point to this server, so that the browser
//! allows the scripts of that host to read answers of this server (DNS rebinding). Such requests
//! still contain the name of the other host.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};

use crate::errors::Error;
use crate::serve::access::client::Client;
use crate::serve::admission::http_status::put_status;
use crate::serve::admission::refusal::refusal;
use crate::serve::ops::metrics::Protocol;
use crate::serve::ops::refusals::Refusals;

#[derive(Debug, Default)]
pub struct Guard {
    /// Host names of this server; if empty, any name is allowed.
    hosts: Vec<String>,
    /// Value of the header `Strict-Transport-Security`; `None` if it is not sent.
    transport: Option<HeaderValue>,
    refusals: Arc<Refusals>,
}

impl Guard {
    pub fn new(hosts: Vec<String>, hsts_seconds: Option<u64>, refusals: Arc<Refusals>) -> Self {
        let transport = hsts_seconds.and_then(|seconds| HeaderValue::try_from(format!("max-age={seconds}")).ok());
        Guard { hosts, transport, refusals }
    }

    /// Checks that the host in a request is a name of this server. IP addresses are always allowed,
    /// because no attacker can direct an IP address to another machine.
    fn check(&self, request: &Request) -> Result<(), Error> {
        if self.hosts.is_empty() {
            return Ok(());
        }
        let headers = request.headers().get_all(header::HOST).iter();
        let headers = headers.map(|host| host.to_str().unwrap_or_default());
        let mut named = request.uri().authority().map(|authority| authority.as_str()).into_iter().chain(headers);
        let is_foreign = |host: &&str| !self.is_own(host);
        let mut is_named = false;
        match named.by_ref().inspect(|_| is_named = true).find(is_foreign) {
            None if is_named => Ok(()),
            foreign => {
                let host = peatee_rules::notation::shortened(foreign.unwrap_or_default()).to_string();
                Err(Error::ForeignHost { host })
            }
        }
    }

    fn is_own(&self, host: &str) -> bool {
        let Ok(host) = host.parse::<http::uri::Authority>() else { return false };
        let host = host.host();
        let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let name = host.strip_suffix('.').unwrap_or(host);
        address.parse::<IpAddr>().is_ok() || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    fn refused(&self, request: &Request, error: &Error) -> Response {
        let client = request.extensions().get::<Client>().unwrap_or(&Client::LOCAL);
        self.refusals.log(client, error.policy().reason, &error.text());
        let status = refusal(client.log_id(), error);
        if Protocol::of(request.headers()) != Protocol::Http {
            return status.into_http();
        }
        let mut response = format!("{}\n", status.message()).into_response();
        put_status(&mut response, &status);
        *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
        response
    }
}

/// Checks a request and adds security headers to its answer. gRPC answers get no such headers.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let is_plain = Protocol::of(request.headers()) == Protocol::Http;
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => guard.refused(&request, &error),
    };
    if is_plain {
        let headers = response.headers_mut();
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if let Some(transport) = &guard.transport {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, transport.clone());
        }
    }
    response
}

pub fn parse_host(text: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if text.is_empty() || !text.chars().all(is_name) {
        return Err("must be a name without scheme and port, such as `peatee.example.org`".to_owned());
    }
    Ok(text.trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_request_is_for_this_server_by_all_that_it_says() {
        let guard = Guard { hosts: vec!["Example.org".to_owned(), "localhost".to_owned()], ..Guard::default() };
        let is_own = |uri: &str, hosts: &[&str]| {
            let request = hosts.iter().fold(Request::get(uri), |request, host| request.header("host", *host));
            guard.check(&request.body(Body::empty()).expect("a request")).is_ok()
        };
        for host in ["example.org", "EXAMPLE.ORG:443", "example.org.", "localhost:1", "192.0.2.1", "[::1]:50051"] {
            assert!(is_own("/", &[host]), "{host}");
        }
        for host in
            ["example.net", "", "example.org.evil.net", "a.example.org", "example.org@evil.net:1", "[::1", "\u{e9}"]
        {
            assert!(!is_own("/", &[host]), "{host}");
        }
        assert!(is_own("http://example.org/x", &[]) && !is_own("/", &[]));
        assert!(!is_own("http://evil.net/", &["example.org"]) && !is_own("http://example.org/", &["evil.net"]));
        assert!(!is_own("/", &["example.org", "evil.net"]));
        assert!(Guard::default().check(&Request::new(Body::empty())).is_ok());
    }

    #[test]
    fn names_of_hosts_have_no_scheme_and_no_port() {
        assert_eq!(parse_host("example.org.").as_deref(), Ok("example.org"));
        for text in ["", "https://example.org", "example.org:443", "*"] {
            assert!(parse_host(text).is_err(), "{text}");
        }
    }
}
