//! Tests of the access log and of the log of refusals.

use peatee_proto::v1::ProbeRequest;
use serde_json::Value;

use super::client::{get, send};
use super::operators::PROBE;
use super::tokens::SESAME;
use crate::common::{Log, Server, fresh_directory, tables};

#[tokio::test]
async fn the_access_log_has_a_line_for_each_request() {
    for (what, shows_question) in [("paths", false), ("parameters", true)] {
        let args = ["--access-log", what, "--log-format", "json", "--log", "info"];
        let (server, log) = Server::start_logged(&format!("access-{what}"), tables(), &args);
        let request = http::Request::get(PROBE).header("x-request-id", "seven-7");
        assert_eq!(send(&server, request, "").await.header("x-request-id"), "seven-7");
        let own = get(&server, "/v1/tables").await;
        assert!(own.header("x-request-id").len() > 8);
        let hostile = http::Request::get("/nothing").header("x-request-id", "a b".repeat(99));
        assert!(!send(&server, hostile, "").await.header("x-request-id").contains(' '));
        let lines = access_lines(&log, 3).await;
        let of_probe = lines.iter().find(|line| line["id"] == "seven-7").expect("it is there");
        assert_eq!((&of_probe["code"], &of_probe["verb"]), (&Value::from("OK"), &Value::from("GET")));
        assert_eq!((&of_probe["status"], &of_probe["peer"]), (&Value::from(200), &Value::from("127.0.0.1")));
        assert!(of_probe["port"].is_u64() && of_probe.get("token").is_none(), "{of_probe}");
        let of_nothing = lines.iter().find(|line| line["path"] == "/nothing").expect("it is there");
        assert_eq!((&of_nothing["code"], &of_nothing["status"]), (&Value::from("NOT_FOUND"), &Value::from(404)));
        assert!(of_probe["seconds"].is_f64() && of_probe["sent_bytes"].as_u64() > Some(20), "{of_probe}");
        assert_eq!(of_probe["path"].as_str().expect("a path").contains("W23"), shows_question, "{of_probe}");
    }
}

/// Waits until `requests` requests are in the log, which is in JSON. Returns all lines of the log.
async fn lines_with_requests(log: &Log, requests: usize) -> Vec<Value> {
    let find = |text: &str| {
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        (lines.iter().filter(|line| line["target"] == "access").count() == requests).then_some(lines)
    };
    log.wait_until(find).await
}

/// Waits until `requests` requests are in the log, which is in JSON. Returns only the lines about
/// requests.
pub async fn access_lines(log: &Log, requests: usize) -> Vec<Value> {
    let mut lines = lines_with_requests(log, requests).await;
    lines.retain(|line| line["target"] == "access");
    lines
}

#[tokio::test]
async fn the_log_names_request_peer_proxy_and_token_apart() {
    let directory = fresh_directory("log-tokens");
    let file = directory.join("tokens.toml");
    let entry = format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\npositions_per_minute = 1\n");
    std::fs::write(&file, entry).expect("writable");
    let file = file.to_str().expect("plain");
    let args = ["--access-log", "paths", "--log-format", "json", "--log", "info", "--token-file", file];
    let more = ["--anonymous-per-minute", "0", "--trusted-proxy", "127.0.0.1"];
    let (server, log) = Server::start_logged("fields", tables(), &[&args[..], &more].concat());
    let ask = async |id: &str, headers: &[(&str, &str)]| {
        let request = http::Request::get(PROBE).header("x-request-id", id);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        send(&server, request, "").await.status
    };
    let bearer = ("authorization", "Bearer open sesame");
    assert_eq!(ask("first", &[bearer]).await, 200);
    assert_eq!(ask("quota", &[bearer, ("x-forwarded-for", "2001:db8::7")]).await, 429);
    assert_eq!(ask("none", &[]).await, 401);
    let mut client = server.client().await;
    let asked = ProbeRequest { variant: "international".into(), fen: "W:W23:B5,6".into(), ..Default::default() };
    let mut asked = tonic::Request::new(asked);
    asked.metadata_mut().insert("x-request-id", "over-grpc".parse().expect("plain"));
    client.probe(asked).await.expect_err("there is no token");

    let lines = lines_with_requests(&log, 4).await;
    let line = |id: &str, is_access: bool| {
        let found = lines.iter().find(|line| line["id"] == id && (line["target"] == "access") == is_access);
        found.unwrap_or_else(|| panic!("{id}: {lines:?}"))
    };
    let first = line("first", true);
    assert_eq!((&first["peer"], &first["token"], first.get("proxy")), (&"127.0.0.1".into(), &"club".into(), None));
    for is_access in [true, false] {
        let quota = line("quota", is_access);
        assert_eq!((&quota["peer"], &quota["token"]), (&"2001:db8::7".into(), &"club".into()), "{quota}");
        assert_eq!((&quota["proxy"], quota.get("port")), (&"127.0.0.1".into(), None), "{quota}");
        assert_eq!(line("none", is_access).get("token"), None);
    }
    let status = |id| (line(id, true)["code"].clone(), line(id, true)["status"].clone());
    assert_eq!(status("quota"), ("RESOURCE_EXHAUSTED".into(), 429.into()));
    assert_eq!(status("none"), ("UNAUTHENTICATED".into(), 401.into()));
    assert_eq!(status("over-grpc"), ("UNAUTHENTICATED".into(), Value::Null), "gRPC has no status of its own");
    assert_eq!(line("quota", false)["reason"], "QUOTA");
    assert_eq!(line("over-grpc", false)["reason"], "NO_TOKEN");
}
