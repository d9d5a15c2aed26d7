//! Several generators in one directory: each job is done once, by whoever claims it first.
//!
//! A job is claimed by locking a file of its name in the folder of claims. The system gives a lock
//! back when its process ends, however it ends: a job whose generator was killed is free at once.
//! On a directory that machines share, its file system must know locks (NFS from version 4 on).

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::Error;
use crate::stop::Stop;

/// The folder of claims. Whoever leaves the directory last removes it.
pub const CLAIMS_NAME: &str = ".claims";

/// The time between two looks at jobs that others have claimed.
const PAUSE: Duration = Duration::from_millis(200);

/// The folder of claims of a directory of tables.
#[derive(Debug, Clone)]
pub struct Claims {
    path: PathBuf,
}

/// A job that this process alone works at, until the claim is dropped.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

impl Claims {
    /// The claims of a directory of tables.
    pub fn of(directory: &Path) -> Claims {
        Claims { path: directory.join(CLAIMS_NAME) }
    }

    /// Claims a job; `None` when another process has it.
    ///
    /// # Errors
    /// When the file of the claim cannot be made or locked.
    pub fn claim(&self, name: &str) -> Result<Option<Claim>, Error> {
        let (path, file) = self.file(name)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Claim { _lock: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Error::Io { path, error }),
        }
    }

    /// Claims something that others have for a moment only: waits for it.
    ///
    /// # Errors
    /// As [`Claims::claim`].
    pub fn wait_for(&self, name: &str) -> Result<Claim, Error> {
        let (path, file) = self.file(name)?;
        file.lock().map_err(|error| Error::Io { path, error })?;
        Ok(Claim { _lock: file })
    }

    fn file(&self, name: &str) -> Result<(PathBuf, File), Error> {
        std::fs::create_dir_all(&self.path).map_err(Error::at(&self.path))?;
        let path = self.path.join(name);
        let file = File::options().create(true).read(true).append(true).open(&path).map_err(Error::at(&path))?;
        Ok((path, file))
    }
}

/// Jobs that several processes do together.
pub trait Jobs {
    /// How many there are.
    fn count(&self) -> usize;
    /// The name of a job, the same in every process.
    fn name(&self, job: usize) -> String;
    /// True when a job needs what the other one makes.
    fn needs(&self, job: usize, other: usize) -> bool;
    /// Does a job, or sees that its tables are there. `open` are the jobs that this process does
    /// not know to be done, this one among them.
    ///
    /// # Errors
    /// What goes wrong; the other jobs are left alone then.
    fn work(&mut self, job: usize, open: &[usize]) -> Result<(), Error>;
}

/// Goes through all jobs in their order. A job that another process has claimed, or that needs such
/// a job, is left for later; returns when all are done.
///
/// # Errors
/// The first thing that goes wrong, or [`Error::Stopped`].
pub fn work_together(jobs: &mut impl Jobs, claims: &Claims, stop: &Stop) -> Result<(), Error> {
    let mut open: Vec<usize> = (0..jobs.count()).collect();
    while let Some(&first) = open.first() {
        if stop.is_requested() {
            return Err(Error::Stopped { slice: jobs.name(first), layers: 0, of: 1 });
        }
        let mut has_worked = false;
        for place in 0..open.len() {
            let job = open[place];
            if open[..place].iter().any(|&other| jobs.needs(job, other)) {
                continue;
            }
            if let Some(_claim) = claims.claim(&jobs.name(job))? {
                jobs.work(job, &open)?;
                open.remove(place);
                has_worked = true;
                break;
            }
        }
        if !has_worked {
            std::thread::sleep(PAUSE);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs of which each needs the one before it.
    struct Chain {
        done: Vec<usize>,
    }

    impl Jobs for Chain {
        fn count(&self) -> usize {
            3
        }
        fn name(&self, job: usize) -> String {
            job.to_string()
        }
        fn needs(&self, job: usize, other: usize) -> bool {
            job == other + 1
        }
        fn work(&mut self, job: usize, open: &[usize]) -> Result<(), Error> {
            assert!(open.contains(&job));
            self.done.push(job);
            Ok(())
        }
    }

    #[test]
    fn a_job_that_another_has_is_waited_for() {
        let root = tempfile::tempdir().expect("there is room");
        let claims = Claims::of(root.path());
        let held = claims.claim("1").expect("it can be made").expect("nobody else is here");
        assert!(claims.claim("1").expect("it can be opened").is_none());
        let mut chain = Chain { done: Vec::new() };
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| work_together(&mut chain, &claims, &Stop::default()).expect("all can be done"));
            while claims.claim("0").expect("it can be opened").is_none() {}
            std::thread::sleep(2 * PAUSE);
            assert!(!worker.is_finished());
            drop(held);
        });
        assert_eq!(chain.done, [0, 1, 2]);
    }

    #[test]
    fn a_stop_ends_the_wait() {
        let root = tempfile::tempdir().expect("there is room");
        let claims = Claims::of(root.path());
        let _held = claims.claim("0").expect("it can be made");
        let stop = Stop::default();
        let mut chain = Chain { done: Vec::new() };
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| work_together(&mut chain, &claims, &stop));
            stop.request();
            let ended = worker.join().expect("it does not panic");
            assert!(matches!(ended, Err(Error::Stopped { ref slice, .. }) if slice == "0"), "{ended:?}");
        });
        assert!(chain.done.is_empty());
    }
}
