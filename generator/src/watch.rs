//! How far a long piece of work is, and whether it is to go on.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use peatee_table::Slice;

use crate::error::Error;
use crate::generate::Quiet;

/// Told how far a long piece of work is, and asked whether it is to go on.
pub trait Watch: Sync {
    /// So many positions are about to be looked at.
    fn start(&self, positions: u64);
    /// The work has come to this slice.
    fn slice(&self, slice: Slice);
    /// So many more positions are done.
    fn advance(&self, positions: u64);
    /// Whether the work is to stop.
    fn is_stopped(&self) -> bool;
}

impl Watch for Quiet {
    fn start(&self, _positions: u64) {}
    fn slice(&self, _slice: Slice) {}
    fn advance(&self, _positions: u64) {}
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A piece of work that is watched.
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
    /// Work on so many positions.
    pub fn start(watch: &'a dyn Watch, positions: u64) -> Self {
        watch.start(positions);
        Watched { watch, positions, done: AtomicU64::new(0) }
    }

    /// The work has come to this slice.
    pub fn slice(&self, slice: Slice) {
        self.watch.slice(slice);
    }

    /// So many more positions are done.
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
