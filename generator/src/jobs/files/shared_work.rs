//! Shares jobs between several generators in one directory, and runs several jobs at once in each.
//! Every job is done once, by the first to claim it.
//!
//! A job is claimed by locking a file of its name in the folder of claims. The system releases a
//! lock when its process ends for any reason, so a job whose generator was killed is free at once.
//! The file system of a directory shared by machines must support locks (NFS from version 4 on).

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::Yield;

use crate::error::Error;
use crate::progress::stop::Stop;

/// The folder of claims, removed by the last process to leave the directory.
pub const CLAIMS_NAME: &str = ".claims";
/// The name of the lock file. The file is empty, and stays when the run ends. Writers share the
/// lock; exclusive use takes it exclusively.
pub const LOCK_NAME: &str = ".lock";

/// Interval of polling jobs that other processes have claimed.
pub const PAUSE: Duration = Duration::from_millis(200);
/// Interval of polling the work of other threads.
const SHORT_PAUSE: Duration = Duration::from_micros(100);

#[derive(Debug, Clone)]
pub struct Claims {
    path: PathBuf,
}

/// Exclusive right to a job, until the claim is dropped.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

impl Claims {
    pub fn of(directory: &Path) -> Claims {
        Claims { path: directory.join(CLAIMS_NAME) }
    }

    /// Claims a job; `None` if another process has it.
    ///
    /// # Errors
    /// When the claim's file cannot be created or locked.
    pub fn claim(&self, name: &str) -> Result<Option<Claim>, Error> {
        let (path, file) = self.file(name)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Claim { _lock: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Error::Io { path, error }),
        }
    }

    /// Waits for a claim that others hold only briefly.
    ///
    /// # Errors
    /// See [`Claims::claim`].
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

/// Jobs that several processes do together, each process several at once.
pub trait Jobs: Sync {
    fn count(&self) -> usize;
    /// Returns the name of a job, which is the same in every process.
    fn name(&self, job: usize) -> String;
    /// Returns true when a job needs the result of `other`.
    fn needs(&self, job: usize, other: usize) -> bool;
    /// Returns true when this process does one job after the other, each on all threads.
    fn is_one_at_a_time(&self) -> bool;
    /// Returns true when this process has room for a job beside the jobs in `at_work`, which has at
    /// least one.
    fn fits_beside(&self, _job: usize, _at_work: &[usize]) -> bool {
        true
    }
    /// Does a job, or checks that its tables exist. `stands` is the state of the jobs at its start.
    ///
    /// # Errors
    /// Any failure; the other jobs are then stopped or not started.
    fn work(&self, job: usize, stands: &JobStates) -> Result<(), Error>;
}

/// The state of the jobs of a process, each list in the order of all jobs.
#[derive(Debug, Clone, Default)]
pub struct JobStates {
    /// Jobs not known to be done.
    pub open: Vec<usize>,
    /// Open jobs that this process is doing.
    pub at_work: Vec<usize>,
}

/// Does all jobs in their order, as many at once as fit and the calling pool has threads. A job
/// that another process has claimed, or that needs an open job, is left for later. Returns when all
/// are done. `stop` must be the flag that the jobs check: when one job fails, it asks the others to
/// stop.
///
/// # Errors
/// The first failure, or [`Error::Stopped`].
pub fn work_together(jobs: &impl Jobs, claims: &Claims, stop: &Stop) -> Result<(), Error> {
    let state =
        BoardState { stands: JobStates { open: (0..jobs.count()).collect(), ..JobStates::default() }, failed: None };
    let board = Board { jobs, claims, stop, state: Mutex::new(state), ended: AtomicUsize::new(0) };
    if jobs.is_one_at_a_time() {
        // Inside the pool: from outside, every small parallel section would put this thread to
        // sleep and wake it.
        rayon::scope(|_| board.work());
    } else {
        // One call on each thread, none nested in another: a thread that waits for a part of its
        // own job helps with parts of others, but begins no other job.
        rayon::broadcast(|_| board.work());
    }
    let BoardState { failed, .. } = board.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), Err)
}

/// State shared by the threads of a process.
struct Board<'a, J> {
    jobs: &'a J,
    claims: &'a Claims,
    stop: &'a Stop,
    state: Mutex<BoardState>,
    /// Number of ended jobs.
    ended: AtomicUsize,
}

struct BoardState {
    stands: JobStates,
    /// The first failure.
    failed: Option<Error>,
}

/// The next action of a thread.
enum Turn {
    /// Do a job that the thread has claimed.
    Work(usize, Claim, JobStates),
    /// Wait until a job of this process ends. `is_alone`: no job of this process is at work.
    Wait { is_alone: bool },
    /// Return, because all jobs are done or the work stops.
    End,
}

impl<J: Jobs> Board<'_, J> {
    fn state(&self) -> MutexGuard<'_, BoardState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let ended = self.ended.load(Ordering::Acquire);
            match self.turn() {
                Turn::Work(job, _claim, stands) => {
                    let mut at_work = AtWork { board: self, job, result: None };
                    at_work.result = Some(self.jobs.work(job, &stands));
                }
                Turn::Wait { is_alone: true } => std::thread::sleep(PAUSE),
                Turn::Wait { is_alone: false } => self.help(ended),
                Turn::End => return,
            }
        }
    }

    fn turn(&self) -> Turn {
        let BoardState { stands, failed } = &mut *self.state();
        let JobStates { open, at_work } = stands;
        if failed.is_some() || open.len() == at_work.len() {
            return Turn::End;
        }
        if self.stop.is_requested() {
            // A job at work reports its own progress when it stops.
            if at_work.is_empty() {
                *failed = Some(Error::Stopped { slice: self.jobs.name(open[0]), layers: 0, of: 1 });
            }
            return Turn::End;
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
                    return Turn::Work(job, claim, stands.clone());
                }
                Err(error) => {
                    *failed = Some(error);
                    self.stop.request();
                    return Turn::End;
                }
            }
        }
        Turn::Wait { is_alone: at_work.is_empty() }
    }

    /// Helps with parts of the jobs of other threads until one of these jobs ends, or another
    /// process may have ended one.
    fn help(&self, ended: usize) {
        let until = Instant::now() + PAUSE;
        while self.ended.load(Ordering::Acquire) == ended && Instant::now() < until {
            if rayon::yield_now() != Some(Yield::Executed) {
                std::thread::sleep(SHORT_PAUSE);
            }
        }
    }
}

/// A job of a thread. If the job panics, the other threads stop too.
struct AtWork<'a, J: Jobs> {
    board: &'a Board<'a, J>,
    job: usize,
    /// `None` until the job has ended.
    result: Option<Result<(), Error>>,
}

impl<J: Jobs> Drop for AtWork<'_, J> {
    fn drop(&mut self) {
        let AtWork { board, job, ref mut result } = *self;
        let BoardState { stands, failed } = &mut *board.state();
        stands.at_work.retain(|&at_work| at_work != job);
        let panicked = || Err(Error::Stopped { slice: board.jobs.name(job), layers: 0, of: 1 });
        match result.take().unwrap_or_else(panicked) {
            Ok(()) => stands.open.retain(|&open| open != job),
            Err(error) => {
                failed.get_or_insert(error);
                board.stop.request();
            }
        }
        board.ended.fetch_add(1, Ordering::Release);
    }
}
