//! Addresses on which the server listens, as they are written in options.

use std::fmt::{self, Display};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

/// Text in an option that stands for the socket that systemd passes to the server.
const SYSTEMD: &str = "systemd";

pub const UNIX: &str = "unix:";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListenAddress {
    /// An IP address or host name of this machine, with a port.
    Tcp(String),
    Unix(PathBuf),
    Systemd,
}

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == SYSTEMD {
            return Ok(ListenAddress::Systemd);
        }
        match text.strip_prefix(UNIX) {
            Some("") => Err("the path of the socket is missing".to_owned()),
            Some(path) => Ok(ListenAddress::Unix(path.into())),
            None if text.parse::<SocketAddr>().is_ok() => Ok(ListenAddress::Tcp(text.to_owned())),
            None => check_name_and_port(text).map(|()| ListenAddress::Tcp(text.to_owned())),
        }
    }
}

impl Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenAddress::Tcp(text) => f.write_str(text),
            ListenAddress::Unix(path) => write!(f, "{UNIX}{}", path.display()),
            ListenAddress::Systemd => f.write_str(SYSTEMD),
        }
    }
}

fn check_name_and_port(text: &str) -> Result<(), String> {
    let Some((name, port)) = text.rsplit_once(':') else {
        return Err("an address has a port, such as `127.0.0.1:50051`; `unix:PATH` and `systemd` have none".to_owned());
    };
    if port.parse::<u16>().is_err() {
        return Err(format!("the port `{port}` is no number from 0 to 65535"));
    }
    if name.contains([':', '[', ']']) {
        return Err("an IPv6 address stands in brackets, such as `[::1]:50051`".to_owned());
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(format!("`{name}` is no address and no name; `0.0.0.0` is every IPv4 address of this machine"));
    }
    Ok(())
}

impl ListenAddress {
    /// Returns true if the address is an IP address that other machines may reach. False for unix
    /// sockets, systemd sockets and host names.
    pub fn is_public(&self) -> bool {
        let ListenAddress::Tcp(text) = self else { return false };
        text.parse::<SocketAddr>().is_ok_and(|address| !address.ip().is_loopback())
    }

    /// Returns true if the server cannot listen on both addresses at once.
    pub async fn overlaps(&self, other: &ListenAddress) -> bool {
        match (self, other) {
            (ListenAddress::Tcp(one), ListenAddress::Tcp(other)) => {
                // A name that cannot be resolved counts as no address; binding to it fails later.
                let one: Vec<_> = tokio::net::lookup_host(one).await.map_or(Vec::new(), Iterator::collect);
                let other: Vec<_> = tokio::net::lookup_host(other).await.map_or(Vec::new(), Iterator::collect);
                one.iter().any(|&one| other.iter().any(|&other| are_one_port(one, other)))
            }
            _ => self == other,
        }
    }
}

/// Returns true if two sockets cannot listen on both addresses at once. `[::]` covers all IPv4
/// addresses too.
fn are_one_port(one: SocketAddr, other: SocketAddr) -> bool {
    let covers = |one: IpAddr, other: IpAddr| one.is_unspecified() && (one.is_ipv6() || other.is_ipv4());
    let (first, second) = (one.ip(), other.ip());
    one.port() == other.port() && one.port() != 0 && (first == second || covers(first, second) || covers(second, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<ListenAddress, String> {
        text.parse()
    }

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for text in ["127.0.0.1:50051", "[::]:443", "localhost:0", "unix:/run/peatee", "systemd"] {
            assert_eq!(parsed(text).expect("an address").to_string(), text);
        }
        for (text, reason) in [
            ("apple", "has a port"),
            ("", "has a port"),
            ("127.0.0.1", "has a port"),
            ("127.0.0.1:", "the port ``"),
            ("127.0.0.1:65536", "the port `65536`"),
            ("localhost:http", "the port `http`"),
            ("::1:50051", "in brackets"),
            ("[::1:50051", "in brackets"),
            (":50051", "`` is no address"),
            ("http//x:80", "`http//x` is no address"),
            ("unix:", "path"),
        ] {
            assert!(parsed(text).expect_err(text).contains(reason), "{text}");
        }
    }

    #[tokio::test]
    async fn one_port_is_not_listened_on_twice() {
        let overlap =
            async |one, other| parsed(one).expect("an address").overlaps(&parsed(other).expect("an address")).await;
        assert!(overlap("127.0.0.1:9", "127.0.0.1:9").await && overlap("127.0.0.1:9", "0.0.0.0:9").await);
        assert!(overlap("[::]:9", "192.0.2.1:9").await && overlap("systemd", "systemd").await);
        assert!(overlap("unix:/run/x", "unix:/run/x").await);
        assert!(!overlap("127.0.0.1:0", "127.0.0.1:0").await && !overlap("127.0.0.1:9", "127.0.0.2:9").await);
        assert!(!overlap("0.0.0.0:9", "[::1]:9").await && !overlap("unix:/run/x", "unix:/run/y").await);
    }
}
