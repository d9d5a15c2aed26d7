//! Tests the bounds of values under draw rules that other tables prove when the exact tables are
//! missing.

use std::path::Path;

use crate::common::{Random, game};
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{OpenOptions, RuleOutcome, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::{Kind, Position, Side, Square};
use peatee_table::{Metric, RuleSet, Slice, slices};

/// Numbers of states (positions with counters). For each state, the outcome that all tables give
/// was compared with the outcome that can be proved without some of them.
#[derive(Debug, Default)]
struct Found {
    /// Number of states that are won or lost without draw rules.
    decided: u32,
    /// Number of decided states whose win or loss is proved to come within the counts. `too_late`
    /// is the number of decided states that are proved to be draws.
    in_time: u32,
    too_late: u32,
}

fn random_position(tables: &Tables, slice: Slice, random: &mut Random) -> Option<Position> {
    let mut position = Position::empty(slice.side);
    let squares = tables.game().variant().board.square_count() as usize;
    for (side, kind) in Side::BOTH.into_iter().flat_map(|side| [(side, 0), (side, 1)]) {
        for _ in 0..slice.material.counts[side as usize][kind] {
            position.setup.put(side, Kind::ALL[kind], Square(random.below(squares) as u8));
        }
    }
    let is_of_slice = Slice::of(tables.game(), &position) == slice;
    (is_of_slice && tables.game().check(&position).is_ok()).then_some(position)
}

/// Compares exact outcomes under `rules` with those that can be proved without some of the tables.
/// Each of `sets` lists the metrics of the tables that are opened for the proof.
fn compare(variant: &str, rules: &str, sets: &[&[Metric]]) -> Vec<Found> {
    let (game, rules) = (game(variant), DrawRules::named(rules).expect("the test names a code"));
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let metrics = [&Metric::DEFAULT[..], &[Metric::Dtc, Metric::Dtr(RuleSet::new(&rules))]].concat();
    let directory = TableDirectory::open(root.path(), &game).expect("a new directory can be opened");
    generate(&directory, 3, &Settings::new(metrics, 8 << 30), &NoProgress).expect("few pieces");
    let path = root.path().join(variant);
    let all = Tables::open(&path).expect("tables just made open");
    sets.iter().map(|some| compare_some(&path, &all, &rules, some)).collect()
}

fn compare_some(path: &Path, all: &Tables, rules: &DrawRules, some: &[Metric]) -> Found {
    let few = OpenOptions::new().open_some(path, |_, metric| some.contains(&metric)).expect("as well");
    let game = all.game();
    let slices = slices(game, 3);
    let (mut random, mut found) = (Random::new(11), Found::default());
    for _ in 0..30_000 {
        let slice = slices[random.below(slices.len())];
        let Some(position) = random_position(all, slice, &mut random) else { continue };
        let mut stated = Vec::new();
        for rule in rules.code.counts {
            let plies = random.below(2 * rule.limit_moves as usize + 1);
            if random.below(4) > 0 {
                stated.push(format!("{}={plies}", rule.key()));
            }
        }
        let Ok(counters) = rules.parse_counters(&stated.join(","), &position) else { continue };
        let text = || format!("{} {}", game.fen(&position), rules.counters_text(&counters, &position));
        let exact = all.exact_rule_value(&position, rules, &counters).expect("all tables are there");
        let proven = few.rule_value(&position, rules, &counters).expect("the theoretical value is known");
        assert_eq!(exact.value.wdl, proven.value.wdl, "{}", text());
        let is_decided = !matches!(exact.outcome, RuleOutcome::Draw);
        found.decided += is_decided as u32;
        match proven.outcome {
            RuleOutcome::MaybeWin => {
                assert!(matches!(exact.outcome, RuleOutcome::Win | RuleOutcome::CursedWin), "{}", text());
            }
            RuleOutcome::MaybeLoss => {
                assert!(matches!(exact.outcome, RuleOutcome::Loss | RuleOutcome::BlessedLoss), "{}", text());
            }
            proven => {
                assert_eq!(proven, exact.outcome, "{}", text());
                found.in_time += matches!(proven, RuleOutcome::Win | RuleOutcome::Loss) as u32;
                found.too_late += matches!(proven, RuleOutcome::CursedWin | RuleOutcome::BlessedLoss) as u32;
            }
        }
        let is_open = proven.outcome.wdl().is_none();
        assert!(!is_open || proven.lacking.is_some_and(|table| !some.contains(&table.metric)), "{}", text());
        assert!(few.rule_moves(&position, rules, &counters).is_ok(), "{}", text());
    }
    println!("{} {} with {some:?}: {found:?}", game.variant().id, rules.name());
    found
}

#[test]
fn fewer_tables_prove_nothing_false_and_most_of_the_rest() {
    let codes = [
        ("brazilian", "FMJD-64"),
        ("brazilian", "FMJD-64+together"),
        ("brazilian", "FMJD-64+drawn"),
        ("russian", "USSR-1953-64"),
        ("english", "WCDF"),
    ];
    for (variant, rules) in codes {
        let sets: [&[Metric]; 3] = [&[Metric::Wdl], &Metric::DEFAULT, &[Metric::Wdl, Metric::Dtw, Metric::Dtc]];
        let [signs, ends, conversions] = &compare(variant, rules, &sets)[..] else { panic!("three sets") };
        assert!(signs.decided > 1000 && signs.in_time < ends.in_time, "{variant} {rules}: {signs:?}");
        assert!(ends.in_time > ends.decided / 2, "{variant} {rules}: {ends:?}");
        assert!(conversions.too_late > ends.too_late, "{variant} {rules}: {conversions:?}");
    }
}
