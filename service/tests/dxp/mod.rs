//! Tests of `peatee dxp` over the loopback interface: with two processes, and with a client that
//! has its own implementation of the protocol.

mod client;
mod faults;
mod games;

use crate::common;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peatee_probe::Metric;

/// Returns a directory with DTW tables of international draughts up to 3 pieces and of its giveaway
/// variant up to 2.
fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = common::fresh_directory("tables");
        let both = [Metric::Wdl, Metric::Dtw];
        common::make_tables(&root, "international", 3, &both);
        common::make_tables(&root, "giveaway-international", 2, &both);
        root
    })
}
