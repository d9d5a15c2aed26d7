//! Compares values under draw rules from tables with the brute force of
//! [`product`](crate::product). The comparison covers positions with all values of their counters.
//!
//! The normal run compares small sets. `scripts/check rule-values` runs the ignored tests of
//! [`codes`]: one test for each rule code, and one for the other readings. They print a line for
//! each material and side to move, and fail on any difference.

mod codes;
mod compare;

use compare::Coverage::States;
use compare::{Both, Compared, assert_same, compare_set, materials};

use crate::common::game;
use crate::product::{material, up_to};
use peatee_generator::NoProgress;
use peatee_generator::explore::report::report;
use peatee_rules::{Material, Side};

const OTHER_READINGS: [&str; 4] = ["+together", "+restarts", "+drawn", "+together+restarts+drawn"];

#[test]
fn two_pieces_agree_in_every_state() {
    assert_same("brazilian", "FMJD-64", &up_to(2), States(1));
    assert_same("russian", "USSR-1953-64", &up_to(2), States(1));
    assert_same("english", "WCDF", &up_to(2), States(1));
}

#[test]
fn three_pieces_against_a_lone_king_agree() {
    assert_same("brazilian", "FMJD-64", &[material("KMvK")], States(7));
    assert_same("international", "FMJD-100", &[material("KMvK")], States(97));
}

#[test]
fn three_kings_against_one_agree() {
    assert_same("russian", "USSR-1953-64", &[material("KKKvK")], States(499));
}

#[test]
#[ignore = "14 CPU-seconds; scripts/check --full runs it"]
fn three_kings_against_one_agree_in_other_readings_in_full() {
    assert_same("russian", "USSR-1953-64+together", &[material("KKKvK")], States(97));
    assert_same("russian", "USSR-1953-64+ends-with-three", &[material("KKKvK")], States(499));
    // Here the count of 16 b is the shorter one.
    assert_same("russian", "USSR-1953-64+together+ends-with-three", &[material("KKKvK")], States(499));
}

/// Checks the outcomes that are known without tables under the rules. All stated outcomes must be
/// true. Of the states (positions with counters), fewer than one in `open_one_in` may be left open.
fn assert_nothing_false(variant: &str, rules: &str, materials: &[Material], step: usize, open_one_in: u64) {
    let found = compare_set(variant, rules, materials, States(step), false);
    assert!(found.decided > 0 && found.spoiled > 0, "{rules}: {found:?}");
    assert_eq!(found.differences, 0, "{rules}: {found:?}");
    assert!(found.open < found.states / open_one_in, "{rules}: {found:?}");
}

#[test]
fn without_tables_under_codes_of_today_nothing_false_is_said_of_three_pieces() {
    assert_nothing_false("russian", "FMJD-64-Russian", &up_to(3), 7, 10);
    // If a side has men, every win and loss is left open.
    assert_nothing_false("frisian", "Frisian", &up_to(2), 1, 3);
}

#[test]
#[ignore = "10 CPU-seconds; scripts/check --full runs it"]
fn without_tables_under_other_codes_of_today_nothing_false_is_said_in_full() {
    assert_nothing_false("brazilian", "CBD-64", &up_to(3), 7, 10);
    assert_nothing_false("portuguese", "FPD", &up_to(3), 7, 10);
}

#[test]
fn under_codes_of_today_three_pieces_agree() {
    assert_same("russian", "FMJD-64-Russian", &up_to(3), States(7));
    assert_same("frisian", "Frisian", &up_to(2), States(1));
}

#[test]
#[ignore = "14 CPU-seconds; scripts/check --full runs it"]
fn under_other_codes_of_today_three_pieces_agree_in_full() {
    assert_same("brazilian", "CBD-64", &up_to(3), States(7));
    assert_same("portuguese", "FPD", &up_to(3), States(7));
    assert_same("pool", "APCA", &up_to(3), States(7));
}

/// Tests positions of four pieces, in which the main road (the long diagonal) decides which counts
/// run.
#[test]
#[ignore = "15 CPU-seconds; scripts/check --full runs it"]
fn under_codes_of_today_four_pieces_agree_in_a_sample_in_full() {
    assert_same("portuguese", "FPD", &[material("KKKvK")], States(97));
    assert_same("brazilian", "CBD-64", &[material("KKMvK")], States(97));
    assert_same("russian", "FMJD-64-Russian", &[material("KKKvK")], States(997));
}

#[test]
fn the_other_readings_agree() {
    for extra in OTHER_READINGS {
        assert_same("brazilian", &format!("FMJD-64{extra}"), &materials(&["KKvK", "MvM"]), States(11));
    }
}

/// Checks how many wins and losses of three kings against one are draws under the rules with all
/// counts at 0. The numbers must be `lost` by the brute force, by the tables and by the report.
/// Returns the plies of the count that the longest loss of the single king takes, among the losses
/// that come before the limit of the count.
fn assert_lost_with_three_kings(variant: &str, rules: &str, lost: [u64; 2]) -> Option<u32> {
    let three_kings = material("KKKvK");
    let both = Both::new(&game(variant), rules, &[three_kings], true);
    let sheets = Side::BOTH.map(|side| both.product.sheet(three_kings, side));
    let found =
        sheets.map(|sheet| both.compare(&sheet, States(1))).into_iter().reduce(Compared::and).expect("two sides");
    assert_eq!(found.differences, 0, "{found:?}");
    assert_eq!(found.spoiled_fresh, lost);
    let report = report(&both.made.tables, &both.product.rules(), 4, &NoProgress).expect("all its tables were made");
    let of_slice = |name: &str| report.slices.iter().find(|slice| slice.slice == name).expect("made");
    let [strong, weak] = ["KKKvK", "KvKKK"].map(of_slice);
    assert_eq!([strong.cursed_wins + weak.cursed_wins, strong.blessed_losses + weak.blessed_losses], lost);
    weak.longest_loss.as_ref().map(|longest| longest.plies)
}

#[test]
fn moves_of_both_sides_together_lose_the_same_wins_of_three_kings_against_one() {
    assert_lost_with_three_kings("brazilian", "FMJD-64+together", [27_016, 32_384]);
}

#[test]
#[ignore = "5 CPU-seconds; scripts/check --full runs it"]
fn moves_of_both_sides_together_lose_the_same_wins_in_russian_draughts_in_full() {
    assert_lost_with_three_kings("russian", "FMJD-64+together", [27_016, 32_384]);
}

#[test]
#[ignore = "half a minute; scripts/check rule-values runs it"]
fn eighteen_moves_are_enough_for_every_win_of_three_kings_in_both_readings() {
    let longest = |rules| assert_lost_with_three_kings("russian", rules, [0, 0]);
    assert_eq!(longest("USSR-1953-64"), Some(26), "to the end of the game");
    assert_eq!(longest("USSR-1953-64+ends-with-three"), Some(23), "to the end or until a king is given up");
}
