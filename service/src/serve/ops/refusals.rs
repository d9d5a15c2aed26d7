//! The log of refused requests, limited so that a flood of requests does not flood the log.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::metrics::Metrics;
use crate::serve::access::client::Client;

/// Maximum number of lines for one reason in each [`PERIOD`]. Each reason has a limit of its own,
/// so that a frequent reason does not hide a rare one.
const LINES_MAX: u32 = 10;
const PERIOD: Duration = Duration::from_secs(10);

/// Logs refusals with the address of the peer, and counts the refusals that are not logged.
#[derive(Debug, Default)]
pub struct Refusals {
    periods: Mutex<BTreeMap<&'static str, Period>>,
    metrics: Option<Arc<Metrics>>,
}

#[derive(Debug, Default)]
struct Period {
    began: Option<Instant>,
    lines: u32,
    left_out: u64,
}

impl Period {
    /// Counts a refusal at time `now`. Returns a number, and true if the refusal must be logged. At
    /// the first refusal of a new period, the number says how many refusals of the old period were
    /// not logged. Otherwise it is 0.
    fn take(&mut self, now: Instant) -> (u64, bool) {
        let mut left_out = 0;
        if self.began.is_none_or(|began| now.duration_since(began) >= PERIOD) {
            left_out = self.left_out;
            *self = Period { began: Some(now), lines: 0, left_out: 0 };
        }
        let is_written = self.lines < LINES_MAX;
        if is_written {
            self.lines += 1;
        } else {
            self.left_out += 1;
        }
        (left_out, is_written)
    }
}

impl Refusals {
    pub fn counted(metrics: Arc<Metrics>) -> Self {
        Refusals { metrics: Some(metrics), ..Refusals::default() }
    }

    pub fn log(&self, client: &Client, reason: &'static str, text: &str) {
        if let Some(metrics) = &self.metrics {
            metrics.refuse(reason);
        }
        let mut periods = self.periods.lock().unwrap_or_else(PoisonError::into_inner);
        let (left_out, is_written) = periods.entry(reason).or_default().take(Instant::now());
        drop(periods);
        if left_out > 0 {
            tracing::warn!(reason, refusals = left_out, "more refusals were not written to the log one by one");
        }
        if is_written {
            let (id, peer, port) = (client.log_id(), client.log_peer(), client.log_port());
            let (proxy, token) = (client.log_proxy(), client.log_token());
            tracing::warn!(id, %peer, port, proxy, token, reason, "refused: {text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_counted_and_not_written() {
        let mut period = Period::default();
        let start = Instant::now();
        let written = (0..1000).filter(|_| period.take(start).1).count();
        assert_eq!(written, LINES_MAX as usize);
        assert_eq!(period.take(start + PERIOD), (1000 - u64::from(LINES_MAX), true));
        assert_eq!(period.take(start + 2 * PERIOD), (0, true));
    }
}
