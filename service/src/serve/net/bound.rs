//! Sockets that are bound to an address but do not listen yet. Binding reports most errors before
//! any client can connect.

use std::io;
#[cfg(unix)]
use std::path::PathBuf;

use tokio::net::TcpSocket;

use super::address::ListenAddress;
use super::socket::Listener;
#[cfg(unix)]
use super::unix_socket::{self, UnixSocket};

/// Maximum number of new connections that the system queues until the server accepts them.
const BACKLOG: u32 = 1024;

/// A socket that does not listen yet, or the reason why there is none.
#[derive(Debug)]
pub enum Bound {
    Tcp(TcpSocket),
    /// The path of a unix socket, which was checked and will be created.
    #[cfg(unix)]
    Unix(PathBuf),
    #[cfg(unix)]
    Systemd,
    InUse(io::Error),
}

impl Bound {
    /// Binds a socket to an address.
    ///
    /// # Errors
    /// The system refuses, for another reason than that the address is in use.
    pub async fn new(address: &ListenAddress) -> io::Result<Self> {
        let bound = match address {
            ListenAddress::Tcp(text) => bind_first(text).await.map(Bound::Tcp),
            #[cfg(unix)]
            ListenAddress::Systemd => Ok(Bound::Systemd),
            #[cfg(unix)]
            ListenAddress::Unix(path) => unix_socket::check_path(path).map(|()| Bound::Unix(path.clone())),
            #[cfg(not(unix))]
            ListenAddress::Systemd | ListenAddress::Unix(_) => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "only Unix has such sockets; give an address with a port, such as `127.0.0.1:50051`",
            )),
        };
        match bound {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(Bound::InUse(error)),
            bound => bound,
        }
    }

    pub fn listen(self) -> io::Result<Listener> {
        match self {
            Bound::Tcp(socket) => socket.listen(BACKLOG).map(Listener::Tcp),
            #[cfg(unix)]
            Bound::Unix(path) => UnixSocket::listen(path).map(Listener::Unix),
            #[cfg(unix)]
            Bound::Systemd => handed_over(),
            Bound::InUse(error) => Err(error),
        }
    }
}

/// Binds a socket to the first address of a host name for which this succeeds.
async fn bind_first(text: &str) -> io::Result<TcpSocket> {
    let mut last = io::Error::other("the name has no address");
    for address in tokio::net::lookup_host(text).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // On Windows the option would let a second program listen on a port that is in use.
        socket.set_reuseaddr(cfg!(not(windows)))?;
        match socket.bind(address) {
            Ok(()) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Returns the first of the sockets that systemd has passed to the server.
#[cfg(unix)]
fn handed_over() -> io::Result<Listener> {
    let mut handed = listenfd::ListenFd::from_env();
    if handed.len() == 0 {
        return Err(io::Error::other("systemd has passed no socket; start the server from a .socket unit"));
    }
    if let Ok(Some(listener)) = handed.take_tcp_listener(0) {
        listener.set_nonblocking(true)?;
        return Ok(Listener::Tcp(tokio::net::TcpListener::from_std(listener)?));
    }
    let listener = handed.take_unix_listener(0)?.ok_or_else(|| io::Error::other("systemd has passed no socket"))?;
    UnixSocket::of_systemd(listener).map(Listener::Unix)
}
