//! Tests of `peatee fetch`, and of commands that get the address of tables instead of a directory.

use std::path::Path;
use std::process::{Command, Output};

use peatee_generator::NoProgress;

use crate::common::{PEATEE, Server, fresh_directory, tables};
use crate::internet::client::get;
use crate::program::{run, text};
use crate::web_server::{Fault, WebServer};

/// Starts a web server with the published international and Russian tables. Also returns their
/// directory.
fn site(name: &str) -> (WebServer, std::path::PathBuf) {
    let out = fresh_directory(name);
    let folders = ["international", "russian"].map(|game| tables().join(game));
    peatee_generator::publish(&folders, None, &out, &NoProgress).expect("the tables are whole");
    (WebServer::start(&out), out)
}

fn fetch(url: &str, out: &Path, more: &[&str]) -> Output {
    run(Command::new(PEATEE).args(["fetch", url, "--tables"]).arg(out).args(more), "")
}

#[track_caller]
fn assert_same(found: &Path, expected: &Path, files: &[&str]) {
    for file in files {
        let read = |folder: &Path| std::fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(read(found) == read(expected), "{file} differs");
    }
}

#[test]
fn tables_are_fetched_selected_resumed_and_kept() {
    let (server, published) = site("site");
    let out = fresh_directory("fetched");
    let some = fetch(&server.url, &out, &["--variant", "international", "--pieces", "2", "--metric", "wdl"]);
    assert_eq!((some.status.code(), text(&some.stderr)), (Some(0), ""));
    assert!(text(&some.stdout).starts_with("international: 4 tables fetched, "), "{}", text(&some.stdout));
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(out.join(folder)).expect("it is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    };
    assert_eq!(names("international"), [".lock", "KvK.wdl", "KvM.wdl", "MvK.wdl", "MvM.wdl", "manifest.json"]);

    // One file is half downloaded, as after an interruption. Another belongs to a different version
    // of the tables.
    let source = published.join("international");
    let half = |name: &str, bytes: &[u8]| {
        std::fs::write(out.join("international").join(format!("{name}.unfinished")), bytes).expect("writable");
    };
    let whole = std::fs::read(source.join("KKvK.dtw")).expect("readable");
    half("KKvK.dtw", &whole[..whole.len() / 2]);
    half("KMvK.dtw", b"of another version");
    half("KMvM.dtw", &vec![7; 1 << 20]);
    let before = server.counts().body_bytes;
    let rest = fetch(&server.url, &out, &["--connections", "2"]);
    assert_eq!((rest.status.code(), text(&rest.stderr)), (Some(0), ""));
    let said = text(&rest.stdout);
    assert!(said.contains("; 4 were there already\nrussian: "), "{said}");
    let sent = server.counts().body_bytes - before;
    let tables = |folder: &str| -> Vec<String> {
        names(folder).into_iter().filter(|name| ![".lock", "manifest.json"].contains(&name.as_str())).collect()
    };
    for game in ["international", "russian"] {
        let all = tables(game);
        assert_same(&out.join(game), &published.join(game), &all.iter().map(String::as_str).collect::<Vec<_>>());
        assert_same(&out.join(game), &published.join(game), &["manifest.json"]);
    }
    let length = |name: &str| std::fs::metadata(source.join(name)).expect("it is there").len();
    let all: u64 = tables("international").iter().map(|name| length(name)).sum();
    assert!(sent < all + (1 << 19), "{sent} bytes were sent of tables of {all}");
    let mut probe = Command::new(PEATEE);
    let probe = probe.args(["probe", "W:W23:B5,6", "--format", "jsonl", "--tables"]).arg(&out).output();
    let answer = probe.expect("it starts").stdout;
    assert_eq!(text(&answer), "{\"fen\":\"W:W23:B5,6\",\"wdl\":\"win\",\"dtw_plies\":29}\n");
}

#[test]
fn what_cannot_be_fetched_is_an_error_by_name() {
    let (server, published) = site("bad-site");
    let out = fresh_directory("not-fetched");
    let failed = |output: Output, code: i32, said: &str| {
        let found = text(&output.stderr).to_owned();
        assert_eq!(output.status.code(), Some(code), "{found}");
        assert!(found.contains(said), "{found}");
    };
    failed(fetch("tables", &out, &[]), 2, "http://");
    failed(fetch(&server.url, &out, &["--variant", "chequers"]), 2, "chequers");
    failed(fetch(&server.url, &out, &["--variant", "english"]), 2, "no such tables");
    failed(fetch(&format!("{}/nowhere", server.url), &out, &[]), 3, "/nowhere");
    failed(fetch("http://127.0.0.1:1", &out, &[]), 5, "http://127.0.0.1:1/headers.bin");
    server.fail(Fault::Damaged, usize::MAX);
    failed(fetch(&server.url, &out, &["--variant", "russian"]), 5, "/russian/");
    server.recover();
    assert!(!out.join("russian/manifest.json").exists(), "only whole tables are listed");

    // The file does not match the manifest of the server.
    let table = published.join("russian/KvK.wdl");
    let mut bytes = std::fs::read(&table).expect("readable");
    *bytes.last_mut().expect("it has bytes") ^= 1;
    std::fs::write(&table, bytes).expect("writable");
    failed(fetch(&server.url, &out, &["--variant", "russian"]), 5, "/russian/KvK.wdl: the checksum of the file");
    assert!(!out.join("russian/KvK.wdl").exists());

    // Another program has locked the folder.
    let lock = std::fs::File::create(out.join("russian/.lock")).expect("writable");
    lock.lock().expect("nobody else has it");
    failed(fetch(&server.url, &out, &["--variant", "russian"]), 5, "another program");
}

#[tokio::test]
async fn commands_and_the_server_read_tables_from_an_address() {
    let (server, published) = site("read-site");
    let probe = |tables: &str, variant: &str, fens: &str| {
        let mut command = Command::new(PEATEE);
        let output = run(command.args(["moves", "--variant", variant, "--format", "jsonl", "--tables", tables]), fens);
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let fens = "W:W23:B5,6\nB:W28,50:B3\nW:WK12,K40:BK11\nW:WK1:BK50\n";
    let disk = tables().to_str().expect("UTF-8");
    assert_eq!(probe(&server.url, "international", fens), probe(disk, "international", fens));
    let one = format!("{}/russian", server.url);
    let fens = "W:WK1:BK30\nB:W12:B7\n";
    assert_eq!(probe(&one, "russian", fens), probe(&format!("{disk}/russian"), "russian", fens));
    assert_eq!(probe(&one, "english", "W:WK1:BK2\n").0, Some(3));
    let (code, _, said) = probe(&format!("{}/nowhere", server.url), "russian", "W:WK1:BK2\n");
    assert!(code == Some(3) && said.contains("/nowhere holds no tables"), "{said}");
    server.fail(Fault::WholeFile, usize::MAX);
    let (code, out, said) = probe(&one, "russian", "W:WK1:BK30\n");
    assert!(code == Some(5) && format!("{out}{said}").contains("status 200"), "{out}{said}");
    server.recover();

    let (serving, local) = (Server::start(Path::new(&server.url), &[]), Server::start(&published, &[]));
    for path in ["/v1/tables", "/v1/moves?variant=international&fen=W:W23:B5,6"] {
        let answer = get(&serving, path).await;
        assert_eq!((answer.status, answer.text()), (200, get(&local, path).await.text()), "{path}");
    }
}
