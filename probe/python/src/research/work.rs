//! Long work in another thread: the caller hears of its progress and can interrupt it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use peatee_generator::{Progress, Stop, Watch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::Raise;

/// Time between two calls of a progress function, and the longest wait for an interrupt to be seen.
const TICK: Duration = Duration::from_millis(100);

/// State of work that two threads share: one does the work, the other reports it and may stop it.
#[derive(Debug, Default)]
pub(super) struct Watcher {
    pub(super) stop: Stop,
    positions: AtomicU64,
    done: AtomicU64,
    slice: Mutex<String>,
}

impl Watch for Watcher {
    fn start(&self, positions: u64) {
        self.positions.fetch_add(positions, Relaxed);
    }

    fn slice(&self, name: &str) {
        name.clone_into(&mut self.slice.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn advance(&self, positions: u64) {
        self.done.fetch_add(positions, Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }
}

impl Progress for Watcher {
    fn start(&self, _jobs: usize, positions: u64) {
        Watch::start(self, positions);
    }

    fn done(&self, slice: &str, positions: u64, _made: bool) {
        Watch::slice(self, slice);
        Watch::advance(self, positions);
    }

    fn repaired(&self, _file: &str) {}
}

impl Watcher {
    /// Raises a waiting `KeyboardInterrupt`, and calls the progress function of the caller with the
    /// numbers of done positions and of all positions, and the name of the slice.
    fn tell(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        py.check_signals()?;
        let Some(progress) = progress else { return Ok(()) };
        let slice = self.slice.lock().unwrap_or_else(PoisonError::into_inner).clone();
        progress.call1((self.done.load(Relaxed), self.positions.load(Relaxed), slice))?;
        Ok(())
    }
}

/// Returns a pool of `threads` threads, one for each processor if 0.
pub(super) fn pool_of(threads: usize) -> PyResult<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| PyValueError::new_err(format!("threads={threads}: {error}")))
}

/// Calls `work` in another thread, without the lock of the interpreter and with the threads of the
/// pool. An interrupt, or an exception of the progress function, stops it.
pub(super) fn watched<T: Send, E: Raise + Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    pool: &ThreadPool,
    work: impl FnOnce(&Watcher) -> Result<T, E> + Send,
) -> PyResult<T> {
    let (watcher, is_done, caller) = (Watcher::default(), AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.install(|| work(&watcher))));
            is_done.store(true, Relaxed);
            caller.unpark();
            found
        });
        let mut told = Ok(());
        while told.is_ok() && !is_done.load(Relaxed) {
            py.detach(|| thread::park_timeout(TICK));
            told = watcher.tell(py, progress);
        }
        if told.is_err() {
            watcher.stop.request();
        }
        let found = py.detach(|| worker.join()).and_then(|found| found).unwrap_or_else(|panic| resume_unwind(panic));
        told.and_then(|()| found.map_err(Raise::raise))
    })
}
