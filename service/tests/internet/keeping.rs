//! Tests of cache times, validators (`ETag`) and compression.

use peatee_probe::Metric;
use serde_json::json;

use super::client::{Answer, get, send};
use super::operators::{metric, operate};
use super::tokens::SESAME;
use crate::common::{PATIENCE, Server, fresh_directory, make_tables, tables};

const PROBE: &str = "/v1/probe?variant=international&fen=W:W12:B5,6";

async fn get_with(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(http::Request::get(path), |request, (name, value)| request.header(*name, *value));
    send(server, request, "").await
}

/// Decompresses gzip data.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(bytes), &mut out).expect("gzip");
    out
}

#[tokio::test]
async fn who_has_an_answer_is_told_so_without_work() {
    let (server, operators) = Server::start_operated(tables(), &["--cache-seconds", "77"]);
    let questions = [
        PROBE,
        "/v1/moves?variant=international&fen=W:W12:B5,6",
        "/v1/line?variant=international&fen=W:W12:B5,6",
        "/v1/position?variant=international&fen=W:W12:B5,6",
        "/v1/tables",
        "/v1/variants",
        "/v1/openapi.json",
        "/international?fen=W:W12:B5,6",
        "/international/mainline?fen=W:W12:B5,6",
    ];
    let mut tags = std::collections::BTreeSet::new();
    for question in questions {
        let first = get(&server, question).await;
        assert_eq!((first.status, first.header("cache-control")), (200, "public, max-age=77"), "{question}");
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with('"') && tags.insert(tag.clone()), "{question}: {tag}");
        assert_eq!(get(&server, question).await.header("etag"), tag);
        for known in [tag.clone(), format!("\"x\", W/{tag}")] {
            let again = get_with(&server, question, &[("if-none-match", &known)]).await;
            assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag.as_str()), "{question}");
            assert_eq!(again.header("cache-control"), "public, max-age=77");
        }
        let any = get_with(&server, question, &[("if-none-match", "*")]).await;
        assert_eq!((any.status, any.body.len(), any.header("etag")), (304, 0, tag.as_str()), "{question}");
        // The validator does not match the answer to another request.
        let other = get_with(&server, "/v1/tables?page_size=1", &[("if-none-match", &tag)]).await;
        assert_eq!(other.status, 200, "{question}");
    }
    let asked = metric(&operate(&operators, "/metrics").await.text(), "peatee_positions_total", &[]);
    let tag = get(&server, PROBE).await.header("etag").to_owned();
    get_with(&server, PROBE, &[("if-none-match", &tag)]).await;
    let more = metric(&operate(&operators, "/metrics").await.text(), "peatee_positions_total", &[]);
    assert_eq!(more, asked + 1.0, "one of the two was a question");
    // Errors and answers to POST requests have no cache headers.
    for answer in [
        get(&server, "/v1/probe?variant=international&fen=nonsense").await,
        get(&server, "/v1/nothing").await,
        get(&server, "/international?fen=nonsense").await,
        get_with(&server, "/v1/probe?variant=english&fen=nonsense", &[("if-none-match", "*")]).await,
        super::client::post(&server, "/v1/probe", &json!({"variant": "russian", "fen": "W:WKa1:BKh8"})).await,
    ] {
        assert_eq!((answer.header("etag"), answer.header("cache-control")), ("", "no-store"));
    }
}

#[tokio::test]
async fn new_tables_give_new_validators() {
    let root = fresh_directory("renewed");
    make_tables(&root, "russian", 2, &[Metric::Wdl]);
    let server = Server::start(&root, &["--tables-poll-seconds", "1", "--cache-seconds", "0"]);
    let question = "/russian?fen=W:WKa1:BKh8";
    let old = get(&server, question).await;
    assert_eq!(old.header("cache-control"), "public, no-cache");
    make_tables(&root, "russian", 2, &[Metric::Wdl, Metric::Dtw]);
    let changed = async {
        while get_with(&server, question, &[("if-none-match", old.header("etag"))]).await.status == 304 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, changed).await.expect("the tables are taken");
    assert_ne!(get(&server, question).await.header("etag"), old.header("etag"));
}

#[tokio::test]
async fn a_validator_is_no_token() {
    let file = fresh_directory("private").join("tokens.toml");
    std::fs::write(&file, format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n")).expect("writable");
    let args = ["--token-file", file.to_str().expect("plain"), "--anonymous-per-minute", "0", "--log", "error"];
    let server = Server::start(tables(), &args);
    let bearer = ("authorization", "Bearer open sesame");
    let own = get_with(&server, PROBE, &[bearer]).await;
    assert_eq!((own.status, own.header("cache-control")), (200, "private, max-age=300"));
    let known = ("if-none-match", own.header("etag"));
    assert_eq!(get_with(&server, PROBE, &[bearer, known]).await.status, 304);
    assert_eq!(get_with(&server, PROBE, &[known]).await.status, 401);
}

#[tokio::test]
async fn long_answers_and_the_page_are_compressed_for_those_who_read_it() {
    let server = Server::start(tables(), &[]);
    let gzip = ("accept-encoding", "br, gzip");
    for path in ["/v1/variants", "/v1/openapi.json", "/", "/app/main.js", "/lang/et.json"] {
        let (plain, coded) = (get(&server, path).await, get_with(&server, path, &[gzip]).await);
        assert_eq!((plain.header("content-encoding"), coded.header("content-encoding")), ("", "gzip"), "{path}");
        assert!(plain.header("vary").contains("accept-encoding") && coded.header("vary").contains("accept-encoding"));
        assert_eq!(unpacked(&coded.body), plain.body, "{path}");
        assert!(2 * coded.body.len() < plain.body.len(), "{path}: {} of {}", coded.body.len(), plain.body.len());
        assert_eq!(coded.header("content-type"), plain.header("content-type"));
        // Compressed and plain answers have different validators, and the server accepts both.
        assert_ne!(coded.header("etag"), plain.header("etag"), "{path}");
        for known in [coded.header("etag"), plain.header("etag")] {
            let again = get_with(&server, path, &[gzip, ("if-none-match", known)]).await;
            assert_eq!(
                (again.status, again.header("etag"), again.header("content-encoding")),
                (304, known, ""),
                "{path}"
            );
        }
        let any = get_with(&server, path, &[("if-none-match", " * ")]).await;
        assert_eq!((any.status, any.header("etag")), (304, plain.header("etag")), "{path}");
        assert_eq!(get_with(&server, path, &[("accept-encoding", "gzip;q=0")]).await.header("content-encoding"), "");
        let head = send(&server, http::Request::head(path).header(gzip.0, gzip.1), "").await;
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
    }
    // A short answer is not compressed.
    assert_eq!(get_with(&server, PROBE, &[gzip]).await.header("content-encoding"), "");
    // Answers to POST requests are compressed too.
    let fens = vec!["W:W12:B5,6"; 300];
    let body = json!({"variant": "international", "fens": fens}).to_string();
    let request = || http::Request::post("/v1/probe-batch");
    let (plain, coded) =
        (send(&server, request(), body.clone()).await, send(&server, request().header(gzip.0, gzip.1), body).await);
    assert_eq!((coded.header("content-encoding"), coded.header("etag")), ("gzip", ""));
    assert_eq!(unpacked(&coded.body), plain.body);
}
