//! Folders on web servers. Repeats a request after a temporary failure of the network or the
//! server.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use ureq::Body;
use ureq::http::header::{CONTENT_ENCODING, CONTENT_RANGE, ETAG, HeaderName, LAST_MODIFIED, RANGE};
use ureq::http::{Response, StatusCode};

use super::fault::{Fault, check_version};
use super::remote_folder::{FirstVersion, RemoteFolder};

/// Maximum number of times that a request is sent.
const TRIES: u32 = 3;
/// Pause before the second request; each later pause is four times as long.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Maximum time without a byte of the answer. After this time, a request fails.
const SILENCE: Duration = Duration::from_secs(30);
/// Maximum number of idle connections that remain open. Probably no more threads than this send
/// requests at the same time.
const CONNECTIONS: usize = 32;

/// Characters of file names that are percent-encoded in an address.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A folder on a web server. It shares its connections, which stay open, with the folders in it.
#[derive(Debug)]
pub(super) struct HttpFolder {
    url: String,
    client: ureq::Agent,
}

impl HttpFolder {
    pub(super) fn new(url: &str) -> HttpFolder {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .user_agent(concat!("peatee/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("identity")
            .timeout_connect(Some(CONNECT_TIME))
            .timeout_recv_response(Some(SILENCE))
            .timeout_per_read(Some(SILENCE))
            .max_idle_connections(CONNECTIONS)
            .max_idle_connections_per_host(CONNECTIONS);
        HttpFolder { url: url.trim_end_matches('/').to_owned(), client: config.build().into() }
    }

    fn url(&self, name: &str) -> String {
        format!("{}/{}", self.url, utf8_percent_encode(name, ESCAPED))
    }
}

impl RemoteFolder for HttpFolder {
    fn folder(&self, name: &str) -> Arc<dyn RemoteFolder> {
        Arc::new(HttpFolder { url: self.url(name), client: self.client.clone() })
    }

    fn file(&self, name: &str, bytes_max: u64) -> io::Result<Option<Vec<u8>>> {
        with_retries(|| {
            let mut response = self.client.get(self.url(name)).call()?;
            match response.status() {
                StatusCode::OK => {}
                StatusCode::NOT_FOUND | StatusCode::GONE => return Ok(None),
                status => return Err(Fault::Status(status)),
            }
            check_encoding(&response)?;
            let mut bytes = Vec::new();
            response.body_mut().as_reader().take(bytes_max + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > bytes_max {
                return Err(Fault::Long { expected: bytes_max });
            }
            Ok(Some(bytes))
        })
    }

    fn range(
        &self,
        name: &str,
        buffer: &mut [u8],
        offset: u64,
        length_bytes: u64,
        first: &FirstVersion,
    ) -> io::Result<()> {
        let bytes = offset..offset + buffer.len() as u64;
        with_retries(|| {
            let request = self.client.get(self.url(name));
            let mut response = request.header(RANGE, format!("bytes={}-{}", bytes.start, bytes.end - 1)).call()?;
            check_is_range(&response, &bytes, length_bytes)?;
            check_version(first, header(&response, ETAG).as_deref(), header(&response, LAST_MODIFIED))?;
            read_exactly(response.body_mut(), buffer)
        })
    }
}

fn check_is_range(response: &Response<Body>, bytes: &Range<u64>, length_bytes: u64) -> Result<(), Fault> {
    check_encoding(response)?;
    let is_whole_file = *bytes == (0..length_bytes);
    match response.status() {
        // If the file has become shorter, the range may not exist.
        StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE => {}
        // A server that does not support ranges still sends whole files.
        StatusCode::OK if is_whole_file => return Ok(()),
        StatusCode::OK => return Err(Fault::WholeFile { bytes: bytes.clone() }),
        status => return Err(Fault::Status(status)),
    }
    let found = header(response, CONTENT_RANGE).unwrap_or_default();
    let (range, length) = found.strip_prefix("bytes ").and_then(|range| range.split_once('/')).unwrap_or_default();
    if !["", "*", &length_bytes.to_string()].contains(&length) {
        return Err(Fault::OtherLength { found: length.to_owned(), expected: length_bytes });
    }
    if range != format!("{}-{}", bytes.start, bytes.end - 1) {
        return Err(Fault::OtherRange { bytes: bytes.clone(), found });
    }
    Ok(())
}

fn check_encoding(response: &Response<Body>) -> Result<(), Fault> {
    match header(response, CONTENT_ENCODING) {
        Some(found) if found != "identity" => Err(Fault::Encoded { found }),
        _ => Ok(()),
    }
}

fn header(response: &Response<Body>, name: HeaderName) -> Option<String> {
    Some(String::from_utf8_lossy(response.headers().get(name)?.as_bytes()).into_owned())
}

fn read_exactly(body: &mut Body, buffer: &mut [u8]) -> Result<(), Fault> {
    let expected = buffer.len() as u64;
    if body.content_length().is_some_and(|length| length > expected) {
        return Err(Fault::Long { expected });
    }
    let mut reader = body.as_reader();
    let mut found = 0;
    while found < buffer.len() {
        match reader.read(&mut buffer[found..]) {
            Ok(0) => return Err(Fault::Cut { found, expected }),
            Ok(read) => found += read,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(Fault::Cut { found, expected }),
            Err(error) => return Err(error.into()),
        }
    }
    // The connection is free for the next request only after the body was read to its end.
    if reader.read(&mut [0])? > 0 {
        return Err(Fault::Long { expected });
    }
    Ok(())
}

/// Calls `ask`, and repeats the call after temporary failures.
fn with_retries<T>(mut ask: impl FnMut() -> Result<T, Fault>) -> io::Result<T> {
    let mut pause = FIRST_PAUSE;
    for _ in 1..TRIES {
        match ask() {
            Err(fault) if fault.may_pass() => std::thread::sleep(pause),
            done => return done.map_err(Fault::into_io),
        }
        pause *= 4;
    }
    ask().map_err(Fault::into_io)
}
