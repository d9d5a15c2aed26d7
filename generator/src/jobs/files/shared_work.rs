//! Sharing of jobs between several generators that work in one directory; each runs several jobs at
//! the same time. A job is done only once, by the generator that claims it first.
//!
//! A generator claims a job by locking a file named after the job in the folder of claims. The
//! system releases the lock when the process ends, whatever the reason, so the job of a killed
//! generator becomes free at once. If several machines share the directory, its file system must
//! support locks (NFS from version 4 on).

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::Yield;

use crate::error::Error;
use crate::progress::stop::Stop;

/// Name of the folder of claims, the lock files of jobs. The last process that leaves the directory
/// removes the folder.
pub const CLAIMS_NAME: &str = ".claims";
/// Name of the lock file of a directory. The file is empty, and stays when the run ends. Generators
/// hold a shared lock; a process that needs the directory for itself holds an exclusive one.
pub const LOCK_NAME: &str = ".lock";

/// Time between two checks of whether other processes have finished the jobs that they have
/// claimed.
pub const PAUSE: Duration = Duration::from_millis(200);
/// Time between two checks of whether other threads offer work.
const SHORT_PAUSE: Duration = Duration::from_micros(100);

#[derive(Debug, Clone)]
pub struct Claims {
    path: PathBuf,
}

/// Exclusive right to a job. The right ends when the claim is dropped.
#[derive(Debug)]
pub struct Claim {
    lock: File,
}

impl Drop for Claim {
    /// Unlocks the file. Closing the file is not enough, because a child process that is just being
    /// started may hold a copy of it.
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

impl Claims {
    pub fn of(directory: &Path) -> Claims {
        Claims { path: directory.join(CLAIMS_NAME) }
    }

    /// Claims a job; returns `None` if another process has claimed it.
    ///
    /// # Errors
    /// The file of the claim cannot be created or locked.
    pub fn claim(&self, name: &str) -> Result<Option<Claim>, Error> {
        let (path, file) = self.file(name)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Claim { lock: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Error::Io { path, error }),
        }
    }

    /// Waits until no other process holds the claim (lock file) `name`, and takes it. Use this only
    /// for claims that are held briefly.
    ///
    /// # Errors
    /// The errors of [`Claims::claim`].
    pub fn wait_for(&self, name: &str) -> Result<Claim, Error> {
        let (path, file) = self.file(name)?;
        file.lock().map_err(|error| Error::Io { path, error })?;
        Ok(Claim { lock: file })
    }

    fn file(&self, name: &str) -> Result<(PathBuf, File), Error> {
        std::fs::create_dir_all(&self.path).map_err(Error::at(&self.path))?;
        let path = self.path.join(name);
        let file = File::options().create(true).read(true).append(true).open(&path).map_err(Error::at(&path))?;
        Ok((path, file))
    }
}

/// Jobs that several processes share. Each process may do several jobs at the same time.
pub trait Jobs: Sync {
    fn count(&self) -> usize;
    /// Returns the name of a job. All processes give a job the same name.
    fn name(&self, job: usize) -> String;
    fn needs(&self, job: usize, other: usize) -> bool;
    fn is_one_at_a_time(&self) -> bool;
    /// Returns true if this process has enough memory to do a job together with the jobs `at_work`.
    /// There is at least one job in `at_work`.
    fn fits_beside(&self, _job: usize, _at_work: &[usize]) -> bool {
        true
    }
    /// Does a job, or finds that its tables exist already. `states` has the states of all jobs when
    /// this job begins.
    ///
    /// # Errors
    /// Any failure. After a failure, running jobs are asked to stop, and no other job begins.
    fn work(&self, job: usize, states: &JobStates) -> Result<(), Error>;
}

/// The state of the jobs, as one process knows it. Both lists contain indices of jobs, in the order
/// of all jobs.
#[derive(Debug, Clone, Default)]
pub struct JobStates {
    pub open: Vec<usize>,
    /// Unfinished jobs that this process is doing.
    pub at_work: Vec<usize>,
}

/// Does all jobs in their order, and returns when all are done. `stop` must be the flag that
/// running jobs check, because it is set when a job fails.
///
/// Several jobs run at the same time if they fit into memory, at most one for each thread of the
/// calling thread pool. Postpones a job if another process has claimed it, or if it needs a job
/// that is not finished.
///
/// # Errors
/// The first failure, or [`Error::Stopped`].
pub fn work_together(jobs: &impl Jobs, claims: &Claims, stop: &Stop) -> Result<(), Error> {
    let state = SharedJobsState {
        states: JobStates { open: (0..jobs.count()).collect(), ..JobStates::default() },
        failed: None,
    };
    let shared = SharedJobs { jobs, claims, stop, state: Mutex::new(state), ended: AtomicUsize::new(0) };
    if jobs.is_one_at_a_time() {
        // The call is made inside the pool. From outside, every small parallel section would put
        // this thread to sleep and wake it again.
        rayon::scope(|_| shared.work());
    } else {
        // One call runs on each thread, and no call is nested in another. A thread that waits for a
        // part of its own job may help with parts of other jobs, but begins no other job.
        rayon::broadcast(|_| shared.work());
    }
    let SharedJobsState { failed, .. } = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), Err)
}

struct SharedJobs<'a, J> {
    jobs: &'a J,
    claims: &'a Claims,
    stop: &'a Stop,
    state: Mutex<SharedJobsState>,
    ended: AtomicUsize,
}

struct SharedJobsState {
    states: JobStates,
    failed: Option<Error>,
}

enum NextAction {
    /// Do the job with this index, whose claim this thread holds.
    Work(usize, Claim, JobStates),
    /// Wait until a job of this process ends. `is_alone` is true if this process is doing no job
    /// and waits for other processes.
    Wait { is_alone: bool },
    /// Stop working, because all jobs are done or the work must stop.
    End,
}

impl<J: Jobs> SharedJobs<'_, J> {
    fn state(&self) -> MutexGuard<'_, SharedJobsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let ended = self.ended.load(Ordering::Acquire);
            match self.next_action() {
                NextAction::Work(job, _claim, states) => {
                    let mut at_work = AtWork { shared: self, job, result: None };
                    at_work.result = Some(self.jobs.work(job, &states));
                }
                NextAction::Wait { is_alone: true } => std::thread::sleep(PAUSE),
                NextAction::Wait { is_alone: false } => self.help(ended),
                NextAction::End => return,
            }
        }
    }

    fn next_action(&self) -> NextAction {
        let SharedJobsState { states, failed } = &mut *self.state();
        let JobStates { open, at_work } = states;
        if failed.is_some() || open.len() == at_work.len() {
            return NextAction::End;
        }
        if self.stop.is_requested() {
            // A job that is being done reports its own progress when it stops.
            if at_work.is_empty() {
                *failed = Some(Error::Stopped { slice: self.jobs.name(open[0]), layers: 0, of: 1 });
            }
            return NextAction::End;
        }
        for (place, &job) in open.iter().enumerate() {
            if at_work.contains(&job)
                || open[..place].iter().any(|&other| self.jobs.needs(job, other))
                || !at_work.is_empty() && !self.jobs.fits_beside(job, at_work)
            {
                continue;
            }
            match self.claims.claim(&self.jobs.name(job)) {
                Ok(None) => {}
                Ok(Some(claim)) => {
                    at_work.push(job);
                    return NextAction::Work(job, claim, states.clone());
                }
                Err(error) => {
                    *failed = Some(error);
                    self.stop.request();
                    return NextAction::End;
                }
            }
        }
        NextAction::Wait { is_alone: at_work.is_empty() }
    }

    /// Helps other threads with parts of their jobs. Returns when the number of jobs of this
    /// process that have ended is no longer `ended`. Also returns after [`PAUSE`], because another
    /// process may have ended a job.
    fn help(&self, ended: usize) {
        let until = Instant::now() + PAUSE;
        while self.ended.load(Ordering::Acquire) == ended && Instant::now() < until {
            if rayon::yield_now() != Some(Yield::Executed) {
                std::thread::sleep(SHORT_PAUSE);
            }
        }
    }
}

/// A job that a thread is doing. If the job panics, the other threads stop too.
struct AtWork<'a, J: Jobs> {
    shared: &'a SharedJobs<'a, J>,
    job: usize,
    result: Option<Result<(), Error>>,
}

impl<J: Jobs> Drop for AtWork<'_, J> {
    fn drop(&mut self) {
        let AtWork { shared, job, ref mut result } = *self;
        let SharedJobsState { states, failed } = &mut *shared.state();
        states.at_work.retain(|&at_work| at_work != job);
        let panicked = || Err(Error::Stopped { slice: shared.jobs.name(job), layers: 0, of: 1 });
        match result.take().unwrap_or_else(panicked) {
            Ok(()) => states.open.retain(|&open| open != job),
            Err(error) => {
                failed.get_or_insert(error);
                shared.stop.request();
            }
        }
        shared.ended.fetch_add(1, Ordering::Release);
    }
}
