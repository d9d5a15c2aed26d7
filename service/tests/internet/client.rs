//! Clients of the tests: for HTTP/1.1, for gRPC from another address, and raw sockets.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use axum::body::Body;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio_stream::StreamExt as _;
use tonic::transport::{Channel, Endpoint, Uri};

use crate::common::{PATIENCE, Server};

/// Address of a second peer in the loopback network.
pub const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Connects from the address `from`.
pub async fn connect_from(from: Ipv4Addr, to: &str) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    socket.connect(to.parse().expect("an address")).await
}

/// Creates a gRPC client that connects from the address `from`.
pub async fn grpc_from(from: Ipv4Addr, server: &Server) -> TablebaseServiceClient<Channel> {
    let address = server.address.clone();
    let connector = tower::service_fn(move |_: Uri| {
        let address = address.clone();
        async move { connect_from(from, &address).await.map(TokioIo::new) }
    });
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).expect("a valid address");
    let channel = endpoint.connect_with_connector(connector).await.expect("the server accepts connections");
    TablebaseServiceClient::new(channel)
}

/// Opens an HTTP/2 connection for requests with bodies that the test writes. `window` is the number
/// of bytes of an answer that the server can send before the client reads them.
pub async fn http2(server: &Server, window: Option<u32>) -> http2::SendRequest<Body> {
    let socket = TcpStream::connect(&server.address).await.expect("the server accepts connections");
    let mut builder = http2::Builder::new(TokioExecutor::new());
    // The server refuses streams above its limit, which the client learns only from the server's
    // settings.
    builder.initial_max_send_streams(1);
    if let Some(bytes) = window {
        builder.initial_stream_window_size(bytes);
    }
    let (sender, connection) = builder.handshake(TokioIo::new(socket)).await.expect("HTTP/2");
    // An error means that the server has closed the connection.
    tokio::spawn(async move { drop(connection.await) });
    sender
}

/// Creates a POST request over HTTP/2.
pub fn post_to(server: &Server, path: &str, kind: &str, body: Body) -> http::Request<Body> {
    let request = http::Request::post(format!("http://{}{path}", server.address));
    request.header("content-type", kind).header("te", "trailers").body(body).expect("a request")
}

/// Creates a body that sends `chunks` chunks and then never ends.
pub fn unfinished(chunks: usize, chunk: &'static [u8]) -> Body {
    let chunks = tokio_stream::iter(std::iter::repeat_n(chunk, chunks)).chain(tokio_stream::pending());
    Body::from_stream(chunks.map(Ok::<_, std::convert::Infallible>))
}

/// Waits until the server closes a connection. Returns the bytes that it sent before.
pub async fn closed(mut socket: TcpStream) -> Vec<u8> {
    let mut sent = Vec::new();
    let mut part = [0; 4096];
    loop {
        let read = tokio::time::timeout(PATIENCE, socket.read(&mut part)).await.expect("the server closes it");
        match read {
            Ok(0) => return sent,
            Ok(count) => sent.extend_from_slice(&part[..count]),
            // The system resets a connection that is closed with unread bytes.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return sent,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Answer to an HTTP request.
pub struct Answer {
    pub status: u16,
    pub headers: http::HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}

/// Sends a request over HTTP/1.1 on a new connection.
pub async fn send(server: &Server, request: http::request::Builder, body: impl Into<Bytes>) -> Answer {
    let socket = TcpStream::connect(&server.address).await.expect("the server accepts connections");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(socket)).await.expect("a connection");
    tokio::spawn(connection);
    let request = request.header("host", "localhost").body(Full::new(body.into())).expect("a request");
    let response =
        tokio::time::timeout(PATIENCE, sender.send_request(request)).await.expect("in time").expect("answer");
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a whole body").to_bytes().to_vec();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

pub async fn get(server: &Server, path: &str) -> Answer {
    send(server, http::Request::get(path), Bytes::new()).await
}

pub async fn post(server: &Server, path: &str, body: &Value) -> Answer {
    send(server, http::Request::post(path), body.to_string()).await
}
