//! Measures the server when it gets ten times as many requests as it can answer: response times of
//! answered and refused requests, response times of another client, and memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior};

use crate::client::{Connection, ask, ask_for, check, connect, connect_from, quantile};
use crate::questions::Kind;
use crate::server::Server;

/// Number of connections that send the flood of requests.
const CONNECTIONS: usize = 8;
const OUTSTANDING: usize = 128;

/// Duration of each measurement. Requests in the first second are not counted.
const PART: Duration = Duration::from_secs(6);
const BEGINNING: Duration = Duration::from_secs(1);

/// Time between two attempts to send requests of the flood.
const TICK: Duration = Duration::from_millis(1);
const PAUSE: Duration = Duration::from_millis(5);

/// gRPC code of a refused request, `RESOURCE_EXHAUSTED`.
const EXHAUSTED: u32 = 8;

/// Address, in the loopback network, of a client that does not take part in the flood.
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// Results of requests that were sent at a fixed rate, with the response times of answered and
/// refused requests.
#[derive(Default)]
struct Flood {
    sent: usize,
    answered: Vec<Duration>,
    refused: Vec<Duration>,
}

/// Sends `per_second` requests per second, or fewer while `OUTSTANDING` requests have no answer
/// yet. Returns the results.
async fn send(connections: &[Connection], kind: &Kind, per_second: f64) -> Flood {
    let began = Instant::now();
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut flood = Flood::default();
    let mut open = tokio::task::JoinSet::new();
    let (mut number, mut due) = (0, 0.0);
    while began.elapsed() < PART {
        // Requests that could not be sent in time are left out, not sent later.
        let per_tick = per_second * TICK.as_secs_f64();
        let done = tokio::select! {
            _ = ticks.tick() => {
                due = (due + per_tick).min(per_tick + 1.0);
                None
            }
            Some(done) = open.join_next() => Some(done),
        };
        while due >= 1.0 && open.len() < OUTSTANDING {
            due -= 1.0;
            let mut connection = connections[number % connections.len()].clone();
            let (path, body) = (kind.path, kind.bodies[number % kind.bodies.len()].clone());
            open.spawn(async move {
                let at = Instant::now();
                let answer = ask(&mut connection, path, body).await.expect("an answer or a refusal");
                (at, at.elapsed(), answer.code, answer.has_details)
            });
            number += 1;
        }
        for done in done.into_iter().chain(std::iter::from_fn(|| open.try_join_next())) {
            let (at, took, code, has_details) = done.expect("it does not panic");
            if at.duration_since(began) < BEGINNING {
                continue;
            }
            flood.sent += 1;
            match code {
                0 => flood.answered.push(took),
                EXHAUSTED => {
                    assert!(has_details, "a refusal says when to try again");
                    flood.refused.push(took);
                }
                other => panic!("code {other}"),
            }
        }
    }
    while open.join_next().await.is_some() {}
    flood
}

/// Sends requests of a client that does not take part in the flood, one after the other, until
/// `stop` is set. Returns their response times.
async fn visit(mut connection: Connection, kind: &Kind, stop: Arc<AtomicBool>) -> Vec<Duration> {
    let began = Instant::now();
    let mut took = Vec::new();
    for body in kind.bodies.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let at = Instant::now();
        let answer = ask(&mut connection, kind.path, body.clone()).await.expect("an answer");
        assert_eq!(answer.code, 0, "a flood shuts nobody else out");
        if at.duration_since(began) >= BEGINNING {
            took.push(at.elapsed());
        }
        tokio::time::sleep(PAUSE).await;
    }
    took
}

/// Runs the benchmark with requests of one kind, and prints the response times of the flood and of
/// another client.
pub async fn run(server: &Server, kind: &Kind) {
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(connect(&server.address, None).await);
    }
    let other = connect_from(ELSEWHERE, &server.address).await;
    check(&mut connections[0], kind).await;
    let answered = ask_for(&connections[..1], kind, 2, PART).await.len();
    let capacity = answered as f64 / PART.as_secs_f64();
    println!("\n{} on one processor; it can do {capacity:.0} a second. Times in ms.\n", kind.name);
    println!(
        "| sent a second | answered | refused | p50 of the refused | p50 of the answered | p99 | p50 of another client | p99 | VmHWM, MiB |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut p99 = Vec::new();
    for times in [0.3, 10.0] {
        let stop = Arc::new(AtomicBool::new(false));
        let flood = async {
            let flood = send(&connections, kind, capacity * times).await;
            stop.store(true, Ordering::Relaxed);
            flood
        };
        let (mut flood, mut visits) = tokio::join!(flood, visit(other.clone(), kind, stop.clone()));
        let per_second = |count: usize| count as f64 / (PART - BEGINNING).as_secs_f64();
        let ms = |times: &mut Vec<Duration>, part| quantile(times, part).as_secs_f64() * 1e3;
        println!(
            "| {:.0} (asked for: {times} times) | {:.0} | {:.0} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.0} |",
            per_second(flood.sent),
            per_second(flood.answered.len()),
            per_second(flood.refused.len()),
            ms(&mut flood.refused, 0.5),
            ms(&mut flood.answered, 0.5),
            ms(&mut flood.answered, 0.99),
            ms(&mut visits, 0.5),
            ms(&mut visits, 0.99),
            server.memory_peak_bytes() as f64 / (1 << 20) as f64,
        );
        p99.push([&mut flood.answered, &mut visits].map(|times| ms(times, 0.99)));
    }
    let [unloaded, loaded] = p99[..] else { unreachable!("two parts") };
    let [answered, visits] = [0, 1].map(|who| loaded[who] / unloaded[who]);
    println!("\np99 in the flood for one without it: {answered:.1} times; another client: {visits:.1} times");
}
