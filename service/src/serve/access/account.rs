//! The account that belongs to a token.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use super::bucket::Bucket;

/// Who has a token.
#[derive(Debug)]
pub struct Account {
    /// The name, for the log and the limits.
    pub name: Arc<str>,
    /// Positions that it may ask about in a minute; `None`: any number.
    pub per_minute: Option<u32>,
    bucket: Option<Mutex<Bucket>>,
}

impl Account {
    /// Creates an account with its whole quota.
    pub fn new(name: &str, per_minute: Option<u32>, now: Instant) -> Self {
        let bucket = per_minute.map(|per_minute| Mutex::new(Bucket::new(per_minute, now)));
        Account { name: name.into(), per_minute, bucket }
    }

    /// Does something with the balance, where there is a quota.
    pub fn with_bucket<R>(&self, act: impl FnOnce(&mut Bucket) -> R) -> Option<R> {
        let bucket = self.bucket.as_ref()?;
        Some(act(&mut bucket.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
