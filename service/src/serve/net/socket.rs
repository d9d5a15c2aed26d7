//! Sockets: acceptance of connections, and reading and writing of their bytes.

use std::future::Future;
use std::io::{self, IoSlice};
use std::net::{Shutdown, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::net::{TcpListener, TcpStream};

use super::activity::Activity;
use super::frames::Frames;
use super::pace::Pace;
#[cfg(unix)]
use super::unix_socket::UnixSocket;
use crate::serve::access::client::Client;

pub trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// Event by which a task learns that the client has closed its side, even if received bytes are
/// unread. Tokio reports a closed connection to all tasks that wait for priority data. Priority
/// data itself causes no event, because Tokio does not register sockets for it.
#[cfg(any(target_os = "linux", target_os = "android"))]
const END: Interest = Interest::PRIORITY;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const END: Interest = Interest::ERROR;

pub struct Socket {
    pub io: Box<dyn Io>,
    /// Completes when the client has closed its side, even if bytes sent before are unread.
    pub closed: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// A socket that one task reads and writes while another task waits for its end.
struct Shared<S>(Arc<S>);

macro_rules! socket {
    ($stream:ty) => {
        impl From<$stream> for Socket {
            fn from(stream: $stream) -> Self {
                let stream = Arc::new(stream);
                let shared = Shared(stream.clone());
                Socket { io: Box::new(shared), closed: Box::pin(async move { drop(stream.ready(END).await) }) }
            }
        }

        impl AsyncRead for Shared<$stream> {
            fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
                loop {
                    ready!(self.0.poll_read_ready(cx))?;
                    if let Some(read) = unblocked(self.0.try_read_buf(buffer)) {
                        return Poll::Ready(read.map(drop));
                    }
                }
            }
        }

        impl AsyncWrite for Shared<$stream> {
            fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
                self.poll_write_vectored(cx, &[IoSlice::new(bytes)])
            }
            fn poll_write_vectored(
                self: Pin<&mut Self>,
                cx: &mut Context<'_>,
                parts: &[IoSlice<'_>],
            ) -> Poll<io::Result<usize>> {
                loop {
                    ready!(self.0.poll_write_ready(cx))?;
                    if let Some(written) = unblocked(self.0.try_write_vectored(parts)) {
                        return Poll::Ready(written);
                    }
                }
            }
            fn is_write_vectored(&self) -> bool {
                true
            }
            fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
                Poll::Ready(Ok(()))
            }
            fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
                Poll::Ready(SockRef::from(&*self.0).shutdown(Shutdown::Write))
            }
        }
    };
}

socket!(TcpStream);
#[cfg(unix)]
socket!(UnixStream);

/// Returns the result of a read or write; `None` if it would block.
fn unblocked<T>(tried: io::Result<T>) -> Option<io::Result<T>> {
    match tried {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
        tried => Some(tried),
    }
}

#[derive(Debug)]
pub enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixSocket),
}

impl Listener {
    pub fn address(&self) -> io::Result<String> {
        Ok(match self {
            Listener::Tcp(listener) => listener.local_addr()?.to_string(),
            #[cfg(unix)]
            Listener::Unix(socket) => socket.address()?,
        })
    }

    pub async fn accept(&self) -> io::Result<(Socket, Client)> {
        match self {
            Listener::Tcp(listener) => {
                let (socket, address): (_, SocketAddr) = listener.accept().await?;
                socket.set_nodelay(true)?;
                Ok((socket.into(), Client::at(address)))
            }
            #[cfg(unix)]
            Listener::Unix(socket) => Ok((socket.accept().await?.into(), Client::LOCAL)),
        }
    }
}

/// A socket that counts received bytes and frames. While its connection is slowed down, it reads
/// nothing.
pub struct Paced<S> {
    socket: S,
    activity: Arc<Activity>,
    frames: Frames,
    pace: Arc<Pace>,
    pause: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<S> Paced<S> {
    /// Wraps a socket. Received bytes are counted in `activity` and `pace`; idle frames (frames
    /// such as a ping, which carry no part of a request) are counted in `pace`.
    pub fn new(socket: S, activity: Arc<Activity>, pace: Arc<Pace>) -> Self {
        Paced { socket, activity, frames: Frames::default(), pace, pause: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.pause.is_none() && this.pace.is_slowed() {
            this.pause = Some(Box::pin(this.pace.clone().pause()));
        }
        if let Some(pause) = &mut this.pause {
            ready!(pause.as_mut().poll(cx));
            this.pause = None;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.socket).poll_read(cx, buffer))?;
        let come = &buffer.filled()[before..];
        this.activity.receive(come.len() as u64);
        this.pace.count_bytes(come.len());
        this.pace.count_frames(this.frames.read(come));
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = ready!(Pin::new(&mut self.socket).poll_write(cx, bytes))?;
        self.frames.send(sent);
        Poll::Ready(Ok(sent))
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = ready!(Pin::new(&mut self.socket).poll_write_vectored(cx, parts))?;
        self.frames.send(sent);
        Poll::Ready(Ok(sent))
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
