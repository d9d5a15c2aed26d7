//! Patience: each peer (network address) has an allowance for events that cost the server time but
//! that no quota and no other limit counts. Such events are idle frames (without a part of a
//! request), refused requests, their bodies, and static files. A peer that has used up its patience
//! is served more slowly, at the rate at which patience is renewed.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::serve::access::Balances;
use crate::serve::access::bucket::Bucket;
use crate::serve::access::client::Peer;

/// Units of patience (a peer's allowance for work that no quota counts) that are renewed per
/// minute.
const PER_MINUTE: u32 = 12_000;

/// Units of patience (a peer's allowance for work that no quota counts) that are renewed per
/// second.
const PER_SECOND: u32 = PER_MINUTE / 60;

/// Largest number of units of patience (allowance for work that no quota counts) that a peer can
/// have.
const PATIENCE_MAX: u32 = 4 * PER_SECOND;

/// Largest number of units of patience (allowance for work that no quota counts) that a peer can
/// owe: as many as are renewed within [`PAUSE_MAX`].
const DEBT_MAX: u32 = 2 * PER_SECOND;

/// Longest pause in reading from a connection. After it, the connection continues for a moment even
/// if other connections of the peer have used up the renewed patience, so that no connection
/// starves.
pub const PAUSE_MAX: Duration = Duration::from_secs(2);

/// Units of patience (a peer's allowance for work that no quota counts) that a refused request or a
/// static file costs; each takes the server 25 to 80 µs.
const REQUEST: u32 = 2;

/// Units of patience (a peer's allowance for work that no quota counts) that each answered request
/// gives back.
const ANSWER: u32 = 1;

/// Remaining patience with each peer: its allowance for events that cost the server time but that
/// no quota and no other limit counts.
#[derive(Debug, Default)]
pub struct Patience {
    balances: Mutex<Balances>,
}

impl Patience {
    /// Subtracts units of patience (allowance for work that no quota counts) from those of a peer.
    /// Returns true if the peer has some left.
    pub fn take(&self, peer: Peer, amount: u32) -> bool {
        self.with_bucket(peer, |bucket, now| {
            bucket.owe(amount, DEBT_MAX);
            bucket.wait(now).is_none()
        })
    }

    fn with_bucket<R>(&self, peer: Peer, work: impl FnOnce(&mut Bucket, Instant) -> R) -> R {
        let now = Instant::now();
        let mut balances = self.balances.lock().unwrap_or_else(PoisonError::into_inner);
        work(balances.bucket(peer, now, || Bucket::up_to(PATIENCE_MAX, PER_MINUTE, now)), now)
    }

    /// Counts a finished request. If it is idle (refused, or for a static file), it costs patience;
    /// any other gives some back. Returns true if the peer has some patience left.
    pub fn count(&self, peer: Peer, is_idle: bool) -> bool {
        if is_idle {
            return self.take(peer, REQUEST);
        }
        self.give_back(peer, ANSWER);
        true
    }

    /// Adds units of patience (allowance for work that no quota counts) to those of a peer.
    pub fn give_back(&self, peer: Peer, amount: u32) {
        self.with_bucket(peer, |bucket, now| bucket.give_back(amount, now));
    }

    /// Returns the time until a peer that has used up its patience has some again; `None` if it has
    /// some.
    pub fn wait(&self, peer: Peer) -> Option<Duration> {
        self.with_bucket(peer, Bucket::wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn patience_comes_back_within_the_longest_pause() {
        let patience = Patience::default();
        let other = Peer::Ip([192, 0, 2, 1].into());
        let refused = (0..10_000).take_while(|_| patience.take(Peer::Local, REQUEST)).count();
        assert_eq!(refused as u32, PATIENCE_MAX / REQUEST - 1);
        assert!(patience.wait(Peer::Local).is_some() && patience.wait(other).is_none());
        tokio::time::advance(Duration::from_millis(6)).await;
        assert!(patience.wait(Peer::Local).is_none());
        assert!((0..10_000).all(|_| !patience.take(Peer::Local, 1000)));
        assert!(patience.wait(Peer::Local).is_some_and(|wait| wait > PAUSE_MAX / 2));
        tokio::time::advance(PAUSE_MAX + Duration::from_millis(6)).await;
        assert!(patience.wait(Peer::Local).is_none(), "it owes no more than that");
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_answered_may_be_refused_as_often() {
        let patience = Patience::default();
        for _ in 0..100_000 {
            assert!(patience.count(Peer::Local, true));
            assert!(patience.count(Peer::Local, false) && patience.count(Peer::Local, false));
        }
    }
}
