//! Progress of a run, job by job.

pub mod stop;
pub mod watch;

/// Receives the progress of a run.
pub trait Progress: Sync {
    /// Called at the start with the numbers of jobs and positions.
    fn start(&self, jobs: usize, positions: u64);
    /// Called when the job of a slice and its opposite is done. `made` is false if its tables
    /// already existed.
    fn done(&self, slice: &str, positions: u64, made: bool);
    /// Called when a listed file was missing or damaged and has been made again.
    fn repaired(&self, file: &str);
}

/// Ignores progress.
#[derive(Debug, Clone, Copy)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn start(&self, _jobs: usize, _positions: u64) {}
    fn done(&self, _slice: &str, _positions: u64, _made: bool) {}
    fn repaired(&self, _file: &str) {}
}
