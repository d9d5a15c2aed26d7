//! Tests that one encrypted port answers all kinds of clients, but none without a token.

use std::path::Path;
use std::process::Command;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper_util::rt::{TokioExecutor, TokioIo};
use peatee_proto::v1::{ProbeRequest, ProbeResponse};
use prost::Message as _;
use rustls::pki_types::CertificateDer;
use tonic::{Code, Request};

use super::client::Answer;
use super::tls::{certificate, encrypted, grpc};
use super::tokens::SESAME;
use super::web::{frame, frames};
use crate::common::{Server, fresh_directory, tables};

const RPC: &str = "/peatee.v1.TablebaseService/Probe";
const JSON: &str = "/v1/probe?variant=international&fen=W:W23:B5,6";
const LILA: &str = "/international?fen=W:W23:B5,6";

fn question() -> ProbeRequest {
    ProbeRequest { variant: "international".into(), fen: "W:W23:B5,6".into(), ..Default::default() }
}

/// Sends an encrypted request over HTTP/1.1 or HTTP/2.
async fn send(
    (address, known): (&str, &CertificateDer<'static>),
    is_http_2: bool,
    request: http::request::Builder,
    body: Vec<u8>,
) -> Answer {
    let protocol: &[u8] = if is_http_2 { b"h2" } else { b"http/1.1" };
    let stream = encrypted(address, known, protocol).await.expect("encrypted");
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(protocol), "the server speaks it");
    let (stream, body) = (TokioIo::new(stream), Full::new(Bytes::from(body)));
    let response = if is_http_2 {
        let spoken = hyper::client::conn::http2::handshake(TokioExecutor::new(), stream).await;
        let (mut sender, connection) = spoken.expect("a connection");
        tokio::spawn(connection);
        sender.send_request(request.body(body).expect("a request")).await
    } else {
        let (mut sender, connection) = hyper::client::conn::http1::handshake(stream).await.expect("a connection");
        tokio::spawn(connection);
        sender.send_request(request.header("host", "localhost").body(body).expect("a request")).await
    };
    let (parts, body) = response.expect("an answer").into_parts();
    let body = body.collect().await.expect("a whole body").to_bytes().to_vec();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

/// Creates a request, with or without a token.
fn request(verb: &str, is_http_2: bool, path: &str, token: Option<&str>) -> http::request::Builder {
    let target = if is_http_2 { format!("https://localhost{path}") } else { path.to_owned() };
    let request = http::Request::builder().method(verb).uri(target);
    match token {
        Some(token) => request.header("authorization", format!("Bearer {token}")),
        None => request,
    }
}

/// Runs `curl`. Returns the body of the answer, the HTTP version and the status.
fn curl(address: &str, certificate: &Path, protocol: &str, path: &str, token: Option<&str>) -> String {
    let (_, port) = address.rsplit_once(':').expect("a port");
    let mut command = Command::new("curl");
    command.args(["--silent", "--show-error", "--max-time", "60", protocol, "--cacert"]).arg(certificate);
    command.args(["--noproxy", "*", "--resolve", &format!("localhost:{port}:127.0.0.1")]);
    command.args(["--write-out", "\n%{http_version} %{http_code}"]);
    if let Some(token) = token {
        command.args(["--oauth2-bearer", token]);
    }
    let output = command.arg(format!("https://localhost:{port}{path}")).output().expect("curl runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the options of `curl` for the HTTP versions that it supports; empty if `curl` is not
/// installed.
fn versions_of_curl() -> Vec<(&'static str, &'static str)> {
    let Ok(output) = Command::new("curl").arg("--version").output() else { return Vec::new() };
    let is_http_2_known = String::from_utf8_lossy(&output.stdout).contains("HTTP2");
    let http_2 = is_http_2_known.then_some(("--http2", "2"));
    [("--http1.1", "1.1")].into_iter().chain(http_2).collect()
}

#[tokio::test]
async fn one_encrypted_port_answers_every_client_that_has_a_token() {
    let directory = fresh_directory("tls-clients");
    let (certificate_file, key, known) = certificate(&directory);
    let tokens = directory.join("tokens.toml");
    std::fs::write(&tokens, format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n")).expect("writable");
    let plain = |path: &Path| path.to_str().expect("plain").to_owned();
    let (file, key, tokens) = (plain(&certificate_file), plain(&key), plain(&tokens));
    let args = ["--tls-certificate", &file, "--tls-key", &key, "--token-file", &tokens];
    let server = Server::start(tables(), &[&args[..], &["--anonymous-per-minute", "0"]].concat());
    let (address, token) = (server.address.as_str(), Some("open sesame"));

    // gRPC needs a token.
    let mut client = grpc(address, &known).await;
    assert_eq!(client.probe(question()).await.expect_err("no token").code(), Code::Unauthenticated);
    let mut asked = Request::new(question());
    asked.metadata_mut().insert("authorization", "Bearer open sesame".parse().expect("plain"));
    let value = client.probe(asked).await.expect("probe").into_inner().value.expect("a value");
    assert_eq!(value.dtw_plies, Some(29));

    for is_http_2 in [false, true] {
        // gRPC-Web needs a token.
        let asked = |token| request("POST", is_http_2, RPC, token).header("content-type", "application/grpc-web+proto");
        let body = frame(&question().encode_to_vec());
        let refused = send((address, &known), is_http_2, asked(None), body.clone()).await;
        assert_eq!((refused.status, refused.header("grpc-status")), (200, "16"));
        let answer = send((address, &known), is_http_2, asked(token), body).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/grpc-web+proto"));
        let frames = frames(&answer.body);
        let value = ProbeResponse::decode(frames[0].1.as_slice()).expect("a message").value.expect("a value");
        assert_eq!(value.dtw_plies, Some(29));
        assert_eq!(String::from_utf8_lossy(&frames[1].1).trim(), "grpc-status:0");

        // Both forms of JSON need a token.
        for (path, plies) in [(JSON, "/value/dtwPlies"), (LILA, "/dtw")] {
            let refused = send((address, &known), is_http_2, request("GET", is_http_2, path, None), Vec::new()).await;
            assert_eq!((refused.status, refused.header("www-authenticate")), (401, "Bearer"), "{path}");
            let answer = send((address, &known), is_http_2, request("GET", is_http_2, path, token), Vec::new()).await;
            assert_eq!(answer.status, 200, "{path}");
            assert_eq!(answer.json().pointer(plies), Some(&29.into()), "{path}: {}", answer.text());
        }

        // The web page needs no token, because it asks the user for one.
        let page = send((address, &known), is_http_2, request("GET", is_http_2, "/", None), Vec::new()).await;
        assert!(page.status == 200 && page.header("content-type").starts_with("text/html"), "{}", page.text());
    }

    let versions = versions_of_curl();
    if versions.is_empty() {
        println!("not tried: there is no curl here");
    }
    for (option, version) in versions {
        let refused = curl(address, &certificate_file, option, JSON, None);
        assert!(refused.contains("NO_TOKEN") && refused.ends_with(&format!("\n{version} 401")), "{refused}");
        let answer = curl(address, &certificate_file, option, JSON, token);
        assert!(answer.contains("\"dtwPlies\":29") && answer.ends_with(&format!("\n{version} 200")), "{answer}");
    }
}
