//! Benchmark of the server over the loopback network: positions and requests per second of the
//! server's processor time, and response times. Then the server is attacked, and gets ten times as
//! many requests as it can answer.
//!
//! The argument `overload` runs only the part with too many requests, `attacks` only the attacks.
//! First, the tables of international draughts with up to 3 pieces (`PEATEE_PIECES`) are generated
//! in a temporary directory. Before a measurement, every answer is compared with that of the
//! library.

mod attack;
mod attacks;
mod client;
mod overload;
mod questions;
#[allow(dead_code, reason = "shared with the benchmark `soak`, which uses more of it")]
mod server;

use std::path::Path;
use std::time::Duration;

use client::{ask_for, check, connect, quantile};
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{Metric, Tables};
use peatee_rules::{Draughts, Variant};
use questions::Kind;
use rustls::pki_types::CertificateDer;
use server::{PLENTY, Server};

/// Duration of the measurement for one line of the report.
const LINE: Duration = Duration::from_secs(5);

/// Number of connections that keep the server busy.
const CONNECTIONS: usize = 2;
fn in_flight(kind: &Kind) -> usize {
    if kind.positions == 1 { 16 } else { 2 }
}

/// Processor of the server in the overload benchmark. The clients use another processor.
const SERVER_PROCESSOR: usize = 0;
const CLIENT_PROCESSOR: usize = 1;

async fn measure(server: &Server, certificate: Option<&CertificateDer<'static>>, kinds: &[Kind]) {
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(connect(&server.address, certificate).await);
    }
    let tls = if certificate.is_some() { "yes" } else { "no" };
    for kind in kinds {
        check(&mut connections[0], kind).await;
        for (connections, in_flight) in [(&connections[..1], 1), (&connections[..], in_flight(kind))] {
            let before = server.cpu_time();
            let mut times = ask_for(connections, kind, in_flight, LINE).await;
            let cpu_seconds = (server.cpu_time() - before).as_secs_f64();
            let positions = (times.len() * kind.positions) as f64;
            println!(
                "| {} | {tls} | {} | {:.0} | {:.0} | {:.2} | {:.2} |",
                kind.name,
                connections.len() * in_flight,
                positions / LINE.as_secs_f64(),
                positions / cpu_seconds,
                quantile(&mut times, 0.5).as_secs_f64() * 1e3,
                quantile(&mut times, 0.99).as_secs_f64() * 1e3,
            );
        }
    }
}

/// Writes a certificate for `localhost` and its key to a directory. Returns the options of the
/// server that name the files, and the certificate.
fn certificate(directory: &Path) -> (Vec<String>, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let (certificate, key) = (directory.join("certificate.pem"), directory.join("key.pem"));
    std::fs::write(&certificate, made.cert.pem()).expect("writable");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("writable");
    let path = |path: &Path| path.to_str().expect("a plain path").to_owned();
    let args = ["--tls-certificate".to_owned(), path(&certificate), "--tls-key".to_owned(), path(&key)];
    (args.to_vec(), made.cert.der().clone())
}

fn main() {
    let pieces = std::env::var("PEATEE_PIECES").ok().map_or(3, |text| text.parse().expect("PEATEE_PIECES is a number"));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let root = directory.path();
    let game = Draughts::new(Variant::named("international").expect("the variant is known"));
    let made = TableDirectory::open(root, &game).expect("the directory can be made");
    generate(&made, pieces, &Settings::new(vec![Metric::Wdl, Metric::Dtw], 4 << 30), &NoProgress).expect("tables");
    drop(made);
    let tables = Tables::open(root.join("international")).expect("tables that open");
    let kinds = questions::kinds(&tables, pieces);

    // The clients use only one thread, so that the other processors are free for the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    println!("\nThe server, warm tables of {pieces} pieces, `server CPU`: seconds of processor time of the server\n");
    println!("| request | TLS | at a time | positions/s | positions per server CPU-second | p50, ms | p99, ms |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    let is_asked = |name: &str| std::env::args().any(|argument| argument == name);
    runtime.block_on(async {
        if is_asked("overload") || is_asked("attacks") {
            return;
        }
        measure(&Server::start(root, &PLENTY, None), None, &kinds).await;
        let (args, certificate) = certificate(root);
        let args: Vec<&str> = PLENTY.into_iter().chain(args.iter().map(String::as_str)).collect();
        measure(&Server::start(root, &args, None), Some(&certificate), &kinds).await;
    });
    // Clients on the server's processor would distort the measurement.
    if !server::pin_first_thread(CLIENT_PROCESSOR) {
        println!("\nNot measured: overload and attacks (they take `taskset`, and two processors)");
        return;
    }
    if !is_asked("overload") {
        attacks::run(root, SERVER_PROCESSOR);
    }
    if is_asked("attacks") {
        return;
    }
    runtime.block_on(async {
        for kind in kinds.iter().filter(|kind| kind.name != "`ProbeStream` of 5,000") {
            overload::run(&Server::start(root, &PLENTY, Some(SERVER_PROCESSOR)), kind).await;
        }
    });
}
