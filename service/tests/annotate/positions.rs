//! Tests of `peatee annotate --fens`.

use std::path::Path;

use serde_json::Value;

use super::{ROOK, annotate};
use crate::common::fresh_directory;
use crate::program::{jsonl, text};

/// Columns whose values do not depend on the move that was played.
const COLUMNS: [&str; 8] =
    ["variant", "slice", "fen", "value_before", "wdl_before", "plies_before", "legal_moves", "keeping_moves"];

/// Checks that positions have the values that the moves played from them have. `rules` must be such
/// that a FEN states all counts.
fn check(tables: &Path, games: &str, rules: &[&str], seen: usize) {
    let args = [&["-", "--format", "jsonl"], rules].concat();
    let rows = jsonl(&annotate(tables, &args, games));
    assert_eq!(rows.len(), seen);
    let fens: Vec<&str> = rows.iter().map(|row| row["fen"].as_str().expect("a FEN")).collect();
    let found = jsonl(&annotate(tables, &[&args[..], &["--fens"]].concat(), &fens.join("\n")));
    assert_eq!(found.len(), rows.len());
    for (number, (found, row)) in (1..).zip(found.iter().zip(&rows)) {
        COLUMNS.iter().for_each(|&name| assert_eq!(found[name], row[name], "{name} of {found} and {row}"));
        let best = &found["best_move"];
        assert!(row["best_move"].is_null() || row["best_move"] == *best, "{found} and {row}");
        assert!(row["mark"] != "!" || row["move"] == *best, "{found} and {row}");
        let (place, after) = ((&found["game"], &found["ply"]), (&found["move"], &found["value_after"]));
        assert_eq!((place, after), ((&number.into(), &0.into()), (&"".into(), &Value::Null)));
    }
    assert!(rows.iter().any(|row| row["mark"] != ""));
}

#[test]
fn positions_have_the_values_of_the_moves_from_them() {
    let late = ROOK.replace("w - - 0 1", "w - - 97 100");
    check(crate::chess::tables(), &[ROOK, &late].concat(), &[], 8);
    let games = std::fs::read_to_string(crate::adjudicate::SAMPLE).expect("readable");
    check(crate::adjudicate::tables(), &games, &["--rules", "none"], 94);
}

#[test]
fn lists_stay_as_they_were_written() {
    let list = "\u{feff}# endings\r\n  8/8/8/8/8/2k5/8/K6R w - - 0 1  \r\n\r\nnonsense\r\n\
                8/8/8/8/8/8/1R1k4/K7 b - - 0 1\n8/8/8/8/8/8/1R1k4/K2RR3 b - - 0 1\n8/8/8/8/8/k7/8/KR6 b - - 99 1";
    let output = annotate(crate::chess::tables(), &["-", "--fens"], list);
    let expected = list
        .trim_start_matches('\u{feff}')
        .replace("w - - 0 1", "w - - 0 1 {win; best Rd1; 15 of 15 moves keep the value}")
        .replace("1R1k4/K7 b - - 0 1", "1R1k4/K7 b - - 0 1 {loss; best Kc3; 6 of 6 moves keep the value}")
        .replace("b - - 99 1", "b - - 99 1 {blessed-loss; best Ka4; 1 of 1 moves keeps the value}");
    assert_eq!(text(&output.stdout), expected);
    let told = text(&output.stderr);
    assert!(output.status.code() == Some(1) && told.contains("-, line 4, game 2: "), "{told}");
    assert!(told.contains("| slice | chess   | KRvK | 1     | 0 "), "{told}");
}

#[test]
fn lists_of_draughts_are_international_unless_a_game_is_named() {
    // The text is longer than two chunks.
    let list = format!("W:WK28:BK1\n#{}\n", "-".repeat(400)).repeat(700);
    let run = |more: &[&str]| annotate(crate::adjudicate::tables(), &[&["-", "--fens"], more].concat(), &list);
    let (one, three) = (run(&["--threads", "1"]), run(&["--threads", "3"]));
    assert_eq!((one.status.code(), &one.stdout, &one.stderr), (Some(0), &three.stdout, &three.stderr));
    assert_eq!(text(&one.stdout).matches("W:WK28:BK1 {draw; best ").count(), 700);
    let named = run(&["--variant", "russian"]);
    assert_eq!(named.status.code(), Some(3), "{}", text(&named.stderr));
}

#[test]
fn folders_have_lists_too() {
    let root = fresh_directory("lists");
    for name in ["a.fen", "b.txt", "c.pgn"] {
        std::fs::write(root.join(name), "8/8/8/8/8/2k5/8/K6R w - - 0 1\n").expect("writable");
    }
    let folder = root.to_str().expect("a path");
    let rows = jsonl(&annotate(crate::chess::tables(), &[folder, "--fens", "--format", "jsonl"], ""));
    let files: Vec<&str> = rows.iter().map(|row| row["file"].as_str().expect("a name")).collect();
    assert_eq!(files, ["a.fen", "b.txt"].map(|name| format!("{folder}/{name}")));
}
