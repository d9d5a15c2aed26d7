//! Clients of the soak test: some send correct requests and check the answers, others misbehave.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::attack::ATTACKS;
use crate::client::{Connection, connect};
use crate::questions::Kind;

/// gRPC code of a refused request, `RESOURCE_EXHAUSTED`.
const EXHAUSTED: u32 = 8;

/// Maximum number of attempts to get an answer to a request. Each attempt waits longer than the
/// previous one.
const TRIES: u32 = 60;

/// Number of HTTP/2 requests that a client sends and resets on one connection. Then it opens a new
/// connection.
const RESETS: usize = 100;

/// Number of requests in a flood.
const FLOOD: usize = 600;

/// Duration of an attack.
const ATTACK: Duration = Duration::from_secs(3);
const BETWEEN_ATTACKS: Duration = Duration::from_secs(2);

/// State that all clients share.
#[derive(Clone)]
pub struct Shared {
    pub address: String,
    pub kinds: Arc<Vec<Kind>>,
    /// True when the clients must end.
    pub stop: Arc<AtomicBool>,
    pub counts: Arc<Counts>,
}

impl Shared {
    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    fn count(&self, of: impl Fn(&Counts) -> &AtomicU64) {
        of(&self.counts).fetch_add(1, Ordering::Relaxed);
    }
}

/// Numbers of requests and clients by their outcome.
#[derive(Debug, Default)]
pub struct Counts {
    answered: AtomicU64,
    refused: AtomicU64,
    json: AtomicU64,
    resets: AtomicU64,
    vanished: AtomicU64,
    silent: AtomicU64,
    attacks: AtomicU64,
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
        write!(f, "{} answers compared, {} refused, ", count(&self.answered), count(&self.refused))?;
        write!(f, "{} of JSON, {} resets, ", count(&self.json), count(&self.resets))?;
        write!(f, "{} vanished, {} silent, ", count(&self.vanished), count(&self.silent))?;
        write!(f, "{} attacks", count(&self.attacks))
    }
}

impl Counts {
    /// Panics if a count is 0, because the soak test then did not cover a kind of request or
    /// client.
    pub fn check(&self) {
        let Counts { answered, refused, json, resets, vanished, silent, attacks } = self;
        for (what, count) in [
            ("answers", answered),
            ("refusals", refused),
            ("answers of JSON", json),
            ("resets", resets),
            ("vanished clients", vanished),
            ("silent clients", silent),
            ("attacks", attacks),
        ] {
            assert!(count.load(Ordering::Relaxed) > 0, "there were no {what}");
        }
    }
}

/// Sends all requests of one kind again and again, and checks the answers.
pub async fn ask(shared: Shared, kind: usize) {
    let kinds = shared.kinds.clone();
    let kind = &kinds[kind];
    let mut connection = connect(&shared.address, None).await;
    for number in (0..kind.bodies.len()).cycle() {
        if !shared.goes_on() {
            return;
        }
        answered(&shared, &mut connection, kind, number).await;
        // A pause leaves processor time for the other clients and programs.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Sends a request until it is answered and not refused.
async fn answered(shared: &Shared, connection: &mut Connection, kind: &Kind, number: usize) {
    for attempt in 1..=TRIES {
        let body = kind.bodies[number].clone();
        let answer = crate::client::ask(connection, kind.path, body).await.expect("good clients are not cut off");
        match answer.code {
            0 => {
                (kind.check)(number, &answer.body.concat());
                return shared.count(|counts| &counts.answered);
            }
            EXHAUSTED => {
                assert!(answer.has_details, "a refusal says when to try again");
                shared.count(|counts| &counts.refused);
                tokio::time::sleep(Duration::from_millis(20 * u64::from(attempt))).await;
            }
            code => panic!("code {code} of {}", kind.name),
        }
    }
    panic!("{}: refused {TRIES} times", kind.name);
}

/// Sends GET requests over HTTP/1.1, each on a new connection, and checks the answers.
pub async fn json(shared: Shared) {
    // Each path with a part of the right answer.
    const ASKED: [(&str, &str); 3] = [
        ("/v1/moves?variant=international&fen=W:W23:B5,6", r#"{"value":{"wdl":"WDL_WIN","dtwPlies":29}"#),
        ("/international?fen=W:W23:B5,6", r#""category":"win""#),
        // The white king is captured after each of its moves on the main road.
        ("/v1/probe?variant=russian&fen=W:WKa1:BKh8", r#"{"value":{"wdl":"WDL_LOSS"}}"#),
    ];
    for (path, right) in ASKED.iter().cycle() {
        if !shared.goes_on() {
            return;
        }
        let mut socket = TcpStream::connect(&shared.address).await.expect("a connection");
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        socket.write_all(request.as_bytes()).await.expect("it is open");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.expect("an answer");
        match answer.get(9..12) {
            Some("200") => {
                assert!(answer.contains(right), "{answer}");
                shared.count(|counts| &counts.json);
            }
            Some("429") => shared.count(|counts| &counts.refused),
            _ => panic!("{answer}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends hundreds of batch requests at once, every few seconds.
pub async fn flood(shared: Shared) {
    let kinds = shared.kinds.clone();
    let kind = &kinds[0];
    while shared.goes_on() {
        let mut connections = Vec::new();
        for _ in 0..4 {
            connections.push(connect(&shared.address, None).await);
        }
        let mut open = tokio::task::JoinSet::new();
        for number in 0..FLOOD {
            let mut connection = connections[number % connections.len()].clone();
            let (path, body) = (kind.path, kind.bodies[number % kind.bodies.len()].clone());
            open.spawn(async move { crate::client::ask(&mut connection, path, body).await });
        }
        while let Some(done) = open.join_next().await {
            let answer = done.expect("no panic").expect("an answer or a refusal");
            match answer.code {
                0 => shared.count(|counts| &counts.answered),
                EXHAUSTED => shared.count(|counts| &counts.refused),
                code => panic!("code {code}"),
            }
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// Sends requests, and resets them before their answers are complete.
pub async fn reset(shared: Shared) {
    let kinds = shared.kinds.clone();
    let kind = &kinds[1];
    while shared.goes_on() {
        let mut connection = connect(&shared.address, None).await;
        for number in 0..RESETS {
            let request = http::Request::post(format!("http://localhost{}", kind.path))
                .header("content-type", "application/grpc")
                .header("te", "trailers")
                .body(Full::new(kind.bodies[number % kind.bodies.len()].clone()))
                .expect("a request");
            if connection.ready().await.is_err() {
                break;
            }
            let answer = connection.send_request(request);
            let wait = Duration::from_micros(500 * (number as u64 % 8));
            // The request is reset before the answer begins or while the answer is sent.
            if let Ok(Ok(answer)) = tokio::time::timeout(wait, answer).await {
                let _ = tokio::time::timeout(wait, answer.into_body().frame()).await;
            }
            shared.count(|counts| &counts.resets);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Connects, sends a part of a request or nothing, and resets the connection.
pub async fn vanish(shared: Shared) {
    const SENT: [&[u8]; 4] = [
        b"",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00",
        b"POST /v1/probe HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
        b"GET /v1/variants HTTP/1.1\r\nhost: x\r\n\r\n",
    ];
    for sent in SENT.iter().cycle() {
        if !shared.goes_on() {
            return;
        }
        let mut socket = TcpStream::connect(&shared.address).await.expect("a connection");
        socket.write_all(sent).await.expect("it is open");
        socket.set_zero_linger().expect("a TCP socket");
        drop(socket);
        shared.count(|counts| &counts.vanished);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Sends many requests and reads no answers, until the server closes the connection.
pub async fn silent(shared: Shared) {
    while shared.goes_on() {
        let mut socket = TcpStream::connect(&shared.address).await.expect("a connection");
        let request = b"GET /v1/variants HTTP/1.1\r\nhost: x\r\n\r\n".repeat(200);
        // Sending may block, because the server stops reading while its answers are not read.
        let sent = tokio::time::timeout(Duration::from_secs(2), socket.write_all(&request)).await;
        let _ = sent;
        tokio::time::sleep(Duration::from_secs(12)).await;
        shared.count(|counts| &counts.silent);
    }
}

/// Sets the flag that ends an attack when dropped, even if this task is cancelled. Otherwise, the
/// attacking thread would not end, and the runtime would wait for it forever.
struct EndOnDrop(Arc<AtomicBool>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs each attack for a few seconds, one after the other, again and again.
pub async fn attacks(shared: Shared) {
    for attack in ATTACKS.iter().cycle() {
        if !shared.goes_on() {
            return;
        }
        let end = EndOnDrop(Arc::new(AtomicBool::new(false)));
        let (address, flag) = (shared.address.clone(), end.0.clone());
        // The attack has its own thread, because it keeps the thread busy.
        let attacker = tokio::task::spawn_blocking(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
            runtime.block_on(attack.send(address, flag));
            runtime.shutdown_background();
        });
        tokio::time::sleep(ATTACK).await;
        drop(end);
        attacker.await.expect("an attack does not panic");
        shared.count(|counts| &counts.attacks);
        tokio::time::sleep(BETWEEN_ATTACKS).await;
    }
}
