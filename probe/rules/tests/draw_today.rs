//! The articles of the codes of today beside the Russian one, each at its limit and one ply either
//! side.

use crate::common::run::{Run, claims, drawn_by, rules, run};
use peatee_rules::Side;
use peatee_rules::draw::{Loss, Outcome};

/// A count stands at its last ply but one, at its last, and draws with the next move of `waiting`.
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
    // Never beyond the sixteen moves.
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
    // A promotion inside the list does not set it back.
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

/// Squares are numbered from h1, to the left and up: the river goes from 1 to 32.
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
    // Off the river the count can still run, and it is not set back.
    let left = portuguese("W:WK2,K3,K4:BK29", "3.8a=10");
    assert_eq!(left.counts(), "3.8a=10");
    // 3.8 b does not apply to the three kings, but to the two that are left of them.
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

#[test]
fn frisian_king_against_king_has_four_plies() {
    assert_eq!(counts("frisian", "Frisian", "W:WK16:BK49"), "oneking=0");
    assert_draws("frisian", "Frisian", "W:WK16:BK49", "oneking", 3, "one king");
}
