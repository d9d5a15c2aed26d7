//! Progress of a run, job by job.

use peatee_table::{Metric, Slice};

use crate::plan::Job;

/// Called as the jobs of a run go on.
pub trait Progress: Sync {
    /// The run begins with this many jobs and positions.
    fn start(&self, jobs: usize, positions: u64);
    /// One job is done; `made` is false when its tables were there already.
    fn done(&self, job: &Job, made: bool);
    /// A table that the manifest lists was missing or damaged and has been made again.
    fn repaired(&self, slice: Slice, metric: Metric);
}

/// Reports no progress.
#[derive(Debug, Clone, Copy)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn start(&self, _jobs: usize, _positions: u64) {}
    fn done(&self, _job: &Job, _made: bool) {}
    fn repaired(&self, _slice: Slice, _metric: Metric) {}
}
