//! Tests that limit the cost of a request. Every path of the server gets requests about the worst
//! positions of every game; a path that is added later is tested too. Processor time is measured
//! for this test program, which runs the service.

mod boards;
#[path = "../common/mod.rs"]
mod common;
mod questions;

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use cpu_time::ProcessTime;
use http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use peatee_service::internals::{paths, router};
use tower::ServiceExt as _;

use boards::{Board, heaviest, worst};
use questions::{methods, request};

/// Maximum processor time of an answer. The service and its libraries are compiled without
/// optimization in tests.
const CPU_MAX: Duration = Duration::from_secs(3);

/// Maximum length of an answer in bytes. JSON is longer than a gRPC message because of the field
/// names.
const BYTES_MAX: usize = 6 << 20;

/// Maximum processor time of a request after its client has left.
const CPU_AFTER_LEAVING_MAX: Duration = Duration::from_millis(50);

/// Minimum processor time of a request that counts as long.
const LONG: Duration = Duration::from_millis(300);

/// Maximum number of attempts to stay within a limit. A busy machine may notice late that a client
/// has left, and needs more processor time for the same work.
const TRIES: usize = 8;

/// Cost of an answer (processor time and length), with its HTTP status.
#[derive(Debug)]
struct Cost {
    cpu: Duration,
    bytes: usize,
    status: StatusCode,
}

async fn cost_of(service: &Router, request: Request<Body>) -> Cost {
    let started = ProcessTime::now();
    let Ok(answer) = service.clone().oneshot(request).await;
    let status = answer.status();
    let bytes = answer.into_body().collect().await.expect("a whole body").to_bytes().len();
    Cost { cpu: started.elapsed(), bytes, status }
}

/// Returns all pairs of a path of the server and a position.
fn questions(boards: &[Board]) -> impl Iterator<Item = (String, &'static str, &Board)> {
    paths().into_iter().flat_map(move |(path, method)| boards.iter().map(move |board| (path.clone(), method, board)))
}

/// Drops a request after it has used the processor time `delay`, as when its client leaves. Returns
/// the processor time that is used afterwards.
async fn cpu_after_leaving(service: &Router, request: Request<Body>, delay: Duration) -> Duration {
    let started = ProcessTime::now();
    let asked = tokio::spawn(service.clone().oneshot(request));
    while started.elapsed() < delay && !asked.is_finished() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    asked.abort();
    let left = ProcessTime::now();
    loop {
        let before = left.elapsed();
        tokio::time::sleep(Duration::from_millis(30)).await;
        if left.elapsed() - before < Duration::from_millis(3) {
            return before;
        }
    }
}

/// Checks, at several moments of the work on a request, that the work ends soon after the client
/// has left.
async fn ends_with_its_client(service: &Router, whole: Duration, what: &str, ask: impl Fn() -> Request<Body>) {
    for part in [1, 3] {
        let mut tries = Vec::new();
        while tries.last().is_none_or(|&cpu| cpu >= CPU_AFTER_LEAVING_MAX) {
            assert!(tries.len() < TRIES, "{what}: {tries:?} after {part}/4");
            tries.push(cpu_after_leaving(service, ask(), whole * part / 4).await);
        }
    }
}

/// Sends requests about the positions to every path, and checks what they cost. For the first
/// `boards_left` long requests of each path, also checks that they end when their client leaves.
async fn walk(boards: &[Board], boards_left: usize) {
    let known = paths();
    for method in methods() {
        assert!(known.iter().any(|(_, name)| *name == method), "{method} has a path, which is walked");
    }
    let service = router(common::tables()).expect("tables");
    let (mut heaviest, mut long) = (Vec::new(), Vec::new());
    for (path, method, board) in questions(boards) {
        let Some(first) = request(&path, method, board) else { continue };
        let mut cost = cost_of(&service, first).await;
        for _ in 1..TRIES {
            if cost.cpu >= CPU_MAX {
                cost = cost_of(&service, request(&path, method, board).expect("as before")).await;
            }
        }
        let what = format!("{path} of {} {}: {cost:?}", board.variant, board.fen);
        assert!(cost.cpu < CPU_MAX && cost.bytes < BYTES_MAX, "{what}");
        assert!(cost.status.as_u16() < 500, "{what}");
        if cost.cpu > LONG && long.iter().filter(|known| **known == path).count() < boards_left {
            ends_with_its_client(&service, cost.cpu, &what, || request(&path, method, board).expect("as before")).await;
            long.push(path);
        }
        heaviest.push((cost.cpu, cost.bytes, what));
    }
    assert!(long.len() >= 2 * boards_left, "{long:?} take long");
    heaviest.sort();
    println!("{:#?}", heaviest.iter().rev().take(12).map(|(.., what)| what).collect::<Vec<_>>());
    println!("{:#?}", heaviest.iter().max_by_key(|(_, bytes, _)| *bytes));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_heaviest_questions_stay_within_their_budget() {
    walk(&heaviest(), 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "60 CPU-seconds; scripts/check --full runs it"]
async fn all_questions_stay_within_their_budget_in_full() {
    walk(&worst(), 2).await;
}
