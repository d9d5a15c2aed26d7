//! How much is in work at a time.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::errors::Error;

/// Lets a limited number of requests in and turns the others away at once, so that a flood costs neither memory nor
/// waiting. Clones share the limit.
#[derive(Debug, Clone)]
pub struct Gate {
    permits: Arc<Semaphore>,
    limit: usize,
}

impl Gate {
    /// A gate for `limit` requests.
    pub fn new(limit: usize) -> Self {
        Gate { permits: Arc::new(Semaphore::new(limit)), limit }
    }

    /// Lets a request in. It is in work until the permit is dropped.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn enter(&self) -> Result<OwnedSemaphorePermit, Error> {
        self.permits.clone().try_acquire_owned().map_err(|_| Error::Busy { limit: self.limit })
    }

    /// Runs the work of one request on the threads that probe. The request is in work until the work is done, even when
    /// its client has stopped waiting.
    ///
    /// # Errors
    /// [`Error::Busy`]; [`Error::Worker`] when the work panics; what the work gives.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.enter()?;
        let done = tokio::task::spawn_blocking(move || {
            let _in_work = permit;
            work()
        });
        done.await.map_err(|_| Error::Worker)?
    }

    /// Waits until nothing is in work.
    pub async fn idle(&self) {
        // The semaphore is never closed, and the limit fits: clap checks it.
        let _ = self.permits.acquire_many(self.limit as u32).await;
    }
}
