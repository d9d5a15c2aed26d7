//! Patience with peers: a limit on idle frames, refused requests, their bodies and static files,
//! which no quota counts and no other limit covers. A peer that has used up its patience is served
//! at the rate at which the patience is renewed.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::serve::access::Balances;
use crate::serve::access::bucket::Bucket;
use crate::serve::access::client::Peer;

/// Amount of patience renewed in a minute.
const PER_MINUTE: u32 = 12_000;

/// Amount of patience renewed in a second.
const PER_SECOND: u32 = PER_MINUTE / 60;

/// Maximal amount of patience.
const PATIENCE_MAX: u32 = 4 * PER_SECOND;

/// Maximal debt of a peer: the amount renewed within [`PAUSE_MAX`].
const DEBT_MAX: u32 = 2 * PER_SECOND;

/// Longest pause of a connection. Then the connection continues briefly even if other connections
/// of the peer have used up the renewed patience, so that none starves.
pub const PAUSE_MAX: Duration = Duration::from_secs(2);

/// Cost in patience of a refused request or a static file, which takes 25 to 80 µs.
const REQUEST: u32 = 2;

/// Amount of patience that an answered request gives back.
const ANSWER: u32 = 1;

/// Remaining patience with each peer.
#[derive(Debug, Default)]
pub struct Patience {
    balances: Mutex<Balances>,
}

impl Patience {
    /// Takes an amount of patience with a peer. Returns true when some is left.
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

    /// Counts a finished request. A refusal or a static file takes patience, any other request
    /// gives some back. Returns true when some is left.
    pub fn count(&self, peer: Peer, is_idle: bool) -> bool {
        if is_idle {
            return self.take(peer, REQUEST);
        }
        self.give_back(peer, ANSWER);
        true
    }

    /// Gives back an amount of patience with a peer.
    pub fn give_back(&self, peer: Peer, amount: u32) {
        self.with_bucket(peer, |bucket, now| bucket.give_back(amount, now));
    }

    /// Returns the time until there is patience with a peer again; `None` when there is some.
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
