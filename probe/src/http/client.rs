//! Requests files and ranges of files. Repeats a request after a temporary failure of the network
//! or the server.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::OnceLock;
use std::time::Duration;

use ureq::Body;
use ureq::http::header::{CONTENT_ENCODING, CONTENT_RANGE, ETAG, HeaderName, LAST_MODIFIED, RANGE};
use ureq::http::{Response, StatusCode};

use super::fault::Fault;

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

/// A client that keeps connections open. Copies of the client share the connections.
#[derive(Debug, Clone)]
pub(super) struct Client(ureq::Agent);

impl Client {
    pub(super) fn new() -> Client {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .user_agent(concat!("peatee/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("identity")
            .timeout_connect(Some(CONNECT_TIME))
            .timeout_recv_response(Some(SILENCE))
            .timeout_per_read(Some(SILENCE))
            .max_idle_connections(CONNECTIONS)
            .max_idle_connections_per_host(CONNECTIONS);
        Client(config.build().into())
    }

    /// Returns the content of a file of at most `bytes_max` bytes; `None` if there is no such file.
    ///
    /// # Errors
    /// The server cannot be reached, the file is longer, or the answer neither has the file nor
    /// says that the file is missing.
    pub(super) fn file(&self, url: &str, bytes_max: u64) -> io::Result<Option<Vec<u8>>> {
        with_retries(|| {
            let mut response = self.0.get(url).call()?;
            match response.status() {
                StatusCode::OK => {}
                // Some object stores answer with status 403 if a file is missing and files may not
                // be listed.
                StatusCode::NOT_FOUND | StatusCode::GONE | StatusCode::FORBIDDEN => return Ok(None),
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

    /// Fills `buffer` with the bytes of a file from `offset` on. `length_bytes` is the length of
    /// the file. `version` keeps the version of the file that the first request found.
    ///
    /// # Errors
    /// The server cannot be reached, its answer does not hold these bytes, or the answer comes from
    /// another version of the file.
    pub(super) fn range(
        &self,
        url: &str,
        buffer: &mut [u8],
        offset: u64,
        length_bytes: u64,
        version: &OnceLock<Version>,
    ) -> io::Result<()> {
        let bytes = offset..offset + buffer.len() as u64;
        with_retries(|| {
            let request = self.0.get(url).header(RANGE, format!("bytes={}-{}", bytes.start, bytes.end - 1));
            let mut response = request.call()?;
            check_is_range(&response, &bytes, length_bytes)?;
            if !Version::of(&response).is(version) {
                return Err(Fault::Changed);
            }
            read_exactly(response.body_mut(), buffer)
        })
    }
}

/// Version of a file on a server: its `ETag`, or the time of its last change if it has no `ETag`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Version(Option<String>);

impl Version {
    fn of(response: &Response<Body>) -> Version {
        // A server that compresses answers marks the tag of the same version as weak.
        let tag = header(response, ETAG).map(|tag| tag.trim_start_matches("W/").to_owned());
        Version(tag.or_else(|| header(response, LAST_MODIFIED)))
    }

    fn is(self, first: &OnceLock<Version>) -> bool {
        let first = first.get_or_init(|| self.clone());
        *first == self
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
