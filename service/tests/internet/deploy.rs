//! Tests of the recipes in `service/deploy`: each is parsed, the program checks its options, and
//! nginx is run if it is installed.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use peatee_proto::v1::ProbeRequest;
use serde::Deserialize as _;
use serde_json::Value;

use super::client::get;
use super::logs::access_lines;
use super::operators::operate;
use super::tls;
use crate::common::{PATIENCE, PEATEE, Server, fresh_directory, tables};

fn recipe(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    (path, text)
}

/// Parses the YAML documents of a file in `service/deploy`.
fn documents(name: &str) -> Vec<Value> {
    let (_, text) = recipe(name);
    let read = |document| Value::deserialize(document).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_yaml_ng::Deserializer::from_str(&text).map(read).collect()
}

/// Checks the options in a configuration file, with the tables of this test.
fn check_options(name: &str, options: &str, environment: &[(&str, &str)]) {
    let file = fresh_directory(name).join("peatee.toml");
    std::fs::write(&file, options.replace("\"/tables\"", &format!("{:?}", tables()))).expect("writable");
    let mut command = Command::new(PEATEE);
    command.args(["serve", "--check-config", "--config"]).arg(&file).envs(environment.iter().copied());
    command.env("PEATEE_TABLES", tables());
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the options of the server that the comment at the top of a deployment file states.
fn options_of_head(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix("#   "));
    let options: Vec<&str> = lines.collect();
    assert!(options.len() > 2, "{text}");
    options.join("\n")
}

fn seconds(text: &str) -> u64 {
    text.trim_end_matches('s').parse().expect("seconds")
}

#[tokio::test]
async fn kubernetes_gives_a_server_the_time_that_it_takes_to_end() {
    let all = documents("kubernetes.yaml");
    let of_kind = |kind: &str| {
        let found: Vec<&Value> = all.iter().filter(|document| document["kind"] == kind).collect();
        assert!(!found.is_empty(), "{kind}");
        found
    };
    let options = of_kind("ConfigMap")[0]["data"]["peatee.toml"].as_str().expect("a text");
    check_options("kubernetes", options, &[]);
    let known: toml::Table = options.parse().expect("TOML");
    let number = |name: &str| known[name].as_integer().expect("a number");
    let pod = &of_kind("Deployment")[0]["spec"]["template"]["spec"];
    let grace = pod["terminationGracePeriodSeconds"].as_i64().expect("a number");
    assert!(grace > number("drain-delay") + number("drain-seconds"), "{grace}");
    let container = &pod["containers"][0];
    let port = |name: &str| {
        let ports = container["ports"].as_array().expect("ports");
        let port = ports.iter().find(|port| port["name"] == name).expect("it is there");
        format!("0.0.0.0:{}", port["containerPort"])
    };
    assert_eq!(
        (port("grpc"), port("operators")),
        (
            known["listen"].as_str().expect("a text").to_owned(),
            known["admin-listen"].as_str().expect("a text").to_owned()
        )
    );
    // The server answers the paths that the kubelet requests.
    let (_server, operators) = Server::start_operated(tables(), &[]);
    for probe in ["startupProbe", "livenessProbe", "readinessProbe"] {
        let asked = &container[probe]["httpGet"];
        assert_eq!(asked["port"], "operators");
        assert_eq!(operate(&operators, asked["path"].as_str().expect("a path")).await.status, 200, "{probe}");
    }
    let labels = &of_kind("Deployment")[0]["spec"]["template"]["metadata"]["labels"];
    for service in of_kind("Service") {
        assert_eq!(&service["spec"]["selector"], labels);
        assert_eq!(service["spec"]["ports"][0]["targetPort"], "grpc");
    }
    let memory = pod["containers"][0]["resources"]["limits"]["memory"].as_str().expect("a size");
    assert_eq!(memory, "2Gi");
    assert_eq!(4 * number("memory-mib"), 2048, "a quarter, as the comment says");
}

#[test]
fn compose_sets_options_that_there_are_and_mounts_files_that_there_are() {
    let compose = &documents("compose.yaml")[0];
    let (file, _) = recipe("compose.yaml");
    let server = &compose["services"]["peatee"];
    let variables = server["environment"].as_object().expect("variables");
    let help = Command::new(PEATEE).args(["serve", "--help"]).output().expect("it runs").stdout;
    let help = String::from_utf8(help).expect("text");
    for name in variables.keys() {
        assert!(help.contains(&format!("[env: {name}=")), "{name}");
    }
    let given = variables.iter().filter(|(name, _)| *name != "PEATEE_TABLES");
    let given: Vec<_> = given.map(|(name, value)| (name.as_str(), value.as_str().expect("a text"))).collect();
    check_options("compose", "", &given);
    let drain = seconds(variables["PEATEE_DRAIN_SECONDS"].as_str().expect("a text"));
    assert!(seconds(server["stop_grace_period"].as_str().expect("a text")) > drain);
    for (name, service) in compose["services"].as_object().expect("services") {
        for volume in service["volumes"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let from = volume.split(':').next().expect("a path");
            assert!(!from.starts_with("./") || file.with_file_name(from).exists(), "{name}: {from}");
        }
    }
    let dockerfile = file.parent().and_then(Path::parent).and_then(Path::parent).expect("the working copy");
    assert!(dockerfile.join(server["build"]["dockerfile"].as_str().expect("a path")).exists());
    let scraped = &documents("prometheus.yaml")[0]["scrape_configs"][0];
    assert_eq!(
        (&scraped["job_name"], &scraped["static_configs"][0]["targets"][0]),
        (&"peatee".into(), &"peatee:9464".into())
    );
    for rule in documents("alerts.yaml")[0]["groups"][0]["rules"].as_array().expect("rules") {
        assert!(rule["alert"].is_string() && rule["expr"].is_string(), "{rule}");
    }
    for name in ["grafana/datasource.yaml", "grafana/dashboards.yaml"] {
        assert_eq!(documents(name)[0]["apiVersion"], 1, "{name}");
    }
    let dashboard: Value = serde_json::from_str(&recipe("grafana/peatee.json").1).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    assert!(panels.len() > 10 && panels.iter().all(|panel| panel["targets"][0]["expr"].is_string()));
}

#[test]
fn envoy_asks_the_port_for_operators_whether_a_server_is_ready() {
    let (_, text) = recipe("envoy.yaml");
    let options = options_of_head(&text);
    check_options("envoy", &options, &[]);
    let known: toml::Table = options.parse().expect("TOML");
    let envoy = &documents("envoy.yaml")[0]["static_resources"];
    let cluster = &envoy["clusters"][0];
    let endpoint = &cluster["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"];
    let address = &endpoint["address"]["socket_address"];
    let told = |port: &Value| format!("{}:{port}", address["address"].as_str().expect("an address"));
    assert_eq!(known["listen"].as_str(), Some(told(&address["port_value"]).as_str()));
    assert_eq!(known["admin-listen"].as_str(), Some(told(&endpoint["health_check_config"]["port_value"]).as_str()));
    assert_eq!(cluster["health_checks"][0]["http_health_check"]["path"], "/readyz");
    let manager = &envoy["listeners"][0]["filter_chains"][0]["filters"][0]["typed_config"];
    let routes = &manager["route_config"]["virtual_hosts"][0];
    assert_eq!(routes["routes"][0]["route"]["cluster"], cluster["name"]);
    assert_eq!(routes["domains"][0], known["allowed-host"][0].as_str().expect("a name"));
}

/// A program that is terminated when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // SIGTERM also ends the child processes of the program.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn nginx_sends_grpc_and_http_on_and_says_who_asks() {
    let (_, text) = recipe("nginx.conf");
    let options = options_of_head(&text);
    check_options("nginx", &options, &[]);
    let nginx = ["nginx", "/usr/sbin/nginx"].into_iter().find(|name| Command::new(name).arg("-v").output().is_ok());
    let Some(nginx) = nginx else {
        return eprintln!("nginx is not installed: its recipe was read and not run");
    };
    let directory = fresh_directory("nginx-run");
    let (certificate, key, known) = tls::certificate(&directory);
    let args = ["--trusted-proxy", "127.0.0.1", "--allowed-host", "peatee.example.org", "--allowed-host", "localhost"];
    let more = ["--access-log", "paths", "--log-format", "json", "--log", "info"];
    let (server, log) = Server::start_logged("nginx-log", tables(), &[args, more].concat());
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let changes = [
        ("127.0.0.1:50051", server.address.clone()),
        ("listen 443 ", format!("listen {free} ")),
        ("server_name peatee.example.org", "server_name localhost".to_owned()),
        ("/etc/peatee/certificate.pem", certificate.display().to_string()),
        ("/etc/peatee/key.pem", key.display().to_string()),
    ];
    let recipe = changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    std::fs::write(directory.join("peatee.conf"), recipe).expect("writable");
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let paths: String = paths.iter().map(|name| format!("    {name}_temp_path {name};\n")).collect();
    let whole = format!(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n    access_log off;\n{paths}    include peatee.conf;\n}}\n"
    );
    let main = directory.join("nginx.conf");
    std::fs::write(&main, whole).expect("writable");
    let command = || {
        let mut command = Command::new(nginx);
        command.arg("-p").arg(&directory).arg("-c").arg(&main).args(["-e", "stderr"]);
        command
    };
    let tested = command().arg("-t").output().expect("it runs");
    assert!(tested.status.success(), "{}", String::from_utf8_lossy(&tested.stderr));
    let _running = Running(command().stdin(Stdio::null()).spawn().expect("it starts"));
    let listening = async {
        while tokio::net::TcpStream::connect(free).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, listening).await.expect("it listens");

    let address = free.to_string();
    let asked = || ProbeRequest { variant: "international".into(), fen: "W:WK46:BK5".into(), ..Default::default() };
    let mut client = tls::grpc(&address, &known).await;
    client.probe(asked()).await.expect("gRPC comes through");
    let items = ["W:WK46:BK5"; 3]
        .map(|fen| peatee_proto::v1::ProbeStreamRequest { variant: "international".into(), fen: fen.into() });
    let mut answers = client.probe_stream(tokio_stream::iter(items)).await.expect("streams too").into_inner();
    let mut count = 0;
    while answers.message().await.expect("no failure").is_some() {
        count += 1;
    }
    assert_eq!(count, 3);
    for path in ["/", "/v1/probe?variant=international&fen=W:WK46:BK5"] {
        let answer = tls::get(&address, &known, path, &[("x-forwarded-for", "203.0.113.66")]).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("strict-transport-security"), "max-age=2592000");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    assert_eq!(get(&server, "/v1/tables").await.status, 200, "directly");
    // The log names the proxy of forwarded requests, and the client that the proxy has named.
    let lines = access_lines(&log, 5).await;
    let through: Vec<&Value> = lines.iter().filter(|line| line["proxy"] == "127.0.0.1").collect();
    assert_eq!(through.len(), 4, "{lines:?}");
    assert!(
        through.iter().all(|line| line["peer"] == "127.0.0.1"),
        "what a client says of itself is not passed on: {lines:?}"
    );
}
