//! Checks that the crate answers or returns an error for any numbers in positions, moves and
//! squares, and never panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use peatee_rules::draw::{Counters, DrawRules, GameRecord};
use peatee_rules::{Direction, Draughts, Kind, Move, Position, Side, Square, VARIANTS};

use crate::common::Random;

const CASES: usize = 150;

/// Returns a random position that may be illegal, with pieces beyond the board or several on a
/// square.
fn any_position(game: &Draughts, random: &mut Random) -> Position {
    let squares = game.variant().board.square_count();
    let mut position = match random.below(4) {
        0 => game.start(),
        _ => Position::empty(Side::BOTH[random.below(2)]),
    };
    for _ in 0..random.below(12) {
        let side = random.below(2);
        let kind = random.below(3);
        let set = &mut position.setup.pieces[side][kind];
        *set ^= match random.below(8) {
            0 => random.u128(..) & random.u128(..),
            1 => 1 << random.below(128),
            2 => random.u128(..) & random.u128(..) & random.u128(..) & ((1 << (squares - 1)) - 1),
            _ => 1 << random.below(squares.into()),
        };
    }
    position
}

fn any_move(random: &mut Random) -> Move {
    let kinds = [Kind::Man, Kind::King, Kind::Parachutist];
    let mut square = || Square(if random.below(4) == 0 { random.u8(..) } else { random.below(50) as u8 });
    let (from, to) = (square(), square());
    let path = (0..3).map(|_| square()).collect();
    let captured = if random.below(2) == 0 { 0 } else { random.u128(..) & random.u128(..) & random.u128(..) };
    Move { from, to, kind: kinds[random.below(3)], becomes: kinds[random.below(3)], captured, path }
}

/// Name of a function of the crate, and a call of this function with a position. Functions whose
/// documentation allows a panic are left out.
type Question = (&'static str, fn(&Draughts, &Position, &mut Random));

const QUESTIONS: &[Question] = &[
    ("check", |game, at, _| drop(game.check(at))),
    ("moves", |game, at, _| drop(game.moves(at))),
    ("paths", |game, at, _| drop(game.paths(at))),
    ("has_moves", |game, at, _| _ = game.has_moves(at)),
    ("must_capture", |game, at, _| _ = game.must_capture(at)),
    ("is_over_by_promotion", |game, at, _| _ = game.is_over_by_promotion(at)),
    ("fen", |game, at, _| drop(game.fen(at))),
    ("diagram", |game, at, _| drop(game.diagram(at))),
    ("svg", |game, at, _| {
        if game.check(at).is_ok() {
            drop(game.svg(at));
        }
    }),
    ("hub_position_text", |game, at, _| drop(game.hub_position_text(at))),
    ("parse_move", |game, at, _| drop(game.parse_move(at, "1-5"))),
    ("parse_hub_move", |game, at, _| drop(game.parse_hub_move(at, "1-5"))),
    ("play", |game, at, _| {
        for mv in game.moves(at).into_iter().flatten().take(20) {
            let _ = (game.play(at, &mv), game.move_text(at, &mv));
        }
    }),
    ("rules", |game, at, random| {
        let rules = DrawRules::of_variant(game.variant()).expect("a code");
        let counters: Counters = rules.start(at);
        let _ = (rules.situation(at), rules.status(&counters, at), rules.counters_text(&counters, at));
        let _ = (rules.check_counters(&counters, at), rules.parse_counters("1.32.2=60", at));
        let _ = rules.after(&counters, &any_move(random), at);
    }),
    ("record", |game, at, random| {
        let rules = DrawRules::of_variant(game.variant()).expect("a code");
        let mut record = GameRecord::from_position(game, rules, *at);
        let _ = (record.outcome(), record.status(), record.play(&any_move(random)));
    }),
    ("any move", |game, at, random| {
        let mv = any_move(random);
        let _ = (mv.promotes(), mv.is_removal(), mv.captured_squares().count(), mv.is_capture());
        let _ = game.move_text(at, &mv);
    }),
    ("full text of any move", |game, _, random| drop(game.full_text(&any_move(random)))),
    ("square", |game, at, random| {
        let _ = (game.square_name(Square(random.u8(..))), at.setup.at(Square(random.below(128) as u8)));
    }),
    ("step", |game, _, random| {
        let board = &game.variant().board;
        let _ = board.square_at(random.i32(..), random.i32(..));
        let square = Square(random.below(board.square_count().into()) as u8);
        let _ = board.step(square, Direction::ALL[random.below(8)]);
    }),
];

#[test]
fn whatever_is_asked_is_answered() {
    let mut random = Random::new(46);
    let mut panics: Vec<(&str, &str, bool)> = Vec::new();
    let (mut legal, mut illegal) = (0, 0);
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        for _ in 0..CASES {
            let position = any_position(&game, &mut random);
            *if game.check(&position).is_ok() { &mut legal } else { &mut illegal } += 1;
            for (name, ask) in QUESTIONS {
                let asked = catch_unwind(AssertUnwindSafe(|| ask(&game, &position, &mut random)));
                let is_legal = game.check(&position).is_ok();
                if asked.is_err() && !panics.iter().any(|(found, _, legal)| found == name && *legal == is_legal) {
                    panics.push((*name, variant.id, is_legal));
                }
            }
        }
    }
    assert!(panics.is_empty(), "{panics:#?}");
    assert!(legal > 200 && illegal > 1_000, "{legal} legal, {illegal} not");
}
