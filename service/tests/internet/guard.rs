//! Tests of the protection of browsers and of clients behind proxies: host names, headers of
//! answers, reflection.

use peatee_proto::v1::ListVariantsRequest;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::transport::Endpoint;
use tonic::{Code, Request};
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_types::StatusExt as _;

use super::client::{get, send};
use super::operators::{metric, operate};
use super::tls;
use super::tokens::SESAME;
use crate::common::{Server, fresh_directory, tables};

const PROBE: &str = "/v1/probe?variant=international&fen=W:WK46:BK5";

/// Sends a request head and returns the whole answer.
async fn raw(server: &Server, head: &str) -> String {
    let mut socket = TcpStream::connect(&server.address).await.expect("it listens");
    socket.write_all(format!("{head}\r\nconnection: close\r\n\r\n").as_bytes()).await.expect("it is open");
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_page_whose_name_points_here_gets_nothing() {
    let args = ["--allowed-host", "peatee.example.org", "--allowed-host", "localhost", "--log", "error"];
    let (server, operators) = Server::start_operated(tables(), &args);
    for path in ["/", "/v1/tables", PROBE, "/international?fen=W:WK46:BK5", "/nothing"] {
        for host in ["attacker.example", "attacker.example:50051", "peatee.example.org.attacker.example"] {
            let answer = raw(&server, &format!("GET {path} HTTP/1.1\r\nhost: {host}")).await;
            assert!(answer.starts_with("HTTP/1.1 421 "), "{path} {host}: {answer}");
            assert!(answer.contains("nosniff") && answer.contains("--allowed-host"), "{answer}");
        }
    }
    for host in ["peatee.example.org", "PEATEE.example.org:443", "127.0.0.1:50051", "[::1]"] {
        let answer = raw(&server, &format!("GET {PROBE} HTTP/1.1\r\nhost: {host}")).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
    }
    let absolute = format!("GET http://attacker.example{PROBE} HTTP/1.1\r\nhost: localhost");
    assert!(raw(&server, &absolute).await.starts_with("HTTP/1.1 421 "));
    let grpc = async |origin: &'static str| {
        let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
        let channel = endpoint.origin(origin.parse().expect("a URI")).connect().await.expect("it listens");
        TablebaseServiceClient::new(channel).list_variants(ListVariantsRequest {}).await
    };
    assert!(grpc("http://peatee.example.org:50051").await.is_ok());
    let refused = grpc("http://attacker.example").await.expect_err("it is for another host");
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(refused.get_error_details().error_info().expect("a reason").reason, "FOREIGN_HOST");
    let text = operate(&operators, "/metrics").await.text();
    assert_eq!(metric(&text, "peatee_refusals_total", &["reason=\"FOREIGN_HOST\""]), 17.0);
    // A server without `--allowed-host` accepts every name.
    let open = Server::start(tables(), &[]);
    let answer = raw(&open, &format!("GET {PROBE} HTTP/1.1\r\nhost: attacker.example")).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test]
async fn browsers_are_told_what_they_may_do_with_answers() {
    let plain = Server::start(tables(), &[]);
    for path in ["/", "/app/main.js", "/v1/tables", PROBE, "/v1/nothing", "/international?fen=W:WK46:BK5", "/nothing"] {
        let answer = get(&plain, path).await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("strict-transport-security"), "", "nothing is encrypted: {path}");
    }
    let policy = get(&plain, "/").await.header("content-security-policy").to_owned();
    for part in ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "default-src 'self'"] {
        assert!(policy.contains(part), "{part}: {policy}");
    }

    let directory = fresh_directory("hsts");
    let (certificate, key, known) = tls::certificate(&directory);
    let pair = ["--tls-certificate", certificate.to_str().expect("plain"), "--tls-key", key.to_str().expect("plain")];
    for (more, expected) in
        [(&[][..], "max-age=2592000"), (&["--hsts-seconds", "60"], "max-age=60"), (&["--hsts-seconds", "0"], "")]
    {
        let server = Server::start(tables(), &[&pair[..], more].concat());
        let told = tls::get(&server.address, &known, "/v1/tables", &[]).await;
        assert_eq!(told.header("strict-transport-security"), expected);
    }
}

#[tokio::test]
async fn reflection_asks_for_the_token_that_other_methods_ask_for() {
    let file = fresh_directory("reflection").join("tokens.toml");
    std::fs::write(&file, format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n")).expect("writable");
    let args = ["--token-file", file.to_str().expect("plain"), "--anonymous-per-minute", "0", "--log", "error"];
    let server = Server::start(tables(), &args);
    let ask = async |token: Option<&str>| {
        let message = MessageRequest::ListServices(String::new());
        let asked = ServerReflectionRequest { host: String::new(), message_request: Some(message) };
        let mut request = Request::new(tokio_stream::iter([asked]));
        if let Some(token) = token {
            request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().expect("plain"));
        }
        let mut answers =
            ServerReflectionClient::new(server.channel().await).server_reflection_info(request).await?.into_inner();
        answers.message().await
    };
    for (token, reason) in [(None, "NO_TOKEN"), (Some("sesame"), "BAD_TOKEN")] {
        let refused = ask(token).await.expect_err("no token");
        assert_eq!(refused.code(), Code::Unauthenticated);
        assert_eq!(refused.get_error_details().error_info().expect("a reason").reason, reason);
    }
    assert!(ask(Some("open sesame")).await.expect("it is known").is_some());
}

#[tokio::test]
async fn clients_behind_a_proxy_have_quotas_of_their_own() {
    for (header, own, other) in [
        ("x-forwarded-for", ["198.51.100.1:4711", "198.51.100.1:4712"], "[2001:db8::9]:443"),
        ("forwarded", ["for=\"198.51.100.1:4711\"", "for=198.51.100.1;proto=https"], "for=\"[2001:db8::9]:443\""),
    ] {
        let args = ["--trusted-proxy", "127.0.0.1", "--anonymous-per-minute", "1", "--proxy-header", header];
        let server = Server::start(tables(), &[&args[..], &["--log", "error"]].concat());
        let ask = async |value: &str| send(&server, http::Request::get(PROBE).header(header, value), "").await.status;
        assert_eq!(ask(own[0]).await, 200, "{header}");
        assert_eq!(ask(other).await, 200, "{header}");
        // The quota is overdrawn. Requests from another port count for the same client.
        ask(own[0]).await;
        assert_eq!(ask(own[1]).await, 429, "{header}");
        // The header that is not read has no effect.
        let wrong =
            if header == "forwarded" { ("x-forwarded-for", "198.51.100.3") } else { ("forwarded", "for=198.51.100.3") };
        let request = http::Request::get(PROBE).header(header, own[1]).header(wrong.0, wrong.1);
        assert_eq!(send(&server, request, "").await.status, 429, "{header}");
    }
}
