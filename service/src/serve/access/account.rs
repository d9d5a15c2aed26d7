//! The account of a token: its name and its quota.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use super::bucket::Bucket;

#[derive(Debug)]
pub struct Account {
    /// Name of the token. The log and the metrics show this name. Requests with the token count
    /// towards the limits of this name.
    pub name: Arc<str>,
    /// Quota in positions per minute; `None` if the number is not limited.
    pub per_minute: Option<u32>,
    bucket: Option<Mutex<Bucket>>,
}

impl Account {
    pub fn new(name: &str, per_minute: Option<u32>, now: Instant) -> Self {
        let bucket = per_minute.map(|per_minute| Mutex::new(Bucket::new(per_minute, now)));
        Account { name: name.into(), per_minute, bucket }
    }

    /// Calls `act` with the bucket that holds the unused part of the quota, and returns the result
    /// of `act`. If the account has no quota, returns `None` without calling `act`.
    pub fn with_bucket<R>(&self, act: impl FnOnce(&mut Bucket) -> R) -> Option<R> {
        let bucket = self.bucket.as_ref()?;
        Some(act(&mut bucket.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
