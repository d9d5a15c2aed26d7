//! Random games under rule codes of the FMJD, the Soviet Union and the WCDF. Counters and draws are
//! compared with a recount of all positions, and games are cut and resumed.
//!
//! The recount uses only the material of the positions so far. It is written for each rule code
//! from its articles, not from the tables of the crate.

use crate::common::Random;
use crate::common::random_games::{
    FEW, FoundDraw, MANY, Recount, assert_met, can_repeat_twice, check, check_code, choose, is_one_of, is_third_time,
    kings_only, none_rests, pieces, restarted, since_in_group, unchanged,
};
use peatee_rules::draw::{DrawRules, GameRecord, GivenUp, MaterialChange, Outcome, Readings, RuleCode};
use peatee_rules::{Bitboard, Draughts, Position, Side, VARIANTS, Variant};

const RECOUNT: Recount = Recount { counters: recount, draws: recounted_draws, resting: none_rests };

const SIXTEEN: &[(u32, u32)] = &[(0, 3), (1, 2), (2, 1)];
const FIVE: &[(u32, u32)] = &[(0, 2), (1, 1), (0, 1)];

/// Returns the army that the count of 18 moves requires: three kings in article 16 c, four in
/// article 31.
fn kings_of_eighteen(rules: &DrawRules) -> [(u32, u32); 1] {
    [(0, if rules.code.id == "USSR-1953-64" { 3 } else { 4 })]
}

/// Returns the number of plies that the count of 18 moves has used. The count starts when three
/// (four) kings first face a lone king. Under one reading of the article, the count ends when a
/// king is given up.
fn eighteen(rules: &DrawRules, history: &[Position]) -> Option<u32> {
    let army = kings_of_eighteen(rules);
    if rules.readings.given_up == GivenUp::CountEnds {
        return since_in_group(history, &army);
    }
    let first = history.iter().position(|p| is_one_of(p, &army))?;
    Some((history.len() - 1 - first) as u32)
}

/// Returns the stronger side: the side that had the kings of `kings_of_eighteen` in the latest
/// position with these kings.
fn strong_side(rules: &DrawRules, history: &[Position]) -> Option<Side> {
    let ending = history.iter().rev().find(|p| is_one_of(p, &kings_of_eighteen(rules)))?;
    Side::BOTH.into_iter().find(|&side| ending.setup.of_side(side).count() > 1)
}

fn recount(rules: &DrawRules, history: &[Position]) -> String {
    let anew = rules.readings.material_change == MaterialChange::CountRestarts;
    let now = history.len() as u32 - 1;
    let kings = unchanged(history, kings_only);
    let same_pieces = unchanged(history, |a, b| pieces(a) == pieces(b));
    let group = |armies| if anew { restarted(history, armies) } else { since_in_group(history, armies) };
    let counts: Vec<(&str, Option<u32>)> = match rules.code.id {
        "FMJD-100" => {
            let first = history.iter().position(|p| is_one_of(p, SIXTEEN)).map(|first| now - first as u32);
            let sixteen = if anew { restarted(history, SIXTEEN) } else { first };
            let five = if sixteen.is_some() { None } else { group(FIVE) };
            vec![("6.2", Some(kings)), ("6.3", sixteen), ("6.4", five)]
        }
        "FMJD-64" => vec![("6.2", Some(kings)), ("6.3", group(&[(0, 1), (0, 2)]))],
        "USSR-1953-64" => vec![("16b", Some(same_pieces)), ("16c", eighteen(rules, history))],
        "USSR-1953-100" => vec![("16b", Some(same_pieces)), ("31", eighteen(rules, history))],
        "WCDF" => vec![("1.32.2", Some(kings))],
        "none" => vec![],
        other => panic!("write the recount of {other} from its articles"),
    };
    // The text names the side when the material does not show whose moves are counted.
    let last = &history[history.len() - 1];
    let one_each = Side::BOTH.iter().all(|&side| last.setup.of_side(side).count() <= 1);
    let side = match strong_side(rules, history).filter(|_| one_each) {
        Some(Side::White) => "w",
        Some(Side::Black) => "b",
        None => "",
    };
    let side = |article| if ["16c", "31"].contains(&article) { side } else { "" };
    let running = counts.iter().filter_map(|&(article, plies)| Some(format!("{article}={}{}", plies?, side(article))));
    running.collect::<Vec<_>>().join(",")
}

/// Returns the draws in the last position, repetition first. They are computed from all positions
/// of the game.
fn recounted_draws(rules: &DrawRules, game: &Draughts, history: &[Position]) -> Vec<FoundDraw> {
    let text = recount(rules, history);
    let plies = |key: &str| text.split(',').find_map(|part| part.strip_prefix(key)?.strip_prefix('=')?.parse().ok());
    let by_count = |limits: &[(&'static str, u32)]| {
        let over = limits.iter().filter(|(key, limit)| plies(key).is_some_and(|plies: u32| plies >= *limit));
        over.map(|(key, _)| FoundDraw::by_itself(key, history)).collect::<Vec<_>>()
    };
    let third = is_third_time(history);
    match rules.code.id {
        "FMJD-100" | "FMJD-64" => {
            let limits: &[_] = if rules.code.id == "FMJD-100" {
                &[("6.2", 50), ("6.3", 32), ("6.4", 10)]
            } else {
                &[("6.2", 30), ("6.3", 10)]
            };
            let repeated = third.then(|| FoundDraw::by_itself("6.1", history));
            repeated.into_iter().chain(by_count(limits)).collect()
        }
        "USSR-1953-64" | "USSR-1953-100" => {
            let article = if rules.code.id == "USSR-1953-64" { "16c" } else { "31" };
            // Counts the positions of the ending in which the stronger side was to move.
            let is_over = eighteen(rules, history).is_some_and(|plies| {
                let ending = &history[history.len() - 1 - plies as usize..history.len() - 1];
                let strong = strong_side(rules, history);
                ending.iter().filter(|p| Some(p.side) == strong).count() >= 18
            });
            // A claim in answer to a repetition, or before the move that repeats the position.
            let repeated = third || can_repeat_twice(game, history);
            let unchanged = plies("16b").and_then(|plies| FoundDraw::to_claim("16b", plies, 60, history));
            let draws = [
                repeated.then(|| FoundDraw::repetition_to_claim("16d", history)),
                unchanged,
                is_over.then(|| FoundDraw::by_itself(article, history)),
            ];
            draws.into_iter().flatten().collect()
        }
        "WCDF" => {
            let repeated = can_repeat_twice(game, history);
            let forty = plies("1.32.2").and_then(|plies| FoundDraw::to_claim("1.32.2", plies, 80, history));
            repeated.then(|| FoundDraw::repetition_to_claim("1.32.1", history)).into_iter().chain(forty).collect()
        }
        _ => vec![],
    }
}

/// Rule codes, each with two lists of articles that the random games must reach: articles by which
/// a game is drawn without a claim, then articles by which a draw can be claimed.
const CODES: [(&str, &[&str], &[&str]); 5] = [
    // Random play on 50 squares seldom repeats a position three times; FMJD-64 tests the same
    // article 6.1.
    ("FMJD-100", &["6.2", "6.3", "6.4"], &[]),
    ("FMJD-64", &["6.1", "6.2", "6.3"], &[]),
    ("USSR-1953-64", &["16 c"], &["16 b", "16 d"]),
    ("USSR-1953-100", &["31"], &["16 b", "16 d"]),
    ("WCDF", &[], &["1.32.1", "1.32.2"]),
];

fn check_codes(games: u64) {
    for (code, drawn, claimed) in CODES {
        assert_met(&check_code(code, RECOUNT, games), drawn, claimed);
    }
}

#[test]
fn counts_and_draws_of_each_code_are_those_of_a_recount() {
    check_codes(FEW);
}

#[test]
#[ignore = "27 CPU-seconds; scripts/check --full runs it"]
fn counts_and_draws_of_each_code_are_those_of_a_recount_in_full() {
    check_codes(MANY);
}

#[test]
#[ignore = "12 CPU-seconds; scripts/check --full runs it"]
fn ussr_1953_read_so_that_counts_end_with_the_kings_in_full() {
    for (id, variant, article) in [("USSR-1953-64", "russian", "16 c"), ("USSR-1953-100", "international", "31")] {
        let readings = Readings { given_up: GivenUp::CountEnds, ..Readings::default() };
        let rules = DrawRules { readings, ..DrawRules::new(RuleCode::named(id).unwrap()) };
        assert_met(&check(Variant::named(variant).unwrap(), rules, RECOUNT, MANY), &[article], &["16 b"]);
    }
}

#[test]
fn fmjd_100_read_so_that_counts_restart() {
    check_restarting(FEW);
}

#[test]
#[ignore = "2 CPU-seconds; scripts/check --full runs it"]
fn fmjd_100_read_so_that_counts_restart_in_full() {
    check_restarting(MANY);
}

fn check_restarting(games: u64) {
    let readings = Readings { material_change: MaterialChange::CountRestarts, ..Readings::default() };
    let rules = DrawRules { readings, ..DrawRules::new(RuleCode::named("FMJD-100").unwrap()) };
    assert_met(&check(Variant::named("international").unwrap(), rules, RECOUNT, games), &["6.3", "6.4"], &[]);
}

#[test]
fn no_code_for_every_variant() {
    let rules = DrawRules::new(RuleCode::named("none").unwrap());
    for variant in VARIANTS {
        assert!(variant.rule_codes.contains(&"none"), "{}", variant.id);
        let game = Draughts::new(variant);
        let mut lost = 0;
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let mut record = GameRecord::new(&game, rules);
            while !record.legal_moves().unwrap().is_empty() && record.plies() < 300 {
                let mv = choose(&record, false, &mut random);
                record.play(&mv).unwrap();
            }
            let is_lost = record.legal_moves().unwrap().is_empty();
            match record.outcome() {
                Outcome::Lost { .. } => assert!(is_lost, "{}", variant.id),
                Outcome::InProgress { claims } => assert!(!is_lost && claims.is_empty(), "{}", variant.id),
                Outcome::Drawn(draw) => panic!("{}: {draw:?}", variant.id),
            }
            assert!(record.status().is_empty(), "{}", variant.id);
            lost += is_lost as u32;
        }
        // Some of the 50 random games end even in variants in which kings can long evade capture.
        assert!(lost >= 5, "{}: {lost} of 50 games end", variant.id);
    }
}
