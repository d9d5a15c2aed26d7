//! Sockets.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::super::client::Client;
use super::activity::Activity;

/// A connected socket.
pub type Socket = TcpStream;

/// Where connections come from.
#[derive(Debug)]
pub struct Listener(pub TcpListener);

impl Listener {
    /// The next connection.
    ///
    /// # Errors
    /// The system refuses.
    pub async fn accept(&self) -> io::Result<(Socket, Client)> {
        let (socket, address) = self.0.accept().await?;
        socket.set_nodelay(true)?;
        Ok((socket, Client::at(address)))
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
