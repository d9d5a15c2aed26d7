//! Tests of chess: values compared with published counts and a brute force, tables, probes, and
//! commands.

mod can_mate;
mod clocks;
mod commands;
mod counts;
mod depths;
mod export;
mod mine;
mod pictures;
mod plain;
mod probe;
mod staircase_tables;
mod staircases;
mod stored;
mod worked_example;
mod world;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_generator::tables::write::WdlCoding;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::chess::Chess;
use peatee_table::Metric;
use tempfile::TempDir;

use crate::common::copy_files;

/// Returns the metric DTZ under the 50-move rule.
fn dtz() -> Metric {
    Metric::dtz("FIDE-50")
}

/// Copies all tables of three men below `root`. The tables are made once for all tests.
fn copy_three_men_into(root: &Path) {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        generate_into(root.path(), 3);
        root
    });
    copy_files(&made.path().join("chess"), &root.join("chess"));
}

/// Makes all tables of up to `men` men below `root`.
fn generate_into(root: &Path, men: u8) {
    let mut settings = Settings::new(default_metrics(), 1 << 30);
    settings.coding = WdlCoding::QuickPages;
    let directory = TableDirectory::open(root, &Chess).expect("a new directory can be opened");
    generate(&directory, men, &settings, &NoProgress).expect("small tables can be made");
}

/// Returns the folder of tables of three and four men, which are made once for all tests.
fn four_men() -> PathBuf {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        generate_into(root.path(), 4);
        root
    });
    made.path().join("chess")
}
