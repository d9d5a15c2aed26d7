//! Checks that both solvers write equal files for distances under draw rules.
//!
//! The normal run compares every code and reading of every variant that has codes, up to three
//! pieces, and some up to four. `scripts/check rule-values plain` runs the ignored tests, with four
//! and five pieces.

use std::path::Path;

use crate::common::game;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::internals::one_count_decides;
use peatee_rules::VARIANTS;
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::RuleCode;
use peatee_table::format::file_name;
use peatee_table::{Metric, RuleSet, Slice, slices};

/// Memory limit in bytes of a generator run.
const MEMORY_BYTES: u64 = 4 << 30;

/// Length in bytes of the field for the name of the metric in a table file.
const METRIC_NAME_BYTES: usize = 48;

/// Returns the readings (interpretations) of a code under which one count decides alone, so that
/// tables hold distances. Leaves out readings whose metric has too long a name for a table file.
fn all_readings(code: &RuleCode) -> Vec<RuleSet> {
    let named: Vec<_> = code.named_readings().collect();
    let name = |chosen: usize| {
        let readings = named.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
        readings.fold(code.id.to_owned(), |name, (_, reading)| format!("{name}+{}", reading.name))
    };
    let all = (0..1 << named.len()).map(|chosen| rules(&name(chosen))).filter(one_count_decides);
    let can_be_named = |set: &RuleSet| Metric::Dtr(*set).name().len() <= METRIC_NAME_BYTES;
    all.map(|rules| RuleSet::new(&rules)).filter(can_be_named).collect()
}

fn rules(name: &str) -> DrawRules {
    DrawRules::named(name).expect("the test names a code")
}

fn set(name: &str) -> RuleSet {
    RuleSet::new(&rules(name))
}

/// Makes the tables under these rule sets below `root`.
fn make(root: &Path, variant: &str, pieces: u8, sets: &[RuleSet], is_plain: bool) {
    let make = |metrics: Vec<Metric>, pieces: u8| {
        let mut settings = Settings::new(metrics, MEMORY_BYTES);
        settings.uses_plain_solver_under_rules = is_plain;
        let directory = TableDirectory::open(root, &game(variant)).expect("a directory");
        generate(&directory, pieces, &settings, &NoProgress).expect("few pieces");
    };
    // Only endings of up to four pieces have counts that run to the end of the game, for which DTW
    // is needed. DTW tables of more pieces would only take time.
    make(Metric::DEFAULT.to_vec(), pieces.min(4));
    make([Metric::Wdl].into_iter().chain(sets.iter().copied().map(Metric::Dtr)).collect(), pieces);
}

/// Makes tables under these rule sets with both solvers. Their files of distances must be equal.
/// Returns the number of compared files.
fn assert_same_files(variant: &str, pieces: u8, sets: &[RuleSet]) -> usize {
    let root = || tempfile::tempdir().expect("there is room for temporary files");
    let (plain, other) = (root(), root());
    make(plain.path(), variant, pieces, sets, true);
    make(other.path(), variant, pieces, sets, false);
    let all: Vec<Slice> = slices(&game(variant), pieces);
    let mut compared = 0;
    for &set in sets {
        for &slice in &all {
            let name = file_name(slice, Metric::Dtr(set));
            let bytes = |root: &Path| std::fs::read(root.join(variant).join(&name)).ok();
            let (plain, other) = (bytes(plain.path()), bytes(other.path()));
            assert!(plain == other, "{variant}: {name} differs");
            compared += usize::from(plain.is_some());
        }
    }
    assert!(sets.is_empty() || compared > 0, "{variant}: there is nothing to compare");
    compared
}

#[test]
#[ignore = "30 CPU-seconds; scripts/check --full runs it"]
fn every_code_and_reading_to_three_pieces_in_full() {
    let mut compared = 0;
    for variant in VARIANTS {
        let codes = variant.rule_codes.iter().map(|id| RuleCode::named(id).expect("a variant names known codes"));
        let sets: Vec<RuleSet> = codes.filter(|code| !code.counts.is_empty()).flat_map(all_readings).collect();
        compared += assert_same_files(variant.id, 3, &sets);
    }
    assert!(compared > 700, "{compared} files");
}

/// Tests codes that turn many wins into draws, because moves of both sides are counted together.
/// Also tests a game in which a side without a move has won.
#[test]
#[ignore = "26 CPU-seconds; scripts/check --full runs it"]
fn codes_that_make_draws_to_four_pieces_in_full() {
    assert_same_files("russian", 4, &[set("FMJD-64+together"), set("USSR-1953-64+together+ends-with-three")]);
    assert_same_files("giveaway-russian", 4, &[set("FMJD-64+together+drawn")]);
}

#[test]
#[ignore = "an hour; scripts/check rule-values runs it"]
fn main_codes_to_five_pieces() {
    for (variant, pieces, names) in [
        ("english", 5, &["WCDF", "USSR-1953-64"][..]),
        ("russian", 5, &["FMJD-64", "USSR-1953-64", "FMJD-64+together"]),
        ("international", 4, &["FMJD-100", "USSR-1953-100", "FMJD-100+together+drawn"]),
    ] {
        let sets: Vec<RuleSet> = names.iter().map(|name| set(name)).collect();
        println!("{variant} {pieces}: {} files are the same", assert_same_files(variant, pieces, &sets));
    }
}
