//! Tests of commands with partly damaged tables: the exit code shows whether an answer is
//! incomplete because of them.

use std::process::Command;

use peatee_probe::Metric;

use crate::common::{PEATEE, fresh_directory, make_tables};
use crate::program::{run, text};

/// Runs `peatee adjudicate` on a position. Returns the exit code and the output.
fn adjudicated(tables: &std::path::Path, variant: &str, fen: &str) -> (Option<i32>, String) {
    let mut command = Command::new(PEATEE);
    command.args(["adjudicate", "--variant", variant, "--fen", fen, "--format", "jsonl", "--tables"]).arg(tables);
    let output = run(&mut command, "");
    (output.status.code(), text(&output.stdout).to_owned())
}

#[test]
fn a_verdict_without_a_value_because_of_damage_is_no_success() {
    let root = fresh_directory("verdicts");
    for variant in ["english", "russian"] {
        make_tables(&root, variant, 2, &[Metric::Wdl, Metric::Dtw]);
    }
    std::fs::write(root.join("russian/manifest.json"), "{").expect("writable");
    let (code, said) = adjudicated(&root, "english", "W:WK1:BK9");
    assert_eq!(code, Some(0), "{said}");
    // The position has too many pieces for the tables, which are undamaged.
    let (code, said) = adjudicated(&root, "english", "W:WK1,K2:BK9");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("\"unknownReason\":\"\""), "{said}");
    let (code, said) = adjudicated(&root, "russian", "W:WKa1:BKh8");
    assert_eq!(code, Some(5), "{said}");
    assert!(!said.contains("\"unknownReason\":\"\""), "the verdict is still told: {said}");
}
