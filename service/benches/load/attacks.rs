//! Measures how long a client waits for its answers while another client attacks the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Full};

use crate::attack::{ATTACKS, Attack};
use crate::client::{Connection, connect_from, quantile};
use crate::server::Server;

/// Duration of each attack. Waiting times in the first second are not counted.
const ATTACK: Duration = Duration::from_secs(8);
const BEGINNING: Duration = Duration::from_secs(1);

/// Pause of the measured client between two requests.
const PAUSE: Duration = Duration::from_millis(5);
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// Token that the server requires in this benchmark.
const TOKEN: &str = "open sesame";
const TOKEN_FILE: &str =
    "[[token]]\nname = \"club\"\nsha256 = \"41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb\"\n";

/// Requests of the measured client: the path, and the JSON body of a POST request.
const QUESTIONS: [(&str, &str); 5] = [
    ("/v1/probe?variant=international&fen=W:W24:B6,7", ""),
    ("/v1/moves?variant=international&fen=W:W24:B6,7", ""),
    ("/v1/line?variant=international&fen=W:W24:B6,7", ""),
    ("/v1/probe-batch", "{\"variant\": \"international\", \"fens\": [\"W:W24:B6,7\", \"B:W24:B6,K7\"]}"),
    ("/v1/adjudicate", "{\"variant\": \"international\", \"pdn\": \"1. 32-28 19-23 2. 28x19 14x23 *\"}"),
];

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

/// Sends the requests of the measured client during an attack, and returns the waiting times.
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

/// Runs each attack and prints how long the measured client waited.
pub fn run(tables: &std::path::Path, processor: usize) {
    let tokens = tables.join("tokens.toml");
    std::fs::write(&tokens, TOKEN_FILE).expect("writable");
    let tokens = tokens.to_str().expect("a plain path");
    println!("\nAttacks on a server on one processor, and another client. Times in ms.\n");
    println!("| attack | answers to the other client | p50 | p99 | server CPU-s | VmHWM, MiB |");
    println!("|---|--:|--:|--:|--:|--:|");
    // The first run has no attack, for comparison.
    for attack in std::iter::once(None).chain(ATTACKS.map(Some)) {
        let mut args = vec!["--token-file", tokens, "--memory-mib", "32"];
        if matches!(attack, Some(Attack::LongJson)) {
            args.extend(["--anonymous-per-minute", "0"]);
        }
        let server = Server::start(tables, &args, Some(processor));
        let stop = Arc::new(AtomicBool::new(false));
        let (address, flag) = (server.address.clone(), stop.clone());
        // The measured client has its own thread, so that the attacking clients do not slow it
        // down.
        let visitor = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
            let took = runtime.block_on(visit(address));
            flag.store(true, Ordering::Relaxed);
            took
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
        if let Some(attack) = attack {
            runtime.block_on(attack.send(server.address.clone(), stop));
        }
        let mut took = visitor.join().expect("the other client is served");
        runtime.shutdown_background();
        println!(
            "| {} | {} | {:.1} | {:.1} | {:.1} | {} |",
            attack.map_or("none".to_owned(), |attack| format!("{attack:?}")),
            took.len(),
            quantile(&mut took, 0.5).as_secs_f64() * 1e3,
            quantile(&mut took, 0.99).as_secs_f64() * 1e3,
            server.cpu_time().as_secs_f64(),
            server.memory_peak_bytes() >> 20,
        );
    }
}
