//! The end of a server: signals, and waiting for the requests in work.

use std::io;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

use super::gate::Gate;

/// How long to wait for connections that have no request in work but do not close, such as those
/// that watch the health service.
const IDLE_GRACE: Duration = Duration::from_secs(1);

/// SIGTERM and SIGINT.
#[derive(Debug)]
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Takes the signals over from the system's own handling.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> io::Result<Self> {
        Ok(Signals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for a signal and names it.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

/// Waits until the server has ended, only idle connections are left, a second signal arrives, or
/// the time limit is over.
pub async fn wait<E>(mut server: JoinHandle<Result<(), E>>, gate: &Gate, signals: &mut Signals, limit: Duration) {
    let idle = async {
        gate.idle().await;
        tokio::time::sleep(IDLE_GRACE).await;
    };
    tokio::select! {
        _ = &mut server => tracing::info!("drained"),
        () = idle => tracing::info!("drained; closing idle connections"),
        signal = signals.next() => tracing::warn!(signal, "stopping with requests in work"),
        () = tokio::time::sleep(limit) => tracing::warn!(seconds = limit.as_secs(), "drain time is over; stopping with requests in work"),
    }
}
