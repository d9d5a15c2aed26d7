//! Reports of the progress of work that reads tables, and a way to stop such work.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::NoProgress;
use crate::error::Error;

/// Receiver of the progress of a long operation, which can ask the operation to stop.
pub trait Watch: Sync {
    fn start(&self, positions: u64);
    fn slice(&self, name: &str);
    fn advance(&self, positions: u64);
    fn is_stopped(&self) -> bool;
}

impl Watch for NoProgress {
    fn start(&self, _positions: u64) {}
    fn slice(&self, _name: &str) {}
    fn advance(&self, _positions: u64) {}
    fn is_stopped(&self) -> bool {
        false
    }
}

/// An operation that reports its progress to a [`Watch`].
pub struct Watched<'a> {
    watch: &'a dyn Watch,
    positions: u64,
    done: AtomicU64,
}

impl std::fmt::Debug for Watched<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} positions", self.done.load(Relaxed), self.positions)
    }
}

impl<'a> Watched<'a> {
    pub fn start(watch: &'a dyn Watch, positions: u64) -> Self {
        watch.start(positions);
        Watched { watch, positions, done: AtomicU64::new(0) }
    }

    pub fn slice(&self, name: &str) {
        self.watch.slice(name);
    }

    /// Reports that `positions` more positions are done.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the operation must stop.
    pub fn advance(&self, positions: u64) -> Result<(), Error> {
        self.watch.advance(positions);
        let done = self.done.fetch_add(positions, Relaxed) + positions;
        if self.watch.is_stopped() {
            return Err(Error::Interrupted { done, of: self.positions });
        }
        Ok(())
    }
}
