//! Limits how many requests are in work at a time.
//!
//! Streams last as long as their clients want, so they get half of the places at most. The other
//! half stays for requests with a single answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::deadline::Deadline;
use crate::errors::Error;

/// How often it is logged that requests are turned away.
const REFUSALS_LOGGED_EVERY: Duration = Duration::from_secs(10);

/// Lets a limited number of requests in and turns the others away at once, so that a flood costs
/// neither memory nor waiting. Clones share the limit.
#[derive(Debug, Clone)]
pub struct Gate {
    permits: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    limit: usize,
    refusals: Arc<Refusals>,
}

impl Gate {
    /// A gate for `limit` requests.
    pub fn new(limit: usize) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Gate { permits: semaphore(limit), streams: semaphore(limit.div_ceil(2)), limit, refusals: Arc::default() }
    }

    /// Lets a request in. It is in work until the permit is dropped.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn enter(&self) -> Result<OwnedSemaphorePermit, Error> {
        self.permits.clone().try_acquire_owned().map_err(|_| self.refuse())
    }

    /// Lets a stream in. It is in work until both permits are dropped.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn enter_stream(&self) -> Result<StreamPermit, Error> {
        let of_streams = self.streams.clone().try_acquire_owned().map_err(|_| self.refuse())?;
        Ok(StreamPermit { _of_streams: of_streams, _of_all: self.enter()? })
    }

    fn refuse(&self) -> Error {
        self.refusals.count(self.limit);
        Error::Busy { limit: self.limit }
    }

    /// Runs the work of one request on the threads that probe. The work is given a flag that is set
    /// when nobody waits for its answer any more: the deadline has passed, or the client has gone
    /// and the future was dropped. Work that takes long looks at the flag. The request is in work
    /// until the work is done.
    ///
    /// # Errors
    /// [`Error::Busy`]; [`Error::Deadline`]; [`Error::Worker`] when the work panics; the errors of
    /// the work.
    pub async fn run<T: Send + 'static>(
        &self,
        deadline: Deadline,
        work: impl FnOnce(&AtomicBool) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.enter()?;
        let unwanted = SetOnDrop(Arc::new(AtomicBool::new(false)));
        let stop = unwanted.0.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _in_work = permit;
            if stop.load(Ordering::Relaxed) { Err(Error::Deadline) } else { work(&stop) }
        });
        match tokio::time::timeout_at(deadline.0, done).await {
            Ok(done) => done.map_err(|_| Error::Worker)?,
            Err(_) => Err(Error::Deadline),
        }
    }

    /// Waits until nothing is in work.
    pub async fn idle(&self) {
        // The semaphore is never closed, and clap has checked that the limit fits into a u32.
        let _ = self.permits.acquire_many(self.limit as u32).await;
    }
}

/// The place of a stream.
#[derive(Debug)]
pub struct StreamPermit {
    _of_streams: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

/// How many requests were turned away since the last line in the log.
#[derive(Debug, Default)]
struct Refusals {
    state: Mutex<(u64, Option<Instant>)>,
}

impl Refusals {
    /// Counts a request that was turned away. Logs the count at most once in
    /// [`REFUSALS_LOGGED_EVERY`]: a flood of requests must not become a flood of lines.
    fn count(&self, limit: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, logged) = &mut *state;
        *count += 1;
        if logged.is_none_or(|at| at.elapsed() >= REFUSALS_LOGGED_EVERY) {
            tracing::warn!(refused = *count, in_flight_max = limit, "the server is full: requests are turned away");
            (*count, *logged) = (0, Some(Instant::now()));
        }
    }
}

/// Sets its flag when it is dropped.
struct SetOnDrop(Arc<AtomicBool>);

impl Drop for SetOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until it is told to stop.
    fn endless(stop: &AtomicBool) -> Result<(), Error> {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(Error::Deadline)
    }

    fn after(delay: Duration) -> Deadline {
        Deadline(Instant::now() + delay)
    }

    #[tokio::test]
    async fn streams_leave_half_of_the_places_to_others() {
        let gate = Gate::new(4);
        let streams: Vec<_> = std::iter::from_fn(|| gate.enter_stream().ok()).collect();
        assert_eq!(streams.len(), 2);
        let others: Vec<_> = std::iter::from_fn(|| gate.enter().ok()).collect();
        assert_eq!(others.len(), 2);
        drop(streams);
        assert!(gate.enter_stream().is_ok());
    }

    #[tokio::test]
    async fn work_stops_at_its_deadline() {
        let gate = Gate::new(1);
        let answer = gate.run(after(Duration::from_millis(20)), endless).await;
        assert!(matches!(answer, Err(Error::Deadline)));
        tokio::time::timeout(Duration::from_secs(20), gate.idle()).await.expect("the work has stopped");
        assert!(gate.run(after(Duration::from_secs(20)), |_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn work_stops_when_its_client_is_gone() {
        let gate = Gate::new(1);
        let asked = tokio::spawn({
            let gate = gate.clone();
            async move { gate.run(after(Duration::from_secs(600)), endless).await }
        });
        while gate.enter().is_ok() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        asked.abort();
        tokio::time::timeout(Duration::from_secs(20), gate.idle()).await.expect("the work has stopped");
    }
}
