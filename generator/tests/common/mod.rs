//! Code that tests share: tables in a temporary directory, and data files of tab-separated columns.
#![allow(dead_code, unused_imports, reason = "each test file uses a part of it")]

mod mapped;
pub mod program;
#[path = "../../../probe/rules/tests/common/random.rs"]
mod random;
pub mod svg;

pub use mapped::mapped;
pub use random::Random;

use std::path::Path;

use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::Tables;
use peatee_rules::{Draughts, Variant};
use peatee_table::Metric;
use tempfile::TempDir;

/// Memory limit in bytes of a generator run in a test.
const MEMORY_BYTES: u64 = 4 << 30;

pub struct Made {
    /// Temporary root directory of the tables. It is removed when this value is dropped.
    pub root: TempDir,
    pub tables: Tables,
}

pub fn game(id: &str) -> Draughts {
    Draughts::new(Variant::named(id).expect("the test names a variant"))
}

/// Makes WDL and DTW tables with 2 to `pieces` pieces below `root`.
pub fn generate_into(root: &Path, id: &str, pieces: u8) {
    generate_metrics_into(root, id, pieces, &Metric::DEFAULT);
}

/// Makes tables in these metrics with 2 to `pieces` pieces below `root`.
pub fn generate_metrics_into(root: &Path, id: &str, pieces: u8, metrics: &[Metric]) {
    let settings = Settings::new(metrics.to_vec(), MEMORY_BYTES);
    let directory = TableDirectory::open(root, &game(id)).expect("a new directory can be opened");
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
}

/// Makes WDL and DTW tables in a temporary directory and opens them.
pub fn make(id: &str, pieces: u8) -> Made {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), id, pieces);
    let tables = Tables::open(root.path().join(id)).expect("tables just made open");
    Made { root, tables }
}

/// Copies the files of the folder `from` into the new folder `to`.
pub fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a new folder");
    for file in std::fs::read_dir(from).expect("a folder") {
        let file = file.expect("an entry");
        std::fs::copy(file.path(), to.join(file.file_name())).expect("there is room");
    }
}

/// Returns the rows of a data file, split into columns. Leaves out comment lines, which start with
/// `#`.
pub fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect()).collect()
}

/// Parses a column of a row of a data file as a number.
pub fn number(row: &[&str], column: usize) -> u64 {
    row[column].parse().unwrap_or_else(|_| panic!("column {column} of {row:?} is no number"))
}

/// Converts the numbers of men and kings of each side, such as `11-20`, to the name of a slice.
pub fn slice_name(digits: &str) -> String {
    let side = |side: &str| {
        let count = |at: usize| side[at..=at].parse::<usize>().expect("a digit");
        format!("{}{}", "K".repeat(count(1)), "M".repeat(count(0)))
    };
    let (own, other) = digits.split_once('-').unwrap_or_else(|| digits.split_at(2));
    format!("{}v{}", side(own), side(other))
}
