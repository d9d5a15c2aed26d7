//! Tests that no client can block other clients. Each test is an attack from 127.0.0.1 while a
//! client at another address is served.

use std::net::Ipv4Addr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{ProbeRequest, ProbeStreamRequest, ProbeStreamResponse};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;
use tonic::{Code, Request, Streaming};
use tonic_types::StatusExt as _;

use super::client::{ELSEWHERE, closed, connect_from, get, grpc_from};
use crate::common::{PATIENCE, Server, tables};

const FEN: &str = "W:W23:B5,6";

fn item() -> ProbeStreamRequest {
    ProbeStreamRequest { variant: "international".into(), fen: FEN.into() }
}

/// Checks that the server answers a position on a stream.
async fn streams(client: &mut TablebaseServiceClient<Channel>) -> Result<(), tonic::Status> {
    let mut answers = client.probe_stream(tokio_stream::iter([item()])).await?.into_inner();
    answers.message().await?.expect("an answer");
    Ok(())
}

/// Checks that the server answers a request about a position.
async fn probes(client: &mut TablebaseServiceClient<Channel>) -> Result<(), tonic::Status> {
    let request = ProbeRequest { variant: "international".into(), fen: FEN.into(), ..ProbeRequest::default() };
    client.probe(request).await.map(drop)
}

/// Waits until the server accepts another stream.
async fn a_place_is_free(client: &mut TablebaseServiceClient<Channel>) {
    let tried = async {
        while let Err(status) = streams(client).await {
            assert_eq!(status.code(), Code::ResourceExhausted, "{status:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(2 * PATIENCE, tried).await.expect("the place is given back");
}

/// Both ends of a stream that sends nothing and stays open while both are kept.
type Silent = (mpsc::Sender<ProbeStreamRequest>, Streaming<ProbeStreamResponse>);

async fn silent(client: &mut TablebaseServiceClient<Channel>) -> Result<Silent, tonic::Status> {
    let (sender, receiver) = mpsc::channel(1);
    let answers = client.probe_stream(ReceiverStream::new(receiver)).await?.into_inner();
    Ok((sender, answers))
}

#[tokio::test]
async fn idle_streams_of_one_peer_leave_places_to_others() {
    let server = Server::start(tables(), &["--stream-idle-seconds", "3600"]);
    let mut held = Vec::new();
    let mut refused = 0;
    for _ in 0..3 {
        let mut client = server.client().await;
        for _ in 0..60 {
            match silent(&mut client).await {
                Ok(stream) => held.push(stream),
                Err(status) => {
                    assert_eq!(status.get_details_error_info().expect("a reason").reason, "PEER_BUSY");
                    assert!(status.get_details_retry_info().is_some(), "it says when to come back");
                    refused += 1;
                }
            }
        }
        held.last().expect("some are let in");
    }
    assert_eq!((held.len(), refused), (32, 148), "half of the places of one peer");
    streams(&mut grpc_from(ELSEWHERE, &server).await).await.expect("another peer is served");
    probes(&mut server.client().await).await.expect("single requests of the same peer are served");
}

/// Stream of requests that never ends.
struct Endless;

impl Stream for Endless {
    type Item = ProbeStreamRequest;
    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<ProbeStreamRequest>> {
        Poll::Ready(Some(item()))
    }
}

/// Opens a stream whose client sends requests without end and reads no answers.
async fn unread(
    client: &mut TablebaseServiceClient<Channel>,
    timeout: Option<Duration>,
) -> Result<impl Sized, tonic::Status> {
    let mut request = Request::new(Endless);
    if let Some(timeout) = timeout {
        request.set_timeout(timeout);
    }
    Ok(client.probe_stream(request).await?.into_inner())
}

#[tokio::test]
async fn a_client_that_does_not_read_loses_its_place() {
    let (server, log) = Server::start_logged("unread", tables(), &["--in-flight-max", "1", "--unread-seconds", "2"]);
    let mut attacker = server.client().await;
    let _unread = unread(&mut attacker, None).await.expect("it is let in");
    a_place_is_free(&mut grpc_from(ELSEWHERE, &server).await).await;
    let log = log.wait_for(&["peer=127.0.0.1 port=", "UNREAD"]).await;
    assert_eq!(log.matches("UNREAD").count(), 1, "told once: {log}");
}

#[tokio::test]
async fn a_deadline_ends_the_work_of_a_client_that_does_not_read() {
    let server = Server::start(tables(), &["--in-flight-max", "1", "--unread-seconds", "3600"]);
    let mut attacker = server.client().await;
    let mut elsewhere = grpc_from(ELSEWHERE, &server).await;
    // A busy machine may not admit the stream within the first timeout.
    for seconds in [1, 4, 16] {
        let held = unread(&mut attacker, Some(Duration::from_secs(seconds))).await;
        a_place_is_free(&mut elsewhere).await;
        if held.is_ok() {
            return;
        }
    }
    panic!("it is not let in within 16 s");
}

#[tokio::test]
async fn a_client_that_goes_loses_its_place() {
    let server = Server::start(tables(), &["--in-flight-max", "1", "--unread-seconds", "3600"]);
    // The client has its own threads. When they end, its sockets are closed as at the end of a
    // process.
    let attacker = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
    let mut client = server.client().await;
    let address = server.address.clone();
    let (begun, begins) = tokio::sync::oneshot::channel();
    attacker.spawn(async move {
        let mut client = TablebaseServiceClient::connect(format!("http://{address}")).await.expect("a connection");
        let _unread = unread(&mut client, None).await.expect("it is let in");
        begun.send(()).expect("the test waits");
        std::future::pending::<()>().await;
    });
    begins.await.expect("the stream begins");
    assert_eq!(probes(&mut client).await.expect_err("there is one place").code(), Code::ResourceExhausted);
    attacker.shutdown_background();
    a_place_is_free(&mut client).await;
}

#[tokio::test]
async fn thousands_of_broken_off_streams_leave_nothing_behind() {
    let server = Server::start(tables(), &[]);
    let mut witness = grpc_from(ELSEWHERE, &server).await;
    for _ in 0..10 {
        let mut attacker = server.client().await;
        for _ in 0..300 {
            // Some streams are refused, and at some point the connection is closed.
            drop(silent(&mut attacker).await);
        }
    }
    streams(&mut witness).await.expect("others are served");
    let before_bytes = server.memory_bytes("VmRSS");
    assert!(before_bytes < 300 << 20, "{before_bytes} bytes");
    a_place_is_free(&mut server.client().await).await;
}

#[tokio::test]
async fn connections_that_send_no_request_are_closed() {
    let (server, log) = Server::start_logged("silence", tables(), &["--handshake-seconds", "1"]);
    let beginnings: [&[u8]; 4] = [b"", b"P", b"PRI * HTTP/2.0\r\n\r\nSM", b"GET / HTTP/1.1\r\nhost: localhost\r\nx: y"];
    let mut sockets = Vec::new();
    for _ in 0..5 {
        for beginning in beginnings {
            let mut socket = TcpStream::connect(&server.address).await.expect("a connection");
            socket.write_all(beginning).await.expect("it is open");
            sockets.push(socket);
        }
    }
    for socket in sockets {
        let sent = String::from_utf8_lossy(&closed(socket).await).into_owned();
        assert!(sent.is_empty() || sent.starts_with("HTTP/1.1 408"), "{sent}");
    }
    log.wait_for(&["peer=127.0.0.1 port=", "HANDSHAKE"]).await;
    assert_eq!(get(&server, "/").await.status, 200);
}

/// Checks that the server does not close a connection for a while.
async fn still_open(socket: &mut TcpStream) {
    let read = tokio::time::timeout(Duration::from_millis(300), socket.read(&mut [0; 1])).await;
    assert!(read.is_err(), "{read:?}");
}

#[tokio::test]
async fn connections_have_limits_for_all_and_for_each_peer() {
    let args = ["--peer-connections-max", "3", "--connections-max", "4", "--handshake-seconds", "3600"];
    let (server, log) = Server::start_logged("connections", tables(), &args);
    let connect = async |from: Ipv4Addr| connect_from(from, &server.address).await.expect("the system takes it");
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut socket = connect(Ipv4Addr::LOCALHOST).await;
        still_open(&mut socket).await;
        held.push(socket);
    }
    assert_eq!(closed(connect(Ipv4Addr::LOCALHOST).await).await, b"", "the fourth of one peer");
    let mut fourth = connect(ELSEWHERE).await;
    still_open(&mut fourth).await;
    assert_eq!(closed(connect(ELSEWHERE).await).await, b"", "the fifth of all");
    drop(held);
    drop(fourth);
    let freed = async {
        while streams_from_elsewhere(&server).await.is_none() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, freed).await.expect("places are free again");
    log.wait_for(&["PEER_CONNECTIONS", "peer=127.0.0.1 port=", "\"CONNECTIONS\"", "peer=127.0.0.2 port="]).await;
}

async fn streams_from_elsewhere(server: &Server) -> Option<()> {
    let mut socket = connect_from(ELSEWHERE, &server.address).await.ok()?;
    socket.write_all(b"GET /v1/tables HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.ok()?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.ok()?;
    answer.starts_with("HTTP/1.1 200").then_some(())
}

/// Opens a connection, sends one request, and returns the connection, which stays open.
async fn kept(server: &Server) -> TcpStream {
    let mut socket = TcpStream::connect(&server.address).await.expect("a connection");
    socket.write_all(b"GET /v1/tables HTTP/1.1\r\nhost: localhost\r\n\r\n").await.expect("it is open");
    let mut first = [0; 12];
    socket.read_exact(&mut first).await.expect("an answer");
    assert_eq!(&first, b"HTTP/1.1 200");
    socket
}

#[tokio::test]
async fn idle_and_old_connections_end() {
    let server = Server::start(tables(), &["--connection-idle-seconds", "1"]);
    closed(kept(&server).await).await;

    let server = Server::start(tables(), &["--connection-age-seconds", "2"]);
    let busy = async {
        let mut client = server.client().await;
        let (sender, mut answers) = silent(&mut client).await.expect("it is let in");
        // A running request outlives the maximum age of its connection.
        closed(kept(&server).await).await;
        sender.send(item()).await.expect("the stream goes on");
        answers.message().await.expect("no failure").expect("an answer");
    };
    tokio::time::timeout(2 * PATIENCE, busy).await.expect("old connections end");
}

#[tokio::test]
async fn hanging_up_ends_nothing() {
    let (server, log) = Server::start_logged("hang-up", tables(), &["--log", "info"]);
    let mut client = server.client().await;
    let (sender, mut answers) = silent(&mut client).await.expect("it is let in");
    server.signal("HUP");
    log.wait_for(&["SIGHUP"]).await;
    sender.send(item()).await.expect("the stream goes on");
    answers.message().await.expect("no failure").expect("an answer");
    probes(&mut server.client().await).await.expect("new connections are taken");
}

#[tokio::test]
async fn a_flood_of_refusals_is_no_flood_of_lines() {
    let (server, log) = Server::start_logged("flood", tables(), &["--in-flight-max", "1"]);
    let mut attacker = server.client().await;
    let _held = silent(&mut attacker).await.expect("it is let in");
    for _ in 0..500 {
        assert_eq!(probes(&mut attacker).await.expect_err("full").code(), Code::ResourceExhausted);
    }
    let log = log.wait_for(&["BUSY", "peer=127.0.0.1 port="]).await;
    let lines = log.lines().filter(|line| line.contains("refused")).count();
    // Ten lines are logged in each ten seconds. A slow machine may need more time.
    assert!((1..=100).contains(&lines), "{lines} lines");
}
