//! Progress of a long reading of tables, and a way to stop it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::error::Error;
use crate::progress::NoProgress;

/// Called as a long piece of work goes on.
pub trait Watch: Sync {
    /// The work begins with this many positions.
    fn start(&self, positions: u64);
    /// The work has reached the slice of this name.
    fn slice(&self, name: &str);
    /// This many more positions are done.
    fn advance(&self, positions: u64);
    /// Whether the work is to stop.
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

/// A piece of work with its [`Watch`].
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
    /// Begins work on `positions` positions.
    pub fn start(watch: &'a dyn Watch, positions: u64) -> Self {
        watch.start(positions);
        Watched { watch, positions, done: AtomicU64::new(0) }
    }

    /// The work has reached the slice of this name.
    pub fn slice(&self, name: &str) {
        self.watch.slice(name);
    }

    /// This many more positions are done.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when the work is to stop.
    pub fn advance(&self, positions: u64) -> Result<(), Error> {
        self.watch.advance(positions);
        let done = self.done.fetch_add(positions, Relaxed) + positions;
        if self.watch.is_stopped() {
            return Err(Error::Interrupted { done, of: self.positions });
        }
        Ok(())
    }
}
