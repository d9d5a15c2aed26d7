//! A wish to stop, from another thread or a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, seen by all clones.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks all work to stop where it can go on later.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether that was asked for.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
