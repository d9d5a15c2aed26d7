//! Record of the requests and answers of a connection, by which the watch decides whether the
//! connection must end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::Instant;

/// Beginnings of the paths of methods whose answers never end. Draining does not wait for them.
const ENDLESS: [&str; 2] = ["/grpc.health.", "/grpc.reflection."];

/// Counter of requests whose answers are not completely sent, over all connections.
#[derive(Debug, Default)]
pub struct Requests {
    in_work: AtomicUsize,
    none_left: Notify,
}

impl Requests {
    /// Waits until all answers are sent, except those that never end (of health watch and
    /// reflection).
    pub async fn done(&self) {
        loop {
            let none_left = self.none_left.notified();
            if self.in_work.load(Ordering::SeqCst) == 0 {
                return;
            }
            none_left.await;
        }
    }

    /// Returns the number of requests whose answers are not completely sent, without answers that
    /// never end (of health watch and reflection).
    pub fn in_work(&self) -> usize {
        self.in_work.load(Ordering::SeqCst)
    }

    fn end(&self) {
        if self.in_work.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.none_left.notify_waiters();
        }
    }
}

#[derive(Debug)]
pub struct Activity {
    received_bytes: AtomicU64,
    of_all: Arc<Requests>,
    requests: Mutex<OfConnection>,
}

#[derive(Debug)]
struct OfConnection {
    begun: u64,
    in_work: usize,
    /// Time at which the last request of the connection ended, or at which the connection began.
    idle_since: Instant,
    /// Time since which a part of an answer waits to be sent. A request has an entry only while it
    /// has such a part. The key is the number of the request on the connection.
    unread_since: BTreeMap<u64, Instant>,
}

impl Activity {
    pub fn new(of_all: Arc<Requests>) -> Self {
        let requests = OfConnection { begun: 0, in_work: 0, idle_since: Instant::now(), unread_since: BTreeMap::new() };
        Activity { received_bytes: AtomicU64::new(0), of_all, requests: Mutex::new(requests) }
    }

    fn locked(&self) -> MutexGuard<'_, OfConnection> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn receive(&self, bytes: u64) {
        self.received_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub fn received_bytes(&self) -> u64 {
        self.received_bytes.load(Ordering::Relaxed)
    }

    pub fn has_begun(&self) -> bool {
        self.locked().begun > 0
    }

    /// Returns the time at which the last request ended; `None` while a request is running.
    pub fn idle_since(&self) -> Option<Instant> {
        let requests = self.locked();
        (requests.in_work == 0).then_some(requests.idle_since)
    }

    /// Returns the time since which the oldest unsent part of an answer waits; `None` if no part
    /// waits.
    pub fn unread_since(&self) -> Option<Instant> {
        self.locked().unread_since.values().min().copied()
    }

    pub fn begin(activity: &Arc<Activity>, path: &str) -> InWork {
        let is_endless = ENDLESS.iter().any(|endless| path.starts_with(endless));
        if !is_endless {
            activity.of_all.in_work.fetch_add(1, Ordering::SeqCst);
        }
        let mut requests = activity.locked();
        requests.begun += 1;
        requests.in_work += 1;
        InWork { number: requests.begun, is_endless, activity: activity.clone() }
    }
}

/// A request whose answer is not completely sent. Dropping it records the end of the request.
#[derive(Debug)]
pub struct InWork {
    number: u64,
    is_endless: bool,
    activity: Arc<Activity>,
}

impl InWork {
    /// Records that a part of the answer was passed to the HTTP library and waits to be sent.
    pub fn hand_over(&self) {
        self.activity.locked().unread_since.insert(self.number, Instant::now());
    }

    /// Records that the HTTP library asks for the next part, so the previous one no longer waits.
    pub fn take_next(&self) {
        self.activity.locked().unread_since.remove(&self.number);
    }
}

impl Drop for InWork {
    fn drop(&mut self) {
        let mut requests = self.activity.locked();
        requests.unread_since.remove(&self.number);
        requests.in_work -= 1;
        requests.idle_since = Instant::now();
        drop(requests);
        if !self.is_endless {
            self.activity.of_all.end();
        }
    }
}
