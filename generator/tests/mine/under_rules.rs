use std::cmp::Reverse;
use std::collections::HashMap;

use peatee_generator::NoProgress;
use peatee_generator::explore::report::report;
use peatee_probe::{RuleOutcome, Slice, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet};

use super::brute::World;
use super::expected;
use super::mined::{mine, text};
use crate::common::program::fail;
use crate::common::{generate_metrics_into, make};

/// Compares the found positions with `Tables::rule_value`, which `tests/rule_values.rs` compares
/// with a brute force. Compares the counts with those of the report, which reads DTR tables cell by
/// cell.
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

/// Tests the search for wins that need the most plies of a count. The expected numbers come from
/// `Tables::rule_value`, position by position.
#[test]
fn the_longest_by_a_count_are_those_that_need_the_most_of_it() {
    let rules = DrawRules::named("FMJD-64").expect("a code");
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let metric = Metric::Dtr(RuleSet::new(&rules));
    generate_metrics_into(root.path(), "brazilian", 3, &[&Metric::DEFAULT[..], &[metric]].concat());
    let tables = Tables::open(root.path().join("brazilian")).expect("tables just made");
    let world = World::probed(&tables, 3);
    let mut needed: Vec<(u64, String)> = Vec::new();
    for position in &world.positions {
        let value = tables.rule_value(position, &rules, &rules.start(position)).expect("its tables are there");
        let has_table = tables.metrics(Slice::of(&world.game, position)).contains(&metric);
        if let (RuleOutcome::Win, Some(plies), true) = (value.outcome, value.needed_plies, has_table) {
            needed.push((plies.into(), world.game.fen(position)));
        }
    }
    needed.sort_unstable_by_key(|(plies, _)| Reverse(*plies));
    let asked = ["longest", "--variant", "brazilian", "--metric", "dtr-FMJD-64", "--count", "300", "--maximum", "0"];
    let mined = mine(&asked, root.path());
    let found: Vec<u64> = mined.lines.iter().map(|line| line["dtr_plies"].as_u64().expect("plies")).collect();
    assert_eq!(found, needed[..300].iter().map(|(plies, _)| *plies).collect::<Vec<_>>());
    let by_fen: HashMap<&str, u64> = needed.iter().map(|(plies, fen)| (&**fen, *plies)).collect();
    for (line, plies) in mined.lines.iter().zip(&found) {
        assert_eq!((text(line, "wdl"), by_fen.get(text(line, "fen"))), ("win", Some(plies)), "{line}");
    }
    let at_maximum = needed.iter().filter(|(plies, _)| *plies == needed[0].0).count() as u64;
    assert_eq!(mined.summary["found"], needed.len() as u64);
    assert_eq!(mined.summary["longest_plies"], needed[0].0);
    assert_eq!(mined.summary["longest_positions"], at_maximum);
}

/// Compares two readings of an article: a count counts the moves of both sides together, or each
/// side's own moves. The values differ for wins that only the shorter count turns into draws.
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
