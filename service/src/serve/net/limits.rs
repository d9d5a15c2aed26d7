//! Limits of connections, and the places for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::serve::access::client::Peer;

/// The limits of connections.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The most connections.
    pub connections_max: usize,
    /// The most connections of one peer.
    pub peer_connections_max: usize,
    /// The most requests at a time on one HTTP/2 connection.
    pub connection_streams_max: u32,
    /// Longest time for the head of a request, or the preface of HTTP/2.
    pub handshake_max: Duration,
    /// Longest time for which a connection may have no request.
    pub idle_max: Duration,
    /// Longest time for which a part of an answer may wait for the client to take it.
    pub unread_max: Duration,
    /// Longest time for which a connection takes requests.
    pub age_max: Duration,
    /// Time that the requests of a connection of that age have to end.
    pub age_grace: Duration,
}

/// The places for connections.
#[derive(Debug)]
pub struct Places {
    connections_max: usize,
    peer_connections_max: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    of_peers: HashMap<Peer, usize>,
}

/// Why there is no place.
#[derive(Debug)]
pub struct Full {
    /// The reason for the log.
    pub reason: &'static str,
    /// The address as text.
    pub text: String,
}

impl Places {
    /// Places for `connections_max` connections, `peer_connections_max` of them of one peer.
    pub fn new(connections_max: usize, peer_connections_max: usize) -> Self {
        Places { connections_max, peer_connections_max, open: Mutex::default() }
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place. A proxy has as many connections as its clients need.
    ///
    /// # Errors
    /// All places are taken, or all that the peer may have.
    pub fn enter(self: &Arc<Self>, peer: Peer, is_proxy: bool) -> Result<ConnectionPlace, Full> {
        let mut open = self.locked();
        let of_peer = open.of_peers.get(&peer).copied().unwrap_or(0);
        if of_peer >= self.peer_connections_max && !is_proxy {
            let text = format!("the peer has {of_peer} connections, the most that one peer may have");
            return Err(Full { reason: "PEER_CONNECTIONS", text });
        }
        if open.all >= self.connections_max {
            let text = format!("there are {} connections, the most that there may be", open.all);
            return Err(Full { reason: "CONNECTIONS", text });
        }
        open.all += 1;
        open.of_peers.insert(peer, of_peer + 1);
        Ok(ConnectionPlace { places: self.clone(), peer })
    }
}

/// The place of a connection.
#[derive(Debug)]
pub struct ConnectionPlace {
    places: Arc<Places>,
    peer: Peer,
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut open = self.places.locked();
        open.all -= 1;
        if let Some(of_peer) = open.of_peers.get_mut(&self.peer) {
            *of_peer -= 1;
            if *of_peer == 0 {
                open.of_peers.remove(&self.peer);
            }
        }
    }
}
