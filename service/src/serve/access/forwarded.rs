//! Addresses of clients behind proxies, from the header `X-Forwarded-For` or `Forwarded` (RFC
//! 7239).
//!
//! A proxy appends an entry to the header. The client may have forged earlier entries, so the
//! header is read from its end.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

/// The header in which proxies name their clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum ProxyHeader {
    /// `X-Forwarded-For: 192.0.2.7`
    #[default]
    XForwardedFor,
    /// `Forwarded: for=192.0.2.7`
    Forwarded,
}

#[derive(Debug, Clone, Default)]
pub struct Proxies {
    pub networks: Vec<IpNet>,
    /// The name of the header that is read, which is the one that the proxy sets. A proxy passes
    /// the other header on unchanged, so a client can forge it.
    pub header: ProxyHeader,
}

impl From<Vec<IpAddr>> for Proxies {
    fn from(addresses: Vec<IpAddr>) -> Self {
        Proxies { networks: addresses.into_iter().map(IpNet::from).collect(), header: ProxyHeader::default() }
    }
}

/// Parses the address of a proxy, or a network of proxies such as `10.0.0.0/8`.
///
/// # Errors
/// The text is neither an address nor a network.
pub fn parse_proxy(text: &str) -> Result<IpNet, String> {
    let address = text.parse().map(|address: IpAddr| IpNet::from(address.to_canonical()));
    address.or_else(|_| text.parse()).map_err(|_| {
        "expected an IP address or a network, such as 192.0.2.7 or 10.0.0.0/8; names are not looked up".to_owned()
    })
}

/// Returns the name of a header, if the request has one, that states the client for which a proxy
/// has sent the request.
pub fn named_by(headers: &HeaderMap) -> Option<&'static str> {
    ["x-forwarded-for", "forwarded"].into_iter().find(|name| headers.contains_key(*name))
}

impl Proxies {
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.networks.iter().any(|network| network.contains(&address))
    }

    /// Returns the client that the header names. The entries are read from the last to the first,
    /// because each proxy appends its entry at the end.
    ///
    /// - Returns the first address found that is not a trusted proxy.
    /// - If all addresses are trusted proxies, or an entry is no address, returns the address that
    ///   was read last.
    /// - Returns `None` if no address was read.
    pub fn client(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let (name, address_in): (HeaderName, fn(&str) -> Option<IpAddr>) = match self.header {
            ProxyHeader::XForwardedFor => (HeaderName::from_static("x-forwarded-for"), address),
            ProxyHeader::Forwarded => (header::FORWARDED, for_address),
        };
        let mut last = None;
        for line in headers.get_all(name).iter().rev() {
            for entry in line.to_str().ok()?.rsplit(outside_quotes(',')) {
                let Some(address) = address_in(entry.trim()) else { return last };
                last = Some(address.to_canonical());
                if !self.contains(address) {
                    return last;
                }
            }
        }
        last
    }
}

/// Returns a predicate for the characters of a header. It is true for a separator outside of
/// quotes. It must be called with the characters from the end of the text to its beginning.
fn outside_quotes(separator: char) -> impl FnMut(char) -> bool {
    let mut is_quoted = false;
    move |found| {
        is_quoted ^= found == '"';
        found == separator && !is_quoted
    }
}

/// Returns the address after `for=` in an entry of `Forwarded`. Returns `None` if the entry
/// contains two addresses or an escape, because a client can have forged a part of such an entry.
fn for_address(entry: &str) -> Option<IpAddr> {
    if entry.contains('\\') {
        return None;
    }
    let pairs = entry.rsplit(outside_quotes(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut named = pairs.filter(|(name, _)| name.eq_ignore_ascii_case("for"));
    let ((_, value), None) = (named.next()?, named.next()) else { return None };
    match value.strip_prefix('"') {
        Some(quoted) => address(quoted.strip_suffix('"')?),
        None => address(value),
    }
}

/// Parses an address with or without a port: `192.0.2.7`, `192.0.2.7:443`, `2001:db8::7`,
/// `[2001:db8::7]:443`.
fn address(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    if let Some(bracketed) = text.strip_prefix('[') {
        let (address, rest) = bracketed.split_once(']')?;
        return address.parse::<Ipv6Addr>().ok().filter(|_| rest.is_empty() || is_port(rest)).map(IpAddr::V6);
    }
    let (address, _) = text.split_at_checked(text.find(':')?).filter(|(_, port)| is_port(port))?;
    address.parse::<Ipv4Addr>().ok().map(IpAddr::V4)
}

/// Returns true if `text` is a colon with a port, such as `:443`, or with a name that stands for a
/// hidden port, such as `:_x`.
fn is_port(text: &str) -> bool {
    let is_part_of_port = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    text.strip_prefix(':').is_some_and(|port| !port.is_empty() && port.chars().all(is_part_of_port))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(header: ProxyHeader, lines: &[&str]) -> Option<String> {
        let name = match header {
            ProxyHeader::XForwardedFor => "x-forwarded-for",
            ProxyHeader::Forwarded => "forwarded",
        };
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(name, line.parse().expect("a value"));
        }
        let proxies = Proxies { networks: vec![parse_proxy("10.0.0.1").expect("an address")], header };
        proxies.client(&headers).map(|address| address.to_string())
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        let proxies = |text: &str| Proxies { networks: vec![parse_proxy(text).expect(text)], ..Proxies::default() };
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        for (text, of, not) in [
            ("10.0.0.0/8", "10.255.0.7", "11.0.0.1"),
            ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"),
            ("::ffff:192.0.2.7", "192.0.2.7", "::1"),
            ("2001:db8::/32", "2001:db8:1::", "2001:db9::"),
        ] {
            assert!(proxies(text).contains(address(of)) && !proxies(text).contains(address(not)), "{text}");
        }
        for wrong in ["", "example.org", "10.0.0.0/33", "10.0.0.0/", "10.0.0.1:80"] {
            assert!(parse_proxy(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn addresses_may_have_ports() {
        let cases = [
            ("198.51.100.7", "198.51.100.7"),
            ("198.51.100.7:49152", "198.51.100.7"),
            ("[2001:db8::7]:443", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("2001:db8::7", "2001:db8::7"),
            ("::ffff:198.51.100.7", "198.51.100.7"),
            ("[::ffff:198.51.100.7]:9", "198.51.100.7"),
            ("203.0.113.9, 198.51.100.8:1", "198.51.100.8"),
            // An entry with the address of a proxy is skipped, and the entry before it is used.
            ("203.0.113.9, 198.51.100.8, 10.0.0.1:80", "198.51.100.8"),
            ("10.0.0.1", "10.0.0.1"),
        ];
        for (line, expected) in cases {
            assert_eq!(client(ProxyHeader::XForwardedFor, &[line]).as_deref(), Some(expected), "{line}");
        }
        for line in ["", "unknown", "198.51.100.7:", "198.51.100.7:1:2", "[2001:db8::7]443", "[198.51.100.7]:1", "a, "]
        {
            assert_eq!(client(ProxyHeader::XForwardedFor, &[line]), None, "{line}");
        }
        let lines = ["203.0.113.9", "198.51.100.8", "10.0.0.1"];
        assert_eq!(client(ProxyHeader::XForwardedFor, &lines).as_deref(), Some("198.51.100.8"));
    }

    #[test]
    fn forwarded_is_read_from_its_end() {
        let cases = [
            ("for=198.51.100.7", Some("198.51.100.7")),
            ("For=\"[2001:db8:cafe::17]:4711\";proto=http", Some("2001:db8:cafe::17")),
            ("for=203.0.113.9, by=10.0.0.1;FOR=198.51.100.8;host=\"x, y;z\"", Some("198.51.100.8")),
            ("for=198.51.100.8, for=\"10.0.0.1:80\"", Some("198.51.100.8")),
            ("for=\"192.0.2.43:_hidden\"", Some("192.0.2.43")),
            // A client that leaves a quote open does not hide its proxy's entry.
            ("for=\"203.0.113.9, for=198.51.100.8", Some("198.51.100.8")),
            ("for=_secret", None),
            ("for=unknown", None),
            ("for=\"198.51.100.8", None),
            ("proto=https", None),
            ("for=203.0.113.9;for=198.51.100.8", None),
            ("for=198.51.100.8;host=\"a\\\";for=203.0.113.9\"", None),
            ("for = 198.51.100.8", None),
        ];
        for (line, expected) in cases {
            assert_eq!(client(ProxyHeader::Forwarded, &[line]).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn only_one_header_is_read() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "198.51.100.7".parse().expect("a value"));
        headers.insert("forwarded", "for=203.0.113.9".parse().expect("a value"));
        let client = |header| Proxies { header, ..Proxies::default() }.client(&headers).map(|found| found.to_string());
        assert_eq!(client(ProxyHeader::XForwardedFor).as_deref(), Some("198.51.100.7"));
        assert_eq!(client(ProxyHeader::Forwarded).as_deref(), Some("203.0.113.9"));
    }
}
