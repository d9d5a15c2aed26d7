//! Requests to stop, which come from another thread or from a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that asks work to stop. All clones share the flag. It cannot be unset.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<FlagState>);

#[derive(Debug, Default)]
struct FlagState {
    is_set: AtomicBool,
    /// Outer flag, if any: when it is set, this flag counts as set too.
    outer: Option<Stop>,
}

impl Stop {
    /// Returns a new flag that counts as set when this flag is set. The new flag can also be set
    /// without setting this flag.
    pub fn inner(&self) -> Stop {
        Stop(Arc::new(FlagState { is_set: AtomicBool::new(false), outer: Some(self.clone()) }))
    }

    /// Sets the flag. Work should then stop at the next point from which it can be resumed.
    pub fn request(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    pub fn is_requested(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed) || self.0.outer.as_ref().is_some_and(Stop::is_requested)
    }
}
