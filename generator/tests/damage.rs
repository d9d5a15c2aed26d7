//! Damaged, missing and strange files among tables, and what each command makes of them.

mod common;

use std::path::{Path, PathBuf};

use common::generate_into;
use common::program::{fail, succeed};
use tempfile::TempDir;

/// A root with English tables of two pieces, and the folder in it.
fn english_two() -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), "english", 2);
    let directory = root.path().join("english");
    (root, directory)
}

#[cfg(unix)]
fn put_pipe(path: &Path) {
    // Most of them take the place of a file.
    let _ = std::fs::remove_file(path);
    assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

/// Nobody writes to the pipes: whoever waited for that would wait for ever.
#[test]
#[cfg(unix)]
fn pipes_in_place_of_files_are_not_waited_for() {
    let (root, directory) = english_two();
    put_pipe(&directory.join("KvK.dtw"));
    let said = fail(&["verify", "--variant", "english"], root.path(), 5);
    assert!(said.contains("KvK.dtw") && said.contains("pipe"), "{said}");
    put_pipe(&directory.join("KMvK.partial"));
    put_pipe(&directory.join("KvM.wdl.unfinished"));
    put_pipe(&directory.join(".lock"));
    succeed(&["generate", "--variant", "english", "--pieces", "2"], root.path());
    succeed(&["verify", "--variant", "english"], root.path());
    put_pipe(&directory.join("manifest.json"));
    for command in [&["verify"][..], &["stats"], &["signature"], &["generate", "--pieces", "2"]] {
        let said = fail(&[command, &["--variant", "english"]].concat(), root.path(), 5);
        assert!(said.contains("manifest.json") && said.contains("pipe"), "{said}");
    }
}
