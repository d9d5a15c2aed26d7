//! Tests of the articles of the present rule codes except that of Russian draughts: each count at
//! its limit, and one ply before it.

use std::collections::HashSet;

use crate::common::run::{Run, claims, drawn_by, rules, run};
use peatee_rules::draw::{GameRecord, KingRun, KingRuns, Loss, Outcome};
use peatee_rules::{Draughts, Kind, Move, Position, Side, Square, Variant};

/// Asserts that one more quiet move draws when the count has used `last` plies, but not when it has
/// used one ply less.
fn assert_draws(variant: &str, code: &str, fen: &str, key: &str, last: u32, article: &str) {
    let at = |plies: u32| run(variant, rules(code), fen, &format!("{key}={plies}"));
    assert_eq!(at(last).left(article), 1, "{code} {article}");
    assert_eq!(claims(&at(last).outcome(&[])), [], "{code} {article}");
    assert_eq!(drawn_by(&at(last).wait(1).outcome(&[])), Some(article), "{code}");
    assert!(at(last - 1).left(article) > 1, "{code} {article}");
    assert_eq!(drawn_by(&at(last - 1).wait(1).outcome(&[])), None, "{code} {article}");
}

fn counts(variant: &str, code: &str, fen: &str) -> String {
    run(variant, rules(code), fen, "").counts()
}

#[test]
fn fmjd_100_2024_has_the_counts_of_the_edition_before() {
    let of = |fen| counts("international", "FMJD-100-2024", fen);
    assert_eq!(of("W:WK1,K6,K16:BK50"), "6.2=0,6.3=0");
    assert_eq!(of("W:WK1,K6:BK50"), "6.2=0,6.4=0");
    assert_draws("international", "FMJD-100-2024", "W:WK1,K6:BK50", "6.4", 9, "6.4");
}

#[test]
fn fmjd_100_2024_6_3_gives_five_moves_against_the_long_diagonal() {
    let start = |stated| run("international", rules("FMJD-100-2024"), "W:WK1,K6,K16:BK46", stated);
    assert_eq!(start("").counts(), "6.2=0,6.3=0,6.3diagonal=0");
    let at_9 = start("6.3=20,6.3diagonal=9");
    assert_eq!(at_9.left("6.3 diagonal"), 1);
    assert_eq!(drawn_by(&at_9.outcome(&["16-27"])), Some("6.3 diagonal"));
    assert_eq!(drawn_by(&start("6.3=20,6.3diagonal=8").outcome(&["16-27"])), None);
    // The count of 16 moves still draws at its own limit.
    assert_eq!(drawn_by(&start("6.3=31,6.3diagonal=2").outcome(&["16-27"])), Some("6.3"));
}

#[test]
fn fmjd_100_2024_6_3_the_long_diagonal_can_be_read_otherwise() {
    let read_as =
        |reading: &str, fen, stated| run("international", rules(&format!("FMJD-100-2024{reading}")), fen, stated);
    let left = |reading| read_as(reading, "B:WK1,K6,K16:BK28", "6.3=4,6.3diagonal=4").play("28-33").counts();
    assert_eq!(left(""), "6.2=1,6.3=5");
    assert_eq!(left("+off-road"), "6.2=1,6.3=5,6.3diagonal=5");
    let shared = |reading| read_as(reading, "B:WK1,K6,K46:BK28", "").counts();
    assert_eq!(shared(""), "6.2=0,6.3=0");
    assert_eq!(shared("+shared-road"), "6.2=0,6.3=0,6.3diagonal=0");
}

#[test]
fn fmjd_100_2024_a_win_on_the_last_counted_ply_is_a_win() {
    let lost = Outcome::Lost { loser: Side::Black, how: Loss::NoPieces, article: Some("7.2.3") };
    let last =
        |code: &str, stated: &str| run("international", rules(code), "W:WK28,K1,K2:BK10", stated).outcome(&["28x5"]);
    assert_eq!(last("FMJD-100-2024", "6.3=31"), lost);
    assert_eq!(drawn_by(&last("FMJD-100-2024+drawn", "6.3=31")), Some("6.3"));
    assert_eq!(last("FMJD-100-2024+drawn", "6.3=30"), lost);
}

#[test]
fn cbd_64_97_b_gives_twenty_moves() {
    assert_draws("brazilian", "CBD-64", "W:WKa3,Kc1,Ke1,Kg1:BKh4,Kb8", "97b", 39, "97 b");
    let man = run("brazilian", rules("CBD-64"), "W:WKa3,c1:BKh4,f8,b8", "97b=30").play("c1-b2");
    assert_eq!(man.counts(), "97b=0");
}

#[test]
fn cbd_64_99_gives_five_moves_in_five_endings() {
    let of = |fen| counts("brazilian", "CBD-64", fen);
    let endings = [
        "W:WKa3,Kc1:BKh4,Kf8",
        "W:WKa3,Kc1:BKh4,f8",
        "W:WKa3,c1:BKh4,Kf8",
        "W:WKa3,Kc1:BKh4",
        "W:WKa3,c1:BKh4",
        "W:WKa3:BKh4",
    ];
    for fen in endings {
        assert_eq!(of(fen), "97b=0,99=0", "{fen}");
    }
    for fen in ["W:WKa3,c1:BKh4,f8", "W:WKa3,Kc1,Ke1:BKh4", "W:WKa3,a5,c1:BKh4", "W:Wa3:BKh4"] {
        assert_eq!(of(fen), "97b=0", "{fen}");
    }
    assert_draws("brazilian", "CBD-64", "W:WKa3,Kc1:BKh4,Kf8", "99", 9, "99");
    // A promotion that leads to another of these endings does not reset the count.
    let promoted = run("brazilian", rules("CBD-64"), "W:WKa3,a7:BKh4", "99=3").play("a7-b8");
    assert_eq!(promoted.counts(), "97b=0,99=4");
}

#[test]
fn cbd_64_100_gives_five_own_moves_against_the_main_road() {
    let start = |side: &str, stated| run("brazilian", rules("CBD-64"), &format!("{side}:WKa3,Kb8,Kd8:BKa1"), stated);
    assert_eq!((start("W", "").left("100"), start("B", "").left("100")), (9, 10));
    assert_eq!(drawn_by(&start("W", "100=8").outcome(&["d8-h4"])), Some("100"));
    assert_eq!(drawn_by(&start("W", "100=7").outcome(&["d8-h4"])), None);
    let each = run("brazilian", rules("CBD-64+each-side"), "W:WKa3,Kb8,Kd8:BKa1", "");
    assert_eq!(each.left("100"), 10);
    assert_eq!(counts("brazilian", "CBD-64", "W:WKa3,Kb8,Kd8:BKh4"), "97b=0", "off the road there is no count");
}

/// Creates a position of Portuguese draughts with its counters. Squares are numbered from h1, to
/// the left and up, so the river (the main road) runs from 1 to 32.
fn portuguese(fen: &str, stated: &str) -> Run {
    run("portuguese", rules("FPD"), fen, stated)
}

#[test]
fn fpd_3_8_a_starts_when_one_of_the_three_comes_to_the_river() {
    let start = portuguese("W:WK2,K3,K4:BK29", "");
    assert_eq!(start.counts(), "");
    let moves: Vec<String> =
        start.game.moves(&start.position).unwrap().iter().map(|mv| start.game.full_text(mv)).collect();
    let onto = |square: &str| moves.iter().find(|text| text.ends_with(square) && text.starts_with("2-"));
    let text = ["-5", "-6", "-10", "-14", "-19", "-23", "-28"].into_iter().find_map(onto).expect("a move to the river");
    let reached = start.play(text);
    assert_eq!((reached.counts().as_str(), reached.left("3.8 a")), ("3.8a=0", 24), "{text}");
}

#[test]
fn fpd_3_8_a_gives_twelve_own_moves() {
    assert_eq!(portuguese("W:WK1,K3,K4:BK29", "").left("3.8 a"), 23);
    assert_draws("portuguese", "FPD", "W:WK1,K3,K4:BK29", "3.8a", 22, "3.8 a");
    // When the king is off the river, the count continues and is not reset.
    let left = portuguese("W:WK2,K3,K4:BK29", "3.8a=10");
    assert_eq!(left.counts(), "3.8a=10");
    // Article 3.8 b does not apply to three kings, but applies after one of them is gone.
    assert_eq!(portuguese("W:WK2,K3:BK29", "3.8a=10").counts(), "3.8a=10,3.8b=0");
}

#[test]
fn fpd_3_8_b_gives_twenty_moves_in_small_endings() {
    let of = |fen| counts("portuguese", "FPD", fen);
    assert_eq!(of("W:WK2,K3:BK29"), "3.8b=0");
    assert_eq!(of("W:WK2,3,4,6:BK29,K31,30"), "3.8b=0");
    assert_eq!(of("W:WK2,3,4,6,7:BK29,K31"), "", "five pieces of one side");
    assert_eq!(of("W:W2,3:BK29"), "", "a side without a king");
    assert_draws("portuguese", "FPD", "W:WK2,K3:BK29", "3.8b", 39, "3.8 b");
}

#[test]
fn apca_gives_thirteen_moves_to_three_kings() {
    assert_eq!(counts("pool", "APCA", "W:WK1,K2,K3:BK29"), "13=0");
    assert_eq!(counts("pool", "APCA", "W:WK1,K2:BK29"), "");
    assert_draws("pool", "APCA", "W:WK21,K1,K2:BK20", "13", 24, "13");
    let black_first = run("pool", rules("APCA"), "B:WK21,K1,K2:BK20", "");
    assert_eq!(black_first.left("13"), 26);
}

#[test]
fn apca_the_thirteenth_move_may_take_the_king() {
    let position = "W:WK29,K21,K1:BK18";
    let thirteenth = run("pool", rules("APCA"), position, "13=24");
    let capture = thirteenth.game.moves(&thirteenth.position).unwrap();
    let text = thirteenth.game.full_text(&capture[0]);
    let lost = Outcome::Lost { loser: Side::Black, how: Loss::NoPieces, article: None };
    assert_eq!(thirteenth.outcome(&[&text]), lost);
}

#[test]
fn frisian_gives_seven_moves_to_two_kings() {
    assert_eq!(counts("frisian", "Frisian", "W:WK1,K2:BK50"), "twokings=0");
    assert_eq!(counts("frisian", "Frisian", "W:WK1,22:BK50"), "", "a man is no king");
    let start = |stated| run("frisian", rules("Frisian"), "W:WK1,K16:BK49", stated);
    assert_eq!(start("").left("two kings"), 13);
    assert_eq!(run("frisian", rules("Frisian+each-side"), "W:WK1,K16:BK49", "").left("two kings"), 14);
    assert_draws("frisian", "Frisian", "W:WK1,K16:BK49", "twokings", 12, "two kings");
}

/// Plays `moves` quiet moves with White's king on `from`, while Black's king makes other quiet
/// moves. No move allows a capture. Returns the game and the square of White's king; `None` if
/// there are no such moves.
fn march(record: &GameRecord, from: Square, moves: u32) -> Option<(GameRecord, Square)> {
    if moves == 0 {
        return Some((record.clone(), from));
    }
    let quiet = |record: &GameRecord, is_meant: &dyn Fn(&Move) -> bool| -> Vec<(GameRecord, Square)> {
        let legal = record.legal_moves().unwrap().iter();
        let played = legal.filter(|mv| mv.kind == Kind::King && !mv.is_capture() && is_meant(mv)).map(|mv| {
            let mut next = record.clone();
            next.play(mv).unwrap();
            (next, mv.to)
        });
        played.filter(|(next, _)| !next.game().must_capture(next.position())).collect()
    };
    let marched = quiet(record, &|mv| mv.from == from);
    marched.into_iter().find_map(|(next, to)| {
        quiet(&next, &|_| true).into_iter().find_map(|(waited, _)| march(&waited, to, moves - 1))
    })
}

#[test]
fn frisian_a_king_makes_three_moves_in_a_row_and_not_four() {
    let start = run("frisian", rules("Frisian"), "W:WK47,K48,50:BK4", "");
    let game = start.game.clone();
    let square = |name: &str| game.parse_square(name).unwrap();
    let moves_of = |record: &GameRecord, king: Square| {
        record.legal_moves().unwrap().iter().filter(|mv| mv.from == king && !mv.is_capture()).count()
    };
    for moves in [1, 2] {
        let (record, king) = march(&start.record(), square("47"), moves).expect("there is a way");
        assert!(moves_of(&record, king) > 0, "after {moves} moves it may go on");
    }
    let (mut record, king) = march(&start.record(), square("47"), 3).expect("there is a way");
    assert_eq!(moves_of(&record, king), 0, "not a fourth");
    let fourth = game.moves(record.position()).unwrap().into_iter().find(|mv| mv.from == king).unwrap();
    let error = record.play(&fourth).unwrap_err();
    let text = game.full_text(&fourth);
    assert_eq!(
        error.to_string(),
        format!("{text} is not legal: the king has made 3 moves in a row (article three moves)")
    );
    // Black has no man, so it may continue with any king.
    assert!(record.king_runs().of(Side::Black).is_none());

    // A move of another piece, the man or the other king, lets the king move again.
    for other in ["50", "48"] {
        let (mut record, king) = march(&start.record(), square("47"), 3).expect("there is a way");
        let from = square(other);
        let legal = record.legal_moves().unwrap();
        let quiet = |mv: &&Move| mv.from == from && !game.must_capture(&game.play(record.position(), mv));
        let mv = legal.iter().find(quiet).expect("a quiet move").clone();
        record.play(&mv).unwrap();
        let wait = record.legal_moves().unwrap();
        let mv = wait.iter().find(|mv| !game.must_capture(&game.play(record.position(), mv))).unwrap().clone();
        record.play(&mv).unwrap();
        assert!(moves_of(&record, king) > 0, "{other}");
    }
}

/// Creates a Frisian game from a FEN with the numbers of moves in a row with one king, first those
/// of Black: `+0+347` means none of Black, and three moves of White's king on square 47.
fn stated(fen: &str) -> GameRecord {
    stated_under("Frisian", fen)
}

fn stated_under(code: &str, fen: &str) -> GameRecord {
    let game = Draughts::new(Variant::named("frisian").unwrap());
    let (position, site) = game.parse_fen_with_counts(fen).unwrap();
    let runs = KingRuns::stated(&site.king_moves.unwrap(), &game, &position).unwrap();
    GameRecord::from_position(&game, rules(code), position).with_king_runs(runs)
}

#[test]
fn frisian_a_resting_king_goes_on_by_the_other_reading_if_nothing_else_can_move() {
    let under = |fen| stated_under("Frisian-only-move", fen);
    for rested in ["W:WK47,50:BK4,1:+0+347", "W:WK28,50:B17,1:+0+328"] {
        assert_eq!(under(rested).legal_moves().unwrap(), stated(rested).legal_moves().unwrap(), "{rested}");
    }
    let (mut record, free) = (under("W:WK47,45:BK50,40,34:+0+347"), stated("W:WK47,45:BK50,40,34:+0+247"));
    assert_eq!(record.legal_moves().unwrap(), free.legal_moves().unwrap());
    let mv = record.legal_moves().unwrap()[0].clone();
    record.play(&mv).unwrap();
    assert_eq!(record.king_runs().of(Side::White), Some(KingRun { square: mv.to, moves: 3 }));
}

#[test]
fn frisian_the_moves_of_a_king_can_be_stated() {
    let texts = |fen| {
        let record = stated(fen);
        let legal = record.legal_moves().unwrap();
        legal.iter().map(|mv| record.game().full_text(mv)).collect::<Vec<_>>()
    };
    let rested = texts("W:WK47,50:BK4,1:+0+347");
    assert!(!rested.is_empty() && rested.iter().all(|text| text.starts_with("50")), "{rested:?}");
    for free in ["W:WK47,50:BK4,1:+0+247", "W:WK47:BK4,1:+0+347", "W:WK47,50:BK4,1:+304+0"] {
        assert!(texts(free).iter().any(|text| text.starts_with("47")), "{free}");
    }
    // The king may still capture.
    assert!(texts("W:WK28,50:B17,1:+0+328").iter().any(|text| text.starts_with("28x")));
    // No other piece can move, so White has lost.
    let blocked = stated("W:WK47,45:BK50,40,34:+0+347");
    assert_eq!(blocked.outcome(), Outcome::Lost { loser: Side::White, how: Loss::NoMove, article: None });
    let game = Draughts::new(Variant::named("frisian").unwrap());
    let (position, site) = game.parse_fen_with_counts("W:WK47,50:BK4,1:+0+320").unwrap();
    let error = KingRuns::stated(&site.king_moves.unwrap(), &game, &position).unwrap_err().to_string();
    assert!(error.starts_with("White cannot have made 3 moves in a row with the king on 20"), "{error}");
}

/// Checks every position of king against king. The game goes on exactly when a side captures now or
/// is certain to capture with its next move. In all other positions, no side can win within the
/// four plies of the count.
#[test]
fn frisian_king_against_king_is_drawn_at_once_unless_a_king_is_about_to_be_taken() {
    let game = Draughts::new(Variant::named("frisian").unwrap());
    let mut all = Vec::new();
    for (white, black, side) in (0..50).flat_map(|w| (0..50).flat_map(move |b| Side::BOTH.map(|side| (w, b, side)))) {
        let mut position = Position::empty(side);
        if white != black {
            position.setup.put(Side::White, Kind::King, Square(white));
            position.setup.put(Side::Black, Kind::King, Square(black));
            all.push(position);
        }
    }
    let next = |p: &Position| -> Vec<Position> { game.moves(p).unwrap().iter().map(|mv| game.play(p, mv)).collect() };
    let wins: HashSet<Position> = all.iter().copied().filter(|p| game.must_capture(p)).collect();
    let lost = |p: &&Position, wins: &HashSet<Position>| !wins.contains(p) && next(p).iter().all(|q| wins.contains(q));
    let lost_in_2: HashSet<Position> = all.iter().filter(|p| lost(p, &wins)).copied().collect();
    let won_in_3 = |p: &&Position| !wins.contains(p) && next(p).iter().any(|q| lost_in_2.contains(q));
    let wins_to_3: HashSet<Position> = wins.iter().chain(all.iter().filter(won_in_3)).copied().collect();
    let lost_to_4: HashSet<Position> = all.iter().filter(|p| lost(p, &wins_to_3)).copied().collect();
    assert_eq!(lost_to_4, lost_in_2, "nothing is lost in four plies");
    for position in &all {
        let record = GameRecord::from_position(&game, rules("Frisian"), *position);
        let is_open = wins_to_3.contains(position) || lost_in_2.contains(position);
        match record.outcome() {
            Outcome::InProgress { .. } => assert!(is_open, "{}", game.fen(position)),
            outcome => {
                assert_eq!((drawn_by(&outcome), is_open), (Some("one king"), false), "{}", game.fen(position));
            }
        }
    }
    // The table under this code has these numbers for one side to move. The table for the other
    // side is the mirror image.
    assert_eq!((wins_to_3.len() / 2, lost_in_2.len() / 2), (664, 2));
}
