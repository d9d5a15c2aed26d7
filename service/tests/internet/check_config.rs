//! Tests of `serve --check-config`: it must report exactly the settings that a server refuses.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use super::tls;
use crate::common::{PEATEE, Server, fresh_directory, tables};

/// Checks a configuration file. Returns the exit code and the messages.
fn check(file: &Path, text: &str) -> (Option<i32>, String) {
    std::fs::write(file, text).expect("writable");
    let mut command = Command::new(PEATEE);
    command.args(["serve", "--check-config", "--config"]).arg(file).env_remove("PEATEE_TABLES");
    let output = command.output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[test]
fn each_option_that_a_server_refuses_is_found_wrong_with_its_line() {
    let directory = fresh_directory("wrong");
    let file = directory.join("peatee.toml");
    let (certificate, key, _) = tls::certificate(&directory);
    std::fs::write(directory.join("plain"), "no socket").expect("writable");
    std::fs::write(directory.join("tokens.toml"), "[[token]]\nname = \"x\"\nsha256 = \"12\"\n").expect("writable");
    let path = |name: &str| directory.join(name).display().to_string();
    let pair = format!("tls-key = \"{}\"\ntls-certificate", key.display());
    let cases = [
        ("listen = \"apple\"".to_owned(), 2, "listen: 'apple' is wrong: an address has a port"),
        ("listen = \"127.0.0.1:123456\"".to_owned(), 2, "the port `123456`"),
        // The address is reserved for documentation, so no machine has it.
        ("listen = \"192.0.2.77:50051\"".to_owned(), 5, "listen: cannot listen on 192.0.2.77:50051"),
        ("listen = \"name.invalid:50051\"".to_owned(), 5, "listen: cannot listen on name.invalid:50051"),
        (format!("listen = \"unix:{}\"", path("nowhere/socket")), 5, "No such file"),
        (format!("listen = \"unix:{}\"", path("plain")), 5, "it is no socket"),
        (format!("listen = \"unix:{}\"", path(&"long".repeat(40))), 5, "listen: cannot listen on unix:"),
        ("admin-listen = \"pear\"".to_owned(), 2, "admin-listen: 'pear' is wrong"),
        ("admin-listen = \"192.0.2.78:1\"".to_owned(), 5, "admin-listen: cannot listen on 192.0.2.78:1"),
        ("admin-listen = \"0.0.0.0:50051\"".to_owned(), 2, "admin-listen: 0.0.0.0:50051 is where --listen 127.0.0.1"),
        (format!("token-file = \"{}\"", path("tokens.toml")), 2, "token-file: "),
        (format!("{pair} = \"{}\"", path("plain")), 2, "tls-certificate: "),
        (format!("tls-certificate = \"{0}\"\ntls-key = \"{0}\"", certificate.display()), 2, "tls-key: "),
        ("trusted-proxy = [\"example.org\"]".to_owned(), 2, "trusted-proxy: 'example.org' is wrong"),
        ("trusted-proxy = [\"10.0.0.0/33\"]".to_owned(), 2, "expected an IP address or a network"),
        ("log = \"warning\"".to_owned(), 2, "`warning` is no level; give one of off, error, warn"),
        ("tls-key = \"\"".to_owned(), 2, "tls-key: '' is wrong: it is empty"),
        ("token-file = \"/dev/full\"".to_owned(), 2, "/dev/full: it is no regular file"),
        ("tls-key = \"/dev/full\"\ntls-certificate = \"/dev/full\"".to_owned(), 2, "it is no regular file"),
        ("drain-seconds = 86401".to_owned(), 2, "drain-seconds: '86401' is wrong"),
        ("memory-mib = 1048577".to_owned(), 2, "memory-mib: '1048577' is wrong: 1048577 is not in 0..=1048576"),
        (
            "memory-mib = 1048576".to_owned(),
            2,
            "memory-mib: 1048576 MiB, with 128 MiB of --request-memory-mib, are more",
        ),
        ("drain-delay = 86401".to_owned(), 2, "drain-delay: '86401' is wrong"),
    ];
    for (text, code, wrong) in cases {
        let lines = 1 + text.lines().count();
        let (found, said) = check(&file, &format!("tables = \"{}\"\n{text}\n", tables().display()));
        assert_eq!(found, Some(code), "{text}: {said}");
        assert!(said.contains(wrong), "{text}: {said}");
        assert!(said.contains(&format!("{}, line {lines}: ", file.display())), "{text}: {said}");
        // A server that starts with this file reports the same error.
        let output = Command::new(PEATEE).args(["serve", "--config"]).arg(&file).output().expect("it runs");
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(wrong), "{text}");
    }
}

#[test]
fn a_check_leaves_addresses_alone() {
    let directory = fresh_directory("right");
    let (file, socket) = (directory.join("peatee.toml"), directory.join("socket"));
    let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let right = |listen: &str| {
        let text = format!("tables = \"{}\"\nlisten = \"{listen}\"\n", tables().display());
        let (code, said) = check(&file, &text);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("the configuration is valid"), "{said}");
        said
    };
    // With `--check-config`, systemd passes no sockets.
    for listen in [&free.to_string(), "localhost:0", "[::1]:0", "systemd"] {
        right(listen);
    }
    let unix = format!("unix:{}", socket.display());
    right(&unix);
    let names: Vec<_> =
        std::fs::read_dir(&directory).expect("there").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["peatee.toml"], "no socket is left");
    // The check does not disturb a running server.
    for listen in [&free.to_string(), &unix] {
        let server = Server::start(tables(), &["--listen", listen]);
        let said = right(&server.address);
        assert!(said.contains(&format!("--listen: {listen} is in use")), "{said}");
        assert!(listen == &free.to_string() || socket.exists());
    }
}

/// A kind of damage: its name, a function that damages a folder of tables, and the message with
/// which the check reports it.
type Damage<'a> = (&'a str, &'a dyn Fn(&Path), &'a str);

#[test]
fn tables_that_cannot_be_used_are_found_wrong() {
    let cut = |folder: &Path| std::fs::write(folder.join("KvK.wdl"), "short").expect("writable");
    let remove = |folder: &Path| std::fs::remove_file(folder.join("KvK.wdl")).expect("there");
    let garble = |folder: &Path| std::fs::write(folder.join("manifest.json"), "{").expect("writable");
    let damages: [Damage; 3] = [
        ("cut", &cut, "1 damaged tables, the first is"),
        ("removed", &remove, "1 missing tables, the first is"),
        ("garbled", &garble, "1 folders, the first is"),
    ];
    for (name, damage, wrong) in damages {
        let directory = fresh_directory(name);
        // A second game keeps some usable tables in the directory.
        for variant in ["english", "international"] {
            crate::common::make_tables(&directory, variant, 2, &[peatee_table::Metric::Wdl]);
        }
        let text = format!("tables = \"{}\"\n", directory.display());
        let file = fresh_directory(&format!("{name}-file")).join("peatee.toml");
        assert_eq!(check(&file, &text).0, Some(0), "{name}");
        damage(&directory.join("english"));
        let (code, said) = check(&file, &text);
        assert_eq!(code, Some(5), "{name}: {said}");
        assert!(said.contains(wrong), "{name}: {said}");
    }
}

#[test]
fn lists_in_the_environment_have_commas_and_a_check_is_asked_for_on_the_command_line_alone() {
    let run = |name: &str, value: &str| {
        let mut command = Command::new(PEATEE);
        command.args(["serve", "--check-config", "--tables"]).arg(tables()).env(name, value);
        let output = command.output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (name, value) in [
        ("PEATEE_TRUSTED_PROXY", "10.0.0.0/8,192.0.2.7"),
        ("PEATEE_CORS_ORIGIN", "https://a.example,https://b.example"),
        ("PEATEE_ALLOWED_HOST", "a.example,b.example"),
    ] {
        assert_eq!(run(name, value).0, Some(0), "{name}");
    }
    let (code, said) = run("PEATEE_TLS_KEY", "");
    assert_eq!(code, Some(2));
    assert!(said.contains("'' is wrong: it is empty"), "{said}");
    let server = Server::start_in(&[("PEATEE_CHECK_CONFIG", "true".as_ref())], "check-in-environment", tables(), &[]);
    assert!(server.0.address.contains(':'), "it serves");
}
