//! Connections: how many there are, how long each may last, and what each may leave undone.
//!
//! `hyper` speaks the protocols. What it has no limit for is watched here: see [`watch::Watch`].

mod activity;
mod body;
mod limits;
mod socket;
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

use super::client::Client;
use super::refusals::Refusals;
use activity::Activity;
pub use activity::Requests;
use body::Watched;
pub use limits::Limits;
use limits::Places;
pub use socket::{Listener, Socket};
use watch::{Verdict, Watch};

/// How often a silent HTTP/2 connection is asked whether anyone is there, and how long the answer
/// may take.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);

/// The most unread bytes that a client may have sent, on one stream and on all streams of a
/// connection. The HTTP/2 library closes a connection when small unread frames cost more than half
/// of the second number, at about 250 bytes for each frame. Clients send one position in each
/// frame. So an honest client must fill its stream long before that: 64 KiB hold at most some 3000
/// positions, which cost 0.75 MB, and ten streams may stall on one connection.
const STREAM_WINDOW_BYTES: u32 = 64 * 1024;
const CONNECTION_WINDOW_BYTES: u32 = 16 * 1024 * 1024;

/// The most bytes of the headers of a request.
const HEADER_BYTES_MAX: u32 = 16 * 1024;
const HTTP1_BUFFER_BYTES_MAX: usize = 64 * 1024;

/// How often a connection is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How long to wait after the system refused to accept a connection: it has no more files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Waits until the drain begins, or the server that would say so is gone.
async fn begun(drain: &mut Receiver<bool>) {
    let _ = drain.wait_for(|&begun| begun).await;
}

/// Serves connections within limits.
#[derive(Debug)]
pub struct Connections {
    limits: Limits,
    places: Arc<Places>,
    service: Router,
    refusals: Arc<Refusals>,
    requests: Arc<Requests>,
}

impl Connections {
    /// Connections whose requests go to `service`, and are counted in `requests`.
    pub fn new(limits: Limits, service: Router, refusals: Arc<Refusals>, requests: Arc<Requests>) -> Self {
        let places = Arc::new(Places::new(limits.connections_max, limits.peer_connections_max));
        Connections { limits, places, service, refusals, requests }
    }

    /// Takes connections until the drain begins, and serves them until they end. Connections that
    /// are open when the drain begins finish their requests and take no others.
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
        match self.places.enter(client.peer) {
            // The socket is closed by dropping it: whoever has too many connections is not owed an answer.
            Err(full) => self.refusals.log(&client, full.reason, &full.text),
            Ok(place) => {
                open.spawn(async move {
                    self.connection(socket, client, drain).await;
                    drop(place);
                });
            }
        }
    }

    /// Serves one connection.
    async fn connection(&self, socket: Socket, client: Client, mut drain: Receiver<bool>) {
        let activity = Arc::new(Activity::new(self.requests.clone()));
        let io = TokioIo::new(socket::Counted::new(socket, activity.clone()));
        let (router, of_requests) = (self.service.clone(), activity.clone());
        let service = tower::service_fn(move |mut request: http::Request<Incoming>| {
            request.extensions_mut().insert(client);
            let in_work = Activity::begin(&of_requests, request.uri().path());
            let answer = router.clone().oneshot(request);
            async move { Ok::<_, Infallible>(answer.await?.map(|body| Watched::new(body, in_work))) }
        });
        let builder = self.builder();
        let mut connection = pin!(builder.serve_connection(io, TowerToHyperService::new(service)));
        let mut watch = Watch::new(&self.limits, Instant::now());
        let mut looks = tokio::time::interval(LOOK_EVERY);
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(peer = %client, "connection failed: {error}");
                    }
                    return;
                }
                () = begun(&mut drain), if !watch.is_draining() => {
                    watch.drain();
                    connection.as_mut().graceful_shutdown();
                }
                _ = looks.tick() => match watch.look(&activity, Instant::now()) {
                    Verdict::GoOn => {}
                    Verdict::Finish(why) => {
                        why.log(&self.refusals, &client);
                        connection.as_mut().graceful_shutdown();
                    }
                    Verdict::Close(why) => return why.log(&self.refusals, &client),
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
