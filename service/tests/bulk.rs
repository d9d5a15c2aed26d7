//! Test of a million positions in one stream, which the server answers in constant memory.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use crate::common::{Random, Server, tables};
use peatee_probe::{Tables, Wdl as Won};
use peatee_proto::v1::probe_stream_response::Outcome;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{ProbeStreamRequest, Value, Wdl};
use peatee_rules::{Bitboard as _, Side};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Code;
use tonic::transport::Channel;

/// Number of positions in the long stream.
const ITEMS: usize = 1_000_000;
/// Number of positions between two invalid positions in the stream.
const BAD_EVERY: usize = 1000;
/// Number of answered positions after which the server's memory is first measured. Until then, the
/// server allocates memory that it keeps.
const WARM_ITEMS: usize = 50_000;
const GROWTH_BYTES_MAX: u64 = 16 << 20;
/// Maximum growth of the server's memory from its start to the first measurement, in bytes. The
/// growth includes the memory of the threads that the first requests start.
const FIRST_GROWTH_BYTES_MAX: u64 = 32 << 20;

/// Returns positions with their values from the library. The number of positions is prime, so that
/// an answer for the wrong position is noticed.
fn positions() -> Vec<(String, Value)> {
    const COUNT: usize = 997;
    let tables = Tables::open(tables().join("international")).expect("the tables open");
    let game = tables.game();
    let mut out = Vec::new();
    let mut random = Random::new(1);
    while out.len() < COUNT {
        // White has a king and another piece, Black has one piece. Positions with two pieces on one
        // square are rejected below.
        let mut position = peatee_rules::Position::empty(Side::BOTH[random.below(2)]);
        for (side, kind) in [(0, random.below(2)), (0, 1), (1, random.below(2))] {
            position.setup.pieces[side][kind] |= u128::bit(random.below(50) as u8);
        }
        if game.check(&position).is_ok() {
            let value = tables.probe(&position).expect("there are tables of all of these");
            let wdl = match value.wdl {
                Won::Win => Wdl::Win,
                Won::Draw => Wdl::Draw,
                Won::Loss => Wdl::Loss,
            };
            out.push((game.fen(&position), Value { wdl: wdl.into(), dtw_plies: value.plies, ..Value::default() }));
        }
    }
    out
}

fn request(fen: &str) -> ProbeStreamRequest {
    ProbeStreamRequest { variant: "international".to_owned(), fen: fen.to_owned() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_positions_in_order_and_constant_memory() {
    stream(150_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "9 CPU-seconds; scripts/check --full runs it"]
async fn a_million_positions_in_order_and_constant_memory_in_full() {
    stream(ITEMS).await;
}

/// Sends `items` positions in one stream and checks the answers.
async fn stream(items: usize) {
    let positions = positions();
    let kinds = |wanted: Wdl| positions.iter().filter(|(_, value)| value.wdl() == wanted).count();
    assert!([Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().all(|wdl| kinds(wdl) > 50), "the positions are mixed");
    let server = Server::start(tables(), &[]);
    let mut client = server.client().await;
    let (sender, receiver) = tokio::sync::mpsc::channel(256);
    let asked: Vec<String> = positions.iter().map(|(fen, _)| fen.clone()).collect();
    let asking = tokio::spawn(async move {
        for number in 0..items {
            let fen = if number % BAD_EVERY == 7 { "W:W99:B1" } else { &asked[number % asked.len()] };
            sender.send(request(fen)).await.expect("the server reads");
        }
    });
    let mut answers = client.probe_stream(ReceiverStream::new(receiver)).await.expect("stream").into_inner();
    let mut warm_bytes = 0;
    for number in 0..items {
        if number == WARM_ITEMS {
            warm_bytes = server.memory_bytes("VmRSS");
        }
        let answer = answers.message().await.expect("the stream does not fail").expect("an answer for each");
        match answer.outcome.expect("an outcome") {
            Outcome::Value(value) => assert_eq!(value, positions[number % positions.len()].1, "position {number}"),
            Outcome::Error(error) => {
                assert_eq!((number % BAD_EVERY, error.code), (7, Code::InvalidArgument as i32), "{}", error.message);
            }
        }
    }
    assert_eq!(answers.message().await.expect("it ends well"), None);
    asking.await.expect("all were sent");
    let most_bytes = server.memory_bytes("VmHWM");
    assert!(
        most_bytes < warm_bytes + GROWTH_BYTES_MAX,
        "memory grew from {warm_bytes} to {most_bytes} bytes over the stream"
    );
}

/// Endless stream of requests. It counts the requests and ends when `enough` is set. If
/// `one_by_one` is true, each request has its own frame, as with clients in other languages.
struct Asking {
    sent: Arc<AtomicUsize>,
    enough: Arc<AtomicBool>,
    one_by_one: bool,
    paused: bool,
}

impl Stream for Asking {
    type Item = ProbeStreamRequest;
    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<ProbeStreamRequest>> {
        self.paused = self.one_by_one && !self.paused;
        if self.paused {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.enough.load(Ordering::SeqCst) {
            return Poll::Ready(None);
        }
        self.sent.fetch_add(1, Ordering::SeqCst);
        Poll::Ready(Some(request("W:W23:B5,6")))
    }
}

async fn not_read_from_when_not_reading(one_by_one: bool) {
    let server = Server::start(tables(), &[]);
    // The window of the stream is small, so that it is soon full. That of the connection is large,
    // because the client's library counts small frames against it.
    let endpoint = Channel::from_shared(format!("http://{}", server.address)).expect("a valid address");
    let endpoint = endpoint.initial_stream_window_size(1 << 16).initial_connection_window_size(1 << 26);
    let mut client = TablebaseServiceClient::new(endpoint.connect().await.expect("the server accepts connections"));
    let before_bytes = server.memory_bytes("VmRSS");
    let (sent, enough) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let asking = Asking { sent: sent.clone(), enough: enough.clone(), one_by_one, paused: false };
    let mut answers = client.probe_stream(asking).await.expect("stream").into_inner();
    let mut seen = 0;
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let now = sent.load(Ordering::SeqCst);
        assert!(now < ITEMS, "the server takes positions without end");
        if now == seen && now > 0 {
            break;
        }
        seen = now;
    }
    let most_bytes = server.memory_bytes("VmHWM");
    let grown_bytes = most_bytes - before_bytes;
    assert!(grown_bytes < FIRST_GROWTH_BYTES_MAX, "memory grew from {before_bytes} to {most_bytes} bytes");

    enough.store(true, Ordering::SeqCst);
    let mut answered = 0;
    while answers.message().await.expect("the stream goes on once it is read").is_some() {
        answered += 1;
    }
    assert_eq!(answered, sent.load(Ordering::SeqCst));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_not_read_from() {
    not_read_from_when_not_reading(false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_is_one_that_sends_small_frames() {
    not_read_from_when_not_reading(true).await;
}
