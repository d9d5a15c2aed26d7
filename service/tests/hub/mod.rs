//! `peatee hub` as a program with a board drives it: over pipes, with the real binary.

mod driver;
mod games;
mod session;
mod wrong_input;

use crate::common;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peatee_probe::{Metric, RuleSet};
use peatee_rules::draw::DrawRules;

/// Tables made once: international to 3 pieces and English to 3 with DTW and the DTR of their draw
/// rules; giveaway international to 2 and breakthrough to 3 with DTW; Russian to 2 with WDL alone.
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
