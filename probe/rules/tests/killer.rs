//! Tests of killer draughts: its moves are compared with a second move generator, and with the
//! examples of its inventor.

use std::collections::BTreeSet;

use crate::common::Random;
use crate::mailbox::{Ends, Mailbox, Rules};
use peatee_rules::{Counting, Draughts, Kind, Move, Position, Side, Square, Variant};

fn game(id: &str) -> Draughts {
    Draughts::new(Variant::named(id).unwrap())
}

fn ends(mv: &Move) -> Ends {
    (mv.from.0.into(), mv.to.0.into(), mv.captured_squares().map(|square| square.0.into()).collect())
}

/// Returns a random position with many kings.
fn random_position(game: &Draughts, random: &mut Random) -> Position {
    loop {
        let mut position = Position::empty(if random.bool() { Side::White } else { Side::Black });
        for square in 0..50 {
            let kind = if random.below(3) > 0 { Kind::King } else { Kind::Man };
            match random.below(12) {
                0 => position.setup.put(Side::White, kind, Square(square)),
                1 | 2 => position.setup.put(Side::Black, kind, Square(square)),
                _ => {}
            }
        }
        if game.check(&position).is_ok() {
            return position;
        }
    }
}

#[test]
fn the_moves_of_both_generators_are_the_same() {
    let mut random = Random::new(31);
    let mut stopped = 0;
    for (id, rules) in [("killer", Rules::Killer), ("international", Rules::International)] {
        let game = game(id);
        for _ in 0..20_000 {
            let position = random_position(&game, &mut random);
            let found: BTreeSet<Ends> = game.moves(&position).unwrap().iter().map(ends).collect();
            let board = Mailbox::new(&position, rules);
            assert_eq!(found, board.moves(), "{id} {}", game.fen(&position));
            stopped += u32::from(found != Mailbox::new(&position, Rules::International).moves());
            for mv in game.moves(&position).unwrap() {
                assert_eq!(game.play(&position, &mv), board.after(&ends(&mv)).position(), "{}", game.fen(&position));
            }
        }
    }
    assert!(stopped > 5000, "in {stopped} positions only does the rule make a difference");
}

#[test]
fn both_generators_count_the_same_lines() {
    let game = game("killer");
    for (fen, depth) in [
        (game.variant().start, 5),
        ("W:WK46,K47,23:BK3,K14,28", 4),
        ("B:W12,27,K45:BK5,K50,8,19", 4),
        ("W:W6,7,K43:BK22,K18,44", 4),
    ] {
        let position = game.parse_fen(fen).unwrap();
        let counted = game.perft(&position, depth, Counting::Moves).unwrap();
        assert_eq!(counted, Mailbox::new(&position, Rules::Killer).perft(depth), "{fen}");
    }
}

#[test]
fn a_king_stops_behind_the_king_that_it_takes_last() {
    let texts = |id: &str, fen: &str| {
        let game = game(id);
        let position = game.parse_fen(fen).unwrap();
        let mut texts: Vec<String> = game.moves(&position).unwrap().iter().map(|mv| game.full_text(mv)).collect();
        texts.sort();
        texts
    };
    assert_eq!(texts("killer", "W:WK46:BK37"), ["46x32"]);
    assert_eq!(texts("killer", "W:WK46:B37").len(), texts("international", "W:WK46:BK37").len());
    // The king may land farther away if it then captures another piece. Behind a man it may land on
    // any empty square.
    let both = texts("killer", "W:WK46:BK37,20");
    assert!(both.iter().all(|text| text.matches('x').count() == 2), "{both:?}");
    // The rule does not apply to men.
    assert_eq!(texts("killer", "W:W32:BK28"), ["32x23"]);
}
