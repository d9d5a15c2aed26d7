//! Damaged, missing and strange files among tables, and what each command makes of them.

mod common;

use std::path::{Path, PathBuf};

use common::generate_into;
use common::program::{fail, run, succeed};
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

/// Flips a bit in the header of a file.
fn damage_header(path: &Path) {
    let mut bytes = std::fs::read(path).expect("readable");
    bytes[40] ^= 1;
    std::fs::write(path, bytes).expect("writable");
}

#[test]
fn verify_names_every_file_that_is_damaged_or_missing() {
    let (root, directory) = english_two();
    damage_header(&directory.join("KvK.dtw"));
    damage_header(&directory.join("MvM.wdl"));
    std::fs::remove_file(directory.join("KvM.wdl")).expect("removable");
    let said = fail(&["verify", "--variant", "english"], root.path(), 5);
    for name in ["KvK.dtw", "KvM.wdl", "MvM.wdl"] {
        assert!(said.contains(name), "{name} is not in: {said}");
    }
    assert_eq!(said.lines().count(), 3, "{said}");
}

#[test]
fn what_is_whole_is_counted_and_the_rest_is_named() {
    let (root, directory) = english_two();
    let stats = ["stats", "--variant", "english"];
    let whole = succeed(&stats, root.path());
    std::fs::remove_file(directory.join("KvM.wdl")).expect("removable");
    std::fs::remove_file(directory.join("KvM.dtw")).expect("removable");
    let output = run(&stats, root.path());
    let (found, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("KvM.wdl") && said.contains("KvM.dtw"), "{said}");
    let rest: Vec<&str> = whole.lines().filter(|line| !line.starts_with("KvM")).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), rest);
    // A damaged table is not passed over as one that was never made.
    let (root, directory) = english_two();
    damage_header(&directory.join("KvK.dtw"));
    let said = fail(&stats, root.path(), 5);
    assert!(said.contains("KvK.dtw"), "{said}");
}
