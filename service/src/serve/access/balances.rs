//! Balances (unused parts of the quota) of clients that have no token.

use std::collections::{HashMap, VecDeque};

use tokio::time::Instant;

use super::bucket::Bucket;
use super::client::Peer;

/// Number of old entries that are checked for removal whenever an entry is added. It is more than
/// 1, so that the number of entries can fall.
const CHECKED_ENTRIES: usize = 2;

/// Balances (unused parts of the quota) of peers (network addresses). A peer with a full balance
/// needs no entry, because a peer without an entry has a full balance too. Whenever an entry is
/// added, a few entries are checked, and those with a full balance are removed. No scan of all
/// entries is needed.
#[derive(Debug, Default)]
pub struct Balances {
    buckets: HashMap<Peer, Bucket>,
    /// All peers that have an entry, in the order in which they are checked for removal.
    order: VecDeque<Peer>,
}

impl Balances {
    /// Returns the bucket that holds the balance of a peer. If the peer has no entry, calls `new`
    /// to create the bucket.
    pub fn bucket(&mut self, peer: Peer, now: Instant, new: impl FnOnce() -> Bucket) -> &mut Bucket {
        if !self.buckets.contains_key(&peer) {
            self.forget_some(now);
            self.order.push_back(peer);
        }
        self.buckets.entry(peer).or_insert_with(new)
    }

    fn forget_some(&mut self, now: Instant) {
        for _ in 0..CHECKED_ENTRIES.min(self.order.len()) {
            let Some(peer) = self.order.pop_front() else { return };
            if self.buckets.get_mut(&peer).is_some_and(|bucket| !bucket.is_full(now)) {
                self.order.push_back(peer);
            } else {
                self.buckets.remove(&peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    fn peer(number: u32) -> Peer {
        Peer::Ip(Ipv4Addr::from(number).into())
    }

    fn balance(balances: &mut Balances, number: u32, now: Instant) -> &mut Bucket {
        balances.bucket(peer(number), now, || Bucket::new(60, now))
    }

    #[test]
    fn peers_that_ask_nothing_are_forgotten_and_debts_are_not() {
        let start = Instant::now();
        let mut balances = Balances::default();
        assert_eq!(balance(&mut balances, 0, start).take(6000, start), None);
        for number in 1..40_000 {
            assert_eq!(balance(&mut balances, number, start).take(1, start), None);
        }
        assert_eq!(balances.buckets.len(), 40_000, "all have used something");
        let later = start + Duration::from_secs(61);
        for number in 40_000..80_000 {
            balance(&mut balances, number, later);
        }
        assert!(balances.buckets.len() <= 40_002, "{}", balances.buckets.len());
        assert_eq!(balances.order.len(), balances.buckets.len());
        assert!(balance(&mut balances, 0, later).wait(later).is_some(), "it owes for a hundred minutes");
        assert!(balance(&mut balances, 1, later).is_full(later));
    }
}
