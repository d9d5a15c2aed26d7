//! Progress of a run, job by job.

pub mod stop;
pub mod watch;

/// Receives the progress of a run.
pub trait Progress: Sync {
    /// The run begins with this many jobs and positions.
    fn start(&self, jobs: usize, positions: u64);
    /// The job of a slice and its opposite is done; `made` is false if its tables existed already.
    fn done(&self, slice: &str, positions: u64, made: bool);
    /// A file that the manifest lists was missing or damaged and has been made again.
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
