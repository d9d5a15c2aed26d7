//! Clients: who has sent a request, and to whom limits apply.

use std::fmt::{self, Display};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use http::HeaderValue;

use super::account::Account;

/// A network address to which limits apply. All addresses of an IPv6 network of 64 bits are one
/// peer, because they usually belong to one user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Peer {
    /// An IPv4 address, or the first address of an IPv6 network.
    Ip(IpAddr),
    /// A program on the same machine that is connected over a unix socket.
    Local,
}

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Self {
        Peer::Ip(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address => address,
        })
    }
}

impl Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Peer::Ip(address) => address.fmt(f),
            Peer::Local => f.write_str("local"),
        }
    }
}

#[derive(Debug, Clone)]
pub enum Identity {
    Anonymous,
    Token(Arc<Account>),
    Unknown,
    /// The request has credentials that are not a bearer token, such as name and password.
    NotBearer,
}

/// The sender of a request. The extensions of the request contain it.
#[derive(Debug, Clone)]
pub struct Client {
    /// Network address to which limits apply if the client has no token.
    pub peer: Peer,
    /// The address and port of the connection; `None` for a unix socket.
    pub address: Option<SocketAddr>,
    /// Address of the client that a trusted proxy has stated in a header; `None` if no trusted
    /// proxy has stated one.
    pub forwarded_for: Option<IpAddr>,
    pub identity: Identity,
    /// Id of the current request; `None` before the first request of a connection.
    pub request_id: Option<HeaderValue>,
}

impl Client {
    /// A client on the same machine that is connected over a unix socket and has no token.
    pub const LOCAL: Client = Client {
        peer: Peer::Local,
        address: None,
        forwarded_for: None,
        identity: Identity::Anonymous,
        request_id: None,
    };

    pub fn at(address: SocketAddr) -> Self {
        Client { peer: address.ip().into(), address: Some(address), ..Client::LOCAL }
    }

    /// Returns the client that sent a request, from the extensions of the request.
    pub fn of<T>(request: &tonic::Request<T>) -> Client {
        request.extensions().get().cloned().unwrap_or(Client::LOCAL)
    }
}

impl Client {
    /// Returns the client's address without port: the one that the proxy's header names, else the
    /// address of the connection, or `local` for a unix socket.
    pub fn log_peer(&self) -> impl Display {
        let own = self.address.map(|address| address.ip().to_canonical());
        self.forwarded_for.or(own).map_or("local".to_owned(), |address| address.to_string())
    }

    /// Returns the client's port; `None` behind a proxy and for a unix socket.
    pub fn log_port(&self) -> Option<u16> {
        self.address.filter(|_| self.forwarded_for.is_none()).map(|address| address.port())
    }

    pub fn log_proxy(&self) -> Option<String> {
        self.forwarded_for?;
        Some(self.address.map_or("local".to_owned(), |address| address.ip().to_canonical().to_string()))
    }

    pub fn log_token(&self) -> Option<&str> {
        match &self.identity {
            Identity::Token(account) => Some(&account.name),
            Identity::Anonymous | Identity::Unknown | Identity::NotBearer => None,
        }
    }

    pub fn log_id(&self) -> Option<&str> {
        self.request_id.as_ref()?.to_str().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_64_bits_are_one_peer() {
        let peer = |text: &str| Peer::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(peer("2001:db8::1"), peer("2001:db8::ffff:2"));
        assert_ne!(peer("2001:db8::1"), peer("2001:db8:0:1::1"));
        assert_ne!(peer("192.0.2.1"), peer("192.0.2.2"));
        assert_eq!(peer("::ffff:192.0.2.1"), peer("192.0.2.1"));
    }

    #[test]
    fn the_log_has_addresses_apart_from_names() {
        let told = |client: &Client| (client.log_peer().to_string(), client.log_port(), client.log_proxy());
        let own = Client::at("[2001:db8::1]:7".parse().expect("an address"));
        assert_eq!(told(&own), ("2001:db8::1".to_owned(), Some(7), None));
        let forwarded = Client { forwarded_for: Some(IpAddr::from([192, 0, 2, 1])), ..own };
        assert_eq!(told(&forwarded), ("192.0.2.1".to_owned(), None, Some("2001:db8::1".to_owned())));
        assert_eq!(told(&Client::LOCAL), ("local".to_owned(), None, None));
        let account = Account::new("club", None, tokio::time::Instant::now());
        let known = Client { identity: Identity::Token(Arc::new(account)), ..Client::LOCAL };
        assert_eq!((known.log_peer().to_string().as_str(), known.log_token()), ("local", Some("club")));
    }
}
