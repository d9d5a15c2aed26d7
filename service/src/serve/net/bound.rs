//! Sockets that are bound but do not listen yet. Binding shows errors before clients can connect.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpSocket, UnixListener};

use super::address::ListenAddress;
use super::socket::Listener;

/// Maximal number of connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// A socket that does not listen yet.
#[derive(Debug)]
pub enum Bound {
    Tcp(TcpSocket),
    /// The path of a unix socket that can be created.
    Unix(PathBuf),
    /// The socket passed by systemd.
    Systemd,
    /// Another program listens on the address.
    InUse(io::Error),
}

impl Bound {
    /// Binds an address.
    ///
    /// # Errors
    /// The system refuses for a reason other than an address in use.
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

    /// Listens.
    ///
    /// # Errors
    /// The system refuses.
    pub fn listen(self) -> io::Result<Listener> {
        match self {
            Bound::Tcp(socket) => socket.listen(BACKLOG).map(Listener::Tcp),
            Bound::Unix(path) => {
                remove_left_over(&path);
                let listener = Listener::Unix(UnixListener::bind(&path)?, Some(path.clone()));
                // Whoever can reach the socket may send requests, as on a port. The permissions of
                // its folder decide who can.
                std::fs::set_permissions(path, Permissions::from_mode(0o666))?;
                Ok(listener)
            }
            Bound::Systemd => handed_over(),
            Bound::InUse(error) => Err(error),
        }
    }
}

/// Binds the first possible address of a name.
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

/// Checks that a unix socket can be created, by creating another one beside it.
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

/// Removes the socket of a crashed server: one that nobody answers.
fn remove_left_over(path: &Path) {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    let refuses = || UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    if is_socket && refuses() {
        // If it cannot be removed, listening on it reports the error.
        let _ = std::fs::remove_file(path);
    }
}

/// Returns the first socket passed by systemd.
fn handed_over() -> io::Result<Listener> {
    let mut handed = ListenFd::from_env();
    if handed.len() == 0 {
        return Err(io::Error::other("systemd has handed over no socket; start it by a .socket unit"));
    }
    if let Ok(Some(listener)) = handed.take_tcp_listener(0) {
        listener.set_nonblocking(true)?;
        return Ok(Listener::Tcp(TcpListener::from_std(listener)?));
    }
    let listener =
        handed.take_unix_listener(0)?.ok_or_else(|| io::Error::other("systemd has handed over no socket"))?;
    listener.set_nonblocking(true)?;
    Ok(Listener::Unix(UnixListener::from_std(listener)?, None))
}
