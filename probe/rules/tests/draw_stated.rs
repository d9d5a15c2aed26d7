//! Counters stated as text: accepted forms, and errors for faulty ones.

use peatee_rules::draw::{CounterError, DrawRules, MaterialChange, Readings, RuleCode};
use peatee_rules::{Draughts, Variant};

fn parse_as(rules: DrawRules, variant: &str, fen: &str, text: &str) -> Result<String, CounterError> {
    let game = Draughts::new(Variant::named(variant).unwrap());
    let position = game.parse_fen(fen).unwrap();
    rules.parse_counters(text, &position).map(|counters| rules.counters_text(&counters, &position))
}

fn parse(code: &str, variant: &str, fen: &str, text: &str) -> Result<String, CounterError> {
    parse_as(DrawRules::new(RuleCode::named(code).unwrap()), variant, fen, text)
}

fn fmjd(fen: &str, text: &str) -> Result<String, String> {
    parse("FMJD-100", "international", fen, text).map_err(|error| error.to_string())
}

fn error(fen: &str, text: &str) -> String {
    fmjd(fen, text).unwrap_err()
}

const THREE: &str = "W:WK1,K6,K16:BK50";
const TWO: &str = "W:WK1,K6:BK50";
const FOUR: &str = "W:WK1,K6,K16:BK50,K49";

#[test]
fn counts_are_read_and_written() {
    assert_eq!(fmjd(THREE, "6.2=12,6.3=14").unwrap(), "6.2=12,6.3=14");
    assert_eq!(fmjd(THREE, " 6.3 = 14 , 6.2=12, ").unwrap(), "6.2=12,6.3=14");
    assert_eq!(parse("USSR-1953-64", "russian", "W:WKa1,Ka3,Kc1:BKh8", "16 C=5").unwrap(), "16b=0,16c=5");
}

#[test]
fn counts_that_are_not_named_stand_at_0() {
    assert_eq!(fmjd(THREE, "").unwrap(), "6.2=0,6.3=0");
    assert_eq!(fmjd(TWO, "6.4=4").unwrap(), "6.2=0,6.4=4");
    assert_eq!(fmjd(FOUR, "").unwrap(), "6.2=0");
}

#[test]
fn the_sixteen_moves_can_still_run_in_a_smaller_ending() {
    assert_eq!(fmjd(TWO, "6.3=20").unwrap(), "6.2=0,6.3=20");
    assert_eq!(fmjd("W:W38:BK50", "6.3=20").unwrap(), "6.2=0,6.3=20");
    let readings = Readings { material_change: MaterialChange::CountRestarts, ..Readings::default() };
    let restarting = DrawRules { readings, ..DrawRules::new(RuleCode::named("FMJD-100").unwrap()) };
    assert!(matches!(
        parse_as(restarting, "international", TWO, "6.3=20"),
        Err(CounterError::NotRunning { article, .. }) if article == "6.3"
    ));
}

#[test]
fn mistakes_are_named() {
    assert_eq!(error(THREE, "6.3"), "`6.3` is not a count: write article=plies, as in `6.2=12`, and commas between");
    assert_eq!(
        error(THREE, "6.3=-1"),
        "`6.3=-1` is not a count: write article=plies, as in `6.2=12`, and commas between"
    );
    assert_eq!(error(THREE, "6.9=1"), "FMJD-100 has no count `6.9`; its counts: 6.2, 6.3, 6.4");
    assert_eq!(error(THREE, "6.3=1,6.3=2"), "count 6.3 is stated twice; state it once");
    assert_eq!(
        error(FOUR, "6.4=1"),
        "count 6.4 does not run in this position: 2 kings, a king and a man, or a king against a lone king: 5 moves by \
         each side"
    );
    assert_eq!(error(TWO, "6.3=8,6.4=2"), "count 6.4 does not start while count 6.3 runs; state only one of them");
    assert_eq!(
        parse("none", "italian", "W:WK18:BK5", "6.2=1").unwrap_err().to_string(),
        "counters are stated, but the draw rules none have no counts"
    );
}

#[test]
fn counts_over_the_limit_are_refused_unless_they_must_be_claimed() {
    assert_eq!(fmjd(FOUR, "6.2=50").unwrap(), "6.2=50");
    assert_eq!(error(FOUR, "6.2=51"), "6.2=51 is over the limit of 50 plies, at which the game is drawn");
    assert_eq!(error(THREE, "6.3=33"), "6.3=33 is over the limit of 32 plies, at which the game is drawn");
    assert_eq!(
        error(FOUR, "6.2=99999999999999999999"),
        "6.2=99999999999999999999 is over the limit of 50 plies, at which the game is drawn"
    );
    assert_eq!(
        error(THREE, "6.3=99999999999"),
        "6.3=99999999999 is over the limit of 32 plies, at which the game is drawn"
    );
    assert_eq!(
        parse("WCDF", "english", "W:WK1:BK32", "1.32.2=99999999999").unwrap_err().to_string(),
        "1.32.2=99999999999 is too large a number of plies; the largest is 4294967294"
    );
    assert_eq!(parse("USSR-1953-64", "russian", "W:WKa1,a3:BKh8", "16b=61").unwrap(), "16b=61");
    // The 18th move of the stronger side is ply 35 or 36, after which the lone king is to move.
    let three = |side: &str| format!("{side}:WKa1,Ka3,Kc1:BKh8");
    assert_eq!(parse("USSR-1953-64", "russian", &three("B"), "16c=36").unwrap(), "16b=0,16c=36");
    assert_eq!(parse("USSR-1953-64", "russian", &three("B"), "16c=35").unwrap(), "16b=0,16c=35");
    assert_eq!(
        parse("USSR-1953-64", "russian", &three("W"), "16c=36").unwrap_err().to_string(),
        "16c=36 is over the limit of 35 plies, at which the game is drawn"
    );
}

#[test]
fn the_count_of_kings_cannot_be_older_than_the_ending() {
    assert_eq!(
        error(THREE, "6.2=12"),
        "6.2=12 cannot be greater than 6.3=0: the ending of 6.3 arises by a capture or promotion, which sets 6.2 to 0; \
         state both counts"
    );
    assert!(fmjd(THREE, "6.2=12,6.3=11").is_err());
    assert!(fmjd(THREE, "6.2=12,6.3=12").is_ok());
}

#[test]
fn the_side_whose_moves_are_counted_is_stated_where_the_position_does_not_show_it() {
    let russian = |fen, text| parse("USSR-1953-64", "russian", fen, text).map_err(|error| error.to_string());
    assert_eq!(russian("W:WKa1:BKh4", "16c=12w").unwrap(), "16b=0,16c=12w");
    assert_eq!(russian("W:WKa1:BKh4", "16c=12B").unwrap(), "16b=0,16c=12b");
    assert_eq!(russian("W:WKa1:BKh4", "").unwrap(), "16b=0");
    // The count started with three kings, of which two are left.
    assert_eq!(russian("W:WKa1,Ka3:BKh4", "16c=12w").unwrap(), "16b=0,16c=12");
    assert_eq!(
        russian("W:WKa1:BKh4", "16c=12").unwrap_err(),
        "count 16c counts the moves of the side that had more kings, which this position does not show: write 16c=12w if \
         that was White, 16c=12b if it was Black"
    );
    assert_eq!(
        russian("W:WKa1,Ka3:BKh4", "16c=12b").unwrap_err(),
        "count 16c cannot count the moves of Black in this position: three kings against a lone king: not taken by the \
         18th move of the side with three"
    );
    assert_eq!(
        russian("W:WKa1:BKh4", "16b=12w").unwrap_err(),
        "`16b=12w`: count 16b counts the moves of both sides; write no `w` or `b` behind the plies"
    );
    assert!(russian("W:WKa1,c3:BKh4", "16c=12").unwrap_err().starts_with("count 16c does not run in this position"));
    // Under the reading in which the count ends with the three kings, it does not run for two
    // kings.
    let ends = DrawRules::named("USSR-1953-64+ends-with-three").unwrap();
    assert!(matches!(
        parse_as(ends, "russian", "W:WKa1,Ka3:BKh4", "16c=12"),
        Err(CounterError::NotRunning { article, .. }) if article == "16c"
    ));
}
