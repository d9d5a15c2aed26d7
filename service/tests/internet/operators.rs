//! Tests of features for operators: sockets, the port for operators, metrics.

use std::io::{BufRead as _, BufReader};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use peatee_proto::v1::ProbeRequest;
use tokio_stream::wrappers::ReceiverStream;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use super::client::{Answer, get, send};
use super::tls;
use super::tokens::SESAME;
use crate::common::{PATIENCE, PEATEE, Server, fresh_directory, tables};

pub const PROBE: &str = "/v1/probe?variant=international&fen=W:W23:B5,6";

/// Sends a GET request over a socket and returns the answer as text.
fn asked(mut socket: impl std::io::Read + std::io::Write) -> String {
    socket.write_all(b"GET /v1/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").expect("it is open");
    let mut answer = String::new();
    socket.read_to_string(&mut answer).expect("text");
    answer
}

#[tokio::test]
async fn a_unix_socket_is_listened_on_and_left_over_ones_are_replaced() {
    let directory = fresh_directory("unix");
    let path = directory.join("socket");
    let address = format!("unix:{}", path.display());
    for round in 0..2 {
        let mut server = Server::start(tables(), &["--listen", &address]);
        assert_eq!(server.address, address);
        let answer = asked(UnixStream::connect(&path).expect("it listens"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        if round == 0 {
            // A killed server leaves its socket file behind.
            server.signal("KILL");
            server.wait().await;
            assert!(path.exists());
        } else {
            // A second server cannot take the socket of a running one.
            let mut second = Command::new(PEATEE);
            let output = second.args(["serve", "--listen", &address, "--tables"]).arg(tables()).output().expect("runs");
            assert_eq!(output.status.code(), Some(5));
            server.signal("TERM");
            assert_eq!(server.wait().await.code(), Some(0));
            assert!(!path.exists());
        }
    }
}

#[test]
fn systemd_hands_over_a_socket() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("bound");
    // The shell passes the socket with the same number as systemd, and states the process id.
    let script = "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve --listen systemd --tables \"$1\"";
    let mut child = Command::new("sh")
        .args(["-c", script, PEATEE])
        .arg(tables())
        .stdin(OwnedFd::from(listener))
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("text");
    assert_eq!(line.trim(), format!("listening on {address}"));
    let answer = asked(std::net::TcpStream::connect(address).expect("it listens"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

    let mut alone = Command::new(PEATEE);
    let output = alone.args(["serve", "--listen", "systemd", "--tables"]).arg(tables()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&output.stderr).contains("systemd has passed no socket"));
}

/// Sends a GET request to the port for operators.
pub async fn operate(address: &str, path: &str) -> Answer {
    let socket = tokio::net::TcpStream::connect(address).await.expect("it listens");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(socket)).await.expect("a connection");
    tokio::spawn(connection);
    let request = http::Request::get(path).header("host", "x").body(Full::new(Bytes::new())).expect("a request");
    let (parts, body) = sender.send_request(request).await.expect("an answer").into_parts();
    let body = body.collect().await.expect("a whole body").to_bytes().to_vec();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

/// Returns the value of a metric in the text of all metrics.
pub fn metric(text: &str, name: &str, labels: &[&str]) -> f64 {
    let is_it = |line: &&str| {
        let rest = line.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['{', ' '])) && labels.iter().all(|label| line.contains(label))
    };
    let lines: Vec<&str> = text.lines().filter(is_it).collect();
    assert_eq!(lines.len(), 1, "{name} {labels:?}: {text}");
    lines[0].rsplit(' ').next().expect("a number").parse().expect("a number")
}

#[tokio::test]
async fn operators_see_what_is_counted_and_whether_requests_are_taken() {
    let (mut server, operators) = Server::start_operated(tables(), &["--in-flight-max", "1"]);
    assert_eq!(get(&server, PROBE).await.status, 200);
    assert_eq!(get(&server, "/v1/probe?variant=international&fen=nonsense").await.status, 400);
    assert_eq!(get(&server, "/some/path").await.status, 404);
    let mut client = server.client().await;
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let held = client.probe_stream(ReceiverStream::new(receiver)).await.expect("it is let in").into_inner();
    assert_eq!(get(&server, PROBE).await.status, 429);

    let told = operate(&operators, "/metrics").await;
    assert!(told.header("content-type").starts_with("text/plain; version=0.0.4"));
    let text = told.text();
    let requests = |code| {
        let code = format!("code=\"{code}\"");
        metric(&text, "peatee_requests_total", &["method=\"Probe\"", "protocol=\"http\"", &code])
    };
    assert_eq!(["OK", "INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"].map(requests), [1.0; 3]);
    assert_eq!(metric(&text, "peatee_requests_total", &["method=\"other\"", "code=\"NOT_FOUND\""]), 1.0);
    assert_eq!(metric(&text, "peatee_refusals_total", &["reason=\"BUSY\""]), 1.0);
    assert_eq!(metric(&text, "peatee_positions_total", &[]), 2.0);
    assert_eq!(metric(&text, "peatee_requests_in_work", &[]), 1.0);
    assert!(metric(&text, "peatee_connections", &[]) >= 1.0);
    assert!(metric(&text, "peatee_request_duration_seconds_count", &["method=\"Probe\""]) == 3.0);
    let cache = ["hits", "misses"].map(|what| metric(&text, &format!("peatee_table_cache_{what}_total"), &[]));
    assert!(cache[0] + cache[1] > 0.0, "tables were looked into: {text}");
    assert_eq!(metric(&text, "peatee_tables_damaged", &[]), 0.0);
    assert!(!text.contains("peatee_certificate"), "nothing is encrypted: {text}");
    assert_eq!(operate(&operators, "/readyz").await.text(), "ready\n");
    // The port for clients does not answer the paths for operators.
    for path in ["/metrics", "/healthz", "/readyz"] {
        assert_eq!((get(&server, path).await.status, operate(&operators, path).await.status), (404, 200), "{path}");
    }

    server.signal("TERM");
    let draining = async {
        while operate(&operators, "/readyz").await.status == 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, draining).await.expect("it says that it drains");
    assert_eq!(operate(&operators, "/healthz").await.status, 200);
    drop((sender, held));
    assert_eq!(server.wait().await.code(), Some(0));
}

#[tokio::test]
async fn a_server_that_leaves_answers_until_its_delay_is_over() {
    let (mut server, operators) = Server::start_operated(tables(), &["--drain-delay", "3"]);
    let mut health = HealthClient::new(server.channel().await);
    assert_eq!(operate(&operators, "/readyz").await.status, 200);
    let began = Instant::now();
    server.signal("TERM");
    let left = async {
        while operate(&operators, "/readyz").await.status == 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, left).await.expect("it says that it leaves");
    assert_eq!(operate(&operators, "/readyz").await.text(), "draining\n");
    let state = health.check(HealthCheckRequest::default()).await.expect("it answers").into_inner();
    assert_eq!(state.status(), ServingStatus::NotServing);
    // While it drains, the server still accepts new connections and requests.
    assert_eq!(get(&server, PROBE).await.status, 200);
    assert_eq!(server.wait().await.code(), Some(0));
    assert!(began.elapsed() >= Duration::from_secs(3), "{:?}", began.elapsed());

    // A second signal ends a long delay.
    let mut server = Server::start(tables(), &["--drain-delay", "3600"]);
    server.signal("TERM");
    assert_eq!(get(&server, PROBE).await.status, 200);
    server.signal("INT");
    assert_eq!(server.wait().await.code(), Some(0));
}

#[tokio::test]
async fn the_process_its_build_tokens_and_games_are_counted() {
    let file = fresh_directory("counted").join("tokens.toml");
    std::fs::write(&file, format!("[[token]]\nname = \"club\"\nsha256 = \"{SESAME}\"\n")).expect("writable");
    let (server, operators) =
        Server::start_operated(tables(), &["--token-file", file.to_str().expect("plain"), "--log", "error"]);
    let bearer = || http::Request::get(PROBE).header("authorization", "Bearer open sesame");
    for request in [bearer(), bearer(), http::Request::get(PROBE), http::Request::get("/russian?fen=W:WKa1:BKh8")] {
        assert_eq!(send(&server, request, "").await.status, 200);
    }
    let mut client = server.client().await;
    let items = ["international", "russian", "made-up", "international"].map(|variant| {
        let fen = if variant == "russian" { "W:WKa1:BKh8" } else { "W:WK46:BK5" };
        peatee_proto::v1::ProbeStreamRequest { variant: variant.to_owned(), fen: fen.to_owned() }
    });
    let mut answers = client.probe_stream(tokio_stream::iter(items)).await.expect("it is let in").into_inner();
    while answers.message().await.expect("no failure").is_some() {}

    let text = operate(&operators, "/metrics").await.text();
    let of_token = |token| metric(&text, "peatee_positions_total", &[&format!("token=\"{token}\"")]);
    assert_eq!(["club", ""].map(of_token), [2.0, 6.0], "{text}");
    let of_variant = |variant| metric(&text, "peatee_answered_positions_total", &[&format!("variant=\"{variant}\"")]);
    assert_eq!(["international", "russian", "other"].map(of_variant), [5.0, 2.0, 1.0], "{text}");
    let version = format!("version=\"{}\"", env!("CARGO_PKG_VERSION"));
    assert_eq!(metric(&text, "peatee_build_info", &[&version]), 1.0);

    let of_process = |name: &str| metric(&text, &format!("process_{name}"), &[]);
    let seen = server.memory_bytes("VmRSS") as f64;
    let resident = of_process("resident_memory_bytes");
    assert!(resident > seen / 2.0 && resident < seen * 2.0, "{resident} and {seen}");
    assert!(of_process("virtual_memory_bytes") >= resident);
    assert!(of_process("cpu_seconds_total") > 0.0 && of_process("cpu_seconds_total") < 60.0);
    let files = server.descriptors() as f64;
    assert!((of_process("open_fds") - files).abs() <= 3.0 && of_process("max_fds") >= files, "{files}: {text}");
    assert!((of_process("threads") - server.threads() as f64).abs() <= 8.0);
    #[allow(clippy::disallowed_methods, reason = "compared with a time that is shown")]
    let now = std::time::SystemTime::now();
    let now = now.duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs_f64();
    let age = now - of_process("start_time_seconds");
    assert!((-1.0..600.0).contains(&age), "{age}");
    // The processor time never decreases.
    let later = operate(&operators, "/metrics").await.text();
    assert!(metric(&later, "process_cpu_seconds_total", &[]) >= of_process("cpu_seconds_total"));
}

#[tokio::test]
async fn every_metric_has_its_help_and_type_and_the_pages_name_those_that_there_are() {
    let directory = fresh_directory("help");
    let (certificate, key, known) = tls::certificate(&directory);
    let args = ["--tls-certificate", certificate.to_str().expect("plain"), "--tls-key", key.to_str().expect("plain")];
    let (server, operators) = Server::start_operated(tables(), &args);
    let asked = ProbeRequest { variant: "international".into(), fen: "W:WK46:BK5".into(), ..Default::default() };
    tls::grpc(&server.address, &known).await.probe(asked).await.expect("an answer");
    let text = operate(&operators, "/metrics").await.text();
    let mut kinds = std::collections::BTreeMap::new();
    let mut helped = std::collections::BTreeSet::new();
    let mut samples = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        match words[..] {
            ["#", "HELP", name, help] => {
                assert!(help.len() > 8 && helped.insert(name), "{line}");
            }
            ["#", "TYPE", name, kind] => {
                assert!(helped.contains(name), "HELP comes first: {line}");
                assert_eq!(kinds.insert(name, kind), None, "{line}");
                assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            }
            ["#", ..] => panic!("{line}"),
            _ => {
                let name = line.split(['{', ' ']).next().expect("a name");
                let base = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
                let of_histogram = base.is_some_and(|base| kinds.get(base) == Some(&"histogram"));
                let kind = kinds.get(name).copied();
                assert!(of_histogram || kind.is_some_and(|kind| kind != "histogram"), "{line}");
                samples += 1;
            }
        }
    }
    assert!(samples > 20 && kinds.len() > 15, "{text}");

    let pages = [
        include_str!("../../docs/operating.md"),
        include_str!("../../deploy/alerts.yaml"),
        include_str!("../../deploy/grafana/peatee.json"),
    ];
    for page in pages {
        let words = page.split(|other: char| !other.is_ascii_alphanumeric() && other != '_');
        let named: Vec<&str> =
            words.filter(|word| word.starts_with("peatee_") || word.starts_with("process_")).collect();
        assert!(named.len() > 5, "{named:?}");
        for name in named {
            let known = name.strip_suffix("_bucket").unwrap_or(name);
            // `process_*` stands for all metrics with this prefix.
            let is_known = kinds.contains_key(known) || known == "process_";
            assert!(is_known, "{name} is on a page, and not among the metrics");
        }
    }
}

#[tokio::test]
async fn scripts_of_other_hosts_may_ask_where_that_is_allowed() {
    let server = Server::start(tables(), &["--cors-origin", "https://example.org"]);
    let ask = async |origin: &str| {
        let request = http::Request::options("/v1/probe").header("origin", origin);
        send(&server, request.header("access-control-request-method", "POST"), "").await
    };
    let allowed = ask("https://example.org").await;
    assert_eq!(allowed.header("access-control-allow-origin"), "https://example.org");
    assert!(allowed.header("access-control-allow-methods").contains("POST"));
    assert_eq!(ask("https://example.net").await.header("access-control-allow-origin"), "");
    let answer = send(&server, http::Request::get(PROBE).header("origin", "https://example.org"), "").await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "https://example.org"));
    let closed = Server::start(tables(), &[]);
    let answer = send(&closed, http::Request::get(PROBE).header("origin", "https://example.org"), "").await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, ""));
    let wrong = Command::new(PEATEE).args(["serve", "--cors-origin", "example.org/x"]).output().expect("it runs");
    assert_eq!(wrong.status.code(), Some(2));
}

/// Sends a GET request to the port for operators and returns the answer as text.
fn operators_told(address: impl std::net::ToSocketAddrs, path: &str) -> std::io::Result<String> {
    use std::io::{Read as _, Write as _};
    let mut socket = std::net::TcpStream::connect(address)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    write!(socket, "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Checks that a blocked log loses lines but delays no answers.
#[test]
fn a_log_that_cannot_be_written_loses_lines_alone() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let admin = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let mut child = Command::new(PEATEE)
        .args(["serve", "--access-log", "paths", "--listen", &free.to_string(), "--admin-listen", &admin.to_string()])
        .arg("--tables")
        .arg(tables())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stderr.take());
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("text");
    for _ in 0..50 {
        let answer = asked(std::net::TcpStream::connect(free).expect("it listens"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    // A connection may close shortly after its client has read the whole answer.
    let end = Instant::now() + PATIENCE;
    loop {
        let text = operators_told(admin, "/metrics").expect("text");
        if text.contains("peatee_connections 0") {
            break;
        }
        assert!(Instant::now() < end, "{text}");
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Checks a server with few file descriptors: it limits the connections of clients, and still
/// answers operators.
#[test]
fn idle_connections_leave_operators_their_port() {
    let script = "ulimit -n 120; exec \"$0\" serve --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --tables \"$1\"";
    let mut child = Command::new("sh")
        .args(["-c", script, PEATEE])
        .arg(tables())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("sh runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    let mut address = || lines.find_map(|line| line.split_once(" on ").map(|(_, address)| address.to_owned()));
    let (operators, clients) = (address().expect("operators"), address().expect("clients"));
    let idle: Vec<_> = (0..100).map_while(|_| std::net::TcpStream::connect(&clients).ok()).collect();
    let told = operators_told(&*operators, "/readyz");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    drop(idle);
    assert!(told.as_ref().is_ok_and(|text| text.starts_with("HTTP/1.1 200")), "{told:?}");
}

#[tokio::test]
async fn lines_that_a_full_disk_loses_are_counted() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    // The server logs a warning before it listens.
    let (_server, operators) = Server::start_operated_with(tables(), &["--trusted-proxy", "::/0"], full.into());
    let end = Instant::now() + PATIENCE;
    loop {
        let text = operate(&operators, "/metrics").await.text();
        if metric(&text, "peatee_log_lines_lost_total", &[]) >= 1.0 {
            break;
        }
        assert!(Instant::now() < end, "{text}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
