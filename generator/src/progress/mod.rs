//! Reports of the progress of a run that makes tables.

pub mod stop;
pub mod watch;

pub trait Progress: Sync {
    fn start(&self, jobs: usize, positions: u64);
    /// Called when a job is done. `slice` is the slice of the job, `positions` the number of
    /// positions of the slice and its opposite. `made` is false if the tables already existed.
    fn done(&self, slice: &str, positions: u64, made: bool);
    /// Called when a file that the manifest lists was missing or damaged and was made again.
    fn repaired(&self, file: &str);
}

#[derive(Debug, Clone, Copy)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn start(&self, _jobs: usize, _positions: u64) {}
    fn done(&self, _slice: &str, _positions: u64, _made: bool) {}
    fn repaired(&self, _file: &str) {}
}
