//! Sockets: where connections come from, and what is read from them.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, UnixListener};

use super::activity::Activity;
use super::address::UNIX;
use crate::serve::access::client::Client;

/// What a connection is read from and written to.
pub trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// A connected socket.
pub type Socket = Box<dyn Io>;

/// Where connections come from.
#[derive(Debug)]
pub enum Listener {
    /// TCP.
    Tcp(TcpListener),
    /// A unix socket, and the file to remove at the end: none for one of systemd.
    Unix(UnixListener, Option<PathBuf>),
}

impl Listener {
    /// Where it listens, as a [`ListenAddress`](super::address::ListenAddress) is written.
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
