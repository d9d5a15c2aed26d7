//! Tests of tokens and quotas.

use std::path::PathBuf;

use peatee_proto::v1::{ProbeBatchRequest, ProbeRequest, ProbeStreamRequest};
use serde_json::json;
use tonic::metadata::MetadataValue;
use tonic::{Code, Request};
use tonic_types::StatusExt as _;

use super::client::{Answer, ELSEWHERE, get, grpc_from, post, send};
use crate::common::{Server, fresh_directory, tables};

/// SHA-256 of `open sesame`, from `printf 'open sesame' | sha256sum`.
pub const SESAME: &str = "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb";
/// SHA-256 of `small`.
const SMALL: &str = "81db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130";

/// SHA-256 of the empty text.
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const PROBE: &str = "/v1/probe?variant=international&fen=W:W23:B5,6";

pub fn token_file(name: &str, text: &str) -> PathBuf {
    let path = fresh_directory(name).join("tokens.toml");
    std::fs::write(&path, text).expect("writable");
    path
}

async fn with_token(server: &Server, path: &str, token: &str) -> Answer {
    send(server, http::Request::get(path).header("authorization", format!("Bearer {token}")), "").await
}

fn probe(token: Option<&str>) -> Request<ProbeRequest> {
    let asked = ProbeRequest { variant: "international".into(), fen: "W:W23:B5,6".into(), ..Default::default() };
    let mut request = Request::new(asked);
    if let Some(token) = token {
        let value = MetadataValue::try_from(format!("Bearer {token}")).expect("plain");
        request.metadata_mut().insert("authorization", value);
    }
    request
}

#[tokio::test]
async fn without_a_token_nothing_is_answered_where_that_is_asked_for() {
    let text = format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n");
    let file = token_file("tokens", &text);
    let file = file.to_str().expect("a plain name");
    let (server, log) =
        Server::start_logged("tokens-log", tables(), &["--token-file", file, "--anonymous-per-minute", "0"]);
    let refused = get(&server, PROBE).await;
    assert_eq!((refused.status, refused.header("www-authenticate")), (401, "Bearer"));
    assert_eq!(refused.json()["details"][0]["reason"], "NO_TOKEN");
    let refused = with_token(&server, PROBE, "sesame").await;
    assert_eq!((refused.status, &refused.json()["details"][0]["reason"]), (401, &json!("BAD_TOKEN")));
    assert_eq!(with_token(&server, PROBE, "open sesame").await.status, 200);
    // For a name with a password, or a token without scheme, the message says what is wrong.
    for value in ["Basic Y2x1YjpzZXNhbWU=", "open-sesame"] {
        let refused = send(&server, http::Request::get(PROBE).header("authorization", value), "").await;
        assert_eq!((refused.status, &refused.json()["details"][0]["reason"]), (401, &json!("BAD_TOKEN")));
        let message = refused.json()["message"].as_str().expect("a message").to_owned();
        assert!(message.contains("authorization: Bearer TOKEN") && message.contains("Basic"), "{message}");
    }
    for path in ["/v1/variants", "/v1/tables", "/v1/position?variant=italian", "/international?fen=W:W23:B5"] {
        assert_eq!(get(&server, path).await.status, 401, "{path}");
    }
    // The web page and the OpenAPI document contain nothing that needs a token.
    assert_eq!((get(&server, "/").await.status, get(&server, "/v1/openapi.json").await.status), (200, 200));

    let mut client = server.client().await;
    assert_eq!(client.probe(probe(None)).await.expect_err("no token").code(), Code::Unauthenticated);
    assert_eq!(client.probe(probe(Some("sesame"))).await.expect_err("not known").code(), Code::Unauthenticated);
    client.probe(probe(Some("open sesame"))).await.expect("known");
    let item = ProbeStreamRequest { variant: "international".into(), fen: "W:W23:B5,6".into() };
    let stream = client.probe_stream(tokio_stream::iter([item])).await;
    assert_eq!(stream.expect_err("no token").code(), Code::Unauthenticated);

    let log = log.wait_for(&["BAD_TOKEN", "NO_TOKEN", "peer=127.0.0.1 port="]).await;
    assert!(!log.contains("sesame") && !log.contains("Y2x1"), "tokens are not written down: {log}");
}

#[tokio::test]
async fn peers_and_tokens_have_quotas() {
    let text = format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\npositions_per_minute = 700\n");
    let file = token_file("quotas", &text);
    let args = ["--token-file", file.to_str().expect("plain"), "--anonymous-per-minute", "3"];
    let server = Server::start(tables(), &args);
    for _ in 0..3 {
        assert_eq!(get(&server, PROBE).await.status, 200);
    }
    // On a slow machine, the quota may have grown by one position.
    let mut refused = get(&server, PROBE).await;
    while refused.status == 200 {
        refused = get(&server, PROBE).await;
    }
    let details = refused.json()["details"].as_array().expect("details").clone();
    assert!(refused.status == 429 && details.iter().any(|detail| detail["reason"] == "QUOTA"), "{details:?}");
    let seconds: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=21).contains(&seconds), "one in twenty seconds: {seconds}");

    // Another peer has its own quota. A batch costs as much as it has positions.
    let mut elsewhere = grpc_from(ELSEWHERE, &server).await;
    let fens = vec!["W:W23:B5,6".to_owned(); 100];
    let batch = ProbeBatchRequest { variant: "international".into(), fens, ..Default::default() };
    elsewhere.probe_batch(batch.clone()).await.expect("the first question may be large");
    let status = elsewhere.probe(probe(None)).await.expect_err("97 positions are owed");
    assert_eq!(
        (status.code(), status.get_details_error_info().expect("a reason").reason.as_str()),
        (Code::ResourceExhausted, "QUOTA")
    );
    let delay = status.get_details_retry_info().and_then(|retry| retry.retry_delay).expect("a delay");
    assert!(delay.as_secs() > 600, "{delay:?}");

    // A token has its own quota at every address. A stream costs as much as it has positions.
    let item = ProbeStreamRequest { variant: "international".into(), fen: "W:W23:B5,6".into() };
    let mut request = Request::new(tokio_stream::iter(vec![item; 5000]));
    let value = MetadataValue::try_from("Bearer open sesame").expect("plain");
    request.metadata_mut().insert("authorization", value);
    let mut answers = server.client().await.probe_stream(request).await.expect("a stream").into_inner();
    let mut answered = 0;
    let status = loop {
        match answers.message().await {
            Ok(answer) => answered += usize::from(answer.expect("it does not end well").outcome.is_some()),
            Err(status) => break status,
        }
    };
    assert_eq!(status.get_details_error_info().expect("a reason").reason, "QUOTA");
    assert!((700..5000).contains(&answered), "{answered}");
}

#[tokio::test]
async fn tokens_are_read_anew() {
    let file = token_file("reload", &format!("[[token]]\nname = \"other\"\nsha256 = \"{SMALL}\"\n"));
    let args = ["--token-file", file.to_str().expect("plain"), "--anonymous-per-minute", "0", "--log", "info"];
    let (server, log) = Server::start_logged("reload-log", tables(), &args);
    assert_eq!(with_token(&server, PROBE, "open sesame").await.status, 401);
    std::fs::write(&file, format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n")).expect("writable");
    server.signal("HUP");
    log.wait_for(&["reloaded: tokens"]).await;
    assert_eq!(with_token(&server, PROBE, "open sesame").await.status, 200);
    // A faulty token file leaves the old tokens valid.
    std::fs::write(&file, "[[token]]\nname = 7\n").expect("writable");
    server.signal("HUP");
    log.wait_for(&["the old stays in use: tokens"]).await;
    assert_eq!(with_token(&server, PROBE, "open sesame").await.status, 200);
}

#[test]
fn a_wrong_file_of_tokens_is_refused() {
    let entry = |more: &str| format!("[[token]]\nname = \"club\"\n{more}\n");
    let same_token = format!("[[token]]\nname = \"other\"\nsha256 = \"{SMALL}\"\n");
    let cases = [
        (entry("sha256 = \"12\""), "64 hexadecimal digits"),
        (entry(&format!("sha256 = \"{}\"", "x".repeat(64))), "64 hexadecimal digits"),
        (entry(""), "sha256"),
        (entry(&format!("sha256 = \"{SMALL}\"\npositions_per_minute = 0")), "may ask nothing"),
        (entry(&format!("sha256 = \"{SMALL}\"\ncolour = 1")), "colour"),
        (entry(&format!("sha256 = \"{SMALL}\"")).repeat(2), "two tokens have the name"),
        (entry(&format!("sha256 = \"{SMALL}\"")) + &same_token, "is there twice"),
        (entry(&format!("sha256 = \"{SMALL}\"")).replace("club", " "), "has no name"),
        (entry(&format!("sha256 = \"{EMPTY}\"")), "is empty"),
        (entry("sha256 = []"), "64 hexadecimal digits"),
        (entry("sha256 = 7"), "a text, or a list of texts"),
        (entry(&format!("sha256 = [\"{SMALL}\", \"{EMPTY}\"]")), "is empty"),
        (entry(&format!("sha256 = [\"{SMALL}\", \"{SMALL}\"]")), "is there twice"),
        ("token = 7".to_owned(), "token"),
        ("# All customers are gone.\n".to_owned(), "it names no token"),
        (entry(&format!("sha256 = \"{SMALL}\"\ntoken = \"hush\"")), "line 4: unknown field `token`"),
    ];
    for (number, (text, reason)) in cases.into_iter().enumerate() {
        let file = token_file(&format!("wrong-{number}"), &text);
        let mut command = std::process::Command::new(crate::common::PEATEE);
        command.args(["serve", "--check-config", "--token-file"]).arg(&file).arg("--tables").arg(tables());
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}: {said}");
        assert!(said.contains(reason) && said.contains("--token-file"), "{text}: {said}");
        assert!(!said.contains("hush"), "a token in the log: {said}");
    }
}

#[tokio::test]
async fn tokens_of_one_name_share_its_quota() {
    let text = format!("[[token]]\nname = \"club\"\nsha256 = [\"{SESAME}\", \"{SMALL}\"]\npositions_per_minute = 1\n");
    let file = token_file("two-tokens", &text);
    let server = Server::start(tables(), &["--token-file", file.to_str().expect("plain")]);
    assert_eq!(with_token(&server, PROBE, "open sesame").await.status, 200);
    assert_eq!(with_token(&server, PROBE, "small").await.status, 429);
}

#[tokio::test]
async fn a_proxy_that_no_option_names_is_logged_once() {
    let (server, log) = Server::start_logged("forgotten-proxy", tables(), &[]);
    for header in ["x-forwarded-for", "forwarded", "x-forwarded-for"] {
        assert_eq!(send(&server, http::Request::get(PROBE).header(header, "for=192.0.2.7"), "").await.status, 200);
    }
    let log = log.wait_for(&["--trusted-proxy does not name 127.0.0.1"]).await;
    assert_eq!(log.matches("--trusted-proxy").count(), 1, "{log}");
}

#[tokio::test]
async fn clients_behind_a_proxy_are_told_apart() {
    let server = Server::start(tables(), &["--trusted-proxy", "127.0.0.1", "--anonymous-per-minute", "1"]);
    let from =
        async |client: &str| send(&server, http::Request::get(PROBE).header("x-forwarded-for", client), "").await;
    assert_eq!(from("198.51.100.1").await.status, 200);
    assert_eq!(from("198.51.100.1").await.status, 429);
    assert_eq!(from("198.51.100.2").await.status, 200);
    assert_eq!(post(&server, "/v1/probe", &json!({"variant": "international", "fen": "W:W23:B5,6"})).await.status, 200);
}
