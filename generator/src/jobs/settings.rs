//! Settings of a run that makes tables.

use std::time::Duration;

use peatee_probe::internals::MachineMemory;
use peatee_table::Metric;

use crate::progress::stop::Stop;
use crate::tables::write::WdlCoding;

#[derive(Debug, Clone)]
pub struct Settings {
    pub metrics: Vec<Metric>,
    pub coding: WdlCoding,
    pub memory_bytes: u64,
    /// True if one job is done at a time, with any number of threads. Chess jobs are always done
    /// one at a time.
    pub one_at_a_time: bool,
    /// Time between two checkpoints of a slice, in games that save checkpoints.
    pub save_every: Duration,
    pub stop: Stop,
    /// True if all distances under draw rules are found by the plain solver, which processes one
    /// position at a time. Serves to check the other solver.
    pub uses_plain_solver_under_rules: bool,
}

impl Settings {
    /// Creates settings for tables in `metrics`, with `memory_bytes` of memory and a checkpoint
    /// every minute.
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

/// Returns four fifths of the free memory in bytes, or 4 GiB if the system does not report the free
/// memory.
pub fn free_memory_bytes() -> u64 {
    MachineMemory::now().map_or(4 << 30, |memory| memory.available_bytes / 5 * 4)
}
