//! Tests of lines of best play and lists of moves under draw rules, as commands print them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use peatee_probe::{Metric, RuleSet};
use peatee_rules::draw::DrawRules;
use serde_json::{Value, json};

use super::{games, jsonl, peatee, run, text};
use crate::common::{PEATEE, fresh_directory, make_tables};

/// Returns a directory with tables of Russian and English draughts. They include DTR tables (plies
/// to the next move that resets a count) for the draw rules that the tests use.
fn claim_tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("claim-tables");
        for (variant, code, pieces) in [("russian", "USSR-1953-64", 2), ("english", "WCDF", 3)] {
            let rules = DrawRules::named(code).expect("a rule code");
            make_tables(&root, variant, pieces, &[Metric::Wdl, Metric::Dtw, Metric::Dtr(RuleSet::new(&rules))]);
        }
        root
    })
}

/// Runs a command with the tables of `claim_tables`, and returns its only answer.
fn claimed(args: &[&str]) -> Value {
    let command = [args, &["--format", "jsonl"]].concat();
    let output = run(Command::new(PEATEE).args(command).env("PEATEE_TABLES", claim_tables()), "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    jsonl(&output).remove(0)
}

fn asked(args: &[&str]) -> Value {
    let output = peatee(&[args, &["--format", "jsonl"]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    jsonl(&output).remove(0)
}

fn notations(line: &Value) -> Vec<&str> {
    line["moves"].as_array().expect("a list").iter().map(|mv| mv["move"].as_str().expect("a text")).collect()
}

#[test]
fn a_winner_in_no_danger_plays_the_shortest_win() {
    let line = asked(&["line", "--rules", "FMJD-100", "W:W19,K50:B18"]);
    assert_eq!((&line["rule_value"], &line["dtw_plies"]), (&json!("win"), &json!(3)));
    assert_eq!((notations(&line).len(), &line["end"]), (3, &json!("game-over")), "{line}");
    let moves = asked(&["moves", "--rules", "FMJD-100", "W:W19,K50:B18"]);
    assert_eq!(moves["moves"][0]["dtw_plies"], 3, "{moves}");
}

#[test]
fn lines_stop_at_a_draw_that_the_saved_side_claims() {
    let cases = [
        (["--variant", "russian", "--rules", "USSR-1953-64", "--counters", "16b=58", "B:W20:BK3"], "16 b", 2),
        (["--variant", "english", "--rules", "WCDF", "--counters", "1.32.2=78", "W:WK1,K7:BK32"], "1.32.2", 2),
        // The draw can be claimed at once.
        (["--variant", "english", "--rules", "WCDF", "--counters", "1.32.2=80", "W:WK1,K7:BK32"], "1.32.2", 0),
    ];
    for (question, article, plies) in cases {
        let line = claimed(&[&["line"][..], &question].concat());
        assert_eq!((notations(&line).len(), &line["end"]), (plies, &json!("draw-claimable")), "{line}");
        let draw = line["draws"][0].as_str().expect("a text");
        assert!(draw.contains("can claim a draw") && draw.contains(article), "{draw}");
    }
}

#[test]
fn no_move_of_a_drawn_position_wins() {
    let drawn = ["--rules", "FMJD-100", "--counters", "6.2=3,6.3=32", "W:WK1,K45,K50:BK7"];
    let moves = asked(&[&["moves"][..], &drawn].concat());
    assert_eq!((&moves["rule_value"], &moves["draw"]), (&json!("cursed-win"), &json!("drawn")), "{moves}");
    let list = moves["moves"].as_array().expect("a list");
    assert!(list.iter().any(|mv| mv["wdl"] == "win"));
    for mv in list {
        assert!(["cursed-win", "draw", "blessed-loss"].iter().any(|name| mv["rule_value"] == *name), "{mv}");
        assert_eq!((&mv["needed_plies"], &mv["resets_count"]), (&Value::Null, &json!(false)), "{mv}");
    }
    let shown = peatee(&[&["probe"][..], &drawn].concat(), "");
    assert!(text(&shown.stdout).contains("already drawn by 6.3"), "{}", text(&shown.stdout));

    let claimable = ["--variant", "english", "--rules", "WCDF", "--counters", "1.32.2=80", "W:WK1,K7:BK32"];
    let moves = claimed(&[&["moves"][..], &claimable].concat());
    assert_eq!((&moves["rule_value"], &moves["draw"]), (&json!("cursed-win"), &json!("claimable")), "{moves}");
    assert_eq!(moves["moves"][0]["rule_value"], "cursed-win");
}

#[test]
fn a_number_that_no_count_holds_is_echoed_as_it_was_written() {
    let args = ["probe", "--rules", "FMJD-100", "--counters", "6.3=99999999999", "W:WK1,K45,K50:BK7"];
    let output = peatee(&args, "");
    assert_ne!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("6.3=99999999999 is over the limit of 32 plies"), "{}", text(&output.stderr));
}

/// Returns a directory with WDL and DTW tables of English draughts.
fn plain_tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("plain-tables");
        make_tables(&root, "english", 3, &Metric::DEFAULT);
        root
    })
}

/// Returns the verdict on a position of English draughts, with the tables of `plain_tables`.
fn plain_verdict(fen: &str, more: &[&str]) -> Value {
    let args = [&["adjudicate", "--format", "jsonl", "--variant", "english", "--fen", fen][..], more].concat();
    let output = run(Command::new(PEATEE).args(args).env("PEATEE_TABLES", plain_tables()), "");
    games(&output).remove(0)
}

#[test]
fn verdicts_say_what_the_tables_prove_without_those_of_the_code() {
    let drawn = plain_verdict("W:WK1:BK32", &[]);
    assert_eq!((&drawn["value"]["rule_value"], &drawn["unknown_reason"]), (&json!("draw"), &Value::Null), "{drawn}");
    assert!(!drawn["best_line"].as_array().expect("a list").is_empty(), "{drawn}");

    // The shortest win fits into the 80 plies of the count.
    let won = plain_verdict("W:WK1,K7:BK32", &[]);
    assert_eq!((&won["value"]["wdl"], &won["value"]["rule_value"]), (&json!("win"), &json!("win")), "{won}");
    assert_eq!(won["value"]["lacking"], "there is no dtr-WCDF table of KKvK");
    assert_eq!(won["value"]["needed_plies"], Value::Null);
    let plies = won["value"]["dtw_plies"].as_u64().expect("a number");
    let line = plain_verdict("W:WK1,K7:BK32", &["--line-plies", "100"]);
    assert_eq!(line["best_line"].as_array().map(|moves| moves.len() as u64), Some(plies), "{line}");

    // One ply of the count is left, and no move ends the game or resets the count.
    let cursed = plain_verdict("W:WK1,K7:BK32", &["--counters", "1.32.2=79"]);
    assert_eq!(cursed["value"]["rule_value"], "cursed-win", "{cursed}");
    // The shortest win takes 27 plies, but the count leaves only ten. No table says whether White
    // can reset the count and still win.
    let open = plain_verdict("W:WK1,K7:BK32", &["--counters", "1.32.2=70"]);
    assert_eq!(open["value"]["rule_value"], "maybe-win", "{open}");
    assert_eq!((&open["best_line"], &open["best_line_end"]), (&json!([]), &json!("not-known")), "{open}");
    // The first number of the result belongs to Black, who moves first in this variant.
    for (result, agreement) in [("0-2", "unknown"), ("1-1", "unknown"), ("2-0", "against-value")] {
        let pdn =
            format!("[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:WK1,K7:BK32\"]\n1. 1-6 32-28 2. 6-1 28-32 {result}\n");
        let output = run(
            Command::new(PEATEE)
                .args(["adjudicate", "--pdn", "-", "--format", "jsonl"])
                .env("PEATEE_TABLES", wdl_tables()),
            &pdn,
        );
        let found = games(&output).remove(0);
        assert_eq!(
            (&found["value"]["rule_value"], &found["agreement"]),
            (&json!("maybe-win"), &json!(agreement)),
            "{found}"
        );
    }

    let probed = ["probe", "--variant", "english", "--rules", "WCDF", "--counters", "1.32.2=70", "W:WK1,K7:BK32"];
    let output = run(Command::new(PEATEE).args(probed).env("PEATEE_TABLES", plain_tables()), "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("maybe-win") && shown.contains("there is no dtr-WCDF table of KKvK"), "{shown}");
}

/// Returns a directory with English WDL tables.
fn wdl_tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("wdl-tables");
        make_tables(&root, "english", 3, &[Metric::Wdl]);
        root
    })
}

#[test]
fn verdicts_say_how_the_count_of_18_moves_is_read() {
    let judged = |rules: &str, counters: &str| {
        let fen = "W:WKa3,Kb8:BKh4";
        let args = ["adjudicate", "--variant", "russian", "--rules", rules, "--fen", fen, "--counters", counters];
        let output = run(Command::new(PEATEE).args(args).env_remove("PEATEE_TABLES"), "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let shown = judged("USSR-1953-64", "16c=34");
    assert!(shown.contains("17 of 18 moves of White. Left: White 1 move, Black 0 moves."), "{shown}");
    assert!(shown.contains("reading: the count runs on when the strong side gives up kings"), "{shown}");
    let shown = judged("USSR-1953-64+ends-with-three", "");
    assert!(shown.contains(", USSR-1953-64+ends-with-three\n") && !shown.contains("16 c"), "{shown}");
}
