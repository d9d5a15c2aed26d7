//! Tests of chess records as arbiters get them: unclear moves, claims, fallen flags, and the table
//! of several games.

use std::process::Command;

use serde_json::{Value, json};

use crate::chess_games::{judged, lines};
use crate::common::PEATEE;

/// Position with kings and a white rook, in which White can still mate and Black cannot.
const ROOK: &str = "8/8/4k3/8/8/4K3/8/7R w - - 0 1";

fn one(name: &str, pgn: &str, more: &[&str]) -> (Option<i32>, Value) {
    let (code, text) = judged(name, pgn, &[more, &["--format", "jsonl"]].concat());
    let [game] = &lines(&text)[..] else { panic!("{text}") };
    (code, game.clone())
}

#[test]
fn a_move_that_is_not_clear_is_no_offence() {
    let pgn = "[Result \"1-0\"]\n\n1. Nf3 Nf6 2. d4 d5 3. Nd2 1-0\n";
    let (code, game) = one("unclear-ambiguous", pgn, &[]);
    assert_eq!((code, &game["verdict"], &game["article"]), (Some(1), &json!("unclear-move"), &Value::Null));
    assert_eq!((&game["illegal"], &game["agreement"]), (&Value::Null, &json!("unknown")));
    let unclear = &game["unclear"];
    assert_eq!((&unclear["cause"], &unclear["candidates"]), (&json!("ambiguous"), &json!(["Nbd2", "Nfd2"])));
    let (_, text) = judged("unclear-text", pgn, &[]);
    assert!(
        text.contains("Several legal moves fit this text: Nbd2, Nfd2.") && text.contains("Line 3, column 24"),
        "{text}"
    );
    assert!(text.contains("not an offence") && !text.contains("7.5.1"), "{text}");
    let (_, game) = one("unclear-german", "1. e4 e5 2. Sf3 Sc6 3. Lb5 1-0\n", &[]);
    let said = game["unclear"]["text"].as_str().expect("a text");
    assert_eq!(game["unclear"]["cause"], "unreadable");
    assert!(said.starts_with("cannot be read") && said.contains("K Q R B N (PGN standard, English)"), "{said}");
    assert!(said.contains("German (K D T L S)"), "{said}");
    let (_, text) = judged("unclear-illegal", "1. e4 e5 2. Ke3 *\n", &[]);
    assert!(text.contains("Article 7.5.1") && text.contains("The piece cannot move that way: king to e3."), "{text}");
    let (_, text) = judged("unclear-impossible", "1. e4 e5 2. Nd2 *\n", &[]);
    assert!(text.contains("Nobody can make this move") && text.contains("A piece of the same player stands on d2."));
    assert!(text.contains("not an offence") && !text.contains("7.5.1"), "{text}");
}

#[test]
fn a_claim_with_an_announced_move_is_judged() {
    let to_and_fro = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let pgn = format!("[Result \"1/2-1/2\"]\n\n{to_and_fro} 1/2-1/2\n");
    let (code, game) = one("claim-right", &pgn, &["--claim-announced"]);
    assert_eq!((code, &game["verdict"], &game["article"]), (Some(0), &json!("drawn"), &json!("9.2.1")));
    assert_eq!((&game["plies"], &game["agreement"]), (&json!(7), &json!("confirmed")));
    assert_eq!(game["announced"]["move"], "Ng8");
    let (code, text) = judged("claim-wrong", "1. e4 e5 2. Nf3 *\n", &["--claim-announced"]);
    assert!(code == Some(0) && text.contains("White to move, after 2 plies"), "{text}");
    assert!(text.contains("The claim with Nf3 is not correct") && text.contains("9.5.3"), "{text}");
    // Possible claims with an announced move are listed without any option.
    let (_, text) = judged("claim-listed", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 *\n", &[]);
    assert!(text.contains("Black may claim a draw by article 9.2.1. With the move Ng8"), "{text}");
    let (_, game) = one("claim-fifty", "[FEN \"7k/8/8/8/8/8/R7/K7 w - - 99 90\"]\n\n*\n", &[]);
    let moves = game["claims"].as_array().expect("a list");
    assert!(moves.len() > 5 && moves.iter().all(|by| by["article"] == "9.3.1" && !by["by_move"].is_null()), "{game}");
    for (more, said) in [(&["--flag", "white"][..], "cannot be used with"), (&[][..], "write that move as the last")] {
        let (code, text) = judged("claim-refused", "[White \"A\"]\n\n*\n", &[more, &["--claim-announced"]].concat());
        assert!(code != Some(0) && text.contains(said), "{more:?}: {text}");
    }
    let mut command = Command::new(PEATEE);
    let output = command.args(["adjudicate", "--moves", "32-28", "--claim-announced"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "it is for chess");
}

fn forfeit(result: &str) -> String {
    format!(
        "[White \"Kask\"]\n[Black \"Tamm\"]\n[FEN \"{ROOK}\"]\n[Result \"{result}\"]\n[Termination \"time forfeit\"]\n\n\
         {result}\n"
    )
}

#[test]
fn the_tag_termination_is_a_fallen_flag_of_the_loser() {
    let (code, game) = one("forfeit-won", &forfeit("1-0"), &[]);
    assert_eq!((code, &game["verdict"], &game["article"]), (Some(0), &json!("lost"), &json!("6.9")));
    assert_eq!((&game["flag"], &game["flag_source"]), (&json!("black"), &json!("termination")));
    assert_eq!(game["agreement"], "confirmed");
    let line = game["mating_line"].as_array().expect("a line");
    assert!(line.last().is_some_and(|last| last.as_str().is_some_and(|san| san.ends_with('#'))), "{game}");
    let (_, text) = judged("forfeit-text", &forfeit("1-0"), &[]);
    assert!(
        text.contains("Black’s flag has fallen. This is what the tag Termination and the written result say."),
        "{text}"
    );
    assert!(text.contains("White can still checkmate, for example: 1. "), "{text}");
    let (code, text) = judged("forfeit-drawn", &forfeit("0-1"), &[]);
    assert!(code == Some(1) && text.contains("The written result 0-1 is not what the rules give."), "{text}");
    let (_, game) = one("forfeit-named", &forfeit("1-0"), &["--flag", "white"]);
    assert_eq!((&game["flag_source"], &game["agreement"]), (&json!("request"), &json!("contradicted")));
}

#[test]
fn several_games_end_with_a_table_and_sums() {
    let pgn = [
        "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
        "[White \"C\"]\n[Black \"D\"]\n\n1. Nf3 Nf6 2. d4 d5 3. Nd2 1-0\n",
        &forfeit("0-1"),
        "[White \"E\"]\n[Black \"F\"]\n\n1. e4 *\n",
        "[White \"G\"]\n[FEN \"8/8\"]\n\n1. e4 *\n",
    ]
    .join("\n");
    let (code, text) = judged("records-table", &pgn, &[]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(text);
    // The output for a single game has no table of games.
    let (_, text) = judged("records-one", &forfeit("1-0"), &[]);
    assert!(!text.contains("  game    line"), "{text}");
}
