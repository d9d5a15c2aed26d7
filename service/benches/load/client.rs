//! Clients that need little processor time: requests are encoded beforehand, answers are not
//! decoded.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;

use crate::questions::Kind;

pub type Connection = SendRequest<Full<Bytes>>;

pub struct Answer {
    pub code: u32,
    /// True if the answer has error details, which say when to try again.
    pub has_details: bool,
    pub body: Vec<Bytes>,
}

/// Connects to the server. If `certificate`, the certificate of the server, is given, the
/// connection is encrypted.
pub async fn connect(address: &str, certificate: Option<&CertificateDer<'static>>) -> Connection {
    let socket = TcpStream::connect(address).await.expect("the server accepts connections");
    socket.set_nodelay(true).expect("a TCP socket");
    let Some(certificate) = certificate else { return speak(socket).await };
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let mut config = versions.expect("versions").with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let name = ServerName::try_from("localhost").expect("a name");
    speak(TlsConnector::from(Arc::new(config)).connect(name, socket).await.expect("encryption")).await
}

/// Connects from the address `from` of the loopback network.
pub async fn connect_from(from: [u8; 4], address: &str) -> Connection {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((from, 0).into()).expect("an address of the loopback network");
    let socket = socket.connect(address.parse().expect("an address")).await.expect("the server accepts connections");
    socket.set_nodelay(true).expect("a TCP socket");
    speak(socket).await
}

async fn speak(socket: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static) -> Connection {
    let mut builder = hyper::client::conn::http2::Builder::new(TokioExecutor::new());
    builder.initial_stream_window_size(1 << 20).initial_connection_window_size(16 << 20);
    let (sender, connection) = builder.handshake(TokioIo::new(socket)).await.expect("HTTP/2");
    tokio::spawn(connection);
    sender
}

/// Sends a gRPC request and reads the whole answer.
pub async fn ask(connection: &mut Connection, path: &str, body: Bytes) -> Result<Answer, hyper::Error> {
    let request = Request::post(format!("http://localhost{path}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Full::new(body))
        .expect("a request");
    connection.ready().await?;
    let (head, mut parts) = connection.send_request(request).await?.into_parts();
    let mut headers = head.headers;
    let mut body = Vec::new();
    while let Some(frame) = parts.frame().await {
        match frame?.into_data() {
            Ok(data) => body.push(data),
            Err(frame) => headers.extend(frame.into_trailers().unwrap_or_default()),
        }
    }
    let code = headers.get("grpc-status").and_then(|code| code.to_str().ok()?.parse().ok()).expect("a status");
    Ok(Answer { code, has_details: headers.contains_key("grpc-status-details-bin"), body })
}

/// Sends each request of a kind once, and panics if an answer is wrong. This also loads the tables
/// into memory.
pub async fn check(connection: &mut Connection, kind: &Kind) {
    for (number, body) in kind.bodies.iter().enumerate() {
        let answer = ask(connection, kind.path, body.clone()).await.expect("an answer");
        assert_eq!(answer.code, 0, "request {number} of {}", kind.name);
        (kind.check)(number, &answer.body.concat());
    }
}

/// Sends requests to the server for the time `duration`, `in_flight` at a time on each connection.
/// Returns the response times.
pub async fn ask_for(connections: &[Connection], kind: &Kind, in_flight: usize, duration: Duration) -> Vec<Duration> {
    let end = Instant::now() + duration;
    let askers = connections.iter().flat_map(|connection| std::iter::repeat_n(connection, in_flight)).enumerate();
    let askers: Vec<_> = askers
        .map(|(asker, connection)| {
            let (mut connection, path, bodies) = (connection.clone(), kind.path, kind.bodies.clone());
            tokio::spawn(async move {
                let mut took = Vec::new();
                let mut bodies = bodies.iter().cycle().skip(asker * 37);
                while Instant::now() < end {
                    let body = bodies.next().expect("they go on without end").clone();
                    let began = Instant::now();
                    let answer = ask(&mut connection, path, body).await.expect("an answer");
                    assert_eq!(answer.code, 0, "{path}");
                    took.push(began.elapsed());
                }
                took
            })
        })
        .collect();
    let mut all = Vec::new();
    for asker in askers {
        all.extend(asker.await.expect("it does not panic"));
    }
    all
}

/// Returns a quantile of the times, such as the median if `part` is 0.5.
pub fn quantile(times: &mut [Duration], part: f64) -> Duration {
    times.sort_unstable();
    let place = (times.len() as f64 * part) as usize;
    times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}
