//! The pace of a connection: the server stops reading for a while when the peer has used up its
//! credit (see [`PeerCredit`]). Nothing that the peer sends is lost; it is only read later.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use super::credit::{PAUSE_MAX, PeerCredit};
use crate::serve::access::client::Peer;

/// Minimum time between two checks whether a peer has credit (see [`PeerCredit`]) again.
const CHECK_INTERVAL: Duration = Duration::from_millis(1);

/// Number of bytes that a new connection can send without using up credit (the allowance of its
/// peer, see [`PeerCredit`]). Each body byte of an answered request adds [`FREE_PER_ANSWERED_BYTE`]
/// bytes, one for itself and one for the frames around it, but never above this number.
const FREE_BYTES: i64 = 64 * 1024;
const FREE_PER_ANSWERED_BYTE: i64 = 2;

/// Number of received bytes that cost one unit of credit, once a connection has used its free
/// bytes. Discarding so many bytes takes 10 to 100 µs.
const BYTES_PER_CREDIT: i64 = 32 * 1024;

#[derive(Debug)]
pub struct Pace {
    credit: Arc<PeerCredit>,
    peer: Peer,
    /// True if refused requests and received bytes use up credit (see [`PeerCredit`]). Idle frames
    /// always do.
    counts_requests: bool,
    /// Number of bytes that the connection may still send without using up credit (see
    /// [`PeerCredit`]). A negative number counts bytes that will cost credit, but are still too few
    /// for one unit.
    free_bytes: AtomicI64,
    /// True if the connection must wait, before it reads on, until its peer has credit (see
    /// [`PeerCredit`]) again.
    is_slowed: AtomicBool,
    slowed: Notify,
}

impl Pace {
    /// Creates the state that decides when a new connection must pause in reading.
    ///
    /// `shared` is the credit that all connections of the peer use up together. If there is none
    /// left, the connection first waits. If `shared` is `None`, the connection has a credit of its
    /// own, which only idle frames use up.
    pub fn new(shared: Option<Arc<PeerCredit>>, peer: Peer) -> Arc<Self> {
        let counts_requests = shared.is_some();
        let credit = shared.unwrap_or_default();
        let (free_bytes, is_slowed) = (AtomicI64::new(FREE_BYTES), AtomicBool::new(counts_requests));
        Arc::new(Pace { credit, peer, counts_requests, free_bytes, is_slowed, slowed: Notify::new() })
    }

    /// Counts received bytes. Bytes beyond the free ones use up credit (see [`PeerCredit`]) at
    /// once. The reason is that the bodies of refused or broken requests cost the server as much
    /// time as other bodies.
    pub fn count_bytes(&self, bytes: usize) {
        if !self.counts_requests {
            return;
        }
        let free_bytes = self.free_bytes.fetch_sub(bytes as i64, Ordering::Relaxed) - bytes as i64;
        let taken = -free_bytes / BYTES_PER_CREDIT;
        if taken > 0 {
            self.free_bytes.fetch_add(taken * BYTES_PER_CREDIT, Ordering::Relaxed);
            if !self.credit.take(self.peer, taken as u32) {
                self.slow();
            }
        }
    }

    /// Counts the body bytes of an answered request. Gives back the credit that the body has cost,
    /// and lets the connection send more bytes without using up credit.
    pub fn count_answered_bytes(&self, bytes: usize) {
        let allow = |free: i64| Some((free + FREE_PER_ANSWERED_BYTE * bytes as i64).min(FREE_BYTES));
        let _ = self.free_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, allow);
        let credit = bytes as i64 / BYTES_PER_CREDIT;
        if self.counts_requests && credit > 0 {
            self.credit.give_back(self.peer, credit as u32);
        }
    }

    /// Counts idle frames (frames such as a ping, which carry no part of a request). They use up
    /// credit (see [`PeerCredit`]).
    pub fn count_frames(&self, frames: u32) {
        if frames > 0 && !self.credit.take(self.peer, frames) {
            self.slow();
        }
    }

    /// Counts a finished request. An idle request (refused, or for a static file) uses up credit
    /// (see [`PeerCredit`]). Any other request gives some back.
    pub fn count_request(&self, is_idle: bool) {
        if self.counts_requests && !self.credit.count(self.peer, is_idle) {
            self.slow();
        }
    }

    fn slow(&self) {
        if !self.is_slowed.swap(true, Ordering::Relaxed) {
            self.slowed.notify_one();
        }
    }

    pub fn is_slowed(&self) -> bool {
        self.is_slowed.load(Ordering::Relaxed)
    }

    /// Waits until the peer of the connection has used up its credit (see [`PeerCredit`]).
    pub async fn slowed(&self) {
        self.slowed.notified().await;
    }

    /// Waits until the connection may read on. If its peer has used up its credit (see
    /// [`PeerCredit`]), waits until the peer has some again, but at most for [`PAUSE_MAX`].
    pub async fn pause(self: Arc<Self>) {
        if self.is_slowed() {
            let comes_back = async {
                while let Some(wait) = self.credit.wait(self.peer) {
                    tokio::time::sleep(wait.max(CHECK_INTERVAL)).await;
                }
            };
            // An error means that the time limit has passed, so the pause was long enough.
            let _ = tokio::time::timeout(PAUSE_MAX, comes_back).await;
            self.is_slowed.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    const SOME: u32 = 300;

    #[tokio::test(start_paused = true)]
    async fn a_connection_goes_on_when_patience_comes_back() {
        let credit = Arc::new(PeerCredit::default());
        let [first, second, other] = [1, 1, 2].map(|host| {
            let peer = Peer::Ip([192, 0, 2, host].into());
            Pace::new(Some(credit.clone()), peer)
        });
        let began = Instant::now();
        first.clone().pause().await;
        second.clone().pause().await;
        (0..3).for_each(|_| first.count_frames(SOME));
        assert!(first.is_slowed() && !second.is_slowed());
        first.slowed().await;
        other.pause().await;
        second.clone().pause().await;
        assert_eq!(began.elapsed(), Duration::ZERO);
        second.count_request(true);
        first.clone().pause().await;
        second.pause().await;
        let elapsed = began.elapsed();
        assert!((100..600).contains(&elapsed.as_millis()), "{elapsed:?}");
        assert!(!first.is_slowed());
    }

    #[tokio::test(start_paused = true)]
    async fn none_starves_whatever_others_of_the_peer_do() {
        let credit = Arc::new(PeerCredit::default());
        let pace = || Pace::new(Some(credit.clone()), Peer::Local);
        let greedy = pace();
        greedy.count_frames(10 * SOME);
        let flood = tokio::spawn(async move {
            loop {
                greedy.count_frames(SOME);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        let began = Instant::now();
        pace().pause().await;
        assert!((PAUSE_MAX..PAUSE_MAX + Duration::from_millis(50)).contains(&began.elapsed()));
        flood.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_take_patience_until_their_request_is_answered() {
        let credit = Arc::new(PeerCredit::default());
        let pace = || Pace::new(Some(credit.clone()), Peer::Local);
        let (honest, greedy) = (pace(), pace());
        honest.clone().pause().await;
        greedy.clone().pause().await;
        for _ in 0..100 {
            (0..100).for_each(|_| honest.count_bytes(20_000));
            honest.count_answered_bytes(2_000_000);
        }
        assert!(!honest.is_slowed());
        let read = (0..10_000).take_while(|_| {
            greedy.count_bytes(20_000);
            !greedy.is_slowed()
        });
        let read_bytes = 20_000 * read.count() as i64;
        assert!((20_000_000..30_000_000).contains(&read_bytes), "{read_bytes}");
        // The credit is all used up, so that the connection continues only because the longest
        // pause has passed.
        greedy.credit.take(Peer::Local, 10 * SOME);
        let hog = tokio::spawn(async move {
            loop {
                credit.take(Peer::Local, SOME);
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        greedy.clone().pause().await;
        assert!(!greedy.is_slowed());
        (0..4).for_each(|_| greedy.count_bytes(20_000));
        assert!(greedy.is_slowed());
        hog.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn connections_without_a_peer_of_their_own_are_paused_for_their_frames_alone() {
        let pace = Pace::new(None, Peer::Local);
        (0..10_000).for_each(|_| pace.count_request(true));
        (0..10_000).for_each(|_| pace.count_bytes(1_000_000));
        assert!(!pace.is_slowed());
        pace.count_frames(10 * SOME);
        assert!(pace.is_slowed());
        assert!(!Pace::new(None, Peer::Local).is_slowed());
    }
}
