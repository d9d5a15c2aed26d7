//! Tests of the worked examples in the rules of 1953, named by article, and of positions in which
//! variants that read a rule differently have different moves.
//!
//! If the rules leave out pieces of an example, the test adds pieces so that the given move is the
//! only one.

use crate::common::{Random, random_placement};
use peatee_rules::{Counting, Draughts, Kind, Position, Variant};

fn game(id: &str) -> Draughts {
    Draughts::new(Variant::named(id).expect("the variant is listed"))
}

fn position(game: &Draughts, fen: &str) -> Position {
    game.parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the legal moves as sorted texts, each with its captured pieces in brackets.
fn listed(game: &Draughts, fen: &str) -> Vec<String> {
    let position = position(game, fen);
    let mut list: Vec<String> = game.moves(&position).unwrap().iter().map(|mv| described(game, mv)).collect();
    list.sort();
    list
}

fn described(game: &Draughts, mv: &peatee_rules::Move) -> String {
    let name = |square: u8| game.square_name(peatee_rules::Square(square));
    let captured: Vec<String> = (0..128).filter(|&s| mv.captured >> s & 1 != 0).map(name).collect();
    let crown = if mv.promotes() { "=K" } else { "" };
    let separator = if mv.is_capture() { "x" } else { "-" };
    let ends = format!("{}{separator}{}{crown}", game.square_name(mv.from), game.square_name(mv.to));
    if captured.is_empty() { ends } else { format!("{ends} [{}]", captured.join(" ")) }
}

/// Asserts that the full texts of the legal moves are `expected`, and that each text is parsed to
/// its move.
fn moves_are(id: &str, fen: &str, expected: &[&str]) {
    let game = game(id);
    let position = position(&game, fen);
    let mut found: Vec<String> = game.moves(&position).unwrap().iter().map(|mv| game.full_text(mv)).collect();
    let mut expected: Vec<&str> = expected.to_vec();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{id} {fen}");
    for text in expected {
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.full_text(&mv), text);
    }
}

/// Plays a move and returns the FEN after it.
fn after(id: &str, fen: &str, text: &str) -> String {
    let game = game(id);
    let position = position(&game, fen);
    let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
    game.fen(&game.play(&position, &mv))
}

// Part 1, 64 squares.

#[test]
fn article_9_example_1_a_king_turns_at_every_landing() {
    moves_are("russian", "B:Wc3,d4,e3,f2,f4:BKa5,d6,e7", &["a5:e1:g3:e5"]);
    assert_eq!(after("russian", "B:Wc3,d4,e3,f2,f4:BKa5,d6,e7", "a5:e1:g3:e5"), "W:We3,d4:Bd6,e7,Ke5");
    moves_are("russian", "W:Wd4,e3:BKe5,d6,e7", &["d4:f6:d8"]);
}

#[test]
fn article_9_example_1_with_the_named_pieces_only_leaves_six_moves() {
    assert_eq!(listed(&game("russian"), "B:Wc3,d4,f2,f4:BKa5,e7").len(), 6);
}

#[test]
fn article_9_example_2_captured_pieces_block_until_the_move_is_over() {
    moves_are("russian", "W:WKe1:Bb6,c3,c5,d6,e5,e7", &["e1:a5:d8:f6:d4"]);
    assert_eq!(listed(&game("russian"), "W:WKe1:Bb6,c3,c5,e5,e7").len(), 8);
}

#[test]
fn article_9_example_3_a_man_is_crowned_on_the_way_and_goes_on_as_a_king() {
    let game = game("russian");
    let fen = "B:Wa1,a3,b2,b4,d2,d4,e3,f2,f4:Ba5,c5,c7,e7,g7";
    let position = position(&game, fen);
    let mut paths: Vec<String> = game.paths(&position).unwrap().iter().map(|mv| game.full_text(mv)).collect();
    paths.sort();
    assert_eq!(paths, ["a5:c3:e1:g3:e5:c3", "a5:c3:e5:g3:e1:c3"]);
    assert_eq!(game.moves(&position).unwrap().len(), 1, "both take the same pieces and end alike");
    assert!(game.moves(&position).unwrap()[0].promotes());
    assert_eq!(after("russian", fen, "a5:c3:e1:g3:e5:c3"), "W:Wa1,b2,a3,e3:Bc5,c7,e7,g7,Kc3");
    moves_are("russian", "W:Wa1,a3,b2,e3:BKc3,c5,c7,e7,g7", &["b2:d4:b6:d8:f6:h8"]);
}

#[test]
fn article_14_the_two_captures_it_writes_and_a_third() {
    moves_are("russian", "W:WKd2:Bb6,d6,f4,f6,g7", &["d2:h6:f8:c5:a7", "d2:g5:e7:c5:a7", "d2:g5:d8:a5"]);
}

/// Plays a game from the start position and returns the last position.
fn play_game(id: &str, moves: &[&str]) -> Position {
    let game = game(id);
    moves.iter().fold(game.start(), |position, text| {
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&position, &mv)
    })
}

#[test]
fn article_14_the_game_it_writes_out() {
    let moves = ["e3-d4", "d6-c5", "f2-e3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "h4:f2", "e1:g3", "c7:h4"];
    let last = play_game("russian", &moves);
    // The last move captures d6, d4 and d2 and promotes on e1, which White has just left. Then it
    // captures g3 as a king.
    assert_eq!(game("russian").fen(&last), "W:Wa1,c1,g1,b2,h2,a3,e3:Bb6,h6,a7,e7,g7,b8,d8,f8,h8,Kh4");
}

#[test]
fn article_29_the_game_it_begins() {
    let moves = ["31-27", "19-24", "37-31", "18-22", "27:18", "13:22", "34-30", "14-19"];
    let last = play_game("international", &moves);
    assert_eq!(last.setup.piece_count(), 38);
}

// Part 2, 100 squares.

#[test]
fn article_25_example_2_two_kings_or_two_men_are_the_same_number() {
    assert_eq!(listed(&game("international"), "W:W28:BK22,K12,23,14"), ["28x10 [14 23]", "28x8 [12 22]"]);
}

#[test]
fn article_25_example_3_a_man_that_only_crosses_the_last_row_stays_a_man() {
    moves_are("international", "W:W22:B7,8,17,19", &["22x11x2x13x24"]);
    assert_eq!(after("international", "W:W22:B7,8,17,19", "22x24"), "B:W24:B");
}

#[test]
fn article_25_example_4_a_man_that_ends_on_the_last_row_is_crowned_and_stops() {
    moves_are("international", "W:W32:B8,17,20,27", &["32x21x12x3"]);
    assert_eq!(after("international", "W:W32:B8,17,20,27", "32x3"), "B:WK3:B20");
}

#[test]
fn article_29_example_5_the_landing_square_must_lead_on() {
    moves_are("international", "B:W21,32,33,37,43:BK8,10,19,22", &["8x26x48x39x28"]);
    moves_are("international", "W:W32:BK28,10,19,22", &["32x23x14x5"]);
    assert_eq!(listed(&game("international"), "B:W21,32,33,37,43:BK8,10,19").len(), 5);
}

#[test]
fn article_29_example_6_a_piece_is_jumped_once_only() {
    moves_are("international", "W:WK48:B18,21,27,28,37", &["48x26x12x23x32"]);
}

#[test]
fn article_29_the_two_captures_it_writes() {
    moves_are("international", "W:WK42:B11,12,13,29,30,40", &["42x24x8x17x6", "42x24x35x44x6"]);
}

// Variants that read a rule differently, side by side.

/// Tests a man that reaches the last row in the middle of a capture, in 8x8 variants on dark
/// squares.
#[test]
fn promotion_in_mid_capture_in_every_game() {
    for id in ["english", "czech", "brazilian", "pool", "giveaway", "giveaway-brazilian"] {
        assert_eq!(listed(&game(id), "W:W9:B6,11").len(), 1, "{id}");
    }
    for id in ["russian", "giveaway-russian"] {
        assert_eq!(listed(&game(id), "W:W9:B6,11").len(), 2, "{id}");
        assert_eq!(listed(&game(id), "W:W9:B6,7").len(), 3, "{id}");
    }
    for id in ["thai", "thai-end", "thai-no-reversal"] {
        assert_eq!(listed(&game(id), "W:W24:B27,22"), ["24x31=K [27]"], "{id}");
        assert_eq!(listed(&game(id), "W:W24:B27,26"), ["24x31=K [27]"], "{id}");
    }
    assert_eq!(listed(&game("english"), "W:W9:B6,7"), ["9x2=K [6]"]);
    assert_eq!(listed(&game("pool"), "W:W9:B6,7"), ["9x11 [6 7]"]);
}

const TURKISH: [&str; 3] = ["turkish", "turkish-stop", "turkish-become"];

#[test]
fn turkish_promotion_readings_differ_where_a_man_is_crowned_on_the_way() {
    let counts = |id: &str| {
        let game = game(id);
        let position = position(&game, "B:WKc8,a5,b4,b2,c1:Bb5,e5");
        [1, 2, 3].map(|depth| game.perft(&position, depth, Counting::Moves).unwrap())
    };
    assert_eq!(TURKISH.map(counts), [[1, 16, 257], [1, 1, 3], [5, 80, 1226]]);
}

#[test]
fn turkish_promotion_readings_agree_elsewhere() {
    let fens = [
        "W:WKa1,Ka8,Kd4,Ke5:BKh1,Kh8,Kd5,Ke4", // kings only
        "W:WKd4:Bf4,b4",                       // a king
        "W:Wd4,e4:Bd5,e6,h6",                  // no man near the last row
        "W:Wd6,a2:Bd7,h7",                     // the capture ends on the last row
    ];
    for fen in fens {
        let lists = TURKISH.map(|id| listed(&game(id), fen));
        assert_eq!(lists[0], lists[1], "{fen}");
        assert_eq!(lists[0], lists[2], "{fen}");
    }
}

#[test]
fn turkish_kings_do_not_turn_straight_back() {
    let list = listed(&game("turkish"), "W:WKd4:Bf4,b4");
    assert_eq!(list, ["d4xa4 [b4]", "d4xg4 [f4]", "d4xh4 [f4]"]);
}

const THAI: [&str; 3] = ["thai", "thai-no-reversal", "thai-end"];

#[test]
fn thai_readings_differ_where_a_king_can_jump_straight_back() {
    // The same position with square numbers from the top left is B:W8,K19,22:BK11,16.
    let fen = "B:W25,K14,11:BK22,17";
    let expected: [&[&str]; 3] = [
        &["17x10 [14]", "22x29 [25 11]", "22x8 [25 11]"],
        &["17x10 [14]", "22x29 [25]", "22x8 [11]"],
        &["17x10 [14]", "22x29 [25]", "22x8 [11]"],
    ];
    for (id, expected) in THAI.into_iter().zip(expected) {
        let mut expected = expected.to_vec();
        expected.sort();
        assert_eq!(listed(&game(id), fen), expected, "{id}");
    }
}

/// Checks that any two readings of Thai draughts differ in some position, and only if a king can
/// capture two or more pieces.
#[test]
fn thai_readings_differ_only_in_long_captures_of_kings() {
    let games = THAI.map(game);
    let mut random = Random::new(1);
    let mut differing = [0; 3];
    for _ in 0..60_000 {
        let position = random_placement(&games[0], &mut random, 10);
        let fen = games[0].fen(&position);
        let lists = [0, 1, 2].map(|i| listed(&games[i], &fen));
        for (pair, (a, b)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            if lists[a] == lists[b] {
                continue;
            }
            differing[pair] += 1;
            for own in [a, b] {
                let only = games[own].moves(&position).unwrap();
                let other = if own == a { &lists[b] } else { &lists[a] };
                let new = only.iter().filter(|mv| !other.contains(&described(&games[own], mv)));
                for mv in new {
                    assert_eq!(mv.kind, Kind::King, "{fen}");
                    assert!(
                        games.iter().any(|game| game
                            .moves(&position)
                            .unwrap()
                            .iter()
                            .any(|m| m.captured.count_ones() > 1))
                    );
                }
            }
        }
    }
    assert!(differing.iter().all(|&count| count > 0), "{differing:?}");
}

#[test]
fn thai_readings_agree_elsewhere() {
    let fens = ["W:W1-8:B25-32", "W:W11,K2:B15,22,K31", "W:W11:B15,23", "B:W2,3,K10:BK31,20"];
    for fen in fens {
        let lists = THAI.map(|id| listed(&game(id), fen));
        assert_eq!(lists[0], lists[1], "{fen}");
        assert_eq!(lists[0], lists[2], "{fen}");
    }
}

#[test]
fn italian_order_of_precedence() {
    let cases: [(&str, &[&str]); 6] = [
        ("W:WK6,K14:BK11,K20", &["6x24 [11 20]"]), // most pieces
        ("W:WK9,17:B13", &["9x18 [13]"]),          // with a king
        ("W:WK23:B20,K28", &["23x32 [28]"]),       // most kings
        ("W:W29,K4,K8,K18,K19,K22,K32:B6,12,20,25,K28,K30", &["32x7 [12 20 28]"]), // a king first
        ("B:W7,13,23,31,K4,K15,K29:B1,16,24,K3,K11,K26,K28", &["11x27 [15 23]"]),
        ("W:W18:BK14,15", &["18-13"]), // a man takes no king
    ];
    for (fen, expected) in cases {
        assert_eq!(listed(&game("italian"), fen), expected, "{fen}");
    }
}

#[test]
fn frisian_value_portuguese_quality_czech_priority() {
    assert_eq!(listed(&game("frisian"), "W:W35:BK25,34"), ["35x15 [25]"]);
    assert_eq!(listed(&game("frisian"), "B:WK11,13:B9,K23"), ["23x3 [13]"]);
    for id in ["portuguese", "spanish"] {
        assert_eq!(listed(&game(id), "B:W26,K16,K6:BK15"), ["15x2 [6]"], "{id}");
    }
    let czech = game("czech");
    let fen = "B:W17:BK7,13";
    let moves = czech.moves(&position(&czech, fen)).unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].kind, Kind::King, "not the man on 13, which could take 17 too");
}

#[test]
fn giveaway_has_the_moves_of_its_game_and_the_other_goal() {
    let pairs = [
        ("giveaway", "english"),
        ("giveaway-russian", "russian"),
        ("giveaway-brazilian", "brazilian"),
        ("giveaway-international", "international"),
    ];
    for (id, base) in pairs {
        let (give, base) = (game(id), game(base));
        assert_ne!(give.variant().goal, base.variant().goal);
        let counts = [&give, &base].map(|game| game.perft(&game.start(), 5, Counting::Moves).unwrap());
        assert_eq!(counts[0], counts[1], "{id}");
    }
}
