//! Tests of `peatee solve-problem --variant chess`. Keys and duals are compared with a search for
//! mates that uses no tables.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use insta::assert_snapshot;
use peatee_probe::Metric;
use peatee_probe::Wdl;
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::pgn::games;
use peatee_probe::peatee_chess::{Ending, Index, Position, Slice};
use serde_json::Value as Json;

use crate::chess_depths::{LATE, tables, tables_by_clock};
use crate::common::PEATEE;
use crate::program::{jsonl, run, text};

/// Position with a mate in three and only one key (solving first move).
const MATE_IN_THREE: &str = "2k5/8/8/1K3R2/8/8/8/8 w - - 0 1";

fn solve(args: &[&str], stdin: &str) -> Output {
    solve_with(tables(), args, stdin)
}

fn solve_with(tables: &Path, args: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(PEATEE);
    run(command.args(["solve-problem", "--variant", "chess"]).args(args).env("PEATEE_TABLES", tables), stdin)
}

/// Searches for the first moves that force mate in at most `moves` moves of the side to move.
fn keys(position: &Position, moves: u32) -> BTreeSet<String> {
    let legal = position.moves().into_iter().filter(|&mv| is_lost(&position.after(mv), moves - 1));
    legal.map(|mv| position.san(mv)).collect()
}

/// Returns true if the side to move loses: it is mated, or each of its moves allows the opponent to
/// mate within `moves` moves.
fn is_lost(position: &Position, moves: u32) -> bool {
    match position.ending() {
        Some(ending) => ending == Ending::Checkmate,
        None => moves > 0 && position.moves().into_iter().all(|mv| !keys(&position.after(mv), moves).is_empty()),
    }
}

fn list<'a>(node: &'a Json, name: &str) -> &'a [Json] {
    node[name].as_array().expect("a list")
}

fn move_of(node: &Json) -> String {
    node["move"].as_str().expect("a move").to_owned()
}

fn position_of(node: &Json) -> Position {
    Position::parse_fen(node["fen"].as_str().expect("a FEN")).expect("a position")
}

/// Returns `count` positions of a slice in which White is to move and mates in exactly `moves`
/// moves, but not earlier.
fn problems(slice: &str, moves: u32, count: usize) -> Vec<String> {
    let library = Tables::open(tables().join("chess")).expect("tables");
    let index = Index::new(Slice::parse(slice).expect("a slice"));
    let all = (0..index.numbers()).filter_map(|number| index.position(number));
    let is_problem = |position: &Position| {
        let value = library.value_in(position, Metric::Dtw).expect("a value");
        value.wdl == Wdl::Win && value.plies == Some(2 * moves - 1)
    };
    all.filter(is_problem).step_by(17).take(count).map(|position| position.fen()).collect()
}

#[test]
fn all_keys_and_duals_are_those_that_mate_in_time_and_all_defences_are_there() {
    let mut verdicts = BTreeSet::new();
    for (slice, shortest, mate_in) in [("KRvK", 2, 2), ("KQvK", 2, 2), ("KPvK", 3, 3), ("KRvK", 2, 3)] {
        let fens = problems(slice, shortest, 6);
        let output = solve(&["--format", "jsonl", "--mate-in", &mate_in.to_string()], &fens.join("\n"));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let answers = jsonl(&output);
        assert_eq!(answers.len(), 6);
        for (answer, fen) in answers.iter().zip(&fens) {
            let nodes = list(answer, "tree");
            let root = keys(&position_of(answer), mate_in);
            assert_eq!(answer["solutions"], root.len(), "{fen}");
            let mut duals = 0;
            for node in nodes {
                let position = position_of(node);
                // White makes the first of the two moves with the same number.
                let left = mate_in + 1 - position.move_number();
                let shown = list(node, "duals").iter().map(move_of).chain([move_of(node)]);
                assert_eq!(shown.collect::<BTreeSet<_>>(), keys(&position, left), "{fen}: {node}");
                let after = position.after(position.parse_san(&move_of(node)).expect("legal"));
                let defences: BTreeSet<String> = list(node, "defences").iter().map(move_of).collect();
                assert_eq!(defences, after.moves().into_iter().map(|mv| after.san(mv)).collect(), "{fen}: {node}");
                assert_eq!(node["end"] == "game-over", after.ending() == Some(Ending::Checkmate), "{node}");
                duals += if left == mate_in { 0 } else { list(node, "duals").len() };
            }
            assert_eq!(answer["duals"], duals, "{fen}");
            let verdict = match (root.len(), duals) {
                _ if shortest < mate_in => "short-solution",
                (2.., _) => "several-solutions",
                (_, 0) => "unique",
                _ => "duals",
            };
            assert_eq!(
                (&answer["verdict"], &answer["is_complete"]),
                (&Json::from(verdict), &Json::from(true)),
                "{fen}"
            );
            verdicts.insert(verdict);
        }
    }
    assert!(verdicts.len() >= 3, "{verdicts:?}");
}

#[test]
fn solutions_are_written_for_people_and_as_pgn() {
    let shown = |args: &[&str]| text(&solve(args, "").stdout).to_owned();
    assert_snapshot!("chess-problem-text", shown(&[MATE_IN_THREE, "--mate-in", "3"]));
    let pgn = shown(&[MATE_IN_THREE, "--mate-in", "3", "--format", "pdn"]);
    assert_snapshot!("chess-problem-pgn", pgn);
    let game = games(&pgn).next().expect("a game");
    let mut position = game.start().expect("a position");
    assert_eq!(position.fen(), MATE_IN_THREE);
    for mv in &game.moves {
        position = position.after(position.parse_san(&mv.text).expect("legal"));
    }
    assert_eq!(position.ending(), Some(Ending::Checkmate));
}

#[test]
fn a_study_is_to_win_or_to_draw_whatever_the_clock_says() {
    let library = Tables::open(tables().join("chess")).expect("tables");
    for (fen, wdl, key) in [
        ("8/8/3k4/8/3PK3/8/8/8 b - - 99 90", Wdl::Draw, Some("Ke6")),
        ("3k4/8/8/3K4/3P4/8/8/8 w - - 99 90", Wdl::Win, None),
    ] {
        let answer = jsonl(&solve(&["--format", "jsonl", "--positions-max", "50", fen], "")).remove(0);
        assert_eq!(answer["wdl"], wdl.name(), "{answer}");
        let position = position_of(&answer);
        let is_kept = |mv| library.probe_wdl(&position.after(mv)).expect("a value") == wdl.reversed();
        assert_eq!(answer["solutions"], position.moves().into_iter().filter(|&mv| is_kept(mv)).count(), "{answer}");
        let first = move_of(&list(&answer, "tree")[0]);
        assert!(key.is_none_or(|key| key == first && answer["solutions"] == 1), "{answer}");
    }
}

/// Returns true if a move mates in at most `moves` moves of its side, before the half-move clock
/// has counted 100 plies.
fn mates_in_time(after: &Position, moves: u32) -> bool {
    match after.ending() {
        Some(ending) => ending == Ending::Checkmate,
        None if after.halfmove_clock() >= 100 || moves == 1 => false,
        None => after.moves().into_iter().map(|mv| after.after(mv)).all(|defended| {
            let goes_on = defended.ending().is_none() && defended.halfmove_clock() < 100;
            goes_on && defended.moves().into_iter().any(|mv| mates_in_time(&defended.after(mv), moves - 1))
        }),
    }
}

/// Compares keys and duals under the 50-move rule with a search that uses no tables, where the
/// clock leaves no time for the shortest mate.
#[test]
fn under_the_50_move_rule_keys_and_duals_mate_before_the_clock_ends() {
    let library = Tables::open(tables_by_clock().join("chess")).expect("tables");
    let index = Index::new(Slice::parse("KPvK").expect("a slice"));
    let mut compared = 0;
    for position in (0..index.numbers()).filter_map(|number| index.position(number)) {
        let stairs = library.stairs(&position, &Chess::fifty_moves()).expect("stairs");
        let [first, .., last] = stairs[..] else { continue };
        if last.plies > 9 || compared >= 6 {
            continue;
        }
        let fen = position.fen().replace(" 0 1", &format!(" {} 90", 100 - last.needed_plies));
        let mate_in = last.plies.div_ceil(2);
        let args = ["--format", "jsonl", "--mate-in", &mate_in.to_string(), &fen];
        assert_eq!(jsonl(&solve(&args, ""))[0]["dtw_plies"], first.plies, "{fen}");
        let answer =
            jsonl(&solve_with(tables_by_clock(), &[&args[..], &["--rules", "FIDE-50"]].concat(), "")).remove(0);
        assert_eq!((&answer["dtw_plies"], &answer["is_complete"]), (&last.plies.into(), &true.into()), "{answer}");
        for node in list(&answer, "tree") {
            let position = position_of(node);
            let left = mate_in + 90 - position.move_number();
            let in_time = |&mv: &_| mates_in_time(&position.after(mv), left);
            let expected: BTreeSet<String> =
                position.moves().into_iter().filter(in_time).map(|mv| position.san(mv)).collect();
            let shown: BTreeSet<String> = list(node, "duals").iter().map(move_of).chain([move_of(node)]).collect();
            assert_eq!(shown, expected, "{fen}: {node}");
        }
        compared += 1;
    }
    assert_eq!(compared, 6);
}

#[test]
fn a_study_under_the_50_move_rule_heeds_the_clock() {
    let ask = |tables, args: &[&str]| {
        jsonl(&solve_with(tables, &[&["--format", "jsonl", "--defences", "longest"], args].concat(), "")).remove(0)
    };
    let (rule, library) = (["--rules", "FIDE-50"], Tables::open(tables().join("chess")).expect("tables"));
    assert_eq!(ask(tables(), &[LATE])["dtw_plies"], 33);
    // Without the tables of plies to mate by the clock, a search finds the same.
    for tables in [tables(), tables_by_clock()] {
        let answer = ask(tables, &[&rule[..], &[LATE]].concat());
        assert_eq!((&answer["wdl"], &answer["dtw_plies"]), (&"win".into(), &35.into()), "{answer}");
        // Only pawn moves win in the last ply of the count.
        let last_ply = LATE.replace(" 93 ", " 99 ");
        let answer = ask(tables, &[&rule[..], &[&last_ply]].concat());
        let position = position_of(&answer);
        let wins = |mv| library.probe_wdl(&position.after(mv)).expect("a value") == Wdl::Loss;
        let pawn_moves = position.moves().into_iter().filter(|&mv| position.is_zeroing(mv) && wins(mv)).count();
        assert!((1..position.moves().len()).contains(&pawn_moves));
        assert_eq!((&answer["wdl"], &answer["solutions"]), (&"win".into(), &pawn_moves.into()), "{answer}");
        let drawn = LATE.replace(" 93 ", " 100 ");
        let answer = ask(tables, &[&rule[..], &[&drawn]].concat());
        assert_eq!((&answer["wdl"], &answer["solutions"]), (&"draw".into(), &0.into()), "{answer}");
    }
}

#[test]
fn what_is_no_problem_is_refused_with_the_reason() {
    for (args, reason) in [
        (
            &["8/8/8/8/8/2k5/8/K6R w - - 0 1", "--mate-in", "3"][..],
            "White has no mate in 3: the shortest takes 14 moves",
        ),
        (&["8/8/8/8/8/2k5/8/K6N w - - 0 1", "--mate-in", "3"], "White has no mate in 3, and does not win"),
        (&["8/8/8/8/8/2k5/8/K6R b - - 0 1"], "Black is to move and loses: there is nothing to solve"),
        (&["8/8/8/8/8/2k5/8/R3K3 w Q - 0 1"], "castling rights"),
        (&["8/8/8/8/8/2k5/8/K6R w - - 0 1", "--mate-in", "0"], "0 is not in 1..=1000"),
    ] {
        let output = solve(args, "");
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
    let without = crate::chess::tables();
    let mut command = Command::new(PEATEE);
    let command = command.args(["solve-problem", "--variant", "chess", MATE_IN_THREE]).env("PEATEE_TABLES", without);
    let output = run(command, "");
    assert!(text(&output.stderr).contains("there is no dtw table of KRvK"), "{}", text(&output.stderr));
    let draughts = run(Command::new(PEATEE).args(["solve-problem", "--mate-in", "2", "W:W23:B5,6"]), "");
    assert_eq!(draughts.status.code(), Some(2));
    assert!(text(&draughts.stderr).contains("have no mate"), "{}", text(&draughts.stderr));
    let draughts = run(Command::new(PEATEE).args(["solve-problem", "--rules", "FMJD-100", "W:W23:B5,6"]), "");
    assert_eq!(draughts.status.code(), Some(2));
    assert!(text(&draughts.stderr).contains("judged without draw rules"), "{}", text(&draughts.stderr));
}
