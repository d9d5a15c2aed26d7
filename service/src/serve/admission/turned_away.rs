//! Delays the answers to refused requests.
//!
//! Clients that immediately try again would keep the server busy with refusals. A client has a
//! limited number of unanswered requests, so the delay grows with the number of waiting refusals.
//! Refusals then take a twentieth of a processor while fewer than 500 wait.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Time between two refusals. Reading, discarding and refusing a request takes 25 to 80 µs.
const APART: Duration = Duration::from_millis(2);

/// Shortest delay.
const SOONEST: Duration = Duration::from_millis(20);
/// Longest delay.
const LATEST: Duration = Duration::from_secs(1);

/// Number of refused requests whose answers are delayed.
#[derive(Debug, Default)]
pub struct TurnedAway(AtomicUsize);

impl TurnedAway {
    /// Delays one answer.
    pub async fn wait(&self) {
        let place = WaitingPlace::new(&self.0);
        tokio::time::sleep(delay(place.before)).await;
    }
}

/// Returns the delay of a refusal while `before` others wait.
fn delay(before: usize) -> Duration {
    APART.saturating_mul(u32::try_from(before).unwrap_or(u32::MAX)).clamp(SOONEST, LATEST)
}

/// A refused request that waits.
struct WaitingPlace<'a> {
    all: &'a AtomicUsize,
    before: usize,
}

impl<'a> WaitingPlace<'a> {
    fn new(all: &'a AtomicUsize) -> Self {
        WaitingPlace { all, before: all.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_more_there_are_the_longer_they_wait() {
        let turned_away = TurnedAway::default();
        let began = Instant::now();
        turned_away.wait().await;
        assert_eq!(began.elapsed(), SOONEST);
        for (before, expected) in [(9, SOONEST), (100, Duration::from_millis(200)), (usize::MAX, LATEST)] {
            assert_eq!(delay(before), expected, "{before}");
        }
        assert_eq!(turned_away.0.load(Ordering::Relaxed), 0);
    }
}
