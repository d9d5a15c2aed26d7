//! Cursed wins and blessed losses.

use peatee_generator::NoProgress;
use peatee_generator::report::report;
use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet};

use super::brute::World;
use super::expected;
use super::mined::{mine, text};
use crate::common::program::fail;
use crate::common::{generate_metrics_into, make};

/// The values are those of `Tables::rule_value`, which `tests/rule_values.rs` compares with a brute
/// force; the counts are those of the report, which reads DTR tables cell by cell.
#[test]
fn cursed_wins_are_those_that_probes_and_the_report_find() {
    let rules = DrawRules::named("FMJD-64+together").expect("a code");
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let metrics = [&Metric::DEFAULT[..], &[Metric::Dtr(RuleSet::new(&rules))]].concat();
    generate_metrics_into(root.path(), "brazilian", 3, &metrics);
    let tables = Tables::open(root.path().join("brazilian")).expect("tables just made");
    let world = World::probed(&tables, 3);
    let mined = mine(&["cursed", "--variant", "brazilian", "--rules", "FMJD-64+together"], root.path());
    mined.check(&tables, true);
    let wanted = expected(&world, |at, _| {
        match tables.rule_value(at, &rules, &rules.start(at)).expect("its tables are there").outcome {
            RuleOutcome::CursedWin => Some("cursed-win"),
            RuleOutcome::BlessedLoss => Some("blessed-loss"),
            _ => None,
        }
    });
    assert_eq!(mined.found(), wanted);
    for line in &mined.lines {
        let limit = line["limit_plies"].as_u64().expect("a count binds");
        assert!(line["needed_plies"].as_u64().is_none_or(|needed| needed > limit), "{line}");
        assert!(text(line, "article").starts_with("6."), "{line}");
    }
    let report = report(&tables, &rules, 3, &NoProgress).expect("its tables were made");
    let reported: [u64; 2] =
        report.slices.iter().fold([0, 0], |[wins, losses], of| [wins + of.cursed_wins, losses + of.blessed_losses]);
    assert!(reported[0] > 0 && reported[1] > 0, "{reported:?}");
    assert_eq!(
        [&mined.summary["by_type"]["cursed-win"], &mined.summary["by_type"]["blessed-loss"]],
        reported.each_ref()
    );
}

/// A move by each side, or a move of either: the readings part where the shorter count is too
/// short.
#[test]
fn positions_that_two_readings_value_differently_are_those_that_probes_find() {
    let both = ["FMJD-64+together", "FMJD-64"].map(|name| DrawRules::named(name).expect("a code"));
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let metrics = [&Metric::DEFAULT[..], &both.map(|rules| Metric::Dtr(RuleSet::new(&rules)))].concat();
    generate_metrics_into(root.path(), "brazilian", 3, &metrics);
    let tables = Tables::open(root.path().join("brazilian")).expect("tables just made");
    let world = World::probed(&tables, 3);
    let asked = ["readings", "--variant", "brazilian", "--rules", "FMJD-64+together", "--other", "FMJD-64"];
    let mined = mine(&asked, root.path());
    mined.check(&tables, true);
    let wanted = expected(&world, |at, _| {
        let outcome = |rules: &DrawRules| tables.rule_value(at, rules, &rules.start(at)).expect("made").outcome;
        let [one, other] = both.each_ref().map(outcome);
        (one != other).then_some("differs")
    });
    assert!(!wanted.is_empty());
    assert_eq!(mined.found(), wanted);
    let first = &mined.lines[0];
    assert!(
        [("cursed-win", "win"), ("blessed-loss", "loss")]
            .contains(&(text(first, "outcome"), text(first, "other_outcome"))),
        "{first}"
    );
}

#[test]
fn a_table_that_a_value_needs_is_named() {
    let made = make("brazilian", 3);
    let said = fail(&["mine", "cursed", "--variant", "brazilian", "--rules", "FMJD-64+together"], made.root.path(), 3);
    assert!(said.contains("dtr-FMJD-64+together table of"), "{said}");
}
