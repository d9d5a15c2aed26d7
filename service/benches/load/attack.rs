//! Attacks on the server: requests that cost much, as many as one client address may send.

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

/// Client address of all attacks, in the loopback network.
const ATTACKER: [u8; 4] = [127, 0, 0, 3];

/// Time after which an attacking client closes its connection without waiting for the answer.
const LEFT_AFTER: Duration = Duration::from_millis(20);

/// FEN of a position of Gothic draughts with 18,706 captures.
const WORST_BOARD: &str =
    "W:WKc2,Ke8,Kb8,Kb2,Ka7:Bg3,f5,d5,c4,e3,g4,g6,c6,d3,b3,e5,g7,c7,g2,b5,d7,c5,e7,c3,f7,g8,f3,a8,h3,a3";

/// A kind of attack. Each kind sends one type of request again and again.
#[derive(Debug, Clone, Copy)]
pub enum Attack {
    /// Requests over HTTP/2 with bodies that never end.
    UnfinishedBodies,
    /// Requests over HTTP/1.1 with bodies in chunks of two bytes.
    SmallChunks,
    /// gRPC messages whose length prefix states about 1 MB. Only 33 kB of each message arrive.
    Promises,
    /// Requests without the required token, with JSON bodies of 1.8 MB that take long to decode.
    LongJson,
    /// Requests over HTTP/2 whose answers the client does not read.
    Unread,
    /// Requests for pages of 200 judged games, the maximum size of a page.
    Pages,
    /// Requests for the moves of `WORST_BOARD`, over HTTP/1.1. The client disconnects before it
    /// gets the answer.
    WorstBoards,
}

pub const ATTACKS: [Attack; 7] = [
    Attack::UnfinishedBodies,
    Attack::SmallChunks,
    Attack::Promises,
    Attack::LongJson,
    Attack::Unread,
    Attack::Pages,
    Attack::WorstBoards,
];

/// Connects from the attacker's address; `None` if the server accepts no more connections.
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

    /// Sends the requests of this attack until `stop` is set.
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
    // A connection that the server has closed is replaced by a new one.
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
        // An error means that the server has closed the connection already.
        let _ = socket.write_all(head.as_bytes()).await;
        tokio::time::sleep(LEFT_AFTER).await;
    }
}
