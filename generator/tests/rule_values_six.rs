//! Tests recorded lists of the wins that the counts of draw codes turn into draws, up to six
//! pieces. The lists must be consistent, and tables that are made here must match them.

use std::collections::BTreeMap;

use crate::common::{game, generate_metrics_into, number, rows};
use peatee_generator::explore::report::{SliceReport, report};
use peatee_generator::units::hex;
use peatee_generator::{NoProgress, has_table, positions};
use peatee_probe::Tables;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet, slices};

/// Variants and rule codes, each with its list. The last word of the first line of a list is the
/// signature. Each further line has a slice, its wins and losses without the code, its cursed wins
/// and blessed losses, and the digest of its DTR table.
const LISTS: [(&str, &str, &str); 4] = [
    ("russian", "FMJD-64", include_str!("data/russian-6-FMJD-64.tsv")),
    ("russian", "USSR-1953-64", include_str!("data/russian-6-USSR-1953-64.tsv")),
    ("international", "FMJD-100", include_str!("data/international-6-FMJD-100.tsv")),
    ("international", "USSR-1953-100", include_str!("data/international-6-USSR-1953-100.tsv")),
];

#[test]
fn counts_under_draw_codes_to_six_pieces() {
    for (variant, code, text) in LISTS {
        let game = game(variant);
        let rules = DrawRules::named(code).expect("the list names a code");
        let metric = Metric::Dtr(RuleSet::new(&rules));
        let listed: BTreeMap<&str, Vec<&str>> = rows(text).into_iter().map(|row| (row[0], row)).collect();
        let mut hasher = blake3::Hasher::new();
        hasher.update(variant.as_bytes());
        let with_table: Vec<_> =
            slices(&game, 6).into_iter().filter(|&slice| has_table(&game, slice, metric)).collect();
        assert_eq!(listed.len(), with_table.len(), "{code}");
        for slice in with_table {
            let row = &listed[slice.name().as_str()];
            let [wins, losses, cursed_wins, blessed_losses] = [1, 2, 3, 4].map(|column| number(row, column));
            assert!(wins + losses <= positions(&game, slice), "{code} {slice}");
            assert!(cursed_wins <= wins && blessed_losses <= losses, "{code} {slice}");
            let byte = |place| u8::from_str_radix(&row[5][place..place + 2], 16).expect("hexadecimal");
            hasher.update(slice.name().as_bytes()).update(metric.name().as_bytes());
            hasher.update(&(0..row[5].len()).step_by(2).map(byte).collect::<Vec<u8>>());
        }
        let signature = text.lines().next().and_then(|line| line.rsplit(' ').next());
        assert_eq!(signature, Some(hasher.finalize().to_hex().as_str()), "{code}");
        assert_made_as_listed((variant, code), &rules, metric, &listed);
    }
}

/// Compares the tables of three pieces with the recorded list.
fn assert_made_as_listed(
    (variant, code): (&str, &str),
    rules: &DrawRules,
    metric: Metric,
    listed: &BTreeMap<&str, Vec<&str>>,
) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), variant, 3, &[Metric::Wdl, Metric::Dtw, metric]);
    let tables = Tables::open(root.path().join(variant)).expect("they open");
    let found = report(&tables, rules, 3, &NoProgress).expect("its tables were made");
    let mut compared = 0;
    for SliceReport { slice, wins, losses, cursed_wins, blessed_losses, .. } in found.slices {
        let parsed = peatee_table::Slice::parse(tables.game(), &slice).expect("a slice");
        let Some(table) = tables.table(parsed, metric) else { continue };
        let counts = [wins, losses, cursed_wins, blessed_losses].map(|count| count.to_string());
        let digest = hex(&table.header().values_digest);
        let row = [&counts[0], &counts[1], &counts[2], &counts[3], &digest];
        assert_eq!(listed[slice.as_str()][1..], row, "{code} {slice}");
        compared += 1;
    }
    assert!(compared > 10, "{code}");
}
