//! Tests of encryption: one port for gRPC and HTTP/1.1, and reloaded certificates.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use peatee_proto::v1::tablebase_service_client::TablebaseServiceClient;
use peatee_proto::v1::{ListVariantsRequest, ProbeRequest};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tonic::transport::{Channel, Endpoint, Uri};

use super::client::{Answer, closed};
use super::operators::{metric, operate};
use crate::common::{PATIENCE, PEATEE, Server, fresh_directory, tables};

/// Writes a certificate for `localhost` and its key to a directory. Returns both paths and the
/// certificate.
pub fn certificate(directory: &Path) -> (PathBuf, PathBuf, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let (certificate, key) = (directory.join("certificate.pem"), directory.join("key.pem"));
    std::fs::write(&certificate, made.cert.pem()).expect("writable");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("writable");
    (certificate, key, made.cert.der().clone())
}

/// Opens an encrypted connection with the protocol `protocol`. `known` is the expected certificate.
pub async fn encrypted(
    address: &str,
    known: &CertificateDer<'static>,
    protocol: &[u8],
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(known.clone()).expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![protocol.to_vec()];
    let socket = TcpStream::connect(address).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").expect("a name"), socket).await
}

/// Creates an encrypted gRPC client. `known` is the expected certificate.
pub async fn grpc(address: &str, known: &CertificateDer<'static>) -> TablebaseServiceClient<Channel> {
    let (address, known) = (address.to_owned(), known.clone());
    let connector = tower::service_fn(move |_: Uri| {
        let (address, known) = (address.clone(), known.clone());
        async move { encrypted(&address, &known, b"h2").await.map(TokioIo::new) }
    });
    let endpoint = Endpoint::from_static("https://localhost");
    TablebaseServiceClient::new(endpoint.connect_with_connector(connector).await.expect("encrypted"))
}

/// Sends an encrypted GET request over HTTP/1.1.
pub async fn get(address: &str, known: &CertificateDer<'static>, path: &str, headers: &[(&str, &str)]) -> Answer {
    let stream = encrypted(address, known, b"http/1.1").await.expect("encrypted");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("a connection");
    tokio::spawn(connection);
    let request = headers.iter().fold(http::Request::get(path), |request, (name, value)| request.header(*name, *value));
    let request = request.header("host", "localhost").body(Full::new(Bytes::new())).expect("a request");
    let (parts, body) = sender.send_request(request).await.expect("an answer").into_parts();
    let body = body.collect().await.expect("a whole body").to_bytes().to_vec();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

/// Returns the status of an encrypted request for `/v1/tables` over HTTP/1.1.
async fn tables_status(address: &str, known: &CertificateDer<'static>) -> std::io::Result<u16> {
    let stream = encrypted(address, known, b"http/1.1").await?;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("a connection");
    tokio::spawn(connection);
    let request = http::Request::get("/v1/tables").header("host", "localhost");
    let answer = sender.send_request(request.body(Full::new(Bytes::new())).expect("a request")).await.expect("answer");
    let status = answer.status().as_u16();
    answer.into_body().collect().await.expect("a whole body");
    Ok(status)
}

#[tokio::test]
async fn one_port_answers_grpc_and_http_and_reads_certificates_anew() {
    let directory = fresh_directory("tls");
    let (certificate_file, key, first) = certificate(&directory);
    let args =
        ["--tls-certificate", certificate_file.to_str().expect("plain"), "--tls-key", key.to_str().expect("plain")];
    let (server, log) = Server::start_logged("tls-log", tables(), &[&args[..], &["--log", "info"]].concat());
    // The short time limit applies only to this second server.
    let hasty = [&args[..], &["--handshake-seconds", "1"]].concat();
    let (hasty, log_of_hasty) = Server::start_logged("tls-hasty-log", tables(), &hasty);
    assert_eq!(tables_status(&server.address, &first).await.expect("encrypted"), 200);

    let mut client = grpc(&server.address, &first).await;
    let asked = ProbeRequest { variant: "international".into(), fen: "W:W23:B5,6".into(), ..Default::default() };
    let value = client.probe(asked).await.expect("probe").into_inner().value.expect("a value");
    assert_eq!(value.dtw_plies, Some(29));

    // Connections of clients that do not encrypt or send nothing are closed and logged.
    let mut plain = TcpStream::connect(&server.address).await.expect("a connection");
    plain.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.expect("it is open");
    let told = closed(plain).await;
    assert!(!String::from_utf8_lossy(&told).contains("HTTP/1.1"), "nothing is answered without encryption");
    closed(TcpStream::connect(&hasty.address).await.expect("a connection")).await;
    log_of_hasty.wait_for(&["reason=\"HANDSHAKE\""]).await;

    // New connections get the new certificate; open connections continue.
    let (_, _, second) = certificate(&directory);
    server.signal("HUP");
    let renewed = async {
        while tables_status(&server.address, &second).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, renewed).await.expect("the new certificate is used");
    assert!(tables_status(&server.address, &first).await.is_err());
    client.list_variants(ListVariantsRequest {}).await.expect("the open connection goes on");

    // If the new certificate cannot be read, the old one stays in use.
    std::fs::write(&certificate_file, "nonsense").expect("writable");
    server.signal("HUP");
    log.wait_for(&["the old stays in use: certificate"]).await;
    assert_eq!(tables_status(&server.address, &second).await.expect("encrypted"), 200);
    log.wait_for(&["reason=\"TLS\""]).await;
}

/// An X.509 certificate of version 1 that is valid for a hundred years. It was made by `openssl
/// x509 -req` without extensions.
const VERSION_1: &str = "-----BEGIN CERTIFICATE-----\n\
MIIBJDCBywIUOaXwa3/Y19ynBUjUKezLlzVHHdcwCgYIKoZIzj0EAwIwFDESMBAG\n\
A1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjE2MTUwOVoYDzIxMjYxMTAyMTYxNTA5\n\
WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC\n\
AARumHsGavsYuGEavuJ4hvshZJxiDvze4HQBE4WIpiydX298tdoLdMnXQevmtCvN\n\
NuW9JtI5jD4pL03VFD0Yr20SMAoGCCqGSM49BAMCA0gAMEUCIQCgg5ykXHKU0Dx1\n\
S0wq/5r9AMEHrUKUhgTHuF/bnjHMLgIgCUWLU+daILF4DYLVoe3E1b1AtkKlJWi8\n\
nok/OM4hJ0c=\n\
-----END CERTIFICATE-----\n";

#[tokio::test]
async fn operators_see_when_the_certificate_expires() {
    let directory = fresh_directory("expiry");
    let paths = ["certificate.pem", "key.pem"].map(|name| directory.join(name));
    // Creates a certificate that expires on the given day.
    let make = |year, month, day| {
        let mut params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
        params.not_after = rcgen::date_time_ymd(year, month, day);
        let pair = rcgen::KeyPair::generate().expect("a key");
        let made = params.self_signed(&pair).expect("a certificate");
        std::fs::write(&paths[0], made.pem()).expect("writable");
        std::fs::write(&paths[1], pair.serialize_pem()).expect("writable");
    };
    make(2031, 5, 6);
    let args = ["--tls-certificate", paths[0].to_str().expect("plain"), "--tls-key", paths[1].to_str().expect("plain")];
    let (server, operators) = Server::start_operated(tables(), &args);
    let told = async || operate(&operators, "/metrics").await.text();
    let reloads =
        |text: &str, result| metric(text, "peatee_certificate_reloads_total", &[&format!("result=\"{result}\"")]);
    let shown = |text: &str| {
        let read = metric(text, "peatee_certificate_last_reload_success_timestamp_seconds", &[]);
        (metric(text, "peatee_certificate_expiry_timestamp_seconds", &[]), read)
    };
    let text = told().await;
    let (expiry, first_read) = shown(&text);
    // The times come from `date -u -d 2031-05-06 +%s`, and from the year 2032 below.
    assert_eq!(expiry, 1_935_792_000.0);
    let now = std::fs::metadata(&paths[0]).expect("a file").modified().expect("a time");
    let now = now.duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs_f64();
    assert!((now - 2.0..now + 60.0).contains(&first_read), "{first_read} {now}");
    assert_eq!([reloads(&text, "taken"), reloads(&text, "refused")], [0.0, 0.0]);

    let until = async |result, count| {
        let waited = async {
            while reloads(&told().await, result) != count {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(PATIENCE, waited).await.expect("it is counted");
    };
    tokio::time::sleep(Duration::from_millis(1100)).await;
    make(2032, 7, 8);
    server.signal("HUP");
    until("taken", 1.0).await;
    let (expiry, second_read) = shown(&told().await);
    assert_eq!(expiry, 1_972_857_600.0);
    assert!(second_read > first_read, "{second_read} {first_read}");

    std::fs::write(&paths[0], "nonsense").expect("writable");
    server.signal("HUP");
    until("refused", 1.0).await;
    assert_eq!(shown(&told().await), (expiry, second_read), "what cannot be read changes nothing");
}

#[test]
fn a_wrong_certificate_keeps_the_server_from_starting() {
    let directory = fresh_directory("wrong-tls");
    let (good, key, _) = certificate(&directory);
    let other = fresh_directory("other-tls");
    let (_, other_key, _) = certificate(&other);
    let nonsense = directory.join("nonsense.pem");
    std::fs::write(&nonsense, "nonsense").expect("writable");
    let encrypted = ["PKCS #8", "older"].map(|form| directory.join(format!("{form}.pem")));
    let pkcs8 = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGs\n-----END ENCRYPTED PRIVATE KEY-----\n";
    std::fs::write(&encrypted[0], pkcs8).expect("writable");
    let older = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIGs\n-----END RSA PRIVATE KEY-----\n";
    std::fs::write(&encrypted[1], older).expect("writable");
    let old = directory.join("version-1.pem");
    std::fs::write(&old, VERSION_1).expect("writable");
    let cases = [
        (&old, &key, "it is an X.509 certificate of version 1"),
        (&good, &encrypted[0], "it is encrypted; decrypt it"),
        (&good, &encrypted[1], "it is encrypted; decrypt it"),
        (&nonsense, &key, "there is no certificate"),
        (&good, &nonsense, "--tls-key"),
        (&good, &other_key, "--tls-key"),
        (&directory.join("none.pem"), &key, "none.pem"),
    ];
    for (certificate, key, reason) in cases {
        let mut command = Command::new(PEATEE);
        command.args(["serve", "--check-config", "--tls-certificate"]).arg(certificate);
        let output = command.arg("--tls-key").arg(key).arg("--tables").arg(tables()).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason), "{said}");
    }
    let mut lonely = Command::new(PEATEE);
    let output = lonely.args(["serve", "--check-config", "--tls-key"]).arg(&key).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "a key without a certificate");
    // This also holds if the options are in different sources, so that a mistake cannot turn
    // encryption off.
    let file = directory.join("peatee.toml");
    let text = format!("tables = \"{}\"\ntls-key = \"{}\"\n", tables().display(), key.display());
    std::fs::write(&file, text).expect("writable");
    let mut command = Command::new(PEATEE);
    command.args(["serve", "--check-config", "--config"]).arg(&file);
    let output = command.output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--tls-certificate"));
    assert_eq!(output.status.code(), Some(2), "a key in the file, and no certificate");
    let output = command.arg("--tls-certificate").arg(&good).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "one in the file, one in a flag");

    // The clock of the machine may be wrong, so the server starts with a warning.
    for (from, to, warning) in [(1999, 2021, "it expired at"), (2999, 3021, "it is not valid before")] {
        let mut params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
        (params.not_before, params.not_after) = (rcgen::date_time_ymd(from, 1, 1), rcgen::date_time_ymd(to, 1, 1));
        let pair = rcgen::KeyPair::generate().expect("a key");
        std::fs::write(&good, params.self_signed(&pair).expect("a certificate").pem()).expect("writable");
        std::fs::write(&key, pair.serialize_pem()).expect("writable");
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(warning) && said.contains("WARN"), "{said}");
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
}
