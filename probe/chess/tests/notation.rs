//! Tests of FEN, SAN and UCI: round trips, and the errors of faulty texts.

use peatee_chess::cozy_chess::util::display_san_move;
use peatee_chess::{Ending, Position};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn positions_read_back_with_all_their_moves_in_random_games() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..40 {
        let mut here = Position::start();
        for _ in 0..150 {
            assert_eq!(position(&here.fen()), here);
            let moves = here.moves();
            for &mv in &moves {
                assert_eq!(here.parse_san(&here.san(mv)), Ok(mv), "{here}");
                assert_eq!(here.san(mv), display_san_move(here.board(), mv).to_string(), "{here}");
                assert_eq!(here.after_with_san(mv), (here.after(mv), here.san(mv)), "{here}");
                assert_eq!(here.parse_uci(&here.uci(mv)), Ok(mv), "{here}");
            }
            let Some(&mv) = random.choice(&moves) else { break };
            let after = here.after(mv);
            let expected = if here.is_zeroing(mv) { 0 } else { here.halfmove_clock() + 1 };
            assert_eq!(after.halfmove_clock(), expected);
            here = after;
        }
    }
}

#[test]
fn counts_may_be_left_out_and_run_beyond_a_hundred() {
    assert_eq!(position("8/8/8/8/8/2k5/1q6/K7 w - -").fen(), "8/8/8/8/8/2k5/1q6/K7 w - - 0 1");
    let late = position("8/8/8/4k3/8/8/8/K6R w - - 149 200");
    assert_eq!(late.after(late.parse_san("Kb2").unwrap()).fen(), "8/8/8/4k3/8/8/1K6/7R b - - 150 200");
}

#[test]
fn games_end_by_mate_and_stalemate() {
    assert_eq!(position("8/8/8/8/8/2k5/1q6/K7 w - - 30 90").ending(), Some(Ending::Checkmate));
    assert_eq!(position("8/8/8/8/8/1qk5/8/K7 w - -").ending(), Some(Ending::Stalemate));
    assert_eq!(Position::start().ending(), None);
    // Without an en passant square there is no legal move. With it, the only legal move captures en
    // passant.
    assert_eq!(position("k7/2K5/8/1N6/1pP5/1P6/8/8 b - -").ending(), Some(Ending::Stalemate));
    let passing = position("k7/2K5/8/1N6/1pP5/1P6/8/8 b - c3");
    assert_eq!(passing.ending(), None);
    assert_eq!(passing.moves().iter().map(|&mv| passing.san(mv)).collect::<Vec<_>>(), ["bxc3"]);
    assert!(passing.is_en_passant(passing.moves()[0]) && passing.is_zeroing(passing.moves()[0]));
}

#[test]
fn wrong_fens_are_refused_with_the_reason() {
    for (fen, reason) in [
        ("", "this one has 0"),
        ("8/8/8/8/8/2k5/1q6/K7 w -", "this one has 3"),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1 1", "this one has 7"),
        ("8/8/8/8/2k5/1q6/K7 w - -", "7 rows"),
        ("8/8/8/8/8/2k5/1q7/K7 w - -", "rank 2 has 9 squares"),
        ("8/8/8/8/8/2k5/1q5/K7 w - -", "rank 2 has 7 squares"),
        ("8/8/8/8/8/2k5/0q7/K7 w - -", "rank 2 holds '0'"),
        ("8/8/8/8/8/2x5/1q6/K7 w - -", "rank 3 holds 'x'"),
        ("8/8/8/8/8/2k5/1q6/8 w - -", "White has 0 kings"),
        ("8/8/8/8/8/2k1k3/1q6/K7 w - -", "Black has 2 kings"),
        ("8/8/8/8/8/2k5/8/K6P w - -", "a pawn stands on h1"),
        ("8/8/8/8/8/8/1k6/K7 w - -", "next to each other, on a1 and b2"),
        ("8/8/8/8/8/2k5/8/K1R5 w - -", "Black has just moved and is in check"),
        ("8/8/8/8/8/2k5/1q6/K7 x - -", "side to move is \"x\""),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "its corner"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "twice"),
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "Chess960"),
        ("4k3/8/8/8/8/8/8/4K2R w x - 0 1", "letters of KQkq"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "on rank 6"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "not there"),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "taken"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", "has just passed"),
        ("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1", "in check before"),
        ("8/8/8/8/8/2k5/1q6/K7 w - - -1 1", "half-move clock is \"-1\""),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 x", "from 0 to 65535"),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 70000", "move number"),
        ("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/K6k w - -", "the most are 16 and 8"),
    ] {
        let error = Position::parse_fen(fen).expect_err(fen).to_string();
        assert!(error.contains(reason), "{fen}: {error}");
    }
}

#[test]
fn wrong_moves_are_answered_with_the_legal_ones() {
    let here = position("8/8/8/8/8/2k5/8/K6R w - -");
    for text in ["Kc1", "Rh9", "e4", "", "O-O", "K", "Raa1", "\u{1b}[31m"] {
        let error = here.parse_san(text).unwrap_err().to_string();
        assert!(error.contains("legal moves: ") && error.contains("Rh3+"), "{error}");
        assert!(!error.contains('\u{1b}'), "{error:?}");
    }
    assert!(here.parse_uci("a1c1").is_err() && here.parse_uci("a1b1q").is_err() && here.parse_uci("a1b1").is_ok());
    let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(castling.parse_uci("e1g1"), castling.parse_san("O-O"));
    assert!(castling.parse_uci("e1h1").is_err());
    assert!(castling.has_castling_rights() && !here.has_castling_rights());
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,80}", fields in "[1-8KQRBNPkqrbnp/]{0,40} [wb] [KQkq-]{1,3} [a-h1-8-]{1,2} [0-9]{0,6}") {
        let here = Position::start();
        let _ = (here.parse_san(&text), here.parse_uci(&text));
        for text in [text, fields] {
            if let Ok(read) = Position::parse_fen(&text) {
                prop_assert_eq!(position(&read.fen()), read);
            }
        }
    }
}
