//! Limits of connections, and a counter of open connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::serve::access::client::Peer;

#[derive(Debug, Clone)]
pub struct Limits {
    pub connections_max: usize,
    pub peer_connections_max: usize,
    pub connection_streams_max: u32,
    /// Maximum time from opening a connection until its first request or the HTTP/2 preface has
    /// arrived.
    pub handshake_max: Duration,
    pub idle_max: Duration,
    /// Maximum time for which a part of an answer may wait for the client to read.
    pub unread_max: Duration,
    pub age_max: Duration,
    /// Time in which the running requests of a connection must end after the connection has reached
    /// [`Limits::age_max`].
    pub age_grace: Duration,
}

#[derive(Debug)]
pub struct ConnectionCounter {
    connections_max: usize,
    peer_connections_max: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    of_peers: HashMap<Peer, usize>,
}

#[derive(Debug)]
pub struct Full {
    pub reason: &'static str,
    pub text: String,
}

impl ConnectionCounter {
    pub fn new(connections_max: usize, peer_connections_max: usize) -> Self {
        ConnectionCounter { connections_max, peer_connections_max, open: Mutex::default() }
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new connection until the result is dropped. The limit of a peer does not apply to
    /// proxies.
    ///
    /// # Errors
    /// A limit is reached.
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

/// An open connection, which is counted until this is dropped.
#[derive(Debug)]
pub struct ConnectionPlace {
    places: Arc<ConnectionCounter>,
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
