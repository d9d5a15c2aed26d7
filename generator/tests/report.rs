//! Tests the proof report: its numbers, its three output forms, and its examples, whose values are
//! probed.

use crate::common::generate_metrics_into;
use insta::assert_snapshot;
use peatee_generator::explore::report::{
    ChangedPlies, CountedTo, Depending, Report, add_depending, markdown, report, svg, text,
};
use peatee_generator::{Error, NoProgress};
use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet};
use tempfile::TempDir;

struct Made {
    tables: Tables,
    rules: DrawRules,
    root: TempDir,
}

fn make(variant: &str, rules: &str, pieces: u8) -> Made {
    let rules = DrawRules::named(rules).expect("the test names a code");
    make_metrics(variant, rules, &[&Metric::DEFAULT[..], &[Metric::Dtr(RuleSet::new(&rules))]].concat(), pieces)
}

fn make_metrics(variant: &str, rules: DrawRules, metrics: &[Metric], pieces: u8) -> Made {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), variant, pieces, metrics);
    let tables = open(&root, variant);
    Made { tables, rules, root }
}

fn open(root: &TempDir, variant: &str) -> Tables {
    Tables::open(root.path().join(variant)).expect("tables just made open")
}

/// Asserts that a probe with all counts at 0 gives the listed value of every example.
fn assert_examples_hold(made: &Made, report: &Report) {
    let probed = |fen: &str| {
        let position = made.tables.game().parse_fen(fen).expect("a report has legal positions");
        made.tables.rule_value(&position, &made.rules, &made.rules.start(&position)).expect("its tables are there")
    };
    for slice in &report.slices {
        for example in &slice.too_late_examples {
            let found = probed(&example.fen);
            let wanted = if example.is_win { RuleOutcome::CursedWin } else { RuleOutcome::BlessedLoss };
            assert_eq!((found.outcome, found.needed_plies), (wanted, example.needed_plies), "{}", example.fen);
            assert_eq!(found.value.plies, example.dtw_plies, "{}", example.fen);
        }
        for example in &slice.tight_examples {
            let found = probed(&example.fen);
            let wanted = if example.is_win { RuleOutcome::Win } else { RuleOutcome::Loss };
            assert_eq!((found.outcome, found.needed_plies), (wanted, Some(example.needed_plies)), "{}", example.fen);
        }
    }
}

#[test]
fn fresh_counts_lose_no_win_of_three_pieces() {
    let made = make("brazilian", "FMJD-64", 3);
    let report = report(&made.tables, &made.rules, 3, &NoProgress).expect("its tables were made");
    assert!(report.missing.is_empty() && !report.slices.is_empty());
    assert!(report.slices.iter().all(|s| s.cursed_wins + s.blessed_losses == 0 && s.too_late_examples.is_empty()));
    let counted_to: Vec<_> = report.counts.iter().map(|c| c.total.as_ref().expect("binds").counted_to).collect();
    assert_eq!(counted_to, [CountedTo::Reset, CountedTo::Reset]);
    assert_snapshot!("no-win-is-lost-text", text(&report));
    assert_snapshot!("no-win-is-lost-markdown", markdown(&report, "plot.svg"));
    assert_examples_hold(&made, &report);
}

/// Tests positions whose plies depend on the count: the numbers are those of a study that computed
/// all plies with every number of plies left, by another program.
#[test]
fn positions_that_depend_on_the_count_are_counted() {
    let made = make("brazilian", "FMJD-64", 3);
    let mut found = report(&made.tables, &made.rules, 3, &NoProgress).expect("its tables were made");
    add_depending(&made.tables, &made.rules, &mut found, &NoProgress).expect("its tables were made");
    let of_slice = |name: &str| {
        let row = found.slices.iter().find(|slice| slice.slice == name).expect("it binds there");
        (row.wins + row.losses, row.depending.expect("they were counted"))
    };
    let wins = |wins| Depending { wins, ..Depending::default() };
    assert_eq!(of_slice("KMvK"), (7_243, wins(12)));
    assert_eq!(of_slice("KMvM"), (20_633, wins(6_117)));
    let text = text(&found);
    assert!(text.contains("  KMvM, 6.2: 6117 of 20633, 29.65 % (6117 wins, 0 losses)\n"), "{text}");
}

#[test]
#[ignore = "40 CPU-seconds; scripts/check --full runs it"]
fn positions_that_depend_on_the_count_are_counted_to_four_pieces_in_full() {
    let made = make("russian", "FMJD-64", 4);
    let mut found = report(&made.tables, &made.rules, 4, &NoProgress).expect("its tables were made");
    add_depending(&made.tables, &made.rules, &mut found, &NoProgress).expect("its tables were made");
    // The numbers are those of the study, too.
    for (slice, wins, losses) in [("KKMvK", 57_140, 0), ("KvKKM", 0, 35_399), ("KKvKM", 303, 0), ("KMvKK", 0, 53)] {
        let row = found.slices.iter().find(|row| row.slice == slice).expect("it binds there");
        assert_eq!(row.depending, Some(Depending { wins, losses, unknown: 0 }), "{slice}");
    }
}

/// Tests games that the limit on moves in a row with one king changes. A full test of `king_runs`
/// compares these numbers with a brute force.
#[test]
fn the_report_counts_longer_games_of_each_slice() {
    let rules = DrawRules::named("Frisian").expect("a code");
    let made = make_metrics("frisian", rules, &[Metric::Wdl, Metric::Dtw, Metric::RuleDtw(RuleSet::new(&rules))], 3);
    let report = report(&made.tables, &rules, 3, &NoProgress).expect("its tables were made");
    let text = text(&report);
    for row in [
        "KMvK: of 85006 wins 18040 become draws, 1010 take longer\n",
        "KvKM: of 27041 losses 12537 become draws, 447 take longer\n",
        "MMvK: of 14915 wins 2412 become draws, 66 take longer\n",
        "MvKK: of 50773 losses 150 become draws\n",
        "MMvM: of 36100 wins 2716 become draws, 39 take longer\n",
    ] {
        assert!(text.contains(row), "{text}");
    }
    let of_limit = report.counts.last().and_then(|count| count.total.as_ref()).expect("slices with men");
    let changed = ChangedPlies { longer_wins: 1229, longer_losses: 739, ..ChangedPlies::default() };
    assert_eq!(of_limit.changed_plies, Some(changed));
}

#[test]
fn cursed_wins_are_counted_and_shown() {
    let made = make("brazilian", "FMJD-64+together", 3);
    let report = report(&made.tables, &made.rules, 3, &NoProgress).expect("its tables were made");
    let cursed: u64 = report.slices.iter().map(|s| s.cursed_wins).sum();
    let total: u64 = report.counts.iter().filter_map(|count| count.total.as_ref()).map(|t| t.cursed_wins).sum();
    assert!(cursed > 0 && cursed == total);
    assert_examples_hold(&made, &report);
    assert!(report.slices.iter().any(|slice| !slice.too_late_examples.is_empty()), "there are cursed wins");
    assert_snapshot!("cursed-wins-text", text(&report));
    assert_snapshot!("cursed-wins-markdown", markdown(&report, "plot.svg"));
    assert!(svg(&report).contains("some wins come too late"));
}

#[test]
fn missing_tables_are_named() {
    let made = make("brazilian", "FMJD-64", 2);
    let found = report(&made.tables, &made.rules, 3, &NoProgress).expect("there are some tables");
    assert_eq!(found.pieces, 2);
    assert!(found.missing.iter().any(|table| table.slice == "KKvK" && table.metric == "wdl"));
    assert!(text(&found).contains("KKvK (wdl)"));
    // The tables were made for one code, and the report is on another code. Only slices that need
    // no table of the code can be in the report.
    let other = DrawRules::named("FMJD-64+restarts").expect("a reading of it");
    let wanted = report(&open(&made.root, "brazilian"), &other, 2, &NoProgress);
    assert!(matches!(wanted, Err(Error::MissingDependency { metric: Metric::Dtr(_), .. })), "{wanted:?}");
}

#[test]
#[ignore = "four pieces on 10x10; scripts/check rule-values runs it"]
fn the_counts_of_fmjd_100_are_enough_up_to_four_pieces() {
    let made = make("international", "FMJD-100", 4);
    let mut report = report(&made.tables, &made.rules, 4, &NoProgress).expect("its tables were made");
    assert_eq!((report.positions, report.missing.len()), (42_786_345, 0));
    let totals: Vec<_> = report.counts.iter().map(|count| count.total.clone().expect("binds")).collect();
    assert!(totals.iter().all(|total| total.cursed_wins + total.blessed_losses == 0), "{totals:?}");
    let used: Vec<_> = totals.iter().map(|total| (total.longest_plies, total.limit_plies, total.counted_to)).collect();
    assert_eq!(used, [(10, 50, CountedTo::Reset), (32, 32, CountedTo::End), (9, 10, CountedTo::Reset)]);
    assert_examples_hold(&made, &report);
    // The numbers are those of the study, too.
    add_depending(&made.tables, &made.rules, &mut report, &NoProgress).expect("its tables were made");
    for (slice, decided, depending) in [("KMvM", 85_504, 35_082), ("KKvKM", 795_166, 1_110)] {
        let row = report.slices.iter().find(|row| row.slice == slice).expect("it binds there");
        let expected = Depending { wins: depending, ..Depending::default() };
        assert_eq!((row.wins + row.losses, row.depending), (decided, Some(expected)), "{slice}");
    }
}
