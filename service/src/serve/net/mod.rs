//! Connections: how many there may be, how long they last, and how they are served.
//!
//! The crate `hyper` implements the protocols. [`watch::Watch`] adds limits that `hyper` lacks.

mod activity;
mod address;
mod body;
mod bound;
mod credit;
mod exchange;
mod frames;
mod limits;
mod pace;
mod request_body;
mod socket;
pub mod tls;
#[cfg(unix)]
mod unix_socket;
mod watch;

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::sync::watch::Receiver;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tower::ServiceExt as _;

use super::access::Access;
use super::access::client::Client;
use super::ops::refusals::Refusals;
use activity::Activity;
pub use activity::Requests;
pub use address::ListenAddress;
use body::AnswerBody;
pub use bound::Bound;
pub use credit::PeerCredit;
pub use exchange::{AccessLog, Recorder};
use limits::ConnectionCounter;
pub use limits::Limits;
use pace::Pace;
use request_body::RequestBody;
pub use socket::{Listener, Socket};
use tls::Tls;
use watch::{Watch, WatchDecision};

/// Time without received bytes after which the server sends a ping on an HTTP/2 connection.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum number of bytes that a client may send on one stream before the server has read them.
///
/// The limit is low because the HTTP/2 library closes a connection when its small unread frames
/// cost more than half of [`CONNECTION_WINDOW_BYTES`]. The library counts about 250 bytes for each
/// frame. Clients send one position per frame, so a full stream holds some 3000 unread positions,
/// which cost 0.75 MB. Ten streams of a connection can therefore be full before it is closed.
const STREAM_WINDOW_BYTES: u32 = 64 * 1024;
/// Maximum number of bytes that a client may send on all streams of a connection before the server
/// has read them.
const CONNECTION_WINDOW_BYTES: u32 = 16 * 1024 * 1024;

const HEADER_BYTES_MAX: u32 = 16 * 1024;
const HTTP1_BUFFER_BYTES_MAX: usize = 64 * 1024;

/// Time between two checks of whether a connection must end.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Pause after the system has refused to accept a connection, for example for lack of file
/// descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Time for which the requests of a connection continue after the client has closed its side. A
/// client that sends a short request, closes its side, and then reads gets its answer within this
/// time.
const LEAVE_GRACE: Duration = Duration::from_millis(20);

/// Reason, in the log and the metrics, for slowing down the connections of a peer that has used up
/// its credit (see [`PeerCredit`]).
const FLOOD: &str = "FLOOD";
const SLOWED: &str = "slowed: the peer sends too many idle frames, requests for files or refused requests, or \
                      too long bodies of refused requests";

/// Waits until the server begins to shut down, or the sender of `drain` is dropped.
async fn begun(drain: &mut Receiver<bool>) {
    let _ = drain.wait_for(|&begun| begun).await;
}

/// Waits until a client has left, and then for [`LEAVE_GRACE`]. `closed` completes when the client
/// has closed its side. It is needed because the HTTP library does not notice this while received
/// bytes are unread.
async fn left(closed: impl Future<Output = ()>) {
    closed.await;
    tokio::time::sleep(LEAVE_GRACE).await;
}

#[derive(Debug, Clone)]
pub struct Front {
    pub service: Router,
    pub access: Arc<Access>,
    pub tls: Option<Arc<Tls>>,
    pub recorder: Arc<Recorder>,
    pub refusals: Arc<Refusals>,
    pub requests: Arc<Requests>,
    /// Credit of each peer (network address) for idle frames, refused requests and static files;
    /// `None` if they are not limited.
    pub credit: Option<Arc<PeerCredit>>,
}

#[derive(Debug)]
pub struct Connections {
    limits: Limits,
    places: Arc<ConnectionCounter>,
    front: Front,
}

impl Connections {
    pub fn new(limits: Limits, front: Front) -> Self {
        let places = Arc::new(ConnectionCounter::new(limits.connections_max, limits.peer_connections_max));
        Connections { limits, places, front }
    }

    /// Accepts and serves connections until the server begins to shut down, as `drain` reports.
    /// Then open connections finish their requests and take no others. Returns when all connections
    /// are closed.
    pub async fn serve(self, listener: Listener, drain: Receiver<bool>) {
        let (shared, mut draining) = (Arc::new(self), drain.clone());
        let mut open = JoinSet::new();
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((socket, client)) => shared.clone().take(&mut open, socket, client, drain.clone()),
                    Err(error) => {
                        tracing::error!("cannot accept a connection: {error}");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                },
                Some(_) = open.join_next() => {}
                () = begun(&mut draining) => break,
            }
        }
        drop(listener);
        while open.join_next().await.is_some() {}
    }

    fn take(self: Arc<Self>, open: &mut JoinSet<()>, socket: Socket, client: Client, drain: Receiver<bool>) {
        let is_proxy = self.front.access.is_proxy(&client);
        match self.places.enter(client.peer, is_proxy) {
            // Dropping the socket closes it. A client with too many connections gets no answer.
            Err(full) => self.front.refusals.log(&client, full.reason, &full.text),
            Ok(place) => {
                open.spawn(async move {
                    let metrics = &self.front.recorder.metrics;
                    let _open = metrics.connect();
                    let pace = Pace::new(self.credit(&client), client.peer);
                    if let Some(socket) = self.encrypted(socket, &client, &pace).await {
                        self.connection(socket, client, pace, drain).await;
                    }
                    drop(place);
                });
            }
        }
    }

    /// Returns the credit that a client's connection uses up. `None` for a proxy, so that one of
    /// its clients cannot slow down the others.
    fn credit(&self, client: &Client) -> Option<Arc<PeerCredit>> {
        self.front.credit.clone().filter(|_| !self.front.access.is_proxy(client))
    }

    /// Begins TLS on the socket if the server encrypts. Returns `None` if this fails.
    async fn encrypted(&self, socket: Socket, client: &Client, pace: &Arc<Pace>) -> Option<Socket> {
        let Some(tls) = &self.front.tls else { return Some(socket) };
        pace.clone().pause().await;
        let Socket { io, closed } = socket;
        match tokio::time::timeout(self.limits.handshake_max, tls.acceptor().accept(io)).await {
            Ok(Ok(encrypted)) => return Some(Socket { io: Box::new(encrypted), closed }),
            Ok(Err(error)) => {
                self.front.refusals.log(client, "TLS", &format!("the connection is not encrypted: {error}"))
            }
            Err(_) => self.front.refusals.log(client, "HANDSHAKE", "the connection did not begin TLS in time"),
        }
        None
    }

    async fn connection(&self, socket: Socket, client: Client, pace: Arc<Pace>, mut drain: Receiver<bool>) {
        let activity = Arc::new(Activity::new(self.front.requests.clone()));
        let Socket { io, closed } = socket;
        let io = TokioIo::new(socket::Paced::new(io, activity.clone(), pace.clone()));
        let (front, of_requests, connected) = (self.front.clone(), activity.clone(), client.clone());
        let slowed = pace.clone();
        let service = tower::service_fn(move |mut request: http::Request<Incoming>| {
            let mut client = front.access.client(&connected, request.headers());
            let mut exchange = front.recorder.begin(&mut client, &request);
            request.extensions_mut().insert(client);
            let in_work = Activity::begin(&of_requests, request.uri().path());
            let request = request.map(|body| RequestBody::new(body, pace.clone()));
            let body_bytes = request.body().bytes();
            let answer = front.service.clone().oneshot(request);
            let pace = pace.clone();
            async move {
                pace.clone().pause().await;
                let mut answer = answer.await?;
                exchange.answer(&mut answer);
                if !exchange.is_refused() {
                    body_bytes.answer();
                }
                pace.count_request(exchange.is_refused() || exchange.is_about_a_file());
                Ok::<_, Infallible>(AnswerBody::new(answer, in_work, exchange))
            }
        });
        let builder = self.builder();
        let mut connection = pin!(builder.serve_connection(io, TowerToHyperService::new(service)));
        let mut left = pin!(left(closed));
        let mut watch = Watch::new(&self.limits, Instant::now());
        let mut checks = tokio::time::interval(CHECK_INTERVAL);
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(peer = %client.log_peer(), "connection failed: {error}");
                    }
                    return;
                }
                () = left.as_mut() => return tracing::debug!(peer = %client.log_peer(), "the client has left"),
                () = slowed.slowed() => self.front.refusals.log(&client, FLOOD, SLOWED),
                () = begun(&mut drain), if !watch.is_draining() => {
                    watch.drain();
                    connection.as_mut().graceful_shutdown();
                }
                _ = checks.tick() => match watch.check(&activity, Instant::now()) {
                    WatchDecision::Continue => {}
                    WatchDecision::Finish(reason) => {
                        reason.log(&self.front.refusals, &client);
                        connection.as_mut().graceful_shutdown();
                    }
                    // The reason for the end was logged when the connection was told to finish.
                    WatchDecision::Close(reason) if watch.has_ended() => return tracing::debug!(?reason, peer = %client.log_peer(), "closed"),
                    WatchDecision::Close(reason) => return reason.log(&self.front.refusals, &client),
                },
            }
        }
    }

    fn builder(&self) -> auto::Builder<TokioExecutor> {
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.handshake_max)
            .max_buf_size(HTTP1_BUFFER_BYTES_MAX);
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(Some(KEEPALIVE_INTERVAL))
            .keep_alive_timeout(KEEPALIVE_TIMEOUT)
            .initial_stream_window_size(STREAM_WINDOW_BYTES)
            .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
            .max_concurrent_streams(self.limits.connection_streams_max)
            .max_header_list_size(HEADER_BYTES_MAX);
        builder
    }
}
