//! Requests made to hurt, from one address and as many as it may send.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::Request;
use http_body_util::BodyExt as _;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio_stream::StreamExt as _;

/// The address that attacks come from.
const ATTACKER: [u8; 4] = [127, 0, 0, 3];

/// Stay of a client that does not wait for its answer.
const LEFT_AFTER: Duration = Duration::from_millis(20);

/// A board of Gothic draughts with 18,706 captures.
const WORST_BOARD: &str =
    "W:WKc2,Ke8,Kb8,Kb2,Ka7:Bg3,f5,d5,c4,e3,g4,g6,c6,d3,b3,e5,g7,c7,g2,b5,d7,c5,e7,c3,f7,g8,f3,a8,h3,a3";

/// Requests of one kind that are made to hurt.
#[derive(Debug, Clone, Copy)]
pub enum Attack {
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
    /// The board with the most captures, over HTTP/1.1, by clients that leave.
    WorstBoards,
}

/// Every attack.
pub const ATTACKS: [Attack; 7] = [
    Attack::UnfinishedBodies,
    Attack::SmallChunks,
    Attack::Promises,
    Attack::LongJson,
    Attack::Unread,
    Attack::Pages,
    Attack::WorstBoards,
];

/// Connects from the attacker's address; `None` where the server lets no more connections in.
async fn connect(address: &str) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((ATTACKER, 0).into()).expect("an address of the loopback network");
    socket.connect(address.parse().expect("an address")).await.ok()
}

async fn http2_to(address: &str, window_bytes: u32) -> Option<http2::SendRequest<Body>> {
    let socket = connect(address).await?;
    let mut builder = http2::Builder::new(TokioExecutor::new());
    let (sender, connection) =
        builder.initial_stream_window_size(window_bytes).handshake(TokioIo::new(socket)).await.ok()?;
    tokio::spawn(async move { drop(connection.await) });
    Some(sender)
}

fn unfinished(chunks: usize, chunk: Bytes) -> Body {
    let chunks = tokio_stream::iter(std::iter::repeat_n(chunk, chunks)).chain(tokio_stream::pending());
    Body::from_stream(chunks.map(Ok::<_, std::convert::Infallible>))
}

impl Attack {
    fn connections(self) -> [usize; 2] {
        match self {
            Attack::UnfinishedBodies => [40, 64],
            Attack::SmallChunks => [16, 1],
            Attack::Promises => [24, 64],
            Attack::LongJson => [32, 1],
            Attack::Unread => [8, 32],
            Attack::Pages => [4, 16],
            Attack::WorstBoards => [8, 1],
        }
    }

    fn request(self, address: &str) -> Request<Body> {
        let (path, kind, body) = match self {
            Attack::SmallChunks | Attack::WorstBoards => unreachable!("not over HTTP/2"),
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

    /// Sends its requests until the flag is set.
    pub async fn send(self, address: String, stop: Arc<AtomicBool>) {
        let [connections, streams] = self.connections();
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..connections {
            match self {
                Attack::SmallChunks => drop(tasks.spawn(small_chunks(address.clone()))),
                Attack::WorstBoards => drop(tasks.spawn(worst_boards(address.clone()))),
                _ => {}
            }
            if matches!(self, Attack::SmallChunks | Attack::WorstBoards) {
                continue;
            }
            let is_unread = matches!(self, Attack::Unread);
            let Some(sender) = http2_to(&address, if is_unread { 0 } else { 1 << 20 }).await else { continue };
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
    while let Some(mut socket) = connect(&address).await {
        if socket.write_all(head.as_bytes()).await.is_ok() {
            while socket.write_all(&chunks).await.is_ok() {}
        }
        tokio::time::sleep(LEFT_AFTER).await;
    }
}

async fn worst_boards(address: String) {
    let head = format!("GET /gothic?fen={WORST_BOARD} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    while let Some(mut socket) = connect(&address).await {
        // Enough for the request to be read; the server may have closed the connection already.
        let _ = socket.write_all(head.as_bytes()).await;
        tokio::time::sleep(LEFT_AFTER).await;
    }
}
