//! Tests of the current draw codes: which code applies to a game, and what its verdict says.

use serde_json::{Value, json};

use super::{bare_peatee, games, peatee, text};
use crate::common::{fresh_directory, make_tables};
use peatee_probe::Metric;

fn judged(args: &[&str]) -> Value {
    let output = peatee(&[&["adjudicate", "--format", "jsonl"], args].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    games(&output).remove(0)
}

const THREE_KINGS: [&str; 4] = ["--variant", "russian", "--fen", "W:WKa3,Kb8,Kd8:BKh4"];

#[test]
fn a_russian_game_is_judged_by_the_code_of_today() {
    let before = judged(&[&THREE_KINGS[..], &["--counters", "7.2.4=28"]].concat());
    assert_eq!((&before["rules"], &before["verdict"]), (&json!("FMJD-64-Russian"), &json!("in-progress")), "{before}");
    let is_default = (&before["rules_year"], &before["rules_is_default"]);
    assert_eq!(is_default, (&json!("2021"), &json!(true)), "{before}");
    let drawn = judged(&[&THREE_KINGS[..], &["--counters", "7.2.4=28", "--moves", "a3-b2"]].concat());
    assert_eq!((&drawn["verdict"], &drawn["article"]), (&json!("drawn"), &json!("7.2.4")), "{drawn}");
    let of_1953 = judged(&[&THREE_KINGS[..], &["--counters", "16c=28", "--rules", "USSR-1953-64"]].concat());
    assert_eq!(of_1953["rules_standing"], "historic, for games of its time");
    assert_eq!(of_1953["rules_is_default"], false);
}

#[test]
fn a_verdict_says_what_could_be_shown() {
    let root = fresh_directory("today-tables");
    make_tables(&root, "russian", 2, &[Metric::Wdl, Metric::Dtw]);
    let tables = root.to_str().expect("a path of text");
    let verdict = |fen: &str, counters: &str, mv: &str| {
        judged(&["--variant", "russian", "--tables", tables, "--fen", fen, "--counters", counters, "--moves", mv])
    };
    let kings = verdict("W:WKa3:BKh4", "7.2.8=9", "a3-b2");
    assert_eq!(kings["article"], "7.2.8", "{kings}");
    let man = verdict("W:WKa1:Bh6", "7.2.5=29", "a1-b2");
    assert_eq!(man["article"], "7.2.5", "{man}");

    // An arbiter must decide both games: one because a win could be demonstrated, one because of
    // moves after its end.
    let pdn = root.join("two.pdn");
    let start = "[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:WKa1:Bh6:H14:F1\"]\n\n";
    let kings = "[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:WKa3:BKh4\"]\n\n";
    let quiet = "1. a3-b2 h4-e1 2. b2-a3 e1-h4 3. a3-c1 h4-d8 4. c1-a3 d8-a5 5. a3-b2 a5-d8 6. b2-a1 1-1\n";
    std::fs::write(&pdn, format!("{start}1. a1-b2 1-1\n\n{kings}{quiet}")).expect("writable");
    let file = pdn.to_str().expect("a path of text");
    let output = peatee(&["adjudicate", "--tables", tables, "--pdn", file, "--lang", "en"], "");
    let said = text(&output.stdout);
    assert!(said.contains("1 ply was written after the end of the game. It does not count."), "{said}");
    assert!(said.contains("By article 7.2.9 there is nothing to decide"), "{said}");
    let output = peatee(&["adjudicate", "--tables", tables, "--pdn", file], "");
    let table = text(&output.stdout);
    assert!(table.contains("     2 judged as russian by the draw rules FMJD-64-Russian"), "{table}");
    assert!(table.contains("1 arbiter"), "{table}");
    let shown = ["--variant", "russian", "--fen", "W:WKa1:Bh6", "--counters", "7.2.5=29", "--moves", "a1-b2"];
    let output = peatee(&[&["adjudicate", "--tables", tables, "--lang", "en"], &shown[..]].concat(), "");
    let said = text(&output.stdout);
    assert!(said.contains("Article 7.2.9 lets the arbiter decide whether the draw stands."), "{said}");
}

#[test]
fn mapped_tables_say_what_tables_that_are_read_say() {
    let file = super::SAMPLE;
    let read = peatee(&["adjudicate", "--pdn", file, "--format", "jsonl"], "");
    let mapped = peatee(&["adjudicate", "--pdn", file, "--format", "jsonl", "--mmap"], "");
    // One of the games has an illegal move.
    assert_eq!(read.status.code(), Some(1), "{}", text(&read.stderr));
    assert!(text(&read.stdout).contains("\"ruleValue\":{"), "{}", text(&read.stdout));
    assert_eq!((text(&read.stdout), read.status.code()), (text(&mapped.stdout), mapped.status.code()));
    let alone = bare_peatee(&["adjudicate", "--pdn", file, "--mmap"], "");
    assert_eq!(alone.status.code(), Some(2), "{}", text(&alone.stderr));
    assert!(text(&alone.stderr).contains("--tables"), "{}", text(&alone.stderr));
}
