//! Tests the examples with the tables in the repository.

#[allow(dead_code, reason = "the test calls `run`, not `main`")]
#[path = "../examples/best_line.rs"]
mod best_line;
#[allow(dead_code, reason = "the test calls `run`, not `main`")]
#[path = "../examples/engine_search.rs"]
mod engine_search;
#[allow(dead_code, reason = "the test calls `run`, not `main`")]
#[path = "../examples/probe_fen.rs"]
mod probe_fen;

use peatee_probe::{Kind, Position, Side, Square, Tables, Wdl};

use crate::common::Random;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");

fn args(args: &[&str]) -> Vec<String> {
    args.iter().map(|&arg| arg.to_owned()).collect()
}

#[test]
fn probe_fen_answers_with_all_moves() {
    let shown = probe_fen::run(&[]).unwrap();
    assert!(shown.starts_with("W:WK5,K17:BK31: win in 31 plies\n"), "{shown}");
    assert!(shown.lines().nth(1).unwrap().ends_with("win in 31 plies"), "{shown}");
    assert_eq!(probe_fen::run(&args(&[TABLES, "W:WK1:BK32"])).unwrap().lines().next(), Some("W:WK1:BK32: draw"));
    assert!(probe_fen::run(&args(&[TABLES, "W:WK1,K2,K3:BK32"])).is_err(), "four pieces");
}

#[test]
fn best_line_ends_with_the_game() {
    let shown = best_line::run(&[]).unwrap();
    assert!(shown.contains(": win in 29 plies\n") && shown.ends_with("game-over\n"), "{shown}");
    assert_eq!(shown.lines().count(), 1 + 29 + 1, "{shown}");
}

#[test]
fn engine_search_finds_wins_and_uses_the_tables() {
    let shown = engine_search::run(&[]).unwrap();
    assert!(shown.contains("score ") && !shown.contains(" 0 of them"), "{shown}");
    // The tables have the exact score of a position with three pieces.
    let shown = engine_search::run(&args(&[TABLES, "W:WK17,K5:BK31", "1"])).unwrap();
    assert!(shown.contains("score 9969 "), "{shown}");
}

/// Returns the score of a position by a full search without pruning. Counts the material in the
/// text of the position.
fn searched(tables: &Tables, position: &Position, depth: u32, ply: i32) -> i32 {
    let game = tables.game();
    if position.piece_count() <= 3 {
        let value = tables.probe(position).expect("all tables of three pieces are there");
        let win = 10_000 - ply - value.plies.unwrap_or(0) as i32;
        return match value.wdl {
            Wdl::Win => win,
            Wdl::Draw => 0,
            Wdl::Loss => -win,
        };
    }
    let moves = game.moves(position).expect("few captures");
    if moves.is_empty() {
        return ply - 10_000;
    }
    if depth == 0 && moves.iter().all(|mv| mv.captured == 0) {
        let fen = game.fen(position);
        let worth = |side: &str| {
            let list = fen.split(':').skip(1).find_map(|list| list.strip_prefix(side)).expect("both sides are listed");
            list.split(',').map(|piece| if piece.starts_with('K') { 130 } else { 100 }).sum::<i32>()
        };
        let lead = worth("W") - worth("B");
        return if fen.starts_with('W') { lead } else { -lead };
    }
    let score = |mv| -searched(tables, &game.play(position, mv), depth.saturating_sub(1), ply + 1);
    moves.iter().map(score).max().expect("there is a move")
}

#[test]
fn engine_search_scores_as_a_search_of_every_line_does() {
    let tables = Tables::open(TABLES).unwrap();
    let game = tables.game();
    let mut random = Random::new(130);
    let mut compared = 0;
    while compared < 100 {
        let mut position = Position::empty(Side::BOTH[random.below(2)]);
        for number in 0..4 + random.below(2) {
            let kind = if random.below(2) == 0 { Kind::Man } else { Kind::King };
            position.setup.put(Side::BOTH[number % 2], kind, Square(random.below(32) as u8));
        }
        // Skips positions that are impossible, have no moves, or have several pieces on a square.
        if position.piece_count() < 4 || game.check(&position).is_err() || !game.has_moves(&position) {
            continue;
        }
        compared += 1;
        for depth in ["1", "2", "3"] {
            let fen = game.fen(&position);
            let shown = engine_search::run(&args(&[TABLES, &fen, depth])).unwrap();
            let score = searched(&tables, &position, depth.parse().unwrap(), 0);
            assert!(shown.contains(&format!("  score {score}  ")), "{fen}, depth {depth}: {score}, not {shown}");
        }
    }
}
