//! Compares small tables of breakthrough draughts with a solver that shares no code with the tested
//! solvers. It searches to the end of every game, with the moves of a second generator. Men never
//! move back, so every game ends.

use std::collections::HashMap;

use crate::common::make;
use crate::mailbox::{Mailbox, Rules};
use peatee_probe::{Value, Wdl};
use peatee_rules::{Kind, Position, Side, Square};
use peatee_table::{Metric, Slice, slices};

/// Values of positions: true if the side to move wins, and the plies. The key holds the squares of
/// White's men and of Black's men, and the side to move.
type Values = HashMap<(u64, u64, Side), (bool, u32)>;

fn solve(board: &Mailbox, values: &mut Values) -> (bool, u32) {
    let position = board.position();
    if board.has_king() {
        return (false, 0);
    }
    let men = |side| position.setup.get(side, Kind::Man) as u64;
    let key = (men(Side::White), men(Side::Black), position.side);
    if let Some(&value) = values.get(&key) {
        return value;
    }
    let after: Vec<(bool, u32)> = board.moves().iter().map(|mv| solve(&board.after(mv), values)).collect();
    let shortest_win = after.iter().filter(|(wins, _)| !wins).map(|(_, plies)| plies + 1).min();
    let longest_loss = after.iter().map(|(_, plies)| plies + 1).max().unwrap_or(0);
    let value = shortest_win.map_or((false, longest_loss), |plies| (true, plies));
    values.insert(key, value);
    value
}

/// Returns all positions of two to `pieces` men, with men on both sides.
fn positions(pieces: usize) -> Vec<Position> {
    let mut found = Vec::new();
    let mut boards: Vec<(Position, u8)> = vec![(Position::empty(Side::White), 0)];
    for _ in 0..pieces {
        let mut larger = Vec::new();
        for (board, from) in boards {
            for square in from..50 {
                // White's men stand below the first row, Black's above the last.
                for side in [(square >= 5).then_some(Side::White), (square < 45).then_some(Side::Black)] {
                    let Some(side) = side else { continue };
                    let mut next = board;
                    next.setup.put(side, Kind::Man, Square(square));
                    larger.push((next, square + 1));
                }
            }
        }
        let has_both = |board: &Position| Side::BOTH.into_iter().all(|side| board.setup.get(side, Kind::Man) != 0);
        for (board, _) in larger.iter().filter(|(board, _)| has_both(board)) {
            found.extend(Side::BOTH.map(|side| Position { side, ..*board }));
        }
        boards = larger;
    }
    found
}

#[test]
fn every_value_is_that_of_a_search_to_the_end_of_the_game() {
    let made = make("breakthrough", 3);
    let positions = positions(3);
    // Each slice serves both colours; a third of these positions have as many men on both sides.
    let stored: u64 = made.tables.slices().iter().map(|info| info.positions).sum();
    assert_eq!(positions.len() as u64, 2 * stored);
    let (mut values, mut longest) = (Values::new(), 0);
    for position in &positions {
        let (wins, plies) = solve(&Mailbox::new(position, Rules::Breakthrough), &mut values);
        let expected = Value { wdl: if wins { Wdl::Win } else { Wdl::Loss }, plies: Some(plies) };
        let fen = made.tables.game().fen(position);
        assert_eq!(made.tables.probe(position).expect("it is there"), expected, "{fen}");
        assert_eq!(made.tables.probe_wdl(position).expect("it is there"), expected.wdl, "{fen}");
        longest = longest.max(plies);
    }
    assert!(longest > 10, "the longest game has {longest} plies");
}

#[test]
fn moves_that_promote_win_in_one_ply_and_the_game_is_over_after_them() {
    let made = make("breakthrough", 3);
    let tables = &made.tables;
    let (mut promotions, mut captures) = (0, 0);
    for position in positions(3).iter().step_by(7) {
        for rated in tables.moves(position).expect("all are there") {
            if !rated.mv.promotes() {
                continue;
            }
            assert_eq!(rated.value, Value { wdl: Wdl::Win, plies: Some(1) });
            let lost = Value { wdl: Wdl::Loss, plies: Some(0) };
            assert_eq!(tables.probe(&rated.position).expect("a game that is over"), lost);
            let line = tables.line(position, u32::MAX).expect("all are there");
            assert_eq!(line.moves.len(), 1, "{}", tables.game().fen(position));
            assert!(tables.moves(&rated.position).expect("none").is_empty());
            promotions += 1;
            captures += rated.mv.is_capture() as u32;
        }
    }
    assert!(promotions > 500 && captures > 20, "{promotions} promotions, {captures} of them captures");
}

#[test]
fn tables_have_men_alone_and_say_so() {
    let made = make("breakthrough", 3);
    let game = made.tables.game();
    let names: Vec<String> = slices(game, 3).iter().map(Slice::name).collect();
    assert_eq!(names, ["MvM", "MvMM", "MMvM"]);
    assert_eq!(made.tables.slices().len(), names.len());
    assert!(made.tables.slices().iter().all(|info| info.metrics == Metric::DEFAULT));
    let error = Slice::parse(game, "KvM").unwrap_err().to_string();
    assert!(error.contains("the first king ends the game"), "{error}");
    let king = game.parse_fen("W:WK3:B20").unwrap_err().to_string();
    assert!(king.contains("its promotion has ended the game"), "{king}");
}
