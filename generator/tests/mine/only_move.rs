//! Tests the search for positions that only one move wins.

use peatee_probe::Wdl;
use peatee_rules::Position;
use serde_json::{Value as Json, json};

use super::brute::World;
use super::mined::{mine, text};
use super::{expected, in_two_games};
use crate::common::Made;

/// The line of best play from a position that one move wins.
struct Line {
    moves: Vec<String>,
    /// Plies of the winner, counted from 1, at which several moves win. Each entry lists the other
    /// winning moves.
    duals: Vec<Json>,
    /// Number of moves of the winner.
    winner_moves: usize,
}

/// Returns the line from a position to the end of the game. The winner plays the quickest win, the
/// loser the slowest loss. Of equal moves, the first in the order of the move generator is played.
fn walk(world: &World, position: &Position) -> Line {
    let mut line = Line { moves: Vec::new(), duals: Vec::new(), winner_moves: 0 };
    let mut at = *position;
    loop {
        let winning = world.winning(&at);
        let least = winning.iter().map(|(_, _, value)| value.plies).min().expect("a won position has a winning move");
        let best = winning.iter().position(|(_, _, value)| value.plies == least).expect("it is there");
        let mut others: Vec<_> = winning.iter().enumerate().filter(|&(place, _)| place != best).collect();
        others.sort_by_key(|(_, (_, _, value))| value.plies);
        if !others.is_empty() {
            let moves: Vec<_> = others.iter().map(|(_, (mv, ..))| world.game.move_text(&at, mv)).collect();
            line.duals.push(json!({ "ply": line.moves.len() + 1, "moves": moves }));
        }
        let (mv, after, _) = &winning[best];
        line.moves.push(world.game.move_text(&at, mv));
        line.winner_moves += 1;
        at = *after;
        let replies = world.moves(&at);
        let Some(most) = replies.iter().map(|(_, _, value)| value.plies).max() else { return line };
        let (mv, after, _) = replies.iter().find(|(_, _, value)| value.plies == most).expect("it is there");
        line.moves.push(world.game.move_text(&at, mv));
        at = *after;
    }
}

impl Line {
    /// Returns how many moves of the winner are only moves, before the first one that is not.
    fn unique_moves(&self) -> usize {
        let first = self.duals.first().map(|dual| dual["ply"].as_u64().expect("a number") as usize / 2);
        first.unwrap_or(self.winner_moves)
    }
}

#[test]
#[ignore = "18 CPU-seconds; scripts/check --full runs it"]
fn only_moves_are_those_of_a_plain_walk_in_full() {
    in_two_games(check_only_moves);
}

pub fn check_only_moves(made: &Made, world: &World) {
    let id = world.game.variant().id;
    let root = made.root.path();
    let only = mine(&["only-move", "--variant", id], root);
    only.check(&made.tables, true);
    let is_only = |at: &Position, wdl| wdl == Wdl::Win && world.winning(at).len() == 1;
    let wanted = expected(world, |at, value| is_only(at, value.wdl).then_some("only-move"));
    assert_eq!(only.found(), wanted, "{id}");
    // With at least three legal moves, moves that do not win must be found and rejected.
    let chosen = mine(&["only-move", "--variant", id, "--legal-moves", "3"], root);
    let has_choice = |at: &Position| world.moves(at).len() >= 3;
    let wanted = expected(world, |at, value| (has_choice(at) && is_only(at, value.wdl)).then_some("only-move"));
    assert_eq!(chosen.found(), wanted, "{id}");
    assert!(!wanted.is_empty() && wanted.len() < only.lines.len());
    // An only move that draws is one besides which all moves lose.
    let drawing = mine(&["only-move", "--variant", id, "--keeps", "draw", "--legal-moves", "2"], root);
    drawing.check(&made.tables, true);
    let wanted = expected(world, |at, value| {
        let moves = if value.wdl == Wdl::Draw { world.moves(at) } else { return None };
        let drawn = moves.iter().filter(|(_, _, value)| value.wdl == Wdl::Draw).count();
        (moves.len() >= 2 && drawn == 1).then_some("only-move")
    });
    assert_eq!(drawing.found(), wanted, "{id}");
    assert!(!wanted.is_empty() && drawing.lines.iter().all(|line| line["unique_moves"] == 1));
    for moves in ["2", "4", "all"] {
        let mined = mine(&["only-move", "--variant", id, "--moves", moves], root);
        mined.check(&made.tables, true);
        let wanted = expected(world, |at, value| {
            let line = is_only(at, value.wdl).then(|| walk(world, at))?;
            let least = moves.parse().unwrap_or(usize::MAX).min(line.winner_moves);
            (line.unique_moves() >= least).then_some("only-move")
        });
        assert_eq!(mined.found(), wanted, "{id} {moves}");
        assert!(!wanted.is_empty() && wanted.len() < only.lines.len());
    }
}

#[test]
fn lines_are_best_play_and_their_duals_are_listed() {
    in_two_games(check_lines);
}

pub fn check_lines(made: &Made, world: &World) {
    let id = world.game.variant().id;
    let mined = mine(&["only-move", "--variant", id, "--duals"], made.root.path());
    mined.check(&made.tables, true);
    let mut with_duals = 0;
    for found in &mined.lines {
        let position = world.game.parse_fen(text(found, "fen")).expect("a legal position");
        let line = walk(world, &position);
        assert_eq!(found["line"], json!(line.moves), "{found}");
        assert_eq!(line.moves.len() as u64, found["dtw_plies"].as_u64().expect("a distance"));
        assert_eq!(found["unique_moves"], line.unique_moves(), "{found}");
        assert_eq!(found["duals"], json!(line.duals), "{found}");
        assert_eq!(found["legal_moves"], world.moves(&position).len());
        with_duals += usize::from(!line.duals.is_empty());
    }
    assert!(with_duals > 0 && with_duals < mined.lines.len(), "{id}: both kinds of lines are there");
}
