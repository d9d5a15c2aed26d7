//! Tests of `peatee uci`, which the tests drive through pipes.

mod driver;
mod games;
mod mates;
mod session;
mod wrong_input;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peatee_generator::jobs::chess::generate::default_metrics;

use crate::chess::make_chess;
use crate::common::fresh_directory;

/// Returns a directory with chess tables of three and four men.
fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("tables");
        make_chess(&root, 4, default_metrics());
        root
    })
}
