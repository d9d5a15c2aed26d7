//! Requests made to hurt, from one address and as many as it may send, and how long somebody else
//! waits meanwhile, who asks all kinds of questions in turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_stream::StreamExt as _;

use crate::client::{Connection, connect_from, quantile};
use crate::server::Server;

/// How long each attack lasts; the first second is not counted.
const ATTACK: Duration = Duration::from_secs(8);
const BEGINNING: Duration = Duration::from_secs(1);

/// How long the other client waits between two questions, and its address.
const PAUSE: Duration = Duration::from_millis(5);
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// The token that a server asks for, and its SHA-256.
const TOKEN: &str = "open sesame";
const TOKEN_FILE: &str =
    "[[token]]\nname = \"club\"\nsha256 = \"41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb\"\n";

/// The questions of the other client.
const QUESTIONS: [(&str, &str); 5] = [
    ("/v1/probe?variant=international&fen=W:W24:B6,7", ""),
    ("/v1/moves?variant=international&fen=W:W24:B6,7", ""),
    ("/v1/line?variant=international&fen=W:W24:B6,7", ""),
    ("/v1/probe-batch", "{\"variant\": \"international\", \"fens\": [\"W:W24:B6,7\", \"B:W24:B6,K7\"]}"),
    ("/v1/adjudicate", "{\"variant\": \"international\", \"pdn\": \"1. 32-28 19-23 2. 28x19 14x23 *\"}"),
];

/// What is sent.
#[derive(Debug, Clone, Copy)]
enum Attack {
    /// Nothing, to compare.
    Nothing,
    /// Bodies over HTTP/2 that do not end.
    UnfinishedBodies,
    /// Chunks of two bytes over HTTP/1.1.
    SmallChunks,
    /// Messages of gRPC that promise a megabyte.
    Promises,
    /// JSON of 1.8 MB that takes long to decode, without the token that is asked for.
    LongJson,
    /// Answers over HTTP/2 that nobody reads.
    Unread,
    /// Pages of games, the most that are let in.
    Pages,
}

const ATTACKS: [Attack; 7] = [
    Attack::Nothing,
    Attack::UnfinishedBodies,
    Attack::SmallChunks,
    Attack::Promises,
    Attack::LongJson,
    Attack::Unread,
    Attack::Pages,
];

async fn http2_to(address: &str, window_bytes: u32) -> http2::SendRequest<Body> {
    let socket = TcpStream::connect(address).await.expect("the server accepts connections");
    let mut builder = http2::Builder::new(TokioExecutor::new());
    let (sender, connection) =
        builder.initial_stream_window_size(window_bytes).handshake(TokioIo::new(socket)).await.expect("HTTP/2");
    tokio::spawn(async move { drop(connection.await) });
    sender
}

fn unfinished(chunks: usize, chunk: Bytes) -> Body {
    let chunks = tokio_stream::iter(std::iter::repeat_n(chunk, chunks)).chain(tokio_stream::pending());
    Body::from_stream(chunks.map(Ok::<_, std::convert::Infallible>))
}

impl Attack {
    fn connections(self) -> [usize; 2] {
        match self {
            Attack::Nothing => [0, 0],
            Attack::UnfinishedBodies => [40, 64],
            Attack::SmallChunks => [16, 1],
            Attack::Promises => [24, 64],
            Attack::LongJson => [32, 1],
            Attack::Unread => [8, 32],
            Attack::Pages => [4, 16],
        }
    }

    fn request(self, address: &str) -> Request<Body> {
        let (path, kind, body) = match self {
            Attack::Nothing | Attack::SmallChunks => unreachable!("not over HTTP/2"),
            Attack::UnfinishedBodies => {
                ("/v1/probe-batch", "application/json", unfinished(96, Bytes::from_static(&[b' '; 16 * 1024])))
            }
            Attack::Promises => {
                let mut begun = vec![0; 33_000];
                begun[1..5].copy_from_slice(&1_100_000u32.to_be_bytes());
                let path = "/peatee.v1.TablebaseService/ProbeBatch";
                (path, "application/grpc", unfinished(1, begun.into()))
            }
            Attack::LongJson => {
                let fens = "\"\", ".repeat(450_000);
                let json = format!("{{\"variant\": \"international\", \"fens\": [{fens}\"\"]}}");
                ("/v1/probe-batch", "application/json", json.into())
            }
            Attack::Unread | Attack::Pages => {
                let pdn = "[FEN \\\"W:WK46:BK5,6\\\"]\\n1. 46-28 *\\n\\n".repeat(200);
                let json = format!(
                    "{{\"variant\": \"international\", \"pageSize\": 200, \"linePliesMax\": 200, \"pdn\": \"{pdn}\"}}"
                );
                ("/v1/adjudicate-games", "application/json", json.into())
            }
        };
        let request = Request::post(format!("http://{address}{path}")).header("content-type", kind);
        request.header("te", "trailers").body(body).expect("a request")
    }

    /// Sends what it sends, until the flag is set.
    async fn send(self, address: String, stop: Arc<AtomicBool>) {
        let [connections, streams] = self.connections();
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..connections {
            if matches!(self, Attack::SmallChunks) {
                tasks.spawn(small_chunks(address.clone()));
                continue;
            }
            let is_unread = matches!(self, Attack::Unread);
            let sender = http2_to(&address, if is_unread { 0 } else { 1 << 20 }).await;
            for _ in 0..streams {
                let (mut sender, address) = (sender.clone(), address.clone());
                tasks.spawn(async move {
                    let mut held = Vec::new();
                    while sender.ready().await.is_ok() {
                        let Ok(answer) = sender.send_request(self.request(&address)).await else { return };
                        if is_unread {
                            held.push(answer);
                            continue;
                        }
                        let _ = answer.into_body().collect().await;
                    }
                });
            }
        }
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn small_chunks(address: String) {
    let chunks = b"2\r\n[[\r\n".repeat(1000);
    let head = "POST /v1/adjudicate HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
    // What the server closes begins anew.
    loop {
        let mut socket = TcpStream::connect(&address).await.expect("the server accepts connections");
        if socket.write_all(head.as_bytes()).await.is_ok() {
            while socket.write_all(&chunks).await.is_ok() {}
        }
    }
}

async fn ask(connection: &mut Connection, address: &str, (path, body): (&str, &'static str)) -> u16 {
    let url = format!("http://{address}{path}");
    let request = if body.is_empty() { Request::get(url) } else { Request::post(url) };
    let request = request.header("authorization", format!("Bearer {TOKEN}")).body(Full::new(Bytes::from(body)));
    connection.ready().await.expect("the connection stays");
    let answer = connection.send_request(request.expect("a request")).await.expect("an answer");
    let status = answer.status().as_u16();
    answer.into_body().collect().await.expect("a whole answer");
    status
}

/// The other client.
async fn visit(address: String) -> Vec<Duration> {
    let mut connection = connect_from(ELSEWHERE, &address).await;
    let (began, mut took) = (Instant::now(), Vec::new());
    for question in QUESTIONS.into_iter().cycle() {
        let at = Instant::now();
        assert_eq!(ask(&mut connection, &address, question).await, 200, "{question:?}");
        if at.duration_since(began) >= BEGINNING {
            took.push(at.elapsed());
        }
        if began.elapsed() >= ATTACK {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    took
}

/// Makes each attack, and prints how long the other client waited.
pub fn run(tables: &std::path::Path, processor: usize) {
    let tokens = tables.join("tokens.toml");
    std::fs::write(&tokens, TOKEN_FILE).expect("writable");
    let tokens = tokens.to_str().expect("a plain path");
    println!("\nAttacks on a server on one processor, and another client. Times in ms.\n");
    println!("| attack | answers to the other client | p50 | p99 | server CPU-s | VmHWM, MiB |");
    println!("|---|--:|--:|--:|--:|--:|");
    for attack in ATTACKS {
        let mut args = vec!["--token-file", tokens, "--memory-mib", "32"];
        if matches!(attack, Attack::LongJson) {
            args.extend(["--anonymous-per-minute", "0"]);
        }
        let server = Server::start(tables, &args, Some(processor));
        let stop = Arc::new(AtomicBool::new(false));
        let (address, flag) = (server.address.clone(), stop.clone());
        // The other client has a thread of its own, so that the attack does not make it slow here.
        let visitor = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
            let took = runtime.block_on(visit(address));
            flag.store(true, Ordering::Relaxed);
            took
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
        runtime.block_on(attack.send(server.address.clone(), stop));
        let mut took = visitor.join().expect("the other client is served");
        runtime.shutdown_background();
        println!(
            "| {attack:?} | {} | {:.1} | {:.1} | {:.1} | {} |",
            took.len(),
            quantile(&mut took, 0.5).as_secs_f64() * 1e3,
            quantile(&mut took, 0.99).as_secs_f64() * 1e3,
            server.cpu_time().as_secs_f64(),
            server.memory_peak_bytes() >> 20,
        );
    }
}
