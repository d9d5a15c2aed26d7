//! Compares small tables of killer draughts with a second move generator. Every value must follow
//! from the values after the moves of that generator. This proves the table, because a shortest
//! wrong win would have to follow from a shorter wrong win.

use crate::common::make;
use crate::mailbox::{Mailbox, Rules};
use peatee_probe::{Tables, Value, Wdl};
use peatee_rules::{Kind, Position, Side, Square};
use peatee_table::Slice;
use rayon::prelude::*;

/// Returns all positions of up to three pieces in which Black has one piece, with either side to
/// move.
fn positions(tables: &Tables) -> Vec<Position> {
    let game = tables.game();
    let pieces = [Kind::Man, Kind::King].map(|kind| Side::BOTH.map(|side| (side, kind))).concat();
    let mut boards = vec![Vec::new()];
    let mut found = Vec::new();
    for _ in 0..3 {
        let mut larger = Vec::new();
        for board in &boards {
            let from = board.last().map_or(0, |&(square, _)| square + 1);
            for square in from..50u8 {
                for &piece in &pieces {
                    let mut next: Vec<(u8, (Side, Kind))> = board.clone();
                    next.push((square, piece));
                    larger.push(next);
                }
            }
        }
        for board in &larger {
            let count = |side| board.iter().filter(|(_, piece)| piece.0 == side).count();
            if count(Side::Black) != 1 || count(Side::White) == 0 {
                continue;
            }
            for side in Side::BOTH {
                let mut position = Position::empty(side);
                board.iter().for_each(|&(square, (side, kind))| position.setup.put(side, kind, Square(square)));
                if game.check(&position).is_ok() {
                    found.push(position);
                }
            }
        }
        boards = larger;
    }
    found
}

/// Returns the value of a position, computed from the values after its moves.
fn from_moves(tables: &Tables, position: &Position) -> Value {
    let board = Mailbox::new(position, Rules::Killer);
    let after = board.moves().into_iter().map(|mv| tables.probe(&board.after(&mv).position()).expect("it is there"));
    let values: Vec<Value> = after.collect();
    let plies = |wdl| values.iter().filter(move |value| value.wdl == wdl).map(|value| value.plies.expect("DTW"));
    if let Some(shortest) = plies(Wdl::Loss).min() {
        return Value { wdl: Wdl::Win, plies: Some(shortest + 1) };
    }
    if values.iter().any(|value| value.wdl == Wdl::Draw) {
        return Value { wdl: Wdl::Draw, plies: None };
    }
    Value { wdl: Wdl::Loss, plies: Some(plies(Wdl::Win).max().map_or(0, |longest| longest + 1)) }
}

#[test]
fn every_value_follows_from_the_moves_of_a_second_generator() {
    let made = make("killer", 3);
    let positions = positions(&made.tables);
    let expected: u64 = ["KvK", "KvM", "MvK", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"]
        .map(|name| {
            let slice = Slice::parse(made.tables.game(), name).expect("a slice");
            made.tables.slices().iter().find(|info| info.slice == slice).map_or(0, |info| info.positions)
        })
        .iter()
        .sum();
    assert!(positions.len() as u64 >= expected, "{} of {expected} positions", positions.len());
    let wrong: Vec<String> = positions
        .par_iter()
        .filter_map(|position| {
            let (value, expected) =
                (made.tables.probe(position).expect("it is there"), from_moves(&made.tables, position));
            (value != expected).then(|| format!("{}: {value}, not {expected}", made.tables.game().fen(position)))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} values: {:?}", wrong.len(), positions.len(), &wrong[..wrong.len().min(5)]);
}

/// Checks that two kings beat one king, which is the purpose of the rule according to its inventor.
#[test]
fn two_kings_beat_one() {
    let draws_of = |variant: &str| {
        let made = make(variant, 3);
        let game = made.tables.game();
        let kings = |position: &&Position| {
            Side::BOTH.into_iter().all(|side| position.setup.get(side, Kind::Man) == 0) && position.side == Side::White
        };
        let all: Vec<Position> = positions(&made.tables);
        let of_kings: Vec<&Position> = all.iter().filter(kings).filter(|p| p.setup.piece_count() == 3).collect();
        let drawn = of_kings.iter().filter(|p| made.tables.probe_wdl(p).expect("it is there") == Wdl::Draw).count();
        assert!(of_kings.iter().all(|p| game.has_moves(p)));
        (drawn, of_kings.len())
    };
    let (drawn, all) = draws_of("killer");
    assert!(drawn * 20 < all, "{drawn} of {all} drawn");
    let (drawn, all) = draws_of("international");
    assert!(drawn * 2 > all, "{drawn} of {all} drawn");
}
