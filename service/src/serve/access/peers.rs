//! Counters of the requests, the streams and the memory of each client.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::client::{Client, Identity, Peer};
use crate::errors::Error;

/// Key by which limits identify a client: the name of its token, or its network address if it has
/// no token. All addresses with the same token count as one client.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ClientKey {
    Peer(Peer),
    Token(Arc<str>),
}

impl From<&Client> for ClientKey {
    fn from(client: &Client) -> ClientKey {
        match &client.identity {
            Identity::Token(account) => ClientKey::Token(account.name.clone()),
            Identity::Anonymous | Identity::Unknown | Identity::NotBearer => ClientKey::Peer(client.peer),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct PeerLimits {
    pub in_flight_max: usize,
    pub bytes_max: usize,
    pub all_bytes_max: usize,
}

#[derive(Debug)]
pub struct Peers {
    limits: PeerLimits,
    in_work: Mutex<PeerLoads>,
}

#[derive(Debug, Default)]
struct PeerLoads {
    bytes: usize,
    peers: HashMap<ClientKey, PeerLoad>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct PeerLoad {
    requests: usize,
    streams: usize,
    bytes: usize,
}

/// Returns the maximum number of streams among `limit` simultaneous requests: half of them, rounded
/// up.
pub fn places_of_streams(limit: usize) -> usize {
    limit.div_ceil(2)
}

impl PeerLoads {
    fn change(&mut self, who: &ClientKey, change: impl FnOnce(&mut PeerLoad)) {
        if let Entry::Occupied(mut peer) = self.peers.entry(who.clone()) {
            change(peer.get_mut());
            if *peer.get() == PeerLoad::default() {
                peer.remove();
            }
        }
    }
}

impl Peers {
    pub fn new(limits: PeerLimits) -> Self {
        Peers { limits, in_work: Mutex::default() }
    }

    fn locked(&self) -> MutexGuard<'_, PeerLoads> {
        self.in_work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request or a stream of a client until the result is dropped.
    ///
    /// # Errors
    /// [`Error::PeerBusy`] if the client already has the maximum number of requests or streams.
    pub fn enter(self: &Arc<Self>, who: &ClientKey, is_stream: bool) -> Result<PeerPlace, Error> {
        let limit = self.limits.in_flight_max;
        let mut in_work = self.locked();
        let peer = in_work.peers.entry(who.clone()).or_default();
        if peer.requests >= limit || is_stream && peer.streams >= places_of_streams(limit) {
            return Err(Error::PeerBusy { limit });
        }
        let is_only_one = peer.requests == 0;
        peer.requests += 1;
        peer.streams += usize::from(is_stream);
        Ok(PeerPlace { peers: self.clone(), who: who.clone(), is_stream, is_only_one })
    }

    /// Returns a new counter of memory, which counts towards the limit of a client. Its number of
    /// bytes is 0.
    pub fn bytes(self: &Arc<Self>, who: ClientKey) -> Bytes {
        Bytes { peers: self.clone(), who, held: 0 }
    }
}

/// A running request or stream, which counts towards the limit of its client until this is dropped.
#[derive(Debug)]
pub struct PeerPlace {
    peers: Arc<Peers>,
    who: ClientKey,
    is_stream: bool,
    is_only_one: bool,
}

impl PeerPlace {
    pub fn who(&self) -> &ClientKey {
        &self.who
    }

    /// Returns true if the client had no other request when this one was counted.
    pub fn is_only_one(&self) -> bool {
        self.is_only_one
    }

    pub fn bytes(&self) -> Bytes {
        self.peers.bytes(self.who.clone())
    }
}

impl Drop for PeerPlace {
    fn drop(&mut self) {
        self.peers.locked().change(&self.who, |peer| {
            peer.requests -= 1;
            peer.streams -= usize::from(self.is_stream);
        });
    }
}

/// Counter of the memory of a request or answer, which counts towards the limit of its client and
/// the limit of all clients together. The bytes are given back when this is dropped.
#[derive(Debug)]
pub struct Bytes {
    peers: Arc<Peers>,
    who: ClientKey,
    held: usize,
}

impl Bytes {
    /// Sets the number of bytes that this counter holds.
    ///
    /// # Errors
    /// [`Error::PeerMemory`] or [`Error::Memory`] if the bytes would exceed the limit of the client
    /// or of all clients; then the number of bytes stays as it was.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Error> {
        let PeerLimits { bytes_max, all_bytes_max, .. } = self.peers.limits;
        let mut in_work = self.peers.locked();
        let all = in_work.bytes - self.held + bytes;
        let of_peer = in_work.peers.get(&self.who).map_or(0, |peer| peer.bytes) - self.held + bytes;
        if bytes > self.held && of_peer > bytes_max {
            return Err(Error::PeerMemory { limit_bytes: bytes_max });
        }
        if bytes > self.held && all > all_bytes_max {
            return Err(Error::Memory { limit_bytes: all_bytes_max });
        }
        in_work.bytes = all;
        if of_peer > 0 {
            in_work.peers.entry(self.who.clone()).or_default().bytes = of_peer;
        } else {
            in_work.change(&self.who, |peer| peer.bytes = 0);
        }
        self.held = bytes;
        Ok(())
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        // Holding fewer bytes never fails.
        let _ = self.hold(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peers(in_flight_max: usize) -> Arc<Peers> {
        Arc::new(Peers::new(PeerLimits { in_flight_max, bytes_max: 1000, all_bytes_max: 1500 }))
    }

    fn peer(number: u8) -> ClientKey {
        ClientKey::Peer(Peer::Ip([192, 0, 2, number].into()))
    }

    #[test]
    fn one_peer_leaves_places_to_others() {
        let peers = peers(4);
        let enter = |number, is_stream| peers.enter(&peer(number), is_stream);
        let streams: Vec<_> = std::iter::from_fn(|| enter(1, true).ok()).collect();
        assert_eq!(streams.len(), 2);
        let single: Vec<_> = std::iter::from_fn(|| enter(1, false).ok()).collect();
        assert_eq!(single.len(), 2);
        assert!(matches!(enter(1, false), Err(Error::PeerBusy { limit: 4 })));
        assert!(enter(2, true).is_ok_and(|place| place.is_only_one()));
        drop((streams, single));
        assert!(peers.locked().peers.is_empty());
        assert!(enter(1, true).is_ok());
    }

    #[test]
    fn one_peer_leaves_bytes_to_others_and_all_have_a_limit() {
        let peers = peers(4);
        let mut first = [peers.bytes(peer(1)), peers.bytes(peer(1))];
        first[0].hold(700).expect("there is room");
        assert!(matches!(first[1].hold(301), Err(Error::PeerMemory { limit_bytes: 1000 })));
        first[1].hold(300).expect("there is room");
        assert!(matches!(first[0].hold(701), Err(Error::PeerMemory { .. })));
        let mut other = peers.bytes(peer(2));
        assert!(matches!(other.hold(501), Err(Error::Memory { limit_bytes: 1500 })));
        other.hold(500).expect("there is room");
        first[0].hold(600).expect("less is always held");
        other.hold(600).expect("it was given back");
        assert!(matches!(first[1].hold(301), Err(Error::Memory { .. })));
        drop((first, other));
        let in_work = peers.locked();
        assert_eq!((in_work.bytes, in_work.peers.len()), (0, 0));
    }
}
