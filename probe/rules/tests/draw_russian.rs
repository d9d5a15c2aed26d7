//! Tests of the articles of the FMJD rule code of Russian draughts: each count at its limit, and
//! one ply before it.

use crate::common;
use crate::common::run::{Run, claims, drawn_by, rules, run};
use peatee_rules::Side;
use peatee_rules::draw::{Loss, Outcome};

const CODE: &str = "FMJD-64-Russian";

fn russian(fen: &str, stated: &str) -> Run {
    run("russian", rules(CODE), fen, stated)
}

fn read_as(reading: &str, fen: &str, stated: &str) -> Run {
    run("russian", rules(&format!("{CODE}+{reading}")), fen, stated)
}

const THREE_KINGS: &str = "Ka3,Kb8,Kd8:BKh4";

#[test]
fn a_count_stands_at_zero_where_its_class_first_stands() {
    let counts = |fen| russian(fen, "").counts();
    assert_eq!(counts("W:WKa3,Kb8,Kd8:BKh4"), "7.2.4=0,7.2.6=0,7.2.5=0");
    assert_eq!(counts("W:WKa3,Kb8,Kd8,Kf8:BKh4"), "7.2.4=0,7.2.6=0,7.2.5=0", "three or more");
    assert_eq!(counts("W:WKa3,Kb8,c3:BKh4"), "7.2.6=0,7.2.5=0", "a man is no king");
    assert_eq!(counts("W:WKa3,Kb8,c5:BKh8"), "7.2.6=0,7.2.5=0,7.2.7=0", "h8 is on the main road");
    assert_eq!(counts("W:WKa3,Kb8,c3:BKh8"), "7.2.6=0,7.2.5=0", "with the man on c3 nobody owns it");
    assert_eq!(counts("W:WKa3,Kb8:BKh4"), "7.2.5=0,7.2.8=0");
    assert_eq!(counts("W:WKa3,Kb8:BKh4,f8"), "7.2.6=0,7.2.5=0", "4 pieces");
    assert_eq!(counts("W:Wa3,c3:BKh4,f8"), "7.2.5=0", "7.2.6 asks for kings on both sides");
    assert_eq!(counts("W:WKa3,b2,c3,d2,e1:BKh4,f8,g7,h6"), "7.2.5=0", "nine pieces");
}

#[test]
fn section_7_2_4_gives_the_side_with_three_kings_fifteen_moves_of_its_own() {
    // When the stronger side moves first, its 15th move is ply 29, otherwise ply 30.
    for (side, limit) in [("W", 29), ("B", 30)] {
        let start = russian(&format!("{side}:W{THREE_KINGS}"), "");
        assert_eq!(start.left("7.2.4"), limit);
        let last = limit - 1;
        let before = russian(&format!("W:W{THREE_KINGS}"), &format!("7.2.4={last},7.2.6={last},7.2.5=20"));
        assert_eq!(before.left("7.2.4"), 1);
        assert_eq!(claims(&before.outcome(&[])), []);
        assert_eq!(drawn_by(&before.wait(1).outcome(&[])), Some("7.2.4"));
    }
    let two_before = russian(&format!("B:W{THREE_KINGS}"), "7.2.4=27,7.2.6=20,7.2.5=20");
    assert_eq!((two_before.left("7.2.4"), drawn_by(&two_before.wait(1).outcome(&[]))), (2, None));
}

#[test]
fn section_7_2_4_the_fifteenth_move_may_take_the_king() {
    for rules in [CODE.to_owned(), format!("{CODE}+drawn")] {
        let before = run("russian", common::run::rules(&rules), "W:WKa1,Ka3,Kb8:BKe5", "7.2.4=28");
        let lost = Outcome::Lost { loser: Side::Black, how: Loss::NoPieces, article: None };
        assert_eq!(before.outcome(&["a1:h8"]), lost);
    }
}

#[test]
fn section_7_2_4_a_capture_changes_the_balance() {
    let four = russian("B:WKd4,Ka3,Kb8,Kh2:BKg7", "7.2.4=9");
    let moves = four.game.moves(&four.position).unwrap();
    let after = four.play("g7:c3");
    assert!(moves[0].is_capture());
    assert_eq!(after.counts(), "7.2.4=0,7.2.6=0,7.2.5=0,7.2.7=0");
    let three = russian("B:WKd4,Ka3,Kb8:BKg7", "7.2.4=9").play("g7:b2");
    assert_eq!(three.counts(), "7.2.5=0,7.2.8=0", "two kings are in 7.2.8, with a new count");
}

#[test]
fn section_7_2_5_draws_after_fifteen_king_moves_by_each_side() {
    let fen = "W:WKa3,Kc1,Ke1,Kg1,b2:BKh4,Kh8,Kf8";
    let at_29 = russian(fen, "7.2.5=29");
    assert_eq!((at_29.left("7.2.5"), claims(&at_29.outcome(&[]))), (1, vec![]));
    assert_eq!(drawn_by(&at_29.wait(1).outcome(&[])), Some("7.2.5"));
    assert_eq!(russian(fen, "7.2.5=28").left("7.2.5"), 2);
    let man = russian("W:WKa3,c1,a5:BKh4,f8", "7.2.5=29,7.2.6=40").play("a5-b6");
    assert_eq!(man.counts(), "7.2.6=41,7.2.5=0", "the move of a man sets 7.2.5 back and not 7.2.6");
}

#[test]
fn section_7_2_6_allows_thirty_moves_to_five_pieces_and_sixty_to_seven() {
    let five = russian("W:WKa3,c1,a5:BKh4,f8", "7.2.6=59,7.2.5=9");
    assert_eq!((five.left("7.2.6"), claims(&five.outcome(&[]))), (1, vec![]));
    assert_eq!(drawn_by(&five.outcome(&["a5-b6"])), Some("7.2.6"));
    let seven = russian("W:WKa3,c1,a5:BKh4,f8,b8,h8", "7.2.6=119,7.2.5=9");
    assert_eq!((seven.left("7.2.6"), claims(&seven.outcome(&[]))), (1, vec![]));
    assert_eq!(drawn_by(&seven.outcome(&["a5-b6"])), Some("7.2.6"));
    assert_eq!(russian("W:WKa3,c1,a5:BKh4,f8", "7.2.6=58,7.2.5=9").left("7.2.6"), 2);
    assert_eq!(russian("W:WKa3,c1,a5:BKh4,f8,b8", "7.2.6=118,7.2.5=9").left("7.2.6"), 2);
}

#[test]
fn section_7_2_6_starts_anew_with_every_change_of_the_balance() {
    let promotion = russian("W:WKa3,c1,a7:BKh4,f8", "7.2.6=40,7.2.5=9").play("a7-b8");
    assert_eq!(promotion.counts(), "7.2.6=0,7.2.5=0");
    // The capture leaves five pieces, so a new count with the shorter limit starts.
    let capture = russian("W:WKa1,a3,h2:BKh4,d4,f8", "7.2.6=90,7.2.5=9").play("a1:e5");
    assert_eq!((capture.counts().as_str(), capture.left("7.2.6")), ("7.2.6=0,7.2.5=0", 60));
    // Black already has a king. The promotion gives White its first king, so the count starts.
    let first = russian("W:Wa7,c1:BKh4,f8", "7.2.5=3").play("a7-b8");
    assert_eq!(first.counts(), "7.2.6=0,7.2.5=0");
}

#[test]
fn section_7_2_7_gives_five_own_moves_against_the_main_road() {
    let on_road = |side: &str, stated| russian(&format!("{side}:WKa3,Kb8,Kd8:BKa1"), stated);
    assert_eq!((on_road("W", "").left("7.2.7"), on_road("B", "").left("7.2.7")), (9, 10));
    let before = on_road("W", "7.2.7=8");
    assert_eq!((before.left("7.2.7"), claims(&before.outcome(&[]))), (1, vec![]));
    assert_eq!(drawn_by(&before.outcome(&["d8-h4"])), Some("7.2.7"));
    let two_before = on_road("B", "7.2.7=8");
    assert_eq!((two_before.left("7.2.7"), drawn_by(&two_before.outcome(&["a1-h8"]))), (2, None));
}

#[test]
fn section_7_2_7_counts_while_the_king_is_alone_on_the_road() {
    let start = russian("B:WKa3,Kb8,Kd8:BKa1", "7.2.7=3");
    assert_eq!(start.play("a1-h8").counts(), "7.2.4=1,7.2.6=1,7.2.5=1,7.2.7=4");
    // The king leaves the road and comes back.
    let left = russian("B:WKa3,Kc1,Kf8:BKh8", "7.2.7=3").play("h8-e5").play("c1-g5").play("e5-h2");
    assert_eq!(left.counts(), "7.2.4=3,7.2.6=3,7.2.5=3");
    assert_eq!(left.play("g5-c1").play("h2-e5").counts(), "7.2.4=5,7.2.6=5,7.2.5=5,7.2.7=0");
    // Another piece comes onto the road.
    let shared = russian("W:WKa3,Kb8,Kd8:BKh8", "7.2.7=3").play("d8-f6");
    assert_eq!(shared.counts(), "7.2.4=1,7.2.6=1,7.2.5=1");
}

#[test]
fn section_7_2_7_can_be_read_otherwise() {
    let left = |reading| {
        let start = read_as(reading, "B:WKa3,Kc1,Kf8:BKh8", "7.2.7=3");
        start.play("h8-e5").play("c1-g5").play("e5-h2").counts()
    };
    assert_eq!(left("off-road"), "7.2.4=3,7.2.6=3,7.2.5=3,7.2.7=6");
    assert_eq!(left("shared-road"), "7.2.4=3,7.2.6=3,7.2.5=3");
    let shared = |reading| read_as(reading, "W:WKa3,Kb8,Kd8:BKh8", "7.2.7=3").play("d8-f6").counts();
    assert_eq!(shared("shared-road"), "7.2.4=1,7.2.6=1,7.2.5=1,7.2.7=4");
}

#[test]
fn section_7_2_8_gives_five_own_moves_with_two_against_one() {
    for fen in ["W:WKa3,Kb8:BKh4", "W:WKa3,a5:BKh4"] {
        let start = russian(fen, "");
        assert_eq!(start.left("7.2.8"), 9);
        let before = russian(fen, "7.2.8=8");
        assert_eq!((before.left("7.2.8"), claims(&before.outcome(&[]))), (1, vec![]));
        assert_eq!(drawn_by(&before.wait(1).outcome(&[])), Some("7.2.8"));
        assert_eq!(drawn_by(&russian(fen, "7.2.8=7").wait(1).outcome(&[])), None);
    }
    // When Black moves first, White's 5th move is ply 10.
    assert_eq!(russian("B:WKa3,Kb8:BKh4", "").left("7.2.8"), 10);
    let promoted = russian("W:WKa3,a7:BKh4", "7.2.8=3").play("a7-b8");
    assert_eq!(promoted.counts(), "7.2.5=0,7.2.8=4", "a promotion inside the ending does not set it back");
}

#[test]
fn section_7_2_8_king_against_king_is_five_moves_by_each_side() {
    for side in ["W", "B"] {
        let start = russian(&format!("{side}:WKa3:BKh4"), "");
        assert_eq!((start.left("7.2.8"), start.counts().as_str()), (10, "7.2.5=0,7.2.8=0"));
        assert_eq!(start.wait(3).left("7.2.8"), 7);
    }
    // A side with two kings gives up one; the count of its moves continues.
    let one = russian("B:WKd4,Ka3:BKg7", "7.2.8=3").play("g7:b2");
    assert_eq!(one.counts(), "7.2.5=0,7.2.8=4w");
    let stated = |stated| russian("W:WKa3:BKh4", stated).left("7.2.8");
    assert_eq!((stated("7.2.8=8w"), stated("7.2.8=8b"), stated("7.2.8=8")), (1, 2, 2));
}

#[test]
fn own_moves_can_be_read_as_moves_by_each_side() {
    let start = read_as("each-side", &format!("W:W{THREE_KINGS}"), "");
    assert_eq!((start.left("7.2.4"), start.counts().as_str()), (30, "7.2.4=0,7.2.6=0,7.2.5=0"));
    assert_eq!(read_as("each-side", "W:WKa3,Kb8:BKh4", "7.2.8=9").left("7.2.8"), 1);
}

#[test]
fn unchanged_material_can_be_read_to_take_the_place_of_king_moves() {
    let start = |stated| read_as("unchanged-alone", "W:WKa1,a3,h2:BKh4,d4,f8", stated);
    assert_eq!(start("").counts(), "7.2.6=0");
    let three = start("").play("a1:e5").play("f8-g7");
    assert_eq!(three.counts(), "7.2.6=1");
    // Article 7.2.6 does not apply to three pieces, so king moves count again.
    let two = read_as("unchanged-alone", "B:WKd4,Ka3,Kb8:BKg7", "7.2.4=9,7.2.6=7").play("g7:b2");
    assert_eq!(two.counts(), "7.2.5=0,7.2.8=0");
    let eight = read_as("unchanged-alone", "W:WKa1,a3,h2,g1:BKh4,d4,f8,b8", "7.2.5=5").play("a1:e5");
    assert_eq!(eight.counts(), "7.2.6=0");
    let rules = rules(&format!("{CODE}+unchanged-alone"));
    let error = rules.parse_counters("7.2.5=3", &two_on_each_side()).unwrap_err();
    assert_eq!(error.to_string(), "count 7.2.5 does not start while count 7.2.6 runs; state only one of them");
}

fn two_on_each_side() -> peatee_rules::Position {
    russian("W:WKa3,c1:BKh4,f8", "").position
}

#[test]
fn section_7_2_3_the_third_time_draws_by_itself() {
    let round = ["a3-b4", "h4-g3", "b4-a3", "g3-h4"];
    let start = russian("W:WKa3,c1:BKh4,f8", "");
    let thrice: Vec<&str> = round.iter().chain(&round).copied().collect();
    assert_eq!(drawn_by(&start.outcome(&thrice)), Some("7.2.3"));
    assert_eq!(drawn_by(&start.outcome(&thrice[..7])), None);
}
