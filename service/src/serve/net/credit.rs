//! Credit: each peer (network address) has an allowance for events that cost the server time but
//! that no quota and no other limit counts. Such events are idle frames (without a part of a
//! request), refused requests, their bodies, and static files. A peer that has used up its credit
//! is served more slowly, at the rate at which credit is renewed.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::serve::access::Balances;
use crate::serve::access::bucket::Bucket;
use crate::serve::access::client::Peer;

/// Credit that a peer (network address) gets back each minute. A peer spends credit on refused
/// requests and on other events that no quota counts.
const PER_MINUTE: u32 = 12_000;

const PER_SECOND: u32 = PER_MINUTE / 60;

/// Maximum credit of a peer. A peer spends credit on refused requests and the like.
const CREDIT_MAX: u32 = 4 * PER_SECOND;

/// Maximum debt of a peer, in the same units as its credit. It is so small that the peer is out of
/// debt after [`PAUSE_MAX`].
const DEBT_MAX: u32 = 2 * PER_SECOND;

/// Longest pause in reading from a connection whose peer has used up its credit. After the pause,
/// the connection continues for a moment even without credit. Otherwise it could starve, because
/// other connections of the peer can use up all credit that the peer gets back.
pub const PAUSE_MAX: Duration = Duration::from_secs(2);

/// Credit that a peer spends on a refused request or a static file. Each of them takes the server
/// 25 to 80 µs.
const REQUEST: u32 = 2;

/// Credit that a peer gets back for each answered request.
const ANSWER: u32 = 1;

/// Credit of each peer (network address): its allowance for events that cost the server time but
/// that no quota and no other limit counts, such as refused requests.
#[derive(Debug, Default)]
pub struct PeerCredit {
    balances: Mutex<Balances>,
}

impl PeerCredit {
    /// Subtracts `amount` units from the credit of a peer. Returns true if the peer has some credit
    /// left.
    pub fn take(&self, peer: Peer, amount: u32) -> bool {
        self.with_bucket(peer, |bucket, now| {
            bucket.owe(amount, DEBT_MAX);
            bucket.wait(now).is_none()
        })
    }

    fn with_bucket<R>(&self, peer: Peer, work: impl FnOnce(&mut Bucket, Instant) -> R) -> R {
        let now = Instant::now();
        let mut balances = self.balances.lock().unwrap_or_else(PoisonError::into_inner);
        work(balances.bucket(peer, now, || Bucket::up_to(CREDIT_MAX, PER_MINUTE, now)), now)
    }

    /// Counts a finished request. An idle request (refused, or for a static file) costs credit. Any
    /// other request gives some credit back. Returns true if the peer has some credit left.
    pub fn count(&self, peer: Peer, is_idle: bool) -> bool {
        if is_idle {
            return self.take(peer, REQUEST);
        }
        self.give_back(peer, ANSWER);
        true
    }

    pub fn give_back(&self, peer: Peer, amount: u32) {
        self.with_bucket(peer, |bucket, now| bucket.give_back(amount, now));
    }

    /// Returns the time until a peer has credit again; `None` if it has some now.
    pub fn wait(&self, peer: Peer) -> Option<Duration> {
        self.with_bucket(peer, Bucket::wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn patience_comes_back_within_the_longest_pause() {
        let credit = PeerCredit::default();
        let other = Peer::Ip([192, 0, 2, 1].into());
        let refused = (0..10_000).take_while(|_| credit.take(Peer::Local, REQUEST)).count();
        assert_eq!(refused as u32, CREDIT_MAX / REQUEST - 1);
        assert!(credit.wait(Peer::Local).is_some() && credit.wait(other).is_none());
        tokio::time::advance(Duration::from_millis(6)).await;
        assert!(credit.wait(Peer::Local).is_none());
        assert!((0..10_000).all(|_| !credit.take(Peer::Local, 1000)));
        assert!(credit.wait(Peer::Local).is_some_and(|wait| wait > PAUSE_MAX / 2));
        tokio::time::advance(PAUSE_MAX + Duration::from_millis(6)).await;
        assert!(credit.wait(Peer::Local).is_none(), "it owes no more than that");
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_answered_may_be_refused_as_often() {
        let credit = PeerCredit::default();
        for _ in 0..100_000 {
            assert!(credit.count(Peer::Local, true));
            assert!(credit.count(Peer::Local, false) && credit.count(Peer::Local, false));
        }
    }
}
