//! Permissions and quotas of clients, which depend on their tokens.
//!
//! A quota counts requested positions and games. A request may make the balance negative, so that a
//! batch may be larger than the whole quota; the next request then has to wait longer.

pub mod account;
mod balances;
pub mod bucket;
pub mod client;
mod forgotten_proxies;
pub mod forwarded;
pub mod peers;
pub mod small_file;
mod tokens;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use http::{HeaderMap, header};
use tokio::time::Instant;

use crate::errors::Error;
pub use balances::Balances;
use bucket::Bucket;
use client::{Client, Identity};
use forgotten_proxies::ForgottenProxies;
use forwarded::Proxies;
use tokens::Tokens;

#[derive(Debug)]
pub struct Access {
    file: Option<PathBuf>,
    tokens: RwLock<Tokens>,
    /// Quota of each client address without a token, in positions per minute. If it is 0, every
    /// client needs a token. If it is `None`, the number of positions is not limited.
    anonymous_per_minute: Option<u32>,
    peers: Mutex<Balances>,
    proxies: Proxies,
    forgotten: ForgottenProxies,
}

impl Access {
    /// Reads the token file, if there is one. `proxies` are the trusted proxies. A request that one
    /// of them forwards is counted for the client that the proxy names.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn new(
        file: Option<PathBuf>,
        anonymous_per_minute: Option<u32>,
        proxies: impl Into<Proxies>,
    ) -> Result<Self, Error> {
        let tokens = file.as_deref().map(|file| Tokens::read(file, &Tokens::default())).transpose()?;
        let tokens = RwLock::new(tokens.unwrap_or_default());
        Ok(Access {
            file,
            tokens,
            anonymous_per_minute,
            peers: Mutex::default(),
            proxies: proxies.into(),
            forgotten: ForgottenProxies::default(),
        })
    }

    /// Reloads the token file. Returns false if there is no token file. Accounts whose entries in
    /// the file are unchanged keep their balance (unused part of the quota).
    ///
    /// # Errors
    /// The file cannot be read; the old tokens stay valid.
    pub fn reload(&self) -> Result<bool, Error> {
        let Some(file) = &self.file else { return Ok(false) };
        let tokens = Tokens::read(file, &self.tokens.read().unwrap_or_else(PoisonError::into_inner))?;
        *self.tokens.write().unwrap_or_else(PoisonError::into_inner) = tokens;
        Ok(true)
    }

    /// Returns true if the client is a trusted proxy that forwards the requests of others.
    pub fn is_proxy(&self, client: &Client) -> bool {
        match client.address {
            Some(address) => self.proxies.contains(address.ip()),
            None => true,
        }
    }

    /// Returns the client that sent a request. `connected` is the client or proxy at the other end
    /// of the connection.
    pub fn client(&self, connected: &Client, headers: &HeaderMap) -> Client {
        let mut client = connected.clone();
        match connected.address {
            Some(address) if !self.is_proxy(connected) => self.forgotten.warn(address.ip(), headers),
            _ => {
                if let Some(address) = self.proxies.client(headers) {
                    client.peer = address.into();
                    client.forwarded_for = Some(address);
                }
            }
        }
        client.identity = match headers.get(header::AUTHORIZATION) {
            None => Identity::Anonymous,
            // With two headers, it would be unclear which one counts.
            Some(_) if headers.get_all(header::AUTHORIZATION).iter().nth(1).is_some() => Identity::NotBearer,
            Some(value) => {
                let token = value.to_str().ok().and_then(|value| value.split_once(' '));
                let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
                let tokens = self.tokens.read().unwrap_or_else(PoisonError::into_inner);
                match token.map(|(_, token)| tokens.account(token.trim())) {
                    Some(Some(account)) => Identity::Token(account),
                    Some(None) => Identity::Unknown,
                    None => Identity::NotBearer,
                }
            }
        };
        client
    }

    /// Checks that a client may send a request and has quota left. Subtracts nothing from the
    /// quota.
    ///
    /// # Errors
    /// [`Error::BadToken`], [`Error::NotBearer`], [`Error::NoToken`], [`Error::Quota`].
    pub fn check(&self, client: &Client) -> Result<(), Error> {
        self.ask(client, Bucket::wait)
    }

    pub fn charge(&self, client: &Client, positions: u32) -> Result<(), Error> {
        self.ask(client, |bucket, now| bucket.take(positions, now))
    }

    fn ask(&self, client: &Client, act: impl FnOnce(&mut Bucket, Instant) -> Option<Duration>) -> Result<(), Error> {
        let now = Instant::now();
        match self.with_bucket(client, now, |bucket| act(bucket, now))? {
            Some((per_minute, Some(wait))) => Err(Error::Quota { per_minute, wait }),
            _ => Ok(()),
        }
    }

    /// Gives positions back to the quota of a client. They were charged, but not answered.
    pub fn give_back(&self, client: &Client, positions: u32) {
        let now = Instant::now();
        // An error means that the client may not send requests; then it was not charged.
        let _ = self.with_bucket(client, now, |bucket| bucket.give_back(positions, now));
    }

    /// Calls `act` with the bucket that holds the unused part of a client's quota. Returns the
    /// quota per minute and the result of `act`. If the client's quota is not limited, returns
    /// `None` without calling `act`.
    fn with_bucket<R>(
        &self,
        client: &Client,
        now: Instant,
        act: impl FnOnce(&mut Bucket) -> R,
    ) -> Result<Option<(u32, R)>, Error> {
        match &client.identity {
            Identity::Unknown => Err(Error::BadToken),
            Identity::NotBearer => Err(Error::NotBearer),
            Identity::Token(account) => Ok(account.per_minute.zip(account.with_bucket(act))),
            Identity::Anonymous => match self.anonymous_per_minute {
                None => Ok(None),
                Some(0) => Err(Error::NoToken),
                Some(per_minute) => {
                    let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
                    let bucket = peers.bucket(client.peer, now, || Bucket::new(per_minute, now));
                    Ok(Some((per_minute, act(bucket))))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::client::Peer;
    use super::*;

    fn connected(address: [u8; 4]) -> Client {
        Client::at((address, 1).into())
    }

    #[test]
    fn a_proxy_names_its_clients_and_others_do_not() {
        let access = Access::new(None, None, vec![IpAddr::from([192, 0, 2, 1])]).expect("no file");
        let headers = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", http::HeaderValue::from_static(value));
            headers
        };
        let peer = |address, value| access.client(&connected(address), &headers(value)).peer;
        // The client may have made up the entries before the last comma.
        let named = Peer::from(IpAddr::from([198, 51, 100, 7]));
        assert_eq!(peer([192, 0, 2, 1], "203.0.113.9, 198.51.100.7"), named);
        assert_eq!(peer([192, 0, 2, 1], "nonsense"), Peer::from(IpAddr::from([192, 0, 2, 1])));
        assert_eq!(peer([192, 0, 2, 2], "198.51.100.7"), Peer::from(IpAddr::from([192, 0, 2, 2])));
    }

    #[test]
    fn two_tokens_are_none() {
        let access = Access::new(None, None, Vec::new()).expect("no file");
        let mut headers = HeaderMap::new();
        for (token, is_right) in [("Bearer one", false), ("Bearer two", true)] {
            headers.append(header::AUTHORIZATION, http::HeaderValue::from_static(token));
            let client = access.client(&connected([192, 0, 2, 1]), &headers);
            assert_eq!(matches!(client.identity, Identity::NotBearer), is_right);
        }
    }

    #[test]
    fn peers_without_a_token_have_a_quota_each() {
        let access = Access::new(None, Some(60), Vec::new()).expect("no file");
        let (one, other) = (connected([192, 0, 2, 1]), connected([192, 0, 2, 2]));
        assert!(access.charge(&one, 100).is_ok());
        assert!(matches!(access.charge(&one, 1), Err(Error::Quota { per_minute: 60, .. })));
        assert!(access.charge(&other, 1).is_ok());
        assert!(matches!(access.check(&one), Err(Error::Quota { .. })));
        assert!((0..100).all(|_| access.check(&other).is_ok()), "to look costs nothing");
        access.give_back(&one, 100);
        assert!(access.charge(&one, 1).is_ok());
        let closed = Access::new(None, Some(0), Vec::new()).expect("no file");
        assert!(matches!(closed.check(&one), Err(Error::NoToken)));
    }
}
