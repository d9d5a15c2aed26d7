//! Tests of breakthrough draughts: its moves are compared with a second move generator, and the
//! first king wins the game.

use std::collections::BTreeSet;

use crate::common::Random;
use crate::mailbox::{Ends, Mailbox, Rules};
use peatee_rules::draw::{DrawRules, GameRecord, Loss, Outcome};
use peatee_rules::{Counting, Draughts, Kind, Move, Position, Side, Square, Variant};

fn game() -> Draughts {
    Draughts::new(Variant::named("breakthrough").unwrap())
}

fn ends(mv: &Move) -> Ends {
    (mv.from.0.into(), mv.to.0.into(), mv.captured_squares().map(|square| square.0.into()).collect())
}

/// Returns a random position without kings.
fn random_position(game: &Draughts, random: &mut Random) -> Position {
    loop {
        let mut position = Position::empty(if random.bool() { Side::White } else { Side::Black });
        let one_in = 2 + random.below(12);
        for square in 0..50 {
            if random.below(one_in) == 0 {
                let side = if random.bool() { Side::White } else { Side::Black };
                position.setup.put(side, Kind::Man, Square(square));
            }
        }
        if game.check(&position).is_ok() {
            return position;
        }
    }
}

#[test]
fn the_moves_of_both_generators_are_the_same_up_to_the_first_king() {
    let game = game();
    let mut random = Random::new(32);
    let (mut quiet_ends, mut capture_ends) = (0, 0);
    for _ in 0..20_000 {
        let position = random_position(&game, &mut random);
        let board = Mailbox::new(&position, Rules::Breakthrough);
        let moves = game.moves(&position).unwrap();
        assert_eq!(moves.iter().map(ends).collect::<BTreeSet<Ends>>(), board.moves(), "{}", game.fen(&position));
        for mv in &moves {
            let (after, expected) = (game.play(&position, mv), board.after(&ends(mv)));
            assert_eq!(after, expected.position(), "{}", game.fen(&position));
            assert_eq!(game.check(&after), Ok(()), "{}", game.fen(&after));
            assert_eq!(mv.promotes(), expected.has_king());
            assert_eq!(game.has_moves(&after), !expected.moves().is_empty(), "{}", game.fen(&after));
            if mv.promotes() {
                assert!(game.is_over_by_promotion(&after) && !game.must_capture(&after));
                assert_eq!((game.moves(&after), game.paths(&after)), (Ok(Vec::new()), Ok(Vec::new())));
                assert_eq!(game.parse_fen(&game.fen(&after)), Ok(after));
                *(if mv.is_capture() { &mut capture_ends } else { &mut quiet_ends }) += 1;
            }
        }
    }
    assert!(quiet_ends > 3000 && capture_ends > 300, "{quiet_ends} quiet moves and {capture_ends} captures promote");
}

#[test]
fn both_generators_count_the_same_lines() {
    let (game, international) = (game(), Draughts::new(Variant::named("international").unwrap()));
    for (fen, depth, is_other) in [
        (game.variant().start, 5, false),
        ("W:W12,17,23,31:B22,27,34,40", 7, true),
        ("B:W11,16,18,29:B35,38,43,44", 6, true),
        ("W:W6,7:B44,45", 4, true),
        ("W:W14,28:B9,33,37", 6, true),
    ] {
        let position = game.parse_fen(fen).unwrap();
        let counted = game.perft(&position, depth, Counting::Moves).unwrap();
        assert_eq!(counted, Mailbox::new(&position, Rules::Breakthrough).perft(depth), "{fen}");
        assert_eq!(counted != international.perft(&position, depth, Counting::Moves).unwrap(), is_other, "{fen}");
    }
}

/// Checks that a man that crosses the last row during a capture stays a man, so the game goes on.
#[test]
fn a_capture_ends_the_game_only_when_it_stops_on_the_last_row() {
    let game = game();
    let after_the_capture = |fen: &str| {
        let position = game.parse_fen(fen).unwrap();
        let moves = game.moves(&position).unwrap();
        assert!(moves.len() == 1 && moves[0].is_capture(), "{fen}: {moves:?}");
        let after = game.play(&position, &moves[0]);
        (game.fen(&after), game.has_moves(&after))
    };
    assert_eq!(after_the_capture("W:W13:B8,35"), ("B:WK2:B35".into(), false));
    assert_eq!(after_the_capture("W:W13:B8,7,35"), ("B:W11:B35".into(), true));
}

#[test]
fn a_game_is_lost_by_a_promotion_of_the_opponent() {
    let game = game();
    let start = game.parse_fen("W:W6:B40").unwrap();
    let mut record = GameRecord::from_position(&game, DrawRules::named("none").unwrap(), start);
    record.play(&game.parse_move(&start, "6-1").unwrap()).unwrap();
    let outcome = record.outcome();
    assert_eq!(outcome, Outcome::Lost { loser: Side::Black, how: Loss::Promotion, article: None });
    assert_eq!(outcome.to_string(), "Black has lost: a man was promoted, which ends the game");
}

#[test]
fn kings_that_cannot_be_are_refused_with_the_reason() {
    let game = game();
    for last in ["B:WK3:B20", "W:W20,21:BK49", "B:WK1,20:B6,40"] {
        let position = game.parse_fen(last).unwrap_or_else(|error| panic!("{last}: {error}"));
        assert!(game.is_over_by_promotion(&position) && !game.has_moves(&position), "{last}");
    }
    for (fen, reason) in [
        ("W:WK3:B20", "a White king cannot stand on square 3: its promotion has ended the game"),
        ("B:WK3:BK49", "a Black king cannot stand on square 49: its promotion has ended the game"),
        ("B:WK1,K3:B20", "a White king cannot stand on square 3: the first king has ended the game"),
        ("B:WK23:B20", "a White king cannot stand on square 23: a king ends the game and never moves"),
        ("W:W20:BK4", "a Black king cannot stand on square 4: a king ends the game and never moves"),
    ] {
        let error = game.parse_fen(fen).unwrap_err().to_string();
        assert!(error.contains(reason), "{fen}: {error}");
    }
}
