//! The tables to make, and the resources.

use std::time::Duration;

use peatee_table::Metric;

use crate::progress::stop::Stop;
use crate::tables::write::WdlCoding;

/// The metrics to make, and the resources of a run.
#[derive(Debug, Clone)]
pub struct Settings {
    pub metrics: Vec<Metric>,
    pub coding: WdlCoding,
    /// Memory limit in bytes.
    pub memory_bytes: u64,
    /// True to make the tables of one slice after the other, regardless of the number of threads.
    /// Always so in chess.
    pub one_at_a_time: bool,
    /// Time between two saves of the solved layers of a slice, in games that save them.
    pub save_every: Duration,
    pub stop: Stop,
    /// True to find all distances under draw rules with the plain solver, as an oracle for the
    /// other solver.
    pub uses_plain_solver_under_rules: bool,
}

impl Settings {
    /// Creates settings for `metrics` and those that they depend on, with `memory_bytes` of memory.
    /// Solved layers are saved every minute.
    pub fn new(metrics: Vec<Metric>, memory_bytes: u64) -> Self {
        Settings {
            metrics,
            coding: WdlCoding::default(),
            memory_bytes,
            one_at_a_time: false,
            save_every: Duration::from_secs(60),
            stop: Stop::default(),
            uses_plain_solver_under_rules: false,
        }
    }
}
