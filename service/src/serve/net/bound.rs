//! Sockets that are bound to an address but do not listen yet. Binding reports most errors before
//! any client can connect.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpSocket, UnixListener};

use super::address::ListenAddress;
use super::socket::Listener;

/// Maximal number of connections that the system lets wait to be accepted.
const BACKLOG: u32 = 1024;

/// A socket that does not listen yet, or the reason why there is none.
#[derive(Debug)]
pub enum Bound {
    Tcp(TcpSocket),
    /// The path of a unix socket, which was checked and will be created.
    Unix(PathBuf),
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
            ListenAddress::Systemd => Ok(Bound::Systemd),
            ListenAddress::Unix(path) => check_path(path).map(|()| Bound::Unix(path.clone())),
            ListenAddress::Tcp(text) => bind_first(text).await.map(Bound::Tcp),
        };
        match bound {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(Bound::InUse(error)),
            bound => bound,
        }
    }

    pub fn listen(self) -> io::Result<Listener> {
        match self {
            Bound::Tcp(socket) => socket.listen(BACKLOG).map(Listener::Tcp),
            Bound::Unix(path) => {
                remove_left_over(&path);
                let listener = Listener::Unix(UnixListener::bind(&path)?, Some(path.clone()));
                // Everyone who can reach the socket may send requests, as on a TCP port. The
                // permissions of the directory decide who can reach it.
                std::fs::set_permissions(path, Permissions::from_mode(0o666))?;
                Ok(listener)
            }
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
        socket.set_reuseaddr(true)?;
        match socket.bind(address) {
            Ok(()) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Checks that a unix socket can be created, by creating one in the same directory.
fn check_path(path: &Path) -> io::Result<()> {
    std::os::unix::net::SocketAddr::from_pathname(path)?;
    if std::fs::symlink_metadata(path).is_ok_and(|there| !there.file_type().is_socket()) {
        return Err(io::Error::other("there is a file of that name, and it is no socket"));
    }
    if UnixStream::connect(path).is_ok() {
        return Err(io::ErrorKind::AddrInUse.into());
    }
    let beside = path.with_file_name(format!(".{}", std::process::id()));
    std::os::unix::net::UnixListener::bind(&beside)?;
    std::fs::remove_file(&beside)
}

/// Removes a socket file that a crashed server has left. No program accepts connections at such a
/// file.
fn remove_left_over(path: &Path) {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    let refuses = || UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    if is_socket && refuses() {
        // If the file cannot be removed, listening on the socket reports the error.
        let _ = std::fs::remove_file(path);
    }
}

/// Returns the first of the sockets that systemd has passed to the server.
fn handed_over() -> io::Result<Listener> {
    let mut handed = ListenFd::from_env();
    if handed.len() == 0 {
        return Err(io::Error::other("systemd has passed no socket; start the server from a .socket unit"));
    }
    if let Ok(Some(listener)) = handed.take_tcp_listener(0) {
        listener.set_nonblocking(true)?;
        return Ok(Listener::Tcp(TcpListener::from_std(listener)?));
    }
    let listener = handed.take_unix_listener(0)?.ok_or_else(|| io::Error::other("systemd has passed no socket"))?;
    listener.set_nonblocking(true)?;
    Ok(Listener::Unix(UnixListener::from_std(listener)?, None))
}
