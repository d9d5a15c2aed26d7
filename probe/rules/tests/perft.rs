//! Tests of perft for every start position and for every position with published numbers, counted
//! in moves and in paths.
//!
//! A normal run goes as deep as a few seconds allow. `PEATEE_PERFT_LINES` sets the largest number
//! of lines that is counted; `scripts/check perft` sets this variable.

use crate::common::{games, parse_table};
use peatee_rules::{Counting, Draughts, Position};
use rayon::prelude::*;

/// Largest perft number (number of move sequences) that a normal run checks.
const LINES_IN_A_NORMAL_RUN: u64 = 3_000_000;

struct Row {
    game: Draughts,
    name: String,
    position: Position,
    moves: Vec<Option<u64>>,
    paths: Vec<Option<u64>>,
}

/// An expected perft number: position, what is counted (moves or paths), depth and value.
struct Check<'a> {
    row: &'a Row,
    counting: Counting,
    depth_plies: u32,
    expected: u64,
}

fn rows(text: &str) -> Vec<Row> {
    let games = games();
    parse_table(text, 5)
        .into_iter()
        .map(|columns| {
            let [variant, tag, fen, moves, paths] = columns[..] else { unreachable!("parse_table checks the columns") };
            let game = games.iter().find(|game| game.variant().id == variant).unwrap_or_else(|| panic!("{variant}"));
            let position = match fen {
                "start" => game.start(),
                fen => game.parse_fen(fen).unwrap_or_else(|error| panic!("{variant} {tag}: {error}")),
            };
            let moves = numbers(moves);
            let paths = match paths.strip_prefix('=') {
                None => numbers(paths),
                Some("") => moves.clone(),
                Some(depth) => moves[..depth.trim().parse().expect("a depth")].to_vec(),
            };
            Row { game: game.clone(), name: format!("{variant} {tag} {fen}"), position, moves, paths }
        })
        .collect()
}

fn numbers(text: &str) -> Vec<Option<u64>> {
    let number = |item: &str| (item != "?").then(|| item.parse().unwrap_or_else(|_| panic!("{item} is no number")));
    text.split_whitespace().map(number).collect()
}

fn run(text: &str) {
    let limit = match std::env::var("PEATEE_PERFT_LINES") {
        Ok(text) => text.parse().expect("PEATEE_PERFT_LINES is a number of lines"),
        Err(_) => LINES_IN_A_NORMAL_RUN,
    };
    let rows = rows(text);
    let mut checks = Vec::new();
    for row in &rows {
        for (counting, list) in [(Counting::Moves, &row.moves), (Counting::Paths, &row.paths)] {
            for (depth_plies, expected) in (1..).zip(list) {
                match *expected {
                    Some(expected) if expected <= limit => {
                        checks.push(Check { row, counting, depth_plies, expected });
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(checks.len() >= rows.len(), "every row has a number within the limit");
    // Sorts the largest numbers first, so that no core works alone at the end.
    checks.sort_by_key(|check| std::cmp::Reverse(check.expected));
    let wrong: Vec<String> = checks.par_iter().with_max_len(1).filter_map(wrong).collect();
    let lines: u64 = checks.iter().map(|check| check.expected).sum();
    println!("{} numbers, {lines} lines", checks.len());
    assert!(wrong.is_empty(), "{} of {} numbers differ:\n{}", wrong.len(), checks.len(), wrong.join("\n"));
}

fn wrong(check: &Check) -> Option<String> {
    let Check { row, counting, depth_plies, expected } = *check;
    let started = std::time::Instant::now();
    let counted = row.game.perft(&row.position, depth_plies, counting).unwrap();
    if started.elapsed().as_secs() >= 5 {
        println!(
            "{:>6.1} s  {} {counting:?} depth {depth_plies}: {counted}",
            started.elapsed().as_secs_f64(),
            row.name
        );
    }
    (counted != expected)
        .then(|| format!("{} {counting:?} depth {depth_plies}: counted {counted}, expected {expected}", row.name))
}

#[test]
fn start_positions() {
    run(include_str!("data/perft-start.tsv"));
}

#[test]
fn positions() {
    run(include_str!("data/perft-positions.tsv"));
}
