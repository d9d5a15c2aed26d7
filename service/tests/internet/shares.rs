//! Tests of the server time that one peer can use. Each test is an attack from 127.0.0.1, while a
//! client at another address or with a token is served.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{AdjudicateGamesRequest, ProbeBatchRequest};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::Code;
use tonic_types::StatusExt as _;

use super::client::{ELSEWHERE, get, grpc_from, http2, post_to, unfinished};
use super::tokens::{SESAME, token_file};
use crate::common::{PATIENCE, Server, tables};

/// Returns a request for a page of games with as many moves as possible, whose answer takes long.
fn page() -> AdjudicateGamesRequest {
    let game = format!("[FEN \"W:WK45:BK6\"]\n{} *\n\n", "1. 45-40 6-11 2. 40-45 11-6 ".repeat(7));
    AdjudicateGamesRequest {
        pdn: game.repeat(200),
        variant: "international".into(),
        page_size: 200,
        line_plies_max: 200,
        ..AdjudicateGamesRequest::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_does_not_wait_for_the_requests_of_another_peer() {
    // One peer may use two of the four threads.
    let server = Server::start(tables(), &["--threads", "4"]);
    let began = tokio::time::Instant::now();
    let done = Arc::new(AtomicUsize::new(0));
    let mut flood = tokio::task::JoinSet::new();
    for _ in 0..60 {
        let (mut client, done) = (TablebaseServiceClient::new(server.channel().await), done.clone());
        flood.spawn(async move {
            loop {
                match client.adjudicate_games(page()).await {
                    Ok(_) => done.fetch_add(1, Ordering::Relaxed),
                    Err(status) if status.code() == Code::ResourceExhausted => {
                        // The client waits before it tries again, as the refusal demands.
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        continue;
                    }
                    Err(status) => panic!("{status:?}"),
                };
            }
        });
    }
    let waited = async {
        while done.load(Ordering::Relaxed) < 4 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(4 * PATIENCE, waited).await.expect("the flood is served, too");
    let mut other = grpc_from(ELSEWHERE, &server).await;
    let fens = vec!["W:W24:B6,7".to_owned(); 20];
    let batch = ProbeBatchRequest { variant: "international".into(), fens, ..ProbeBatchRequest::default() };
    let mut served_before = Vec::new();
    for _ in 0..30 {
        let before = done.load(Ordering::Relaxed);
        other.probe_batch(batch.clone()).await.expect("a flood shuts nobody else out");
        served_before.push(done.load(Ordering::Relaxed) - before);
    }
    served_before.sort_unstable();
    println!("{served_before:?} meanwhile, {} in {:?}", done.load(Ordering::Relaxed), began.elapsed());
    // Two requests are running, and the next two may end while the answer is being sent. On a busy
    // machine, some answers take longer. With a simple queue, up to 60 requests would be served
    // first.
    let median = served_before[served_before.len() / 2];
    assert!(median <= 4, "{median} requests of the flood were served before one of another peer");
    flood.abort_all();
}

/// Returns the options of a server that answers only requests with a token, and that knows one
/// token.
fn closed(name: &str) -> [String; 4] {
    let file = token_file(name, &format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n"));
    let file = file.to_str().expect("a plain name").to_owned();
    ["--token-file".to_owned(), file, "--anonymous-per-minute".to_owned(), "0".to_owned()]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_lacks_a_token_is_told_before_the_body_comes() {
    let args = closed("before-the-body");
    let server = Server::start(tables(), &args.each_ref().map(String::as_str));
    // Over HTTP/1.1, the headers announce a body that is never sent.
    for (kind, path) in [
        ("application/json", "/v1/adjudicate-games"),
        ("application/json", "/v1/probe-batch"),
        ("application/grpc-web+proto", "/peatee.v1.TablebaseService/ProbeBatch"),
        ("application/grpc-web-text", "/peatee.v1.TablebaseService/Adjudicate"),
    ] {
        let mut socket = TcpStream::connect(&server.address).await.expect("a connection");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\ncontent-length: 1000000\r\n\r\n"
        );
        socket.write_all(head.as_bytes()).await.expect("it is open");
        let mut answer = vec![0; 4096];
        let read = tokio::time::timeout(PATIENCE, socket.read(&mut answer)).await.expect("at once").expect("an answer");
        let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
        let is_told = answer.starts_with("HTTP/1.1 401") || answer.contains("grpc-status: 16");
        assert!(is_told, "{path}: {answer}");
    }
    // The same over HTTP/2, as JSON and as gRPC.
    let mut sender = http2(&server, None).await;
    for (kind, path) in [
        ("application/json", "/v1/adjudicate"),
        ("application/grpc", "/peatee.v1.TablebaseService/AdjudicateGames"),
        ("application/grpc", "/peatee.v1.TablebaseService/ProbeStream"),
    ] {
        sender.ready().await.expect("the connection stays");
        let answer = sender.send_request(post_to(&server, path, kind, unfinished(0, &[])));
        let answer = tokio::time::timeout(PATIENCE, answer).await.expect("at once").expect("an answer");
        let is_told = answer.status() == 401 || answer.headers().get("grpc-status").is_some_and(|code| code == "16");
        assert!(is_told, "{path}: {answer:?}");
    }
}

/// Checks that the server reads refused bodies to their end. If it reset the stream instead, a
/// client that is still sending would perhaps not read the answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_of_refused_requests_are_read_to_their_end() {
    const CHUNKS: usize = 20;
    let args = closed("read-to-the-end");
    let server = Server::start(tables(), &args.each_ref().map(String::as_str));
    let mut sender = http2(&server, None).await;
    for (kind, path, status) in [
        ("application/json", "/v1/line", 401),
        ("application/json", "/v1/nothing", 404),
        ("application/json", "/v1/openapi.json", 405),
        ("application/grpc", "/peatee.v1.TablebaseService/ProbeBatch", 200),
        ("application/grpc", "/peatee.v1.TablebaseService/ProbeStream", 200),
    ] {
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = sent.clone();
        let chunks = tokio_stream::iter((0..CHUNKS).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::convert::Infallible>(vec![0; 16 * 1024])
        }));
        sender.ready().await.expect("the connection stays");
        let answer = sender.send_request(post_to(&server, path, kind, Body::from_stream(chunks)));
        assert_eq!(answer.await.expect("an answer").status(), status, "{path}");
        let all = async {
            while sent.load(Ordering::Relaxed) < CHUNKS {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let all = tokio::time::timeout(PATIENCE, all).await;
        assert!(all.is_ok(), "{path}: {} of {CHUNKS} chunks were taken", sent.load(Ordering::Relaxed));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_bodies_cost_nothing_where_a_token_is_lacking() {
    let args = closed("long-bodies");
    let server = Server::start(tables(), &args.each_ref().map(String::as_str));
    // 1.8 MB of numbers, objects and texts. Unoptimized code decodes a part of it within the time
    // limit.
    let long: Arc<str> = format!("{{\"played\": {{\"moves\": [{}1]}}}}", "{\"a\":[7,\"\"]},".repeat(140_000)).into();
    let cost = async |status: u16, authorization: &str| {
        let before = server.cpu_time();
        for _ in 0..20 {
            let mut sender = http2(&server, None).await;
            sender.ready().await.expect("a connection");
            let mut request = post_to(&server, "/v1/adjudicate", "application/json", Body::from(long.to_string()));
            if !authorization.is_empty() {
                request.headers_mut().insert("authorization", authorization.parse().expect("a header"));
            }
            let answer = sender.send_request(request).await.expect("an answer");
            assert_eq!(answer.status(), status);
        }
        server.cpu_time() - before
    };
    // With a token, the server decodes a part of each body.
    let (decoded, refused) = (cost(400, "Bearer open sesame").await, cost(401, "").await);
    println!("20 requests cost {refused:?} of the server's time without a token, {decoded:?} with one");
    assert!(2 * refused < decoded, "{refused:?} for 20 requests, {decoded:?} where they are decoded");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_bodies_are_decoded_on_threads_that_probe() {
    let server = Server::start(tables(), &["--threads", "1"]);
    // Decoding a text of 1.5 MB takes long. The text is then refused because of its length.
    let long: Arc<str> = format!("{{\"variant\": \"frisian\", \"pdn\": \"{}\"}}", "\\u0031. ".repeat(180_000)).into();
    // The first answer takes longer, because the server compresses all files.
    assert_eq!(get(&server, "/").await.status, 200);
    let flood: Vec<_> = (0..12)
        .map(|_| {
            let (long, address) = (long.clone(), server.address.clone());
            tokio::spawn(async move {
                let mut socket = TcpStream::connect(address).await.expect("a connection");
                let head = format!(
                    "POST /v1/adjudicate HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                    long.len()
                );
                socket.write_all(head.as_bytes()).await.expect("it is open");
                socket.write_all(long.as_bytes()).await.expect("it is read");
                let mut answer = String::new();
                socket.read_to_string(&mut answer).await.expect("an answer");
                answer
            })
        })
        .collect();
    // The page is answered without a probing thread.
    let mut pages = 0;
    while !flood.iter().all(|task| task.is_finished()) {
        assert_eq!(get(&server, "/").await.status, 200);
        pages += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for task in flood {
        let answer = task.await.expect("no panic");
        assert!(answer.starts_with("HTTP/1.1 400") || answer.starts_with("HTTP/1.1 429"), "{answer}");
    }
    println!("{pages} pages meanwhile");
    // If the page had to wait for the bodies, there would be only one answer.
    assert!(pages > 3, "{pages} pages while 12 bodies were decoded");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_games_is_charged_when_it_is_let_in() {
    let server = Server::start(tables(), &["--anonymous-per-minute", "100"]);
    let pdn = "[FEN \"W:WK46:BK5,6\"]\n1. 46-28 *\n\n".repeat(30);
    let request = AdjudicateGamesRequest { pdn, variant: "international".into(), page_size: 200, ..Default::default() };
    let began = tokio::time::Instant::now();
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (mut client, request) = (server.client().await, request.clone());
        asked.spawn(async move { client.adjudicate_games(request).await });
    }
    let mut judged = 0;
    while let Some(answer) = asked.join_next().await {
        match answer.expect("no panic") {
            Ok(page) => judged += page.get_ref().games.len(),
            Err(status) => {
                let reason = status.get_details_error_info().expect("a reason").reason;
                assert!(reason == "QUOTA" || reason == "OVERLOAD", "{status:?}");
            }
        }
    }
    // The last page may overdraw the quota by 30, and the quota grows with time.
    let most = 100 + 30 + began.elapsed().as_secs() as usize * 100 / 60 + 1;
    assert!((30..=most).contains(&judged), "{judged} games for a quota of 100");
    // The charge for games that a page did not contain is given back.
    let mut other = grpc_from(ELSEWHERE, &server).await;
    for _ in 0..3 {
        other.adjudicate_games(request.clone()).await.expect("30 games each");
    }
}
