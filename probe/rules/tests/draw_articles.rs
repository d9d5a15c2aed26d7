//! Tests of articles of the draw rules that are easily misread.

use crate::common::run::{claims, drawn_by, rules, run};
use peatee_rules::draw::{
    Claimant, DrawCause, DrawRules, GameRecord, GivenUp, LastMove, Loss, MaterialChange, MoveUnit, Outcome, PlayError,
    Readings,
};
use peatee_rules::{Bitboard as _, Draughts, Position, Side};

fn restarting(code: &str) -> DrawRules {
    let readings = Readings { material_change: MaterialChange::CountRestarts, ..Readings::default() };
    DrawRules { readings, ..rules(code) }
}

fn drawn_on_last_move(code: &str) -> DrawRules {
    DrawRules { readings: Readings { last_move: LastMove::Drawn, ..Readings::default() }, ..rules(code) }
}

const THREE_KINGS: &str = "W:WK1,K6,K16:BK50";

#[test]
fn fmjd_6_1_the_third_time_draws_by_itself() {
    let four = ["47-42", "5-10", "42-47", "10-5"];
    let start = run("international", rules("FMJD-100"), "W:WK47,K48,K1,31:BK5", "");
    let twice = start.outcome(&four);
    assert_eq!(claims(&twice), []);
    let thrice: Vec<&str> = four.iter().chain(&four).copied().collect();
    let Outcome::Drawn(draw) = start.outcome(&thrice) else { panic!("not drawn") };
    assert_eq!((draw.article, draw.since_ply), ("6.1", 8));
    assert_eq!(draw.cause, DrawCause::Repetition { occurrences: 3 });
    assert_eq!(draw.claimant, None);
}

#[test]
fn fmjd_6_2_fifty_plies_of_kings() {
    let at_49 = run("international", rules("FMJD-100"), "W:WK47,40:BK5,K1", "6.2=49");
    assert_eq!(at_49.left("6.2"), 1);
    assert_eq!(claims(&at_49.outcome(&[])), []);
    assert_eq!(drawn_by(&at_49.outcome(&["47-42"])), Some("6.2"));
    assert_eq!(at_49.play("40-34").counts(), "6.2=0");
}

#[test]
fn fmjd_6_2_is_set_back_by_a_man_and_6_3_is_not() {
    let run = run("international", rules("FMJD-100"), "W:WK47,K48,33:BK5", "6.2=4,6.3=9");
    assert_eq!(run.play("33-29").counts(), "6.2=0,6.3=10");
}

#[test]
fn fmjd_6_3_counts_from_the_position_in_which_the_ending_first_stands() {
    // Two black kings become one.
    let run = run("international", rules("FMJD-100"), "W:WK28,K1,K2:BK10,K50", "6.2=11");
    assert_eq!(run.play("28x5").counts(), "6.2=0,6.3=0");
}

#[test]
fn fmjd_6_3_draws_after_32_plies_and_not_after_31() {
    let fresh = run("international", rules("FMJD-100"), THREE_KINGS, "");
    assert_eq!(fresh.counts(), "6.2=0,6.3=0");
    let at_31 = fresh.wait(31);
    assert_eq!((at_31.counts().as_str(), at_31.left("6.3")), ("6.2=31,6.3=31", 1));
    assert_eq!(claims(&at_31.outcome(&[])), []);
    let at_32 = at_31.wait(1);
    assert_eq!(at_32.left("6.3"), 0);
    let Outcome::Drawn(draw) = at_32.outcome(&[]) else { panic!("not drawn") };
    assert_eq!((draw.article, draw.claimant), ("6.3", None));
    assert_eq!(draw.cause, DrawCause::Count { used_plies: 32, limit_plies: 32 });
}

#[test]
fn fmjd_6_3_a_capture_keeps_the_count_and_starts_no_five_moves() {
    let capture = |rules| run("international", rules, "B:WK28,K1,K2:BK10", "6.2=3,6.3=7").play("10x46");
    let kept = capture(rules("FMJD-100"));
    assert_eq!(kept.counts(), "6.2=0,6.3=8");
    assert_eq!(kept.left("6.3"), 24);
    // A count of article 6.4 would have been exhausted after ten plies.
    assert_eq!(kept.wait(11).counts(), "6.2=11,6.3=19");
    assert_eq!(capture(restarting("FMJD-100")).counts(), "6.2=0,6.4=0");
}

#[test]
fn fmjd_6_3_runs_on_when_the_last_king_is_captured_and_a_man_promotes() {
    let run = run("international", rules("FMJD-100"), "B:WK28,8:BK10", "6.3=12");
    let man_left = run.play("10x46");
    assert_eq!(man_left.counts(), "6.2=0,6.3=13");
    assert_eq!(man_left.play("8-2").counts(), "6.2=0,6.3=14");
}

#[test]
fn fmjd_6_3_a_promotion_keeps_the_count() {
    let promote = |rules| run("international", rules, "W:WK47,K48,8:BK46", "6.2=2,6.3=20").play("8-2");
    assert_eq!(promote(rules("FMJD-100")).counts(), "6.2=0,6.3=21");
    assert_eq!(promote(restarting("FMJD-100")).counts(), "6.2=0,6.3=0");
}

#[test]
fn fmjd_6_4_a_promotion_or_capture_inside_the_group_keeps_the_count() {
    let promoted = run("international", rules("FMJD-100"), "W:WK47,8:BK46", "6.4=3").play("8-2");
    assert_eq!(promoted.counts(), "6.2=0,6.4=4");
    let captured = run("international", rules("FMJD-100"), "B:WK28,K1:BK10", "6.4=3").play("10x46");
    assert_eq!(captured.counts(), "6.2=0,6.4=4");
    let restarted = run("international", restarting("FMJD-100"), "B:WK28,K1:BK10", "6.4=3").play("10x46");
    assert_eq!(restarted.counts(), "6.2=0,6.4=0");
}

#[test]
fn fmjd_6_4_ends_with_the_king_of_king_and_man_and_starts_anew_with_the_next() {
    let man_left = run("international", rules("FMJD-100"), "B:WK28,8:BK10", "6.4=3").play("10x46");
    assert_eq!(man_left.counts(), "6.2=0");
    assert_eq!(man_left.play("8-2").counts(), "6.2=0,6.4=0");
}

#[test]
fn fmjd_6_4_draws_after_ten_plies_and_not_after_nine() {
    let at_9 = run("international", rules("FMJD-100"), "W:WK1,K6:BK50", "").wait(9);
    assert_eq!((at_9.counts().as_str(), at_9.left("6.4")), ("6.2=9,6.4=9", 1));
    assert_eq!(claims(&at_9.outcome(&[])), []);
    assert_eq!(drawn_by(&at_9.wait(1).outcome(&[])), Some("6.4"));
}

#[test]
fn fmjd_7_2_a_win_on_the_last_counted_ply_is_a_win() {
    // 7.2.2: the lone king is blocked.
    let block = run("international", rules("FMJD-100"), "W:WK37,K47,K50:BK46", "6.3=31");
    let lost = Outcome::Lost { loser: Side::Black, how: Loss::NoMove, article: Some("7.2.2") };
    assert_eq!(block.outcome(&["47-41"]), lost);
    assert_eq!(drawn_by(&block.outcome(&["47-42"])), Some("6.3"));
    // 7.2.3: the lone king is captured.
    let capture = run("international", rules("FMJD-100"), "W:WK28,K1,K2:BK10", "6.3=31");
    let lost = Outcome::Lost { loser: Side::Black, how: Loss::NoPieces, article: Some("7.2.3") };
    assert_eq!(capture.outcome(&["28x5"]), lost);
}

#[test]
fn the_other_reading_draws_on_the_last_counted_ply() {
    let rules = drawn_on_last_move("FMJD-100");
    let block = run("international", rules, "W:WK37,K47,K50:BK46", "6.3=31");
    assert_eq!(drawn_by(&block.outcome(&["47-41"])), Some("6.3"));
    let capture = run("international", rules, "W:WK28,K1:BK10", "6.4=9");
    assert_eq!(drawn_by(&capture.outcome(&["28x5"])), Some("6.4"));
    // One ply earlier, the same move does not exhaust the count.
    let earlier = run("international", rules, "W:WK37,K47,K50:BK46", "6.3=30");
    assert!(matches!(earlier.outcome(&["47-41"]), Outcome::Lost { loser: Side::Black, .. }));
}

#[test]
fn fmjd_64_counts_kings_only() {
    let start = |fen| run("brazilian", rules("FMJD-64"), fen, "").counts();
    assert_eq!(start("W:WKa1,Kc1:BKh8"), "6.2=0,6.3=0");
    assert_eq!(start("W:WKa1:BKh8,Kf8"), "6.2=0,6.3=0");
    assert_eq!(start("W:WKa1,c3:BKh8"), "6.2=0"); // a man is not in 6.3
    assert_eq!(start("W:WKa1,Kc1,Ke1:BKh8"), "6.2=0"); // nor are three kings
}

#[test]
fn fmjd_64_the_limits_are_30_and_10_plies() {
    let three = run("brazilian", rules("FMJD-64"), "W:WKa1,Ka3,Kb8:BKh8", "6.2=29");
    assert_eq!(three.left("6.2"), 1);
    let two = run("brazilian", rules("FMJD-64"), "W:WKa3,Kb8:BKh4", "6.3=9");
    assert_eq!(two.left("6.3"), 1);
    assert_eq!(drawn_by(&two.wait(1).outcome(&[])), Some("6.3"));
}

#[test]
fn moves_of_both_sides_together_halve_the_limits() {
    let readings = Readings { move_unit: MoveUnit::BothTogether, ..Readings::default() };
    let together = |code| DrawRules { readings, ..rules(code) };
    assert_eq!(run("brazilian", together("FMJD-64"), "W:WKa3,Kb8,Kd8:BKh4", "6.2=14").left("6.2"), 1);
    assert_eq!(run("international", together("FMJD-100"), THREE_KINGS, "").left("6.3"), 16);
    // Article 16 c counts the moves of one side only, so this reading does not change it.
    assert_eq!(run("russian", together("USSR-1953-64"), "W:WKa3,Kb8,Kd8:BKh4", "").left("16 c"), 35);
}

#[test]
fn ussr_16_b_is_set_back_by_captures_and_promotions_only() {
    let man = run("russian", rules("USSR-1953-64"), "W:Wc3,Ka1:Bf8,Kh8,Kg7", "16b=20");
    assert_eq!(man.play("c3-b4").counts(), "16b=21");
    let promotion = run("russian", rules("USSR-1953-64"), "W:Wa7,Ka1:Bh4,Ka3", "16b=20");
    assert_eq!(promotion.play("a7-b8").counts(), "16b=0");
    let capture = run("russian", rules("USSR-1953-64"), "W:WKa1:Bd4,h4,Kh8", "16b=20");
    assert_eq!(capture.play("a1:e5").counts(), "16b=0");
}

#[test]
fn ussr_16_b_must_be_claimed_and_stays_claimable() {
    let at_59 = run("russian", rules("USSR-1953-64"), "W:WKa3,c1:BKh4,f8", "16b=59");
    assert_eq!(claims(&at_59.outcome(&[])), []);
    let either = Some(Claimant::Either);
    assert_eq!(claims(&at_59.outcome(&["a3-b4"])), [("16 b", either, 1)]);
    assert_eq!(claims(&at_59.outcome(&["a3-b2", "h4-g3", "b2-a3"])), [("16 b", either, 1)]);
    assert_eq!(run("russian", rules("USSR-1953-64"), "W:WKa3,c1:BKh4,f8", "16b=75").left("16 b"), 0);
}

#[test]
fn ussr_16_c_counts_the_own_moves_of_the_side_with_three() {
    // When the stronger side moves first, its 18th move is ply 35.
    let strong = run("russian", rules("USSR-1953-64"), "W:WKa3,Kb8,Kd8:BKh4", "");
    assert_eq!((strong.counts().as_str(), strong.left("16 c")), ("16b=0,16c=0", 35));
    let readings = strong.rules.readings;
    let at_34 = strong.wait(34);
    let status = at_34.rules.status(&at_34.counters, &at_34.position);
    assert_eq!((status[1].left_plies(), status[1].used_moves(readings)), (1, 17));
    assert_eq!(claims(&at_34.outcome(&[])), []);
    assert_eq!(drawn_by(&at_34.wait(1).outcome(&[])), Some("16 c"));
    // When the lone king moves first, the 18th move is ply 36.
    let weak = run("russian", rules("USSR-1953-64"), "B:WKa3,Kb8,Kd8:BKh4", "");
    assert_eq!(weak.left("16 c"), 36);
    let at_35 = weak.wait(35);
    assert_eq!(at_35.left("16 c"), 1);
    assert_eq!(claims(&at_35.outcome(&[])), []);
    assert_eq!(drawn_by(&at_35.wait(1).outcome(&[])), Some("16 c"));
}

#[test]
fn ussr_16_c_the_18th_move_may_win_in_any_reading() {
    for rules in [rules("USSR-1953-64"), drawn_on_last_move("USSR-1953-64")] {
        let before = run("russian", rules, "W:WKa1,Ka3,Kb8:BKe5", "16c=34");
        assert_eq!(before.left("16 c"), 1);
        let lost = Outcome::Lost { loser: Side::Black, how: Loss::NoPieces, article: Some("15 a") };
        assert_eq!(before.outcome(&["a1:h8"]), lost);
    }
}

/// Returns draw rules under which a count ends when the stronger side gives up a king. This is one
/// of two interpretations of the article.
fn ending_with_three(code: &str) -> DrawRules {
    DrawRules { readings: Readings { given_up: GivenUp::CountEnds, ..Readings::default() }, ..rules(code) }
}

#[test]
fn ussr_16_c_runs_on_when_the_lone_king_captures() {
    let capture = |rules| run("russian", rules, "B:WKd4,Ka3,Kb8:BKg7", "16c=5").play("g7:b2");
    assert_eq!(capture(rules("USSR-1953-64")).counts(), "16b=0,16c=6");
    assert_eq!(capture(ending_with_three("USSR-1953-64")).counts(), "16b=0");
    // The lone king is captured.
    assert_eq!(capture(rules("USSR-1953-64")).play("a3:c1").counts(), "16b=0,16c=7");
    assert_eq!(capture(ending_with_three("USSR-1953-64")).play("a3:c1").counts(), "16b=0");
}

#[test]
fn ussr_16_c_draws_after_the_18th_move_of_the_side_that_had_three() {
    let two = run("russian", rules("USSR-1953-64"), "W:WKa3,Kb8:BKh4", "16c=34");
    assert_eq!(two.left("16 c"), 1, "White moved first, and its 18th move is ply 35");
    assert_eq!(drawn_by(&two.wait(1).outcome(&[])), Some("16 c"));
    let two = run("russian", rules("USSR-1953-64"), "W:WKa3,Kb8:BKh4", "16c=33");
    assert_eq!(two.left("16 c"), 3, "Black moved first");
    // The 18th move wins although one of the three kings is gone.
    let win = run("russian", rules("USSR-1953-64"), "W:WKa1,Ka3:BKe5", "16c=34");
    assert!(matches!(win.outcome(&["a1:h8"]), Outcome::Lost { loser: Side::Black, how: Loss::NoPieces, .. }));
}

#[test]
fn ussr_16_c_remembers_the_strong_side_when_a_king_stands_against_a_king() {
    // Black captures two of the three kings. Then nothing on the board shows which side had them.
    let three = run("russian", rules("USSR-1953-64"), "B:WKc3,Ke5,Kb8:BKa1", "16c=30");
    let capture = three.game.moves(&three.position).unwrap().into_iter().next().expect("Black must capture");
    assert_eq!(capture.captured.squares().count(), 2);
    let text = three.game.full_text(&capture);
    let one = three.play(&text);
    assert_eq!((one.counts().as_str(), one.left("16 c")), ("16b=0,16c=31w", 5));
    let status = one.rules.status(&one.counters, &one.position);
    assert_eq!((status[1].strong_side, status[1].used_moves(one.rules.readings)), (Some(Side::White), 15));

    // For the same number of plies, the number of counted moves depends on the side.
    let left = |stated| run("russian", rules("USSR-1953-64"), "W:WKa3:BKh4", stated).left("16 c");
    assert_eq!((left("16c=34w"), left("16c=34b")), (1, 2));
    assert_eq!((left("16c=35w"), left("16c=35b")), (1, 0));
}

#[test]
fn ussr_16_d_is_claimed_before_the_move_or_in_answer_to_it() {
    let start = run("russian", rules("USSR-1953-64"), "W:WKa3,c1:BKh4,f8", "");
    let moves = ["a3-b4", "h4-g3", "b4-a3", "g3-h4", "a3-b4", "h4-g3", "b4-a3", "g3-h4", "a3-b4"];
    // Before the move: Black's move at ply 8 can bring about the start for the third time. White's
    // move at ply 9 is the first that can do so with the position after ply 1.
    assert_eq!(claims(&start.outcome(&moves[..6])), []);
    let before = start.outcome(&moves[..7]);
    assert_eq!(claims(&before), [("16 d", Some(Claimant::ToMove(Side::Black)), 7)]);
    let Outcome::InProgress { claims: list } = &before else { unreachable!() };
    let DrawCause::RepetitionByMove { by, occurrences: 3 } = &list[0].cause else { panic!("{before}") };
    assert_eq!(start.game.full_text(by), "g3-h4");
    // A claim in answer to the opponent's move.
    let Outcome::InProgress { claims: answer } = start.outcome(&moves[..8]) else { panic!("not in progress") };
    assert_eq!(answer[0].cause, DrawCause::Repetition { occurrences: 3 });
    assert_eq!(answer[0].claimant, Some(Claimant::ToMove(Side::White)));
    // A player who plays on loses the claim until a position is repeated again.
    let mut other = moves[..8].to_vec();
    other.push("a3-b2");
    assert_eq!(claims(&start.outcome(&other)), []);
}

#[test]
fn ussr_31_asks_for_four_kings_on_100_squares() {
    let counts = |fen| run("international", rules("USSR-1953-100"), fen, "").counts();
    assert_eq!(counts(THREE_KINGS), "16b=0");
    assert_eq!(counts("W:WK1,K6,K16,K26:BK50"), "16b=0,31=0");
    assert_eq!(run("international", rules("USSR-1953-100"), "W:WK1,K6,K16,K26:BK50", "").left("31"), 35);
    assert_eq!(run("international", rules("USSR-1953-100"), "B:WK1,K6,K16,K26:BK50", "").left("31"), 36);
}

#[test]
fn wcdf_1_32_2_is_set_back_by_an_advance_or_a_capture() {
    let start = run("english", rules("WCDF"), "W:W30,K32:BK1,4", "1.32.2=79");
    assert_eq!(start.left("1.32.2"), 1);
    let claim = [("1.32.2", Some(Claimant::Either), 1)];
    assert_eq!(claims(&start.outcome(&["32-28"])), claim);
    assert_eq!(claims(&start.outcome(&["30-26"])), []);
    assert_eq!(start.play("30-26").counts(), "1.32.2=0");
    let capture = run("english", rules("WCDF"), "W:WK18:BK14,4", "1.32.2=30");
    assert_eq!(capture.play("18x9").counts(), "1.32.2=0");
}

/// Checks that a text may use `1.27.2`, the number of article 1.32.2 in another edition.
#[test]
fn wcdf_1_32_2_can_be_stated_by_its_other_number() {
    let start = run("english", rules("WCDF"), "W:W30,K32:BK1,4", "1.27.2=79");
    assert_eq!((start.left("1.32.2"), start.counts()), (1, "1.32.2=79".to_owned()));
}

#[test]
fn wcdf_1_32_1_is_claimed_before_the_move() {
    let start = run("english", rules("WCDF"), "W:WK32:BK1,4", "");
    let moves = ["32-28", "1-5", "28-32", "5-1", "32-28", "1-5", "28-32"];
    assert_eq!(claims(&start.outcome(&moves)), [("1.32.1", Some(Claimant::ToMove(Side::Black)), 7)]);
}

#[test]
fn a_draw_stays_claimable_since_the_same_ply_in_a_very_long_game() {
    let start = run("english", rules("WCDF"), "W:WK32:BK1,4", "");
    let mut record = start.record();
    let round = ["32-28", "1-5", "28-32", "5-1"];
    let plies = 70_000;
    for text in round.iter().cycle().take(plies) {
        let mv = start.game.parse_move(record.position(), text).unwrap();
        record.play(&mv).unwrap();
    }
    let Outcome::InProgress { claims } = record.outcome() else { panic!("claims do not end a game") };
    let by_count = claims.iter().find(|claim| claim.article == "1.32.2").expect("the count is over");
    assert_eq!(by_count.since_ply, 80);
    assert_eq!(by_count.cause, DrawCause::Count { used_plies: plies as u32, limit_plies: 80 });
    assert_eq!(start.rules.counters_text(record.counters(), record.position()), "1.32.2=70000");
}

#[test]
fn a_game_that_is_won_by_having_no_move() {
    let variant = peatee_rules::VARIANTS.iter().find(|v| v.goal == peatee_rules::variant::Goal::GiveAway).unwrap();
    let game = Draughts::new(variant);
    let rules = DrawRules::of_variant(variant).unwrap();
    let lone = |side| {
        let mut position = Position::empty(side);
        position.setup.put(Side::White, peatee_rules::Kind::Man, peatee_rules::Square(20));
        GameRecord::from_position(&game, rules, position).outcome()
    };
    assert_eq!(lone(Side::Black), Outcome::Lost { loser: Side::White, how: Loss::OpponentHasNoPieces, article: None });
    assert_eq!(lone(Side::White), Outcome::InProgress { claims: vec![] });
}

#[test]
fn nothing_is_played_after_the_end_and_nothing_illegal() {
    let block = run("international", rules("FMJD-100"), "W:WK37,K47,K50:BK46", "6.3=31");
    let mut record = block.record();
    let far = block.game.parse_move(&block.position, "47-42").unwrap();
    record.play(&far).unwrap();
    let error = record.play(&far).unwrap_err();
    assert!(matches!(error, PlayError::GameOver { plies: 1, outcome: Outcome::Drawn(_) }));
    assert_eq!(
        error.to_string(),
        "the game is over after 1 plies: drawn by article 6.3 since ply 1 (3 kings, 2 kings and a man, or a king and 2 \
         men against a lone king: 16 moves by each side; a capture on the way does not start another count): 32 of 32 \
         plies"
    );
    let fresh = run("international", rules("FMJD-100"), "W:WK37,K47,K50:BK46", "");
    let mut record = fresh.record();
    record.play(&far).unwrap();
    assert_eq!(record.play(&far).unwrap_err().to_string(), "47-42 is not a legal move in B:WK37,K42,K50:BK46");
}

#[test]
fn without_draw_rules_nothing_draws() {
    let run = run("international", rules("none"), THREE_KINGS, "").wait(100);
    assert_eq!(run.counts(), "");
    assert_eq!(claims(&run.outcome(&[])), []);
}
