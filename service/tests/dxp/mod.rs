//! `peatee dxp` over the loopback interface: two processes against each other, and a client with
//! code of its own.

mod client;
mod faults;
mod games;

use crate::common;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peatee_probe::Metric;

/// Tables made once: international to 3 pieces, giveaway international to 2, with DTW.
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
