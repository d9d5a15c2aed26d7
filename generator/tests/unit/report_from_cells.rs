use peatee_generator::explore::report::from_cells::*;
use peatee_generator::explore::report::gather::gather_from_values;
use peatee_generator::progress::watch::Watched;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::Clock;
use peatee_probe::Tables;
use peatee_rules::draw::DrawRules;
use peatee_rules::{Draughts, Variant};
use peatee_table::Metric;
use peatee_table::{RuleSet, slices};

/// Compares the report from stored cells with the report from all values, including those of
/// captures.
#[test]
fn cells_say_what_resolved_captures_say() {
    let (mut compared, mut too_late) = (0, 0);
    for (variant, code) in [
        ("brazilian", "FMJD-64"),
        ("brazilian", "FMJD-64+together"),
        ("brazilian", "FMJD-64+drawn"),
        ("russian", "USSR-1953-64"),
        ("english", "WCDF"),
    ] {
        let game = Draughts::new(Variant::named(variant).expect("a variant"));
        let rules = DrawRules::named(code).expect("a code");
        let root = tempfile::tempdir().expect("room for temporary files");
        let metrics = vec![Metric::Wdl, Metric::Dtw, Metric::Dtr(RuleSet::new(&rules))];
        let directory = TableDirectory::open(root.path(), &game).expect("a new directory");
        generate(&directory, 3, &Settings::new(metrics, 1 << 30), &NoProgress).expect("few pieces");
        let tables = Tables::open(root.path().join(variant)).expect("tables just made");
        let watched = Watched::start(&NoProgress, 0);
        for slice in slices(&game, 3) {
            let Clock::ToReset(count) = Clock::fresh(&rules, &slice.material, slice.side) else { continue };
            let metric = Metric::Dtr(RuleSet::new(&rules));
            // A small limit makes many positions too late.
            for limit in [count.left_plies(), 3, 4] {
                let found =
                    gather_from_cells(&tables, &rules, slice, (metric, limit), &watched).expect("tables just made");
                let Some(found) = found else { continue };
                let expected = gather_from_values(&tables, slice, metric, (0, limit), &watched);
                let expected = expected.expect("tables just made");
                too_late += expected.too_late.iter().sum::<u64>();
                assert_eq!(found, expected, "{variant} {code} {slice} {limit}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50 && too_late > 1000, "{compared} {too_late}");
}
