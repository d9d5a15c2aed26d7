//! Tests of `peatee hub`, which the tests drive through pipes.

mod driver;
mod games;
mod session;
mod wrong_input;

use crate::common;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peatee_probe::{Metric, RuleSet};
use peatee_rules::draw::DrawRules;

/// Returns a directory with WDL and DTW tables of several variants, and with Russian WDL tables.
/// For international and English draughts, it also has DTR tables (plies to the next move that
/// resets a count of draw rules).
fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = common::fresh_directory("tables");
        let both = [Metric::Wdl, Metric::Dtw];
        for (variant, code) in [("international", "FMJD-100"), ("english", "WCDF")] {
            let rules = DrawRules::named(code).expect("there is such a code");
            common::make_tables(&root, variant, 3, &[both[0], both[1], Metric::Dtr(RuleSet::new(&rules))]);
        }
        common::make_tables(&root, "giveaway-international", 2, &both);
        common::make_tables(&root, "breakthrough", 3, &both);
        common::make_tables(&root, "russian", 2, &both[..1]);
        root
    })
}
