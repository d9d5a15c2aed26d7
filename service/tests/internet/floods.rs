//! Tests of floods that no quota counts: each test attacks the server while a client at another
//! address is served.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpStream, UnixStream};

use super::client::{ELSEWHERE, closed, connect_from, http2, post_to};
use super::tokens::{SESAME, token_file};
use super::{metric, operate};
use crate::common::{PATIENCE, Server, fresh_directory, tables};

/// Returns a request that takes seconds: many games that start from a position with very many
/// moves.
fn long_question() -> Vec<u8> {
    let fen = "W:WKa2:Bb2,d2,f2,b4,d4,f4,b6,d6,f6,c3,e3,g3,c5,e5,g5,c7,e7,g7,a3,a5,a7";
    let pdn = format!("[Variant \"dameo\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. a1-b1 *\n\n").repeat(200);
    let body = json!({ "variant": "dameo", "pdn": pdn, "page_size": 200 }).to_string();
    let head = "POST /v1/adjudicate-games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Sends the request of `long_question` over several connections, followed by the bytes `more`, and
/// disconnects while the server works. Returns the processor time that the server uses afterwards.
async fn cpu_time_after_leaving<S: AsyncRead + AsyncWrite + Unpin>(
    server: &Server,
    connect: impl AsyncFn() -> S,
    more: &[u8],
) -> Duration {
    let mut sockets = Vec::new();
    for _ in 0..6 {
        let mut socket = connect().await;
        socket.write_all(&[&long_question(), more].concat()).await.expect("it is open");
        sockets.push(socket);
    }
    let begun = server.cpu_time();
    while server.cpu_time() < begun + Duration::from_millis(300) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(sockets);
    let left = server.cpu_time();
    loop {
        let before = server.cpu_time();
        tokio::time::sleep(Duration::from_millis(500)).await;
        if server.cpu_time() < before + Duration::from_millis(30) {
            return before - left;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_ends_with_its_client_whatever_it_has_sent_ahead() {
    let server = Server::start(tables(), &[]);
    let path = fresh_directory("left").join("socket");
    let local = Server::start(tables(), &["--listen", &format!("unix:{}", path.display())]);
    for more in [&b""[..], b"P", b"GET /v1/variants HTTP/1.1\r\nhost: localhost\r\n\r\n"] {
        let connect = async || TcpStream::connect(&server.address).await.expect("a connection");
        let over_tcp = cpu_time_after_leaving(&server, connect, more).await;
        let connect = async || UnixStream::connect(&path).await.expect("a connection");
        let over_unix = cpu_time_after_leaving(&local, connect, more).await;
        println!("{} bytes more: {over_tcp:?}, {over_unix:?} after leaving", more.len());
        let most = Duration::from_millis(600);
        assert!(over_tcp < most && over_unix < most, "{} bytes: {over_tcp:?}, {over_unix:?}", more.len());
    }
}

/// Creates an HTTP/2 frame on a stream; stream 0 stands for the connection.
fn frame(kind: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    [&(payload.len() as u32).to_be_bytes()[1..], &[kind, 0, 0, 0, 0, stream], payload].concat()
}

/// Waits until the server answers a peer that it has slowed down.
async fn is_served(server: &Server, from: Ipv4Addr, head: &str) {
    let served = async {
        loop {
            if let Ok(mut socket) = connect_from(from, &server.address).await
                && socket.write_all(format!("{head}connection: close\r\n\r\n").as_bytes()).await.is_ok()
                && closed(socket).await.starts_with(b"HTTP/1.1 200")
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, served).await.expect("it is served");
}

const TABLES: &str = "GET /v1/tables HTTP/1.1\r\nhost: localhost\r\n";

/// First bytes of an HTTP/2 connection, with empty settings.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Duration of a flood.
const FLOOD: Duration = Duration::from_secs(4);
const FLOOD_CPU_TIME_MAX: Duration = Duration::from_millis(1000);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_ask_for_nothing_are_read_slowly() {
    let mut floods = tokio::task::JoinSet::new();
    for idle in [
        frame(6, 0, b"anything"),
        frame(4, 0, &[0, 4, 0, 0, 255, 255]),
        frame(2, 1, &[0, 0, 0, 0, 1]),
        frame(8, 0, &[0, 0, 0, 1]),
    ] {
        floods.spawn(is_read_slowly(idle));
    }
    while let Some(ended) = floods.join_next().await {
        ended.expect("a flood costs little, and others are served");
    }
}

/// Sends the same frame again and again to a new server, and checks that the server reads it
/// slowly.
async fn is_read_slowly(idle: Vec<u8>) {
    let (server, operators) = Server::start_operated(tables(), &[]);
    let peer = Ipv4Addr::new(127, 0, 1, 1);
    let begun = server.cpu_time();
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let mut socket = connect_from(peer, &server.address).await.expect("a connection");
        socket.write_all(PREFACE).await.expect("it is open");
        let (mut reader, mut writer) = socket.into_split();
        tokio::spawn(async move { tokio::io::copy(&mut reader, &mut tokio::io::sink()).await });
        let many = idle.repeat(100);
        writers.spawn(async move {
            loop {
                writer.write_all(&many).await.expect("nobody is cut off");
            }
        });
    }
    let flood = async { while writers.join_next().await.is_some_and(|ended| ended.is_ok()) {} };
    let closed = tokio::time::timeout(FLOOD, flood).await.is_ok();
    assert!(!closed, "frames of kind {}: a connection is closed", idle[3]);
    let took = server.cpu_time() - begun;
    assert!(took < FLOOD_CPU_TIME_MAX, "frames of kind {}: {took:?}", idle[3]);
    flood_is_told(&operators).await;
    is_served(&server, ELSEWHERE, TABLES).await;
    is_served(&server, peer, TABLES).await;
}

/// Waits until the metrics for operators report a flood.
async fn flood_is_told(operators: &str) {
    let told = async {
        while metric(&operate(operators, "/metrics").await.text(), "peatee_refusals_total", &["FLOOD"]) < 1.0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, told).await.expect("the flood is counted");
}

/// Maximum sum of the lengths of the refused bodies of a flood, in bytes. The server reads at most
/// 25 MiB at once and then 6.25 MiB per second. The sum is larger, because a body that is only
/// partly read counts completely.
const REFUSED_BYTES_MAX: usize = 200_000_000;

/// Sends a JSON body that is padded with spaces to `bytes` bytes. Returns the first line of the
/// answer.
async fn send_padded(socket: &mut TcpStream, json: &str, bytes: usize) -> std::io::Result<String> {
    let head = format!("POST /v1/probe-batch HTTP/1.1\r\nhost: localhost\r\ncontent-length: {bytes}\r\n\r\n");
    let body = format!("{head}{json}{}", " ".repeat(bytes - json.len()));
    socket.write_all(body.as_bytes()).await?;
    let mut answer = vec![0; 8 * 1024];
    let length = socket.read(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer[..length]).lines().next().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_are_refused_are_read_slowly() {
    let (server, operators) = Server::start_operated(tables(), &[]);
    // An honest peer sends more bytes than that and is answered.
    let mut honest = connect_from(Ipv4Addr::new(127, 0, 3, 1), &server.address).await.expect("a connection");
    for _ in 0..50 {
        let json = r#"{"variant":"international","fens":["W:W23:B5,6"]}"#;
        let line = send_padded(&mut honest, json, 2_000_000).await.expect("nobody is cut off");
        assert!(line.contains(" 200 "), "{line}");
    }
    let of_honest = operate(&operators, "/metrics").await.text();
    assert!(!of_honest.contains("FLOOD"), "{of_honest}");
    let peer = Ipv4Addr::new(127, 0, 3, 2);
    let refused = Arc::new(AtomicUsize::new(0));
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (address, refused) = (server.address.clone(), refused.clone());
        writers.spawn(async move {
            loop {
                // If a body is read so slowly that it is not read to its end, the connection ends.
                let mut socket = connect_from(peer, &address).await.expect("a connection");
                while send_padded(&mut socket, "", 2_500_000).await.is_ok_and(|line| line.contains(" 413 ")) {
                    refused.fetch_add(2_500_000, Ordering::Relaxed);
                }
            }
        });
    }
    tokio::time::sleep(FLOOD).await;
    let read_bytes = refused.load(Ordering::Relaxed);
    assert!(read_bytes < REFUSED_BYTES_MAX, "{read_bytes} bytes are read");
    flood_is_told(&operators).await;
    is_served(&server, ELSEWHERE, TABLES).await;
    drop(writers);
    is_served(&server, peer, TABLES).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_refused_again_and_again_is_answered_slowly() {
    let file = token_file("again", &format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n"));
    let file = file.to_str().expect("a plain name");
    let server = Arc::new(Server::start(tables(), &["--token-file", file, "--anonymous-per-minute", "0"]));
    let known = format!("{TABLES}authorization: Bearer open sesame\r\n");
    let began = Instant::now();
    // These are more requests than the credit allows, all at once. None of them may be lost.
    let senders = [http2(&server, None).await, http2(&server, None).await, http2(&server, None).await];
    let mut streams = tokio::task::JoinSet::new();
    for number in 0..700 {
        let (mut sender, server) = (senders[number % senders.len()].clone(), server.clone());
        streams.spawn(async move {
            sender.ready().await.expect("nobody is cut off");
            let asked = post_to(&server, "/v1/probe", "application/json", Body::from("{}"));
            assert_eq!(sender.send_request(asked).await.expect("an answer").status(), 401);
        });
    }
    streams.join_all().await;
    // The credit allows 400 requests at once and 100 per second.
    assert!(began.elapsed() > Duration::from_millis(2500), "{:?}", began.elapsed());
    is_served(&server, ELSEWHERE, &known).await;
    is_served(&server, Ipv4Addr::LOCALHOST, &known).await;
    for (number, path) in ["/", "/v1/openapi.json", "/not-there"].into_iter().enumerate() {
        let peer = Ipv4Addr::new(127, 0, 2, number as u8 + 1);
        let mut socket = connect_from(peer, &server.address).await.expect("a connection");
        let last = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let many = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").repeat(599);
        let began = Instant::now();
        let (mut reader, mut writer) = socket.split();
        let mut answers = Vec::new();
        let asked = async { writer.write_all((many + &last).as_bytes()).await };
        let (sent, read) = tokio::join!(asked, reader.read_to_end(&mut answers));
        sent.expect("nobody is cut off");
        read.expect("nobody is cut off");
        let heads = answers.windows(9).filter(|&bytes| bytes == b"HTTP/1.1 ").count();
        assert_eq!(heads, 600, "{path}");
        assert!(began.elapsed() > Duration::from_millis(1500), "{path}: {:?}", began.elapsed());
        is_served(&server, ELSEWHERE, &known).await;
    }
}
