//! Who sends requests.

use std::fmt::{self, Display};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use super::account::Account;

/// Whom the limits for one peer count. An IPv6 network of 64 bits is one peer: a single user has
/// all its addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Peer {
    /// An address, or the first of a network.
    Ip(IpAddr),
    /// A program on the same machine, over a unix socket.
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

/// Who a client says it is.
#[derive(Debug, Clone)]
pub enum Identity {
    /// It says nothing.
    Anonymous,
    /// It has a token that is known.
    Token(Arc<Account>),
    /// It has a token that is not known.
    Unknown,
}

/// The other end of a connection. The extensions of each request hold it.
#[derive(Debug, Clone)]
pub struct Client {
    /// Whom limits count, where there is no token.
    pub peer: Peer,
    /// The address and port; `None` for a unix socket.
    pub address: Option<SocketAddr>,
    /// Who it says it is.
    pub identity: Identity,
}

impl Client {
    /// A client on the same machine.
    pub const LOCAL: Client = Client { peer: Peer::Local, address: None, identity: Identity::Anonymous };

    /// A client over TCP.
    pub fn at(address: SocketAddr) -> Self {
        Client { peer: address.ip().into(), address: Some(address), identity: Identity::Anonymous }
    }

    /// The client that sent a request.
    pub fn of<T>(request: &tonic::Request<T>) -> Client {
        request.extensions().get().cloned().unwrap_or(Client::LOCAL)
    }
}

impl Display for Client {
    /// The address, the peer where a proxy names another, and the name that belongs to the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.address {
            Some(address) if Peer::from(address.ip()) == self.peer => address.fmt(f)?,
            Some(address) => write!(f, "{} by {address}", self.peer)?,
            None => self.peer.fmt(f)?,
        }
        match &self.identity {
            Identity::Token(account) => write!(f, " ({})", account.name),
            Identity::Anonymous | Identity::Unknown => Ok(()),
        }
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
}
