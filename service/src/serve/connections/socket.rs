//! Sockets: where connections come from, and what is read from them.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use listenfd::ListenFd;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, UnixListener};

use super::super::client::Client;
use super::activity::Activity;

/// What a connection is read from and written to.
pub trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// A connected socket.
pub type Socket = Box<dyn Io>;

/// The address by which systemd hands over its socket.
const SYSTEMD: &str = "systemd";

/// What the address of a unix socket begins with.
const UNIX: &str = "unix:";

/// Where connections come from.
#[derive(Debug)]
pub enum Listener {
    /// TCP.
    Tcp(TcpListener),
    /// A unix socket, and the file to remove at the end: none for one of systemd.
    Unix(UnixListener, Option<PathBuf>),
}

impl Listener {
    /// Listens: on an address and port, on a unix socket (`unix:PATH`), or on the socket of systemd
    /// (`systemd`).
    ///
    /// # Errors
    /// The system refuses.
    pub async fn bind(address: &str) -> io::Result<Listener> {
        if address == SYSTEMD {
            return handed_over();
        }
        match address.strip_prefix(UNIX) {
            Some(path) => {
                let path = PathBuf::from(path);
                remove_left_over(&path);
                Ok(Listener::Unix(UnixListener::bind(&path)?, Some(path)))
            }
            None => Ok(Listener::Tcp(TcpListener::bind(address).await?)),
        }
    }

    /// Where it listens, as [`Listener::bind`] takes it.
    ///
    /// # Errors
    /// The system refuses.
    pub fn address(&self) -> io::Result<String> {
        Ok(match self {
            Listener::Tcp(listener) => listener.local_addr()?.to_string(),
            Listener::Unix(listener, _) => {
                let address = listener.local_addr()?;
                format!("{UNIX}{}", address.as_pathname().unwrap_or(Path::new("?")).display())
            }
        })
    }

    /// The next connection.
    ///
    /// # Errors
    /// The system refuses.
    pub async fn accept(&self) -> io::Result<(Socket, Client)> {
        match self {
            Listener::Tcp(listener) => {
                let (socket, address): (_, SocketAddr) = listener.accept().await?;
                socket.set_nodelay(true)?;
                Ok((Box::new(socket), Client::at(address)))
            }
            Listener::Unix(listener, _) => Ok((Box::new(listener.accept().await?.0), Client::LOCAL)),
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Listener::Unix(_, Some(path)) = self {
            // It may be gone already.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The first socket that systemd hands over.
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

/// Removes the socket of a server that did not end well: one that nobody answers.
fn remove_left_over(path: &Path) {
    use std::os::unix::fs::FileTypeExt as _;
    use std::os::unix::net::UnixStream;
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    let refuses = || UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    if is_socket && refuses() {
        // If it cannot be removed, listening on it says so.
        let _ = std::fs::remove_file(path);
    }
}

/// A socket whose received bytes are counted.
#[derive(Debug)]
pub struct Counted<S> {
    socket: S,
    activity: Arc<Activity>,
}

impl<S> Counted<S> {
    /// Counts what is received in `activity`.
    pub fn new(socket: S, activity: Arc<Activity>) -> Self {
        Counted { socket, activity }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.socket).poll_read(cx, buffer))?;
        self.activity.receive((buffer.filled().len() - before) as u64);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.socket).poll_write(cx, bytes)
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.socket).poll_write_vectored(cx, parts)
    }
    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}
