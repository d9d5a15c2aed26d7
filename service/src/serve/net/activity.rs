//! Events of a connection, as its watch sees them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::Instant;

/// Methods whose answers never end by themselves: the drain does not wait for them.
const ENDLESS: [&str; 2] = ["/grpc.health.", "/grpc.reflection."];

/// The requests of all connections whose answers are not wholly sent.
#[derive(Debug, Default)]
pub struct Requests {
    in_work: AtomicUsize,
    none_left: Notify,
}

impl Requests {
    /// Waits until all answers are sent, but for those of methods that have no end.
    pub async fn done(&self) {
        loop {
            let none_left = self.none_left.notified();
            if self.in_work.load(Ordering::SeqCst) == 0 {
                return;
            }
            none_left.await;
        }
    }

    /// Returns how many there are, but for those of methods that have no end.
    pub fn in_work(&self) -> usize {
        self.in_work.load(Ordering::SeqCst)
    }

    fn end(&self) {
        if self.in_work.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.none_left.notify_waiters();
        }
    }
}

/// Events of one connection.
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
    /// When the last request ended.
    idle_since: Instant,
    /// Since when a part of an answer waits to be sent, by request.
    unread_since: BTreeMap<u64, Instant>,
}

impl Activity {
    /// Nothing has happened yet.
    pub fn new(of_all: Arc<Requests>) -> Self {
        let requests = OfConnection { begun: 0, in_work: 0, idle_since: Instant::now(), unread_since: BTreeMap::new() };
        Activity { received_bytes: AtomicU64::new(0), of_all, requests: Mutex::new(requests) }
    }

    fn locked(&self) -> MutexGuard<'_, OfConnection> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts bytes that the client has sent.
    pub fn receive(&self, bytes: u64) {
        self.received_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Returns how many bytes the client has sent.
    pub fn received_bytes(&self) -> u64 {
        self.received_bytes.load(Ordering::Relaxed)
    }

    /// True once a request has begun.
    pub fn has_begun(&self) -> bool {
        self.locked().begun > 0
    }

    /// Since when there is no request; `None` while there is one.
    pub fn idle_since(&self) -> Option<Instant> {
        let requests = self.locked();
        (requests.in_work == 0).then_some(requests.idle_since)
    }

    /// Since when the part of an answer waits that has waited longest.
    pub fn unread_since(&self) -> Option<Instant> {
        self.locked().unread_since.values().min().copied()
    }

    /// A request begins.
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

/// A request whose answer is not wholly sent.
#[derive(Debug)]
pub struct InWork {
    number: u64,
    is_endless: bool,
    activity: Arc<Activity>,
}

impl InWork {
    /// A part of the answer has been handed over to be sent.
    pub fn hand_over(&self) {
        self.activity.locked().unread_since.insert(self.number, Instant::now());
    }

    /// The next part is asked for: the one before is on its way.
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
