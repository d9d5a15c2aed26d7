//! The end of a server: signals, and waiting for the requests in work.

use std::io;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

use super::connections::Requests;

/// How long to wait for connections that have no request in work but do not close, such as those
/// that watch the health service.
const IDLE_GRACE: Duration = Duration::from_secs(1);

/// The signals that a server takes.
#[derive(Debug)]
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

impl Signals {
    /// Takes the signals over from the system's own handling.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> io::Result<Self> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for SIGTERM or SIGINT and names it. SIGHUP, by which a closed terminal would end the
    /// server in the middle of its work, calls `reload` and nothing else.
    pub async fn next(&mut self, reload: impl Fn()) -> &'static str {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return "SIGTERM",
                _ = self.interrupt.recv() => return "SIGINT",
                _ = self.hang_up.recv() => reload(),
            }
        }
    }
}

/// Waits until the server has ended, only idle connections are left, a second signal arrives, or
/// the time limit is over.
pub async fn wait(mut server: JoinHandle<()>, requests: &Requests, signals: &mut Signals, limit: Duration) {
    let idle = async {
        requests.done().await;
        tokio::time::sleep(IDLE_GRACE).await;
    };
    let late = || tracing::info!("SIGHUP: nothing is reloaded while the server drains");
    tokio::select! {
        _ = &mut server => tracing::info!("drained"),
        () = idle => tracing::info!("drained; closing idle connections"),
        signal = signals.next(late) => tracing::warn!(signal, "stopping with requests in work"),
        () = tokio::time::sleep(limit) => {
            tracing::warn!(seconds = limit.as_secs(), "drain time is over; stopping with requests in work");
        }
    }
}
