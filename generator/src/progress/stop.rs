//! Stop requests from another thread or a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stop flag that all clones share. It cannot be unset.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Wish>);

#[derive(Debug, Default)]
struct Wish {
    is_set: AtomicBool,
    /// Flag that also sets this flag.
    outer: Option<Stop>,
}

impl Stop {
    /// Returns a flag that is set together with this one, or on its own.
    pub fn inner(&self) -> Stop {
        Stop(Arc::new(Wish { is_set: AtomicBool::new(false), outer: Some(self.clone()) }))
    }

    /// Requests all work to stop at a point from which it can be resumed.
    pub fn request(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    pub fn is_requested(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed) || self.0.outer.as_ref().is_some_and(Stop::is_requested)
    }
}
