//! Warnings about proxies that the option for trusted proxies does not name.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use http::HeaderMap;

use super::forwarded::named_by;

/// Logger of peers that are probably proxies, but that the options do not list as trusted proxies.
/// The requests of such a peer name another client in a header. Because any client can send the
/// header, only three peers are logged: the first on this machine, the first in a private network,
/// and the first on the internet.
#[derive(Debug, Default)]
pub struct ForgottenProxies {
    own: AtomicBool,
    private: AtomicBool,
    public: AtomicBool,
}

impl ForgottenProxies {
    /// Logs the address `peer` of a probable proxy if the headers of its request name another
    /// client. Only the first address of each class (this machine, private network, internet) is
    /// logged.
    pub fn warn(&self, peer: IpAddr, headers: &HeaderMap) {
        let Some(header) = named_by(headers) else { return };
        let peer = peer.to_canonical();
        if !self.class(peer).swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %peer,
                "a request has the header `{header}`, but --trusted-proxy does not name {peer}, so all clients behind \
                 it share the limits of one peer; name it if it is your proxy, else ignore this"
            );
        }
    }

    fn class(&self, peer: IpAddr) -> &AtomicBool {
        let is_private = match peer {
            IpAddr::V4(address) => address.is_private() || address.is_link_local(),
            IpAddr::V6(address) => address.is_unique_local() || address.is_unicast_link_local(),
        };
        match (peer.is_loopback(), is_private) {
            (true, _) => &self.own,
            (false, true) => &self.private,
            (false, false) => &self.public,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_of_peers_is_logged_once() {
        let forgotten = ForgottenProxies::default();
        let headers =
            HeaderMap::from_iter([(http::header::FORWARDED, http::HeaderValue::from_static("for=192.0.2.9"))]);
        let logged = |peer: &str, headers: &HeaderMap| {
            let peer: IpAddr = peer.parse().expect("an address");
            let before = forgotten.class(peer).load(Ordering::Relaxed);
            forgotten.warn(peer, headers);
            !before && forgotten.class(peer).load(Ordering::Relaxed)
        };
        assert!(!logged("10.0.0.1", &HeaderMap::new()));
        for (first, others) in [
            ("10.0.0.1", ["172.31.255.1", "fd00::1"]),
            ("::1", ["127.0.0.2", "127.0.0.1"]),
            ("203.0.113.7", ["2001:db8::1", "198.51.100.1"]),
        ] {
            assert!(logged(first, &headers), "{first}");
            assert!(others.iter().all(|peer| !logged(peer, &headers)), "{others:?}");
        }
    }
}
