//! The examples run with the tables that are in the repository.

#[allow(dead_code, reason = "the test calls `run`, not `main`")]
#[path = "../examples/best_line.rs"]
mod best_line;
#[allow(dead_code, reason = "the test calls `run`, not `main`")]
#[path = "../examples/engine_search.rs"]
mod engine_search;
#[allow(dead_code, reason = "the test calls `run`, not `main`")]
#[path = "../examples/probe_fen.rs"]
mod probe_fen;

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
    // Of three pieces the tables know the score.
    let shown = engine_search::run(&args(&[TABLES, "W:WK17,K5:BK31", "1"])).unwrap();
    assert!(shown.contains("score 9969 "), "{shown}");
}
