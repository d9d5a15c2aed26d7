//! Tests of positions and moves as text: round trips for every variant, and the text of every
//! error.

use crate::common::{Random, games, random_placement, random_play};
use peatee_rules::draw::{DrawRules, GameRecord};
use peatee_rules::notation::{KingMoves, MoveNumber, SiteCounts};
use peatee_rules::{Draughts, IllegalPosition, Kind, Position, Side, Square, Variant};
use proptest::prelude::*;

fn game(id: &str) -> Draughts {
    Draughts::new(Variant::named(id).expect("the variant is listed"))
}

/// Returns random positions from games, and random placements of pieces.
fn some_positions(game: &Draughts, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = random_play(game, &mut random, 80);
    positions.extend((0..60).map(|_| random_placement(game, &mut random, 12)));
    positions
}

fn fen_round_trip(game: &Draughts, position: &Position) {
    let fen = game.fen(position);
    assert_eq!(game.parse_fen(&fen).as_ref(), Ok(position), "{} {fen}", game.variant().id);
    let [side, white, black] = fen.split(':').collect::<Vec<_>>()[..] else { panic!("{fen}") };
    let swapped = format!(" {side} : {black}:{white} . ");
    assert_eq!(game.parse_fen(&swapped).as_ref(), Ok(position), "{} {swapped}", game.variant().id);
}

fn moves_round_trip(game: &Draughts, position: &Position) {
    let moves = game.moves(position).unwrap();
    let record = GameRecord::from_position(game, DrawRules::named("none").unwrap(), *position);
    for (mv, text) in moves.iter().zip(game.move_texts(&moves)) {
        let alike = moves.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
        assert!(alike == 1 || text == game.full_text(mv), "{text} leaves a doubt in {}", game.fen(position));
        assert_eq!([&game.move_text(position, mv), &record.move_text(mv)], [&text; 2]);
        assert_eq!(record.parse_move(&text).as_ref(), Ok(mv));
    }
    for mv in moves {
        for text in [game.move_text(position, &mv), game.full_text(&mv)] {
            let read = game.parse_move(position, &text);
            assert_eq!(read.as_ref(), Ok(&mv), "{} {text} in {}", game.variant().id, game.fen(position));
        }
    }
    for path in game.paths(position).unwrap() {
        let text = game.full_text(&path);
        let read = game.parse_move(position, &text);
        assert_eq!(read.as_ref(), Ok(&path), "{} {text} in {}", game.variant().id, game.fen(position));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_and_moves_round_trip_in_every_variant(seed in any::<u64>()) {
        for game in games() {
            for position in some_positions(&game, seed) {
                fen_round_trip(&game, &position);
                moves_round_trip(&game, &position);
            }
        }
    }

    #[test]
    fn squares_round_trip_as_numbers_and_letters(index in 0u8..128) {
        for game in games().iter().filter(|game| index < game.variant().board.square_count()) {
            let square = Square(index);
            assert_eq!(game.parse_square(&game.square_name(square)), Some(square));
            let (file, rank) = game.variant().board.file_rank(square);
            let letters = format!("{}{}", (b'a' + file) as char, rank + 1);
            assert_eq!(game.parse_square(&letters), Some(square), "{letters}");
            assert_eq!(game.parse_square(&letters.to_uppercase()), Some(square), "{letters}");
        }
    }

    #[test]
    fn text_of_any_kind_is_refused_or_written_back(text in "[WBwbKPkpHFe+0-9a-h:,. x*-]{0,40}") {
        for game in games() {
            if let Ok(position) = game.parse_fen(&text) {
                fen_round_trip(&game, &position);
            }
            let start = game.start();
            if let Ok(mv) = game.parse_move(&start, &text) {
                assert!(game.moves(&start).unwrap().contains(&mv));
            }
        }
    }
}

#[test]
fn fens_are_read_in_every_form() {
    let international = game("international");
    let expected = international.parse_fen("W:W31,32,33:BK1,K2,K3").expect("legal");
    let forms = [
        "W:W31-33:BK1-3",
        "W:W31-33:BK1-K3.",
        "w:bK1-3:w31-33",
        " W : W 31 , 32-33 : B K1, K2 ,K3 . ",
        "W:Wb4,d4,f4:BKb10,Kd10,Kf10",
    ];
    for form in forms {
        assert_eq!(international.parse_fen(form).as_ref(), Ok(&expected), "{form}");
    }
    assert_eq!(international.fen(&expected), "W:W31-33:BK1-K3".replace("-K3", "-3"));
    assert_eq!(international.fen(&international.parse_fen("B:W:B7").expect("legal")), "B:W:B7");
    // Numbers count from the top left in a variant that uses letters.
    let russian = game("russian");
    assert_eq!(russian.parse_fen("W:W9:B6,K11"), russian.parse_fen("W:Wb6:Bc7,Kf6"));
    // Numbers count from the bottom right.
    let portuguese = game("portuguese");
    assert_eq!(portuguese.parse_fen("W:W1,4-6:BK32"), portuguese.parse_fen("W:Wh1,b1,g2,e2:BKa8"));
    assert_eq!(portuguese.start(), portuguese.parse_fen("W:W1-12:B21-32").expect("legal"));
}

#[test]
fn fens_of_other_programs_are_read() {
    let international = game("international");
    let expected = international.parse_fen("B:W41-50:BK1,K2,K40").expect("legal");
    let counts = |half_moves, full_move| SiteCounts { half_moves, full_move, king_moves: None };
    let forms = [
        ("B:W41-50:Bk1,k2,k40", SiteCounts::default()),
        ("B:W41-50:Bk1-2,k40.", SiteCounts::default()),
        ("B:W41-50.:BK1,K2,K40.:H0:F1", counts(Some(0), Some(1))),
        ("B:W41-50:BK1,K2,K40:H12:F40.", counts(Some(12), Some(40))),
        ("B:H12:W41-50:F40:BK1,K2,K40", counts(Some(12), Some(40))),
        ("BBBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeBwwwwwwwwww", SiteCounts::default()),
    ];
    for (form, counts) in forms {
        assert_eq!(international.parse_fen_with_counts(form), Ok((expected, counts)), "{form}");
        assert_eq!(international.parse_fen(form), Ok(expected), "{form}");
    }
    // In Frisian draughts, the king moves of Black come first.
    let frisian = game("frisian");
    let (_, none) = frisian.parse_fen_with_counts("W:WK28,41:BK5,17:H0:F52:+0+0").expect("legal");
    assert!(!none.is_running() && !none.has_king_moves());
    let (_, counts) = frisian.parse_fen_with_counts("W:WK28,41:BK5,17:H0:F52:+205+0").expect("legal");
    assert_eq!(counts.king_moves, Some([KingMoves { moves: 2, square: Some(5) }, KingMoves::default()]));
    assert_eq!((counts.to_string().as_str(), counts.is_running()), ("H0:F52:+205+0", true));
    assert!(counts.has_king_moves());

    // A Hub position lists the squares by the numbers of the variant. In a FEN, a lower-case letter
    // before a square is the kind of the piece.
    let portuguese = game("portuguese");
    let hub = format!("W{}{}B{}", "w".repeat(12), "e".repeat(8), "b".repeat(11));
    assert_eq!(portuguese.parse_fen(&hub), portuguese.parse_fen("W:W1-12:BK21,22-32"));
    let canadian = game("canadian");
    assert_eq!(canadian.parse_fen("W:Wk20:B1"), canadian.parse_fen("W:WK20:B1"));
    assert_eq!(game("russian").parse_fen("W:Wkc3:Bd4"), game("russian").parse_fen("W:WKc3:Bd4"));
    let parachute = game("parachute");
    assert_eq!(parachute.parse_fen("W:Wpd8:Be5"), parachute.parse_fen("W:WPd8:Be5"));
}

#[test]
fn diagrams_are_labelled_as_the_moves_are_written() {
    let drawn = |id: &str, fen: &str| game(id).diagram(&game(id).parse_fen(fen).expect("legal"));
    let international = drawn("international", "W:W23:B5,6");
    let rows: Vec<&str> = international.lines().collect();
    assert_eq!(rows.len(), 10);
    assert_eq!(rows[0], " 1    .   .   .   .   m  5");
    assert_eq!(rows[1], " 6  m   .   .   .   .    10");
    assert_eq!(rows[4], "21    .   .   M   .   .  25");
    assert_eq!(rows[9], "46  .   .   .   .   .    50");
    // Numbers count from the bottom right.
    let portuguese = drawn("portuguese", "W:W1:BK32");
    assert_eq!(portuguese.lines().next(), Some("32  k   .   .   .    29"));
    assert_eq!(portuguese.lines().last(), Some(" 4    .   .   .   M  1"));
    let russian = drawn("russian", "W:Wc3:BKb8");
    assert_eq!(russian.lines().next(), Some(" 8    k   .   .   ."));
    assert_eq!(russian.lines().last(), Some("    a b c d e f g h"));
}

#[test]
fn moves_are_numbered_as_players_number_them() {
    let number = |id: &str, fen: &str, plies, moves: &[&str]| {
        let game = game(id);
        MoveNumber::in_position(&game, &game.parse_fen(fen).expect("legal"), plies).number_all(moves)
    };
    assert_eq!(number("international", "W:W23:B5,6", 0, &["23-18", "5-10", "18-12"]), "1. 23-18 5-10 2. 18-12");
    assert_eq!(number("international", "B:W23:B5,6", 0, &["5-10", "23-18", "6-11"]), "1... 5-10 2. 23-18 6-11");
    assert_eq!(number("international", "W:W23:B5,6", 30, &["23-18"]), "16. 23-18");
    // Black began, so White is to move after an odd number of plies.
    assert_eq!(number("international", "W:W23:B5,6", 31, &["23-18"]), "17. 23-18");
    assert_eq!(number("international", "B:W23:B5,6", 31, &["5-10"]), "16... 5-10");
    // Black moves first in English draughts.
    assert_eq!(number("english", "B:W23:B5,6", 0, &["5-9", "23-18", "6-10"]), "1. 5-9 23-18 2. 6-10");
    assert_eq!(number("english", "W:W23:B5,6", 0, &["23-18", "5-9"]), "1... 23-18 2. 5-9");
    assert_eq!(number("english", "W:W23:B5,6", 0, &[]), "");
}

#[test]
fn short_notation_names_the_file_and_the_squares_after_it() {
    let read = |fen: &str, text: &str| {
        let game = game("russian");
        let position = game.parse_fen(fen).expect("legal");
        let read = game.parse_move(&position, text);
        read.map(|mv| game.full_text(&mv)).map_err(|error| error.to_string())
    };
    let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    for text in ["cd4", "c-d4", "CD4"] {
        assert_eq!(read(start, text).as_deref(), Ok("c3-d4"), "{text}");
    }
    assert_eq!(read("W:Wc3:Bd4,f6", "c:g7").as_deref(), Ok("c3:e5:g7"));
    assert_eq!(read("W:Wc3:Bd4,f6", "c:e5:g7").as_deref(), Ok("c3:e5:g7"));
    assert_eq!(read("W:Wc3:Bd4,f6", "ce5:g7").as_deref(), Ok("c3:e5:g7"));
    // In the first position only one of the two pieces can go to the square; in the second both
    // can.
    assert_eq!(read("W:WKc3,c5:Bh2", "cd6").as_deref(), Ok("c5-d6"));
    let error = read("W:WKc3,Kc5:Bh2", "cd4").expect_err("both can");
    assert_eq!(error, "cd4 can be any of c5-d4, c3-d4 in W:WKc3,Kc5:Bh2: write all squares of the path");
    let error = read(start, "cd6").expect_err("nothing can");
    assert!(error.starts_with("cd6 is not legal in") && error.contains("the piece cannot move there"), "{error}");
    let error = read("W:Wa1:Bb8", "cd4").expect_err("there is no piece");
    assert!(error.contains("no piece stands on the first square"), "{error}");
}

#[test]
fn parachutists_have_a_letter() {
    let game = game("parachute");
    let position = game.parse_fen("W:WPd8,f2,Kg3,Pb8:Be7,c7,Pc1").expect("legal");
    assert_eq!(position.setup.get(Side::White, Kind::Parachutist).count_ones(), 2);
    assert_eq!(game.fen(&position), "W:Wf2,Kg3,Pb8,Pd8:Bc7,e7,Pc1");
    let moves = game.parse_fen("W:WPd8,f2:Be7,c7").expect("legal");
    let texts: Vec<String> = game.moves(&moves).unwrap().iter().map(|mv| game.move_text(&moves, mv)).collect();
    assert_eq!(texts, ["d8xf6", "d8xb6"]);
    assert!(game.moves(&moves).unwrap().iter().all(|mv| mv.becomes == Kind::Man && mv.promotes()));
}

#[test]
fn every_fen_error_word_for_word() {
    let shape = "FEN must read `W:W...:B...` (side to move, then the pieces of each colour), found";
    let long = "9".repeat(80);
    let cases: Vec<(&str, String, String)> = vec![
        ("international", "".into(), format!("{shape} 1 part(s) in ``")),
        ("international", "W:W1".into(), format!("{shape} 2 part(s) in `W:W1`")),
        ("international", "W:W1:B2:B3".into(), format!("{shape} 4 part(s) in `W:W1:B2:B3`")),
        ("international", "X:W31:B1".into(), "the side to move must be W or B, not `X`".into()),
        ("international", "W:31:B1".into(), "a list of pieces must start with W or B: `31`".into()),
        ("international", "W::B1".into(), "a list of pieces must start with W or B: ``".into()),
        ("international", "W:W1:B2:B3:H1".into(), format!("{shape} 5 part(s) in `W:W1:B2:B3:H1`")),
        count_error("W:W31:B1:Hx", "Hx"),
        count_error("W:W31:B1:H", "H"),
        count_error("W:W31:B1:H1:H2", "H2"),
        count_error("W:W31:B1:F-1", "F-1"),
        count_error("W:W31:B1:+0", "+0"),
        count_error("W:W31:B1:+4+0", "+4+0"),
        count_error("W:W31:B1:+15+0", "+15+0"),
        count_error("W:W31:B1:+151+0", "+151+0"),
        hub_error("Wweb", 4),
        ("international", format!("w{}", "e".repeat(50)), "the side to move must be W or B, not `w`".into()),
        (
            "international",
            format!("W{}", "e".repeat(50)),
            "impossible position: there are no pieces on the board".into(),
        ),
        (
            "canadian",
            "W:Wk3:B1".into(),
            "`k3` can be a square or a king on a square with a number: write the letter of a king as `K`".into(),
        ),
        ("international", "W:W31-K33:B1".into(), "`31-K33` is not a range of squares".into()),
        ("international", "W:W31:W32".into(), "the pieces of White are listed twice".into()),
        ("international", "W:B1:B2".into(), "the pieces of Black are listed twice".into()),
        square_error("international", "W:W51:B1", "51", "51", 50),
        square_error("international", "W:W31,0:B1", "0", "31,0", 50),
        square_error("russian", "W:Wa1,a2:Bb8", "a2", "a1,a2", 32),
        square_error("russian", "W:WKi9:Bb8", "i9", "Ki9", 32),
        square_error("canadian", "W:W73:B1", "73", "73", 72),
        square_error("alquerque", "W:Wf1:Ba5", "f1", "f1", 25),
        square_error("english", "W:W31,:B1", "", "31,", 32),
        square_error(
            "english",
            &format!("W:W{long}:B1"),
            &format!("{}...", &long[..60]),
            &format!("{}...", &long[..60]),
            32,
        ),
        ("english", "W:W31-22:B1".into(), "`31-22` is not a range of squares".into()),
        ("portuguese", "W:W4-1:BK32".into(), "`4-1` is not a range of squares".into()),
        ("english", "W:W:B".into(), "impossible position: there are no pieces on the board".into()),
        ("english", "W:W31,31:B1".into(), "impossible position: two pieces stand on square 31".into()),
        ("russian", "W:Wc3:BKc3".into(), "impossible position: two pieces stand on square c3".into()),
        ("alquerque", "W:WKa1:Bb5".into(), "impossible position: alquerque has no king".into()),
        ("english", "W:WP31:B1".into(), "impossible position: english has no parachutist".into()),
        wrong_square("english", "W:W1:B2", "White man", "1", "that is its promotion row"),
        wrong_square("english", "W:W21:B32", "Black man", "32", "that is its promotion row"),
        wrong_square("corner", "W:Wa7:Bb4", "White man", "a7", "it promotes there"),
        wrong_square("corner", "W:Wb4:Bh2", "Black man", "h2", "it promotes there"),
        wrong_square("oneway", "W:Wa1:Bb8", "Black man", "b8", "that is its promotion row"),
        wrong_square(
            "parachute",
            "W:WPc7:Bb4",
            "White parachutist",
            "c7",
            "it stands on the last row until it captures",
        ),
        wrong_square("konane", "W:Wb1:Ba2", "White man", "b1", "it can never get there"),
    ];
    for (id, fen, expected) in cases {
        let error = game(id).parse_fen(&fen).expect_err(&fen);
        assert_eq!(error.to_string(), expected, "{id} {fen}");
    }
}

fn count_error(fen: &str, part: &str) -> (&'static str, String, String) {
    let text = "is not a count that may follow a position; write `H0`, `F1` or `+0+0`, each at most once";
    ("international", fen.into(), format!("`{part}` {text}"))
}

fn hub_error(text: &str, found: usize) -> (&'static str, String, String) {
    let expected = format!(
        "the position has {found} characters; a Hub position of international has 51: `W` or `B` for the side to move, \
         and one of `w`, `b`, `W`, `B`, `e` for each square"
    );
    ("international", text.into(), expected)
}

fn square_error(id: &'static str, fen: &str, name: &str, list: &str, squares: u8) -> (&'static str, String, String) {
    (id, fen.into(), format!("`{name}` in `{list}` is not a square of {id}, which has {squares} squares"))
}

fn wrong_square(id: &'static str, fen: &str, piece: &str, square: &str, why: &str) -> (&'static str, String, String) {
    (id, fen.into(), format!("impossible position: a {piece} cannot stand on square {square}: {why}"))
}

#[test]
fn a_piece_beyond_the_last_square_is_refused() {
    let game = game("english");
    let mut position = game.start();
    position.setup.put(Side::White, Kind::King, Square(32));
    let error = game.check(&position).expect_err("off the board");
    assert_eq!(error, IllegalPosition::OffBoard { index: 32, squares: 32 });
    assert_eq!(error.to_string(), "square index 32 is off the board, which has 32 squares");
}

#[test]
fn every_move_error_word_for_word() {
    let cases = [
        (
            "international",
            "W:W32:B1",
            "32",
            "`32` is not a move: expected squares joined by `-`, `x` or `:`, as in 32-27",
        ),
        (
            "russian",
            "W:WKa1:Bb2",
            "a1:",
            "`a1:` is not a move: expected squares joined by `-`, `x` or `:`, as in a1:h8",
        ),
        ("international", "W:W:B1", "x", "`x` is not a move: expected squares joined by `-`, `x` or `:`, as in 1-2"),
        (
            "international",
            "W:W32:B1",
            "32-27x",
            "`32-27x` is not a move: expected squares joined by `-`, `x` or `:`, as in 32-27",
        ),
        (
            "international",
            "W:W32:B1",
            "32-37",
            "32-37 is not legal in W:W32:B1: the piece cannot move there; legal: 32-27, 32-28",
        ),
        (
            "international",
            "W:W32:B1",
            "31-27",
            "31-27 is not legal in W:W32:B1: no piece stands on the first square; legal: 32-27, 32-28",
        ),
        (
            "international",
            "W:W32:B1",
            "1-6",
            "1-6 is not legal in W:W32:B1: the piece on the first square is the opponent's; legal: 32-27, 32-28",
        ),
        (
            "international",
            "W:W32,50:B28",
            "50-45",
            "50-45 is not legal in W:W32,50:B28: another piece must capture; legal: 32x23",
        ),
        (
            "international",
            "W:W32:B28",
            "32-27",
            "32-27 is not legal in W:W32:B28: that is not a capture it must make; legal: 32x23",
        ),
        ("english", "W:W:B1", "1-5", "1-5 is not legal in W:W:B1: the side to move has no legal move; legal: "),
        (
            "russian",
            "W:WKd2:Bb6,d6,f4,f6,g7",
            "d2:a7",
            "d2:a7 can be any of d2:h6:f8:c5:a7, d2:g5:e7:c5:a7 in W:WKd2:Bf4,b6,d6,f6,g7: write all squares of the path",
        ),
    ];
    for (id, fen, text, expected) in cases {
        let game = game(id);
        let position = game.parse_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let error = game.parse_move(&position, text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{id} {fen} {text}");
    }
}

#[test]
fn a_king_that_jumps_on_in_line_may_be_said_to_land_on_any_square_between() {
    let game = game("russian");
    let position = game.parse_fen("W:WKa1:Bb2,f6").expect("legal");
    for text in ["a1:h8", "a1:g7", "a1:c3:g7", "a1:d4:g7", "a1:e5:h8", "a1xd4xh8", "a1-e5-g7"] {
        assert!(game.parse_move(&position, text).is_ok(), "{text}");
    }
    for text in ["a1:b2:h8", "a1:f6:h8", "a1:d4:c3:h8", "a1:d4", "a1:e3:h8"] {
        assert!(game.parse_move(&position, text).is_err(), "{text}");
    }
}
