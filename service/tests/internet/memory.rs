//! Tests of the memory that one peer can make the server use. Each test attacks a server whose
//! address space is limited to 1 GiB, while a client at another address is served.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use http::Response;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{ProbeRequest, ProbeStreamRequest};
use prost::Message as _;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tonic::transport::Channel;

use super::client::{ELSEWHERE, connect_from, grpc_from, http2, post_to, unfinished};
use super::web::frame;
use crate::common::{PATIENCE, Server, tables};

/// Maximum memory of the server, as `operating.md` promises: 256 MiB, and 32 MiB for tables.
const MEMORY_BYTES_MAX: u64 = (256 + 32) << 20;

/// Address space of the server in KiB, for `ulimit -v`.
const ADDRESSES_KIB: u32 = 1 << 20;

/// Maximum duration of an attack. Each attack ends only when a limit of the server is reached,
/// which takes long on a busy machine.
const ATTACK_MAX: Duration = Duration::from_secs(120);

const JSON: &str = "application/json";
const GRPC: &str = "application/grpc";

fn confined(more: &[&str]) -> Server {
    Server::start_confined(ADDRESSES_KIB, tables(), &[&["--memory-mib", "32"], more].concat())
}

/// Number of answers for each HTTP status, gRPC code or end of a connection.
type Answers = BTreeMap<String, usize>;

fn told(answer: &Response<Incoming>) -> String {
    let grpc = answer.headers().get("grpc-status").and_then(|code| code.to_str().ok());
    grpc.map_or_else(|| answer.status().as_u16().to_string(), |code| format!("grpc {code}"))
}

/// Sends simultaneous requests over several connections and does not read the bodies of the
/// answers. Ends when `count` requests have got the answer `refusal`. Returns the number of answers
/// of each kind.
async fn flood(
    server: &Server,
    (connections, streams): (usize, usize),
    (refusal, count): (&'static str, usize),
    request: impl Fn() -> http::Request<Body> + Clone + Send + Sync + 'static,
) -> Answers {
    let end = Instant::now() + ATTACK_MAX;
    let refused = Arc::new(AtomicUsize::new(0));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..connections {
        let sender = http2(server, None).await;
        for _ in 0..streams {
            let (mut sender, request, refused) = (sender.clone(), request.clone(), refused.clone());
            tasks.spawn(async move {
                let mut answers = Answers::new();
                while refused.load(Ordering::Relaxed) < count {
                    let sent = async {
                        sender.ready().await?;
                        sender.send_request(request()).await
                    };
                    let answer = tokio::select! {
                        answer = sent => answer,
                        () = reached(&refused, count) => break,
                        () = tokio::time::sleep_until(end) => break,
                    };
                    // If the server refuses one stream, the connection stays usable; a closed
                    // connection does not.
                    let is_open = answer.is_ok() || sender.ready().await.is_ok();
                    let text = answer.as_ref().map_or(if is_open { "reset" } else { "closed" }.to_owned(), told);
                    refused.fetch_add(usize::from(text == refusal), Ordering::Relaxed);
                    *answers.entry(text).or_default() += 1;
                    if !is_open {
                        break;
                    }
                }
                answers
            });
        }
    }
    let mut all = Answers::new();
    while let Some(answers) = tasks.join_next().await {
        for (text, count) in answers.expect("it does not panic") {
            *all.entry(text).or_default() += count;
        }
    }
    all
}

/// Waits until a counter has reached a number.
async fn reached(counted: &AtomicUsize, count: usize) {
    while counted.load(Ordering::Relaxed) < count {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Client at another address than the attackers. It sends requests now and then, which must be
/// answered.
struct Visitor {
    task: tokio::task::JoinHandle<()>,
    answered: Arc<AtomicUsize>,
}

impl Visitor {
    async fn new(server: &Server) -> Visitor {
        let mut client = grpc_from(ELSEWHERE, server).await;
        let answered = Arc::new(AtomicUsize::new(0));
        let counted = answered.clone();
        let task = tokio::spawn(async move {
            loop {
                probe(&mut client).await;
                counted.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        Visitor { task, answered }
    }

    /// Ends this client after an attack. Checks that the client was served and that the server
    /// stayed within its limits.
    async fn leave(self, server: &Server) {
        // The attack runs on the same threads as this client. `scripts/bench load` measures how
        // fast the server answers.
        let served = tokio::time::timeout(PATIENCE, reached(&self.answered, 2)).await;
        assert!(served.is_ok() && !self.task.is_finished(), "the other client was not served");
        self.task.abort();
        let answered = self.answered.load(Ordering::Relaxed);
        let bytes = server.memory_bytes("VmHWM");
        println!("VmHWM {} MiB, {answered} answers to the other client", bytes >> 20);
        assert!(bytes < MEMORY_BYTES_MAX, "{} MiB", bytes >> 20);
    }
}

async fn probe(client: &mut TablebaseServiceClient<Channel>) {
    let fen = "W:W24:B6,7".to_owned();
    let request = ProbeRequest { variant: "international".into(), fen, ..ProbeRequest::default() };
    tokio::time::timeout(PATIENCE, client.probe(request)).await.expect("in time").expect("a value");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a flood that needs the machine for itself; scripts/check --full runs it"]
async fn bodies_that_do_not_end_are_held_within_limits_in_full() {
    let server = confined(&[]);
    let visitor = Visitor::new(&server).await;
    let address = server.address.clone();
    // These are as many requests as one peer may have, with 1.5 MB each. Together they would take 6
    // GB.
    let answers = flood(&server, (60, 64), ("429", 200), move || {
        let body = unfinished(96, &[b' '; 16 * 1024]);
        let path = format!("http://{address}/v1/adjudicate-games");
        http::Request::post(path).header("content-type", JSON).body(body).expect("a request")
    })
    .await;
    println!("{answers:?}");
    assert!(answers.get("429").is_some_and(|&count| count >= 200), "{answers:?}");
    visitor.leave(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a flood that needs the machine for itself; scripts/check --full runs it"]
async fn a_message_takes_what_has_come_of_it_and_not_what_it_says_in_full() {
    let server = confined(&[]);
    let visitor = Visitor::new(&server).await;
    let address = server.address.clone();
    let answers = flood(&server, (60, 64), ("grpc 8", 200), move || {
        // The head states 1,100,000 bytes, but only 4 KiB are sent.
        const BEGUN: &[u8] = &{
            let mut begun = [0; 4096];
            [begun[1], begun[2], begun[3], begun[4]] = 1_100_000u32.to_be_bytes();
            begun
        };
        let path = format!("http://{address}/peatee.v1.TablebaseService/AdjudicateGames");
        let request = http::Request::post(path).header("content-type", GRPC).header("te", "trailers");
        request.body(unfinished(1, BEGUN)).expect("a request")
    })
    .await;
    println!("{answers:?}");
    assert!(answers.get("grpc 8").is_some_and(|&count| count >= 200), "{answers:?}");
    let bytes = server.memory_bytes("VmHWM");
    assert!(bytes < 128 << 20, "{} MiB for {} MiB sent", bytes >> 20, (64 * 4096) >> 20);
    visitor.leave(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_chunks_cost_no_more_than_their_bytes() {
    let server = confined(&[]);
    let visitor = Visitor::new(&server).await;
    let before = server.memory_bytes("VmHWM");
    let mut sockets = Vec::new();
    // 12 bodies of 200 kB in chunks of two bytes. A body ends when all its chunks have arrived.
    let chunks = b"2\r\n[[\r\n".repeat(100_000);
    let sent = chunks.len() * 12;
    for _ in 0..12 {
        let mut socket = TcpStream::connect(&server.address).await.expect("a connection");
        let head = format!(
            "POST /v1/adjudicate HTTP/1.1\r\nhost: localhost\r\ncontent-type: {JSON}\r\ntransfer-encoding: chunked\r\n\r\n"
        );
        socket.write_all(head.as_bytes()).await.expect("it is open");
        socket.write_all(&chunks).await.expect("it is read");
        sockets.push(socket);
    }
    for socket in &mut sockets {
        socket.write_all(b"0\r\n\r\n").await.expect("it is read");
    }
    for socket in &mut sockets {
        let mut answer = [0; 12];
        let read = tokio::time::timeout(ATTACK_MAX, socket.read_exact(&mut answer)).await;
        read.expect("in time").expect("it is open");
        // The body has too many values, or a busy machine took too long to read its chunks.
        assert!([b"HTTP/1.1 400", b"HTTP/1.1 504"].contains(&&answer), "{answer:?}");
    }
    let more = server.memory_bytes("VmHWM") - before;
    println!("{} MiB for {} MiB sent", more >> 20, sent >> 20);
    assert!(more < 32 << 20, "{} MiB for {} MiB sent", more >> 20, sent >> 20);
    visitor.leave(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a flood that needs the machine for itself; scripts/check --full runs it"]
async fn answers_that_nobody_reads_are_held_within_limits_in_full() {
    let server = confined(&["--peer-request-memory-mib", "16"]);
    let visitor = Visitor::new(&server).await;
    let mut unread = Vec::new();
    let mut refused = 0;
    let end = Instant::now() + 4 * PATIENCE;
    while refused < 20 {
        assert!(Instant::now() < end, "{} answers are held", unread.len());
        // With a window of 0 bytes, only the headers of each answer arrive.
        let mut sender = http2(&server, Some(0)).await;
        for _ in 0..32 {
            sender.ready().await.expect("the connection stays");
            let request = http::Request::get(format!("http://{}/v1/variants", server.address));
            let answer = sender.send_request(request.body(Body::empty()).expect("a request")).await.expect("an answer");
            match answer.status().as_u16() {
                200 => {}
                429 => refused += 1,
                other => panic!("{other}"),
            }
            unread.push(answer);
        }
    }
    println!("{} answers are held or refused", unread.len());
    visitor.leave(&server).await;
    let mut client = server.client().await;
    probe(&mut client).await;
    drop(unread);
    // The memory of the answers is free again after the client has dropped them.
    let mut sender = http2(&server, None).await;
    let all = async {
        loop {
            sender.ready().await.expect("the connection stays");
            let request = http::Request::get(format!("http://{}/v1/variants", server.address));
            let answer = sender.send_request(request.body(Body::empty()).expect("a request")).await.expect("an answer");
            if answer.status() == 200 {
                return answer.into_body().collect().await.expect("a whole answer").to_bytes().len();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let length = tokio::time::timeout(PATIENCE, all).await.expect("the peer is served again");
    assert!(length > 64 * 1024, "an answer in several pieces");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a flood that needs the machine for itself; scripts/check --full runs it"]
async fn streams_that_nobody_reads_are_held_within_limits_in_full() {
    let server = confined(&[]);
    let visitor = Visitor::new(&server).await;
    let position = ProbeStreamRequest { variant: "international".into(), fen: "nonsense".repeat(20) }.encode_to_vec();
    let positions: &'static [u8] = frame(&position).repeat(100).leak();
    let mut held = Vec::new();
    for _ in 0..10 {
        let mut sender = http2(&server, Some(0)).await;
        for path in [
            "/peatee.v1.TablebaseService/ProbeStream",
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            "/grpc.health.v1.Health/Watch",
        ] {
            for _ in 0..16 {
                sender.ready().await.expect("the connection stays");
                let body = unfinished(10_000, if path.contains("Probe") { positions } else { &[0, 0, 0, 0, 0] });
                held.push(tokio::spawn(sender.send_request(post_to(&server, path, GRPC, body))));
            }
        }
    }
    // One peer may have 32 streams of all kinds.
    let ended = async {
        while held.iter().filter(|answer| answer.is_finished()).count() < 480 - 32 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(ATTACK_MAX, ended).await.expect("the others are refused");
    visitor.leave(&server).await;
    let mut refused = 0;
    for answer in held {
        if answer.is_finished() {
            refused += usize::from(answer.await.expect("no panic").is_ok_and(|answer| told(&answer) == "grpc 8"));
        }
    }
    assert!(refused >= 400, "{refused} refused of 480");
}

/// Sends a request over an HTTP/2 connection, and reads the answer.
async fn ask(sender: &mut hyper::client::conn::http2::SendRequest<Body>, request: http::Request<Body>) -> Answer {
    sender.ready().await.expect("the connection stays");
    let answer =
        tokio::time::timeout(PATIENCE, sender.send_request(request)).await.expect("in time").expect("an answer");
    let retry_after = answer.headers().get("retry-after").cloned();
    let status = answer.status().as_u16();
    let body = answer.into_body().collect().await.expect("a whole answer").to_bytes();
    Answer { status, retry_after, json: serde_json::from_slice(&body).unwrap_or_default() }
}

struct Answer {
    status: u16,
    retry_after: Option<http::HeaderValue>,
    json: Value,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a flood that needs the machine for itself; scripts/check --full runs it"]
async fn a_connection_survives_that_memory_is_out_in_full() {
    let server = confined(&["--peer-request-memory-mib", "16"]);
    let mut sender = http2(&server, None).await;
    let begin = |sender: &mut hyper::client::conn::http2::SendRequest<Body>| {
        tokio::spawn(sender.send_request(post_to(
            &server,
            "/v1/adjudicate-games",
            JSON,
            unfinished(99, &[b' '; 16384]),
        )))
    };
    // Each request takes 2 MiB and does not end.
    let mut begun: Vec<_> = (0..8).map(|_| begin(&mut sender)).collect();
    let whole = || Body::from(format!("{}{{\"variant\": \"halma\"}}", " ".repeat(500_000)));
    let refused = async {
        loop {
            let answer = ask(&mut sender, post_to(&server, "/v1/probe", JSON, whole())).await;
            if answer.status == 429 {
                return answer;
            }
            assert_eq!(answer.status, 400, "{}", answer.json);
            // This request got memory before one of the others, which was refused instead.
            begun.push(begin(&mut sender));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let refused = tokio::time::timeout(PATIENCE, refused).await.expect("the memory of the peer is out");
    let details = refused.json["details"].as_array().expect("details");
    assert!(details.iter().any(|detail| detail["reason"] == "PEER_MEMORY"), "{}", refused.json);
    assert!(refused.retry_after.is_some_and(|seconds| seconds == "1"));
    // Over HTTP/1.1, a refused body is read to its end, so that the next request can be read.
    let mut socket = TcpStream::connect(&server.address).await.expect("a connection");
    let refused = async {
        loop {
            let answer = over_http1(&mut socket, &format!("{}{{}}", " ".repeat(500_000))).await;
            if answer.starts_with("HTTP/1.1 429") {
                return;
            }
            assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
            // One of the others was refused, so there was memory for this request.
            begun.push(begin(&mut sender));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, refused).await.expect("the memory of the peer is out");
    begun.drain(..).for_each(|task| task.abort());
    let served = async {
        while !over_http1(&mut socket, "{}").await.starts_with("HTTP/1.1 400") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, served).await.expect("the connection stays, and memory is free again");
    let served = async {
        while ask(&mut sender, post_to(&server, "/v1/probe", JSON, whole())).await.status == 429 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, served).await.expect("what was held is free again");
}

/// Sends a request over an open HTTP/1.1 connection. Returns the beginning of the answer.
async fn over_http1(socket: &mut TcpStream, body: &str) -> String {
    let head = format!("POST /v1/probe HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n", body.len());
    socket.write_all(head.as_bytes()).await.expect("it is open");
    socket.write_all(body.as_bytes()).await.expect("it is read");
    let mut answer = vec![0; 8192];
    let read = tokio::time::timeout(PATIENCE, socket.read(&mut answer)).await.expect("in time").expect("it is open");
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

#[tokio::test]
async fn lists_of_nothing_are_refused_before_they_are_decoded() {
    let server = confined(&[]);
    let before = server.memory_bytes("VmHWM");
    // 600,000 empty texts, as JSON and as a gRPC message. In the message, the texts are in an inner
    // message.
    let many = format!("{{\"variant\": \"chess\", \"played\": {{\"moves\": [{}\"\"]}}}}", "\"\",".repeat(600_000));
    let answer = super::client::send(&server, http::Request::post("/v1/adjudicate"), many).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(answer.json()["message"].as_str().is_some_and(|text| text.contains("10000 values")), "{}", answer.text());
    let played = [&[0x1a][..], &varint(1_000_000), &[0x12, 0].repeat(500_000)].concat();
    for path in ["Adjudicate", "ProbeBatch"] {
        let path = format!("/peatee.v1.TablebaseService/{path}");
        let mut sender = http2(&server, None).await;
        sender.ready().await.expect("a connection");
        let message = if path.ends_with("Batch") { [0x12, 0].repeat(500_000) } else { played.clone() };
        let answer = sender.send_request(post_to(&server, &path, GRPC, Body::from(frame(&message)))).await;
        assert_eq!(told(&answer.expect("an answer")), "grpc 3", "{path}");
    }
    let more = server.memory_bytes("VmHWM") - before;
    assert!(more < 48 << 20, "{} MiB", more >> 20);
}

/// Sends a PDN text from eight addresses at once, to have it judged. Returns the beginning of each
/// answer.
async fn judge_games(server: &Server, pdn: &str) -> Vec<String> {
    let body = serde_json::json!({ "variant": "international", "pdn": pdn }).to_string();
    let head =
        format!("POST /v1/adjudicate-games HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n", body.len());
    let request: Arc<[u8]> = [head.as_bytes(), body.as_bytes()].concat().into();
    let mut tasks = tokio::task::JoinSet::new();
    for peer in 20..28 {
        let (address, request) = (server.address.clone(), request.clone());
        tasks.spawn(async move {
            let mut socket = connect_from([127, 0, 0, peer].into(), &address).await.expect("a connection");
            socket.write_all(&request).await.expect("it is read");
            let mut answer = vec![0; 4096];
            let read = tokio::time::timeout(2 * PATIENCE, socket.read(&mut answer)).await.expect("in time");
            answer.truncate(read.expect("it is open"));
            String::from_utf8_lossy(&answer).into_owned()
        });
    }
    tasks.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_many_tags_and_comments_cost_no_more_than_a_long_game() {
    let tags: String = (0..90_000).map(|number| format!("[A{number}\"\"]")).collect();
    let marks = |text: &str| format!("1. 32-28 {} 19-23 2-0", text.repeat(1_000_000 / text.len()));
    for (name, pdn) in [
        ("tags", tags),
        ("comments", marks("{c}")),
        ("brackets", marks("]")),
        ("variations", format!("1. 32-28 {}{} 19-23 2-0", "(".repeat(500_000), ")".repeat(500_000))),
    ] {
        let server = confined(&[]);
        let answers = judge_games(&server, &pdn).await;
        assert!(answers.iter().all(|answer| answer.starts_with("HTTP/1.1 200")), "{name}: {answers:?}");
        let bytes = server.memory_bytes("VmHWM");
        assert!(bytes < 256 << 20, "{name}: {} MiB", bytes >> 20);
    }
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

#[test]
fn a_message_within_is_found_by_its_number() {
    let request = peatee_proto::v1::AdjudicateRequest {
        game: Some(peatee_proto::v1::adjudicate_request::Game::Played(peatee_proto::v1::PlayedMoves {
            moves: vec![String::new()],
            ..Default::default()
        })),
        ..Default::default()
    };
    assert_eq!(request.encode_to_vec(), [0x1a, 2, 0x12, 0]);
}
