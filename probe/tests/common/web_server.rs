//! A web server for the files of a folder. It can answer correctly or with a fault.
#![allow(dead_code, reason = "each test binary uses some of it")]

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Fault in the answer to a request for a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The whole file, with status 200.
    WholeFile,
    /// Half of the body, before the connection is closed.
    Cut,
    /// No answer: the connection is closed.
    Silent,
    /// The body twice.
    Repeated,
    /// The header `Content-Range` of another range.
    OtherRange,
    /// The header `ETag` of another version of the file.
    OtherVersion,
    /// A header `Content-Range` with another length of the file.
    OtherLength,
    /// A header that says that the body is compressed.
    Encoded,
    /// Status 503.
    Busy,
    /// Status 403.
    Forbidden,
    /// One bit of the body is wrong.
    Damaged,
}

#[derive(Debug, Default)]
struct State {
    root: PathBuf,
    /// The current fault, and the number of requests for ranges that still get it.
    fault: Mutex<Option<(Fault, usize)>>,
    /// Names of files that the server pretends not to have.
    missing: Mutex<BTreeSet<String>>,
    requests: AtomicU64,
    body_bytes: AtomicU64,
    connections: AtomicU64,
}

/// A running server. Its threads end with the process.
#[derive(Debug)]
pub struct WebServer {
    /// Address of the folder that is served.
    pub url: String,
    state: Arc<State>,
}

/// Numbers of requests, body bytes and connections since the start of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub requests: u64,
    pub body_bytes: u64,
    pub connections: u64,
}

impl WebServer {
    pub fn start(root: &Path) -> WebServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(State { root: root.to_owned(), ..State::default() });
        let of_threads = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = of_threads.clone();
                state.connections.fetch_add(1, Ordering::SeqCst);
                // An error of a connection, for example because the client has closed it, ends only
                // this connection.
                std::thread::spawn(move || drop(state.serve(stream)));
            }
        });
        WebServer { url, state }
    }

    /// Makes the server answer the next `times` requests for ranges with a fault.
    pub fn fail(&self, fault: Fault, times: usize) {
        *self.state.fault.lock().unwrap() = Some((fault, times));
    }

    pub fn recover(&self) {
        *self.state.fault.lock().unwrap() = None;
    }

    /// Makes the server answer with status 404 for a file.
    pub fn hide(&self, path: &str) {
        self.state.missing.lock().unwrap().insert(path.to_owned());
    }

    pub fn counts(&self) -> Counts {
        let count = |counter: &AtomicU64| counter.load(Ordering::SeqCst);
        let State { requests, body_bytes, connections, .. } = &*self.state;
        Counts { requests: count(requests), body_bytes: count(body_bytes), connections: count(connections) }
    }
}

impl State {
    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream.try_clone()?);
        loop {
            let (mut path, mut range) = (None, None);
            loop {
                let mut line = String::new();
                if reader.read_line(&mut line)? == 0 {
                    return Ok(());
                }
                let line = line.trim_end();
                if line.is_empty() {
                    break;
                }
                path = path.or_else(|| line.strip_prefix("GET /")?.split(' ').next().map(str::to_owned));
                let found = line.to_ascii_lowercase();
                range = range.or_else(|| found.strip_prefix("range: bytes=").map(str::to_owned));
            }
            self.requests.fetch_add(1, Ordering::SeqCst);
            if !self.answer(&path.unwrap_or_default(), range.as_deref(), stream.try_clone()?)? {
                return Ok(());
            }
        }
    }

    /// Answers a request. Returns false if the connection must be closed.
    fn answer(&self, path: &str, range: Option<&str>, mut stream: TcpStream) -> std::io::Result<bool> {
        let path = path.replace("%2B", "+");
        let is_hidden = self.missing.lock().unwrap().contains(&path);
        let content = if is_hidden { None } else { std::fs::read(self.root.join(&path)).ok() };
        let Some(content) = content else {
            write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone")?;
            return Ok(true);
        };
        let Some((first, last)) = range.and_then(|range| range.split_once('-')) else {
            return self.send(stream, "200 OK", "", &content, content.len());
        };
        let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
        // Like other servers, cuts off a range that continues beyond the end of the file, and
        // refuses one that begins beyond the end.
        let (length, last) = (content.len(), last.min(content.len() - 1));
        if first > last {
            let headers = format!("Content-Range: bytes */{length}\r\n");
            return self.send(stream, "416 Range Not Satisfiable", &headers, b"", 0);
        }
        let body = &content[first..=last];
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let version = hasher.finish();
        let of = |first: usize, last: usize, length: usize, version: u64| {
            format!("Content-Range: bytes {first}-{last}/{length}\r\nETag: \"{version}\"\r\n")
        };
        let right = of(first, last, length, version);
        let partial = "206 Partial Content";
        match self.fault() {
            None => self.send(stream, partial, &right, body, body.len()),
            Some(Fault::WholeFile) => self.send(stream, "200 OK", "", &content, length),
            Some(Fault::Cut) => self.send(stream, partial, &right, &body[..body.len() / 2], body.len()),
            Some(Fault::Silent) => Ok(false),
            Some(Fault::Repeated) => self.send(stream, partial, &right, &[body, body].concat(), 2 * body.len()),
            Some(Fault::OtherRange) => {
                let other = of(first + 1, last + 1, length, version);
                self.send(stream, partial, &other, body, body.len())
            }
            Some(Fault::OtherVersion) => {
                self.send(stream, partial, &of(first, last, length, !version), body, body.len())
            }
            Some(Fault::OtherLength) => {
                self.send(stream, partial, &of(first, last, length + 1, version), body, body.len())
            }
            Some(Fault::Encoded) => {
                self.send(stream, partial, &format!("{right}Content-Encoding: gzip\r\n"), body, body.len())
            }
            Some(Fault::Busy) => self.send(stream, "503 Service Unavailable", "", b"busy", 4),
            Some(Fault::Forbidden) => self.send(stream, "403 Forbidden", "", b"no", 2),
            Some(Fault::Damaged) => {
                let mut damaged = body.to_vec();
                damaged[body.len() / 2] ^= 1;
                self.send(stream, partial, &right, &damaged, body.len())
            }
        }
    }

    fn fault(&self) -> Option<Fault> {
        let mut current = self.fault.lock().unwrap();
        let (fault, times) = current.as_mut()?;
        *times = times.checked_sub(1)?;
        Some(*fault)
    }

    /// Sends a body with a header that says `length` bytes. Returns false if the body is shorter.
    fn send(
        &self,
        mut stream: TcpStream,
        status: &str,
        headers: &str,
        body: &[u8],
        length: usize,
    ) -> std::io::Result<bool> {
        // The head and the body are sent in one write, so that neither waits for the other.
        let mut answer = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{headers}\r\n").into_bytes();
        answer.extend(body);
        stream.write_all(&answer)?;
        self.body_bytes.fetch_add(body.len() as u64, Ordering::SeqCst);
        let is_whole = body.len() == length;
        if !is_whole {
            stream.shutdown(std::net::Shutdown::Both)?;
        }
        Ok(is_whole)
    }
}
