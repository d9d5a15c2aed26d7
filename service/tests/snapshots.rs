//! Snapshots of help texts and JSON documents. `INSTA_UPDATE=always cargo test -p peatee` updates
//! them.

use std::process::Command;

use crate::common::{PEATEE, tables};
use crate::program::{run, text};
use insta::assert_snapshot;

/// Runs a command and returns its output.
fn printed(arguments: &[&str], stdin: &str) -> String {
    let mut command = Command::new(PEATEE);
    command.args(arguments).env("PEATEE_TABLES", tables());
    text(&run(&mut command, stdin).stdout).to_owned()
}

/// Returns a help text. Values from the environment and invisible spaces are removed, so that the
/// text is the same on every machine.
fn help(arguments: &[&str]) -> String {
    let mut command = Command::new(PEATEE);
    command.args(arguments).arg("--help");
    for name in ["PEATEE_TABLES", "PEATEE_LISTEN", "PEATEE_LOG"] {
        command.env_remove(name);
    }
    let output = run(&mut command, "");
    assert!(output.status.success(), "{arguments:?}");
    text(&output.stdout).lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn help_texts() {
    let whole = help(&[]);
    let commands = whole.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    let commands: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 5, "{commands:?}");
    assert_snapshot!("help", whole);
    for name in commands.into_iter().filter(|&name| name != "help") {
        assert_snapshot!(format!("help-{name}"), help(&[name]));
    }
}

#[test]
fn json_of_positions() {
    // The positions are a win, a draw, a loss, and four that are refused.
    let positions = "W:W23:B5,6\nW:WK1:BK2\nB:W18:B5,6\nnonsense\nW:W1:B2\nW:WK1,K2:BK3,K4\nW:W1:W2\n";
    assert_snapshot!("probe-jsonl", printed(&["probe", "--format", "jsonl"], positions));
    assert_snapshot!("moves-jsonl", printed(&["moves", "--format", "jsonl"], "W:W23:B5,6\nW:WK1:B7,40\nW:W:BK3\n"));
    assert_snapshot!("line-jsonl", printed(&["line", "--format", "jsonl", "--plies-max", "3", "W:W23:B5,6"], ""));
    let russian = ["probe", "--variant", "russian", "--format", "jsonl", "W:WKa1:Bb2"];
    assert_snapshot!("probe-without-dtw-jsonl", printed(&russian, ""));
}

#[test]
fn text_of_positions() {
    let positions = ["W:W23:B5,6", "W:WK42:B22", "W:WK1:BK2,K3"];
    assert_snapshot!("probe-text", printed(&[&["probe"], &positions[..]].concat(), ""));
    assert_snapshot!("moves-text", printed(&["moves", "W:W23:B5,6", "W:WK1:B7,40"], ""));
    assert_snapshot!("line-text", printed(&["line", "W:W23:B5,6"], ""));
}

#[test]
fn the_list_of_games() {
    assert_snapshot!("variants", printed(&["variants"], ""));
}
