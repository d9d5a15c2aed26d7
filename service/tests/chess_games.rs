//! Tests of chess games that the real program judges.

use std::process::Command;

use serde_json::Value;

use crate::common::{PEATEE, fresh_directory};
use crate::judged::judged_game;

/// Returns the PGN of five games: a mate, a fallen flag in a blocked position, 75 moves without
/// progress, a fivefold repetition, and a wrong result.
fn tournament() -> String {
    let to_and_fro = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    [
        "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n".to_owned(),
        "[White \"B\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/1p1p1p1p/1P1P1P2/7P/8/4K3 w - - 0 1\"]\n\n1. h4 Kd7 *\n"
            .to_owned(),
        "[White \"C\"]\n[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/R7/K7 w - - 148 90\"]\n\n1. Kb1 Kg8 1/2-1/2\n".to_owned(),
        format!("[White \"D\"]\n\n{to_and_fro} *\n"),
        "[White \"E\"]\n[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/8/KB6 w - - 0 1\"]\n\n1. Kb2 1-0\n".to_owned(),
    ]
    .join("\n")
}

/// Runs `peatee adjudicate` on a PGN text. Returns the exit code and the output.
pub fn judged(name: &str, pgn: &str, more: &[&str]) -> (Option<i32>, String) {
    let file = fresh_directory(name).join("games.pgn");
    std::fs::write(&file, pgn).expect("writable");
    let mut command = Command::new(PEATEE);
    command.args(["adjudicate", "--variant", "chess", "--pdn"]).arg(&file).args(more).env_remove("PEATEE_TABLES");
    let output = command.output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).expect("text"))
}

/// Parses a text with one JSON object per line.
pub fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| judged_game(&serde_json::from_str(line).expect("JSON"))).collect()
}

#[test]
fn a_tournament_is_judged_with_articles() {
    let (code, text) = judged("chess-tournament", &tournament(), &["--format", "jsonl"]);
    assert_eq!(code, Some(1), "one result does not stand: {text}");
    let found = lines(&text);
    let seen: Vec<[&str; 3]> = found
        .iter()
        .map(|game| ["verdict", "article", "agreement"].map(|name| game[name].as_str().unwrap_or("")))
        .collect();
    assert_eq!(
        seen,
        [
            ["lost", "5.1.1", "confirmed"],
            ["drawn", "5.2.2", "no-result"],
            ["drawn", "9.6.2", "confirmed"],
            ["drawn", "9.6.1", "no-result"],
            ["drawn", "5.2.2", "contradicted"],
        ]
    );
    assert_eq!((&found[0]["winner"], &found[1]["plies"]), (&Value::from("black"), &Value::from(1)));
    assert!(found[1]["method"].as_str().expect("a proof").contains("pawns that block each other"), "{}", found[1]);
    let (_, text) = judged("chess-text", &tournament(), &["--game", "2"]);
    assert!(
        text.contains("after 1 ply") && text.contains("Article 5.2.2: ") && text.contains("It does not count."),
        "{text}"
    );
}

#[test]
fn a_fallen_flag_is_judged_by_what_the_opponent_can_still_do() {
    let game = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
    for (fen, expected) in [
        ("8/8/4k3/8/8/4K3/8/7R w - - 0 1", ("lost", 0)),
        ("8/8/4k3/8/8/4K3/8/r7 w - - 0 1", ("drawn", 0)),
        ("8/8/2b1k3/3r4/8/1R2K3/8/5b1N w - - 0 1", ("lost", 0)),
    ] {
        let (code, text) = judged("chess-flag", &game(fen), &["--flag", "black", "--format", "jsonl"]);
        let [game] = &lines(&text)[..] else { panic!("{text}") };
        assert_eq!((game["verdict"].as_str(), code), (Some(expected.0), Some(expected.1)), "{fen} {text}");
        assert_eq!(game["article"], "6.9", "{fen}");
    }
}

#[test]
fn games_that_cannot_be_judged_are_named() {
    let pgn = "[White \"A\"]\n[FEN \"8/8 w\"]\n\n*\n\n[White \"B\"]\n\n1. e4 e5 2. Ke3 1-0\n";
    let (code, text) = judged("chess-wrong", pgn, &[]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("game 1, line 2, column 1") && text.contains("Illegal move: 2. Ke3, article 7.5.1"),
        "{text}"
    );
    for (more, said) in [
        (&["--rules", "FMJD-100"][..], "--rules"),
        (&["--lang", "et", "--format", "jsonl"][..], "--lang"),
        (&["--game", "9"][..], "no game 9"),
    ] {
        let (code, text) = judged("chess-refused", pgn, more);
        assert!(code == Some(2) && text.contains(said), "{more:?}: {text}");
    }
    let mut command = Command::new(PEATEE);
    let output = command.args(["adjudicate", "--moves", "32-28", "--flag", "white"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "a flag is for chess");
}

#[test]
fn moves_may_end_with_a_result() {
    for moves in ["Rh1#", "Rh1# 0-1", "Rh1# ½-½"] {
        let mut command = Command::new(PEATEE);
        command.args(["adjudicate", "--variant", "chess", "--format", "jsonl", "--moves", moves]);
        let fen = ["--fen", "8/8/8/8/8/1k5r/8/K7 b - - 0 1"];
        let output = command.args(fen).env_remove("PEATEE_TABLES").output().expect("it runs");
        let found = lines(std::str::from_utf8(&output.stdout).expect("text"));
        let verdicts: Vec<_> = found.iter().map(|game| &game["verdict"]).collect();
        assert_eq!(verdicts, ["lost"], "{moves}");
    }
}
