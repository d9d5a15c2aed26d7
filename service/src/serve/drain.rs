//! Shutdown of the server: waiting for a signal, then for unfinished requests.

use std::sync::Arc;
use std::time::Duration;

use peatee_proto::v1::tablebase_service_server::TablebaseServiceServer;
use tokio::sync::watch::Sender;
use tokio::task::JoinHandle;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;

use super::args::Args;
use super::net::{Connections, Listener, Requests};
use super::reload::Reload;
use super::rpc::Service;
use super::signals::Signals;
use crate::errors::Error;

/// Time to wait, after all requests are finished, for connections that stay open, such as those
/// that watch the health service.
const IDLE_GRACE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Shutdown {
    pub signals: Signals,
    pub reload: Reload,
    pub health: HealthReporter,
    /// Sender that reports to the port for operators that the server is about to stop.
    pub leave: Sender<bool>,
    pub requests: Arc<Requests>,
}

impl Shutdown {
    /// Serves connections until a signal arrives, then shuts down. First, the server reports that
    /// it is not ready, but serves new requests for `--drain-delay`. Then it only finishes the
    /// running requests.
    ///
    /// # Errors
    /// [`Error::Worker`] when the server ends without a signal.
    pub async fn serve(mut self, args: &Args, connections: Connections, listener: Listener) -> Result<(), Error> {
        let (drain, draining) = tokio::sync::watch::channel(false);
        let mut server = tokio::spawn(connections.serve(listener, draining));
        let reload = || self.reload.all();
        tokio::select! {
            _ = &mut server => return Err(Error::Worker),
            signal = self.signals.next(reload) => {
                tracing::info!(signal, delay_seconds = args.drain_delay, "draining");
            }
        }
        // An error means that there is no receiver left, so nobody needs to know.
        let _ = self.leave.send(true);
        self.health.set_not_serving::<TablebaseServiceServer<Service>>().await;
        self.health.set_service_status("", ServingStatus::NotServing).await;
        let limit = tokio::select! {
            _ = &mut server => return Err(Error::Worker),
            () = tokio::time::sleep(Duration::from_secs(args.drain_delay)) => Duration::from_secs(args.drain_seconds),
            // A second signal ends the delay and the time for draining.
            _ = self.signals.next(reload) => Duration::ZERO,
        };
        // An error means that the server has ended.
        let _ = drain.send(true);
        wait(server, &self.requests, &mut self.signals, limit).await;
        Ok(())
    }
}

/// Waits until the server has ended, all requests are finished, a further signal arrives, or the
/// time limit has passed. The first of these events ends the wait.
async fn wait(mut server: JoinHandle<()>, requests: &Requests, signals: &mut Signals, limit: Duration) {
    let idle = async {
        requests.done().await;
        tokio::time::sleep(IDLE_GRACE).await;
    };
    let late = || tracing::info!("SIGHUP: nothing is reloaded while the server drains");
    tokio::select! {
        _ = &mut server => tracing::info!("drained"),
        () = idle => tracing::info!("drained; closing idle connections"),
        signal = signals.next(late) => tracing::warn!(signal, "stopping while requests run"),
        () = tokio::time::sleep(limit) => {
            tracing::warn!(seconds = limit.as_secs(), "drain time is over; stopping while requests run");
        }
    }
}
