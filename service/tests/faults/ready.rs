//! Tests whether operators see a server with damaged tables as ready.

use peatee_probe::Metric;

use super::copied;
use crate::common::{Server, fresh_directory, make_tables};
use crate::internet::{metric, operate};

#[tokio::test]
async fn damaged_tables_are_named_and_the_others_are_served() {
    let root = fresh_directory("some");
    let directory = copied(&root);
    std::fs::write(directory.join("MvMM.dtw"), "nonsense").expect("writable");
    std::fs::remove_file(directory.join("KvMM.wdl")).expect("it is there");
    // Refused to every user; so is a file that another program of Windows has locked.
    let refused = directory.join("KvM.wdl");
    std::fs::remove_file(&refused).expect("it is there");
    std::os::unix::fs::symlink("KvM.wdl", &refused).expect("writable");
    make_tables(&root, "russian", 2, &[Metric::Wdl]);
    std::fs::write(root.join("russian").join("manifest.json"), "nonsense").expect("writable");
    let (_server, operators) = Server::start_operated(&root, &["--log", "off"]);
    let ready = operate(&operators, "/readyz").await;
    assert_eq!(ready.status, 200);
    let text = ready.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "ready, but these tables cannot be used"), "{text}");
    for (kind, name) in [
        ("folder: ", "russian"),
        ("damaged: ", "MvMM.dtw"),
        ("unreadable: ", "KvM.wdl: it cannot be read now: "),
        ("missing: ", "KvMM.wdl"),
    ] {
        assert!(lines.iter().any(|line| line.starts_with(kind) && line.contains(name)), "{kind}{name}: {text}");
    }
    let text = operate(&operators, "/metrics").await.text();
    for (name, tables) in [("damaged", 2.0), ("missing", 1.0)] {
        assert_eq!(metric(&text, &format!("peatee_tables_{name}"), &[]), tables, "{name}");
    }
    assert_eq!(metric(&text, "peatee_table_folders_unopened", &[]), 1.0);
    let files = std::fs::read_dir(&directory).expect("tables").flatten().map(|entry| entry.path());
    let is_table = |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "wdl" || end == "dtw");
    let usable = files.filter(is_table).count() - 2;
    assert_eq!(metric(&text, "peatee_tables_usable", &[]), usable as f64);
}

#[tokio::test]
async fn a_server_without_a_table_that_can_be_used_is_not_ready() {
    let root = fresh_directory("none");
    make_tables(&root, "russian", 2, &[Metric::Wdl]);
    for entry in std::fs::read_dir(root.join("russian")).expect("tables") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|end| end == "wdl") {
            std::fs::remove_file(path).expect("it is there");
        }
    }
    let (_server, operators) = Server::start_operated(&root, &["--log", "off"]);
    let ready = operate(&operators, "/readyz").await;
    assert_eq!(ready.status, 503);
    let text = ready.text();
    assert!(text.starts_with("no table can be used\nmissing: "), "{text}");
    assert_eq!(operate(&operators, "/healthz").await.status, 200, "the process lives");
    let text = operate(&operators, "/metrics").await.text();
    assert_eq!(metric(&text, "peatee_tables_usable", &[]), 0.0);
    assert!(metric(&text, "peatee_tables_missing", &[]) >= 1.0);
}
