//! Delay of the answers to refused requests.
//!
//! Without a delay, clients that try again at once would keep the server busy with refusals. A
//! client can have only a limited number of unanswered requests, so a delay slows it down. The
//! delay grows with the number of refusals that wait. With fewer than 500 waiting, refusals take at
//! most a twentieth of a processor.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Time by which each waiting refusal delays the next one. Reading, discarding and refusing a
/// request takes 25 to 80 µs.
const APART: Duration = Duration::from_millis(2);

/// Shortest delay of a refusal.
const SOONEST: Duration = Duration::from_millis(20);
/// Longest delay of a refusal.
const LATEST: Duration = Duration::from_secs(1);

/// Counter of refused requests whose answers are being delayed.
#[derive(Debug, Default)]
pub struct TurnedAway(AtomicUsize);

impl TurnedAway {
    /// Waits as long as the next refusal must be delayed.
    pub async fn wait(&self) {
        let place = WaitingPlace::new(&self.0);
        tokio::time::sleep(delay(place.before)).await;
    }
}

/// Returns the delay of a refusal when `before` other refusals wait.
fn delay(before: usize) -> Duration {
    APART.saturating_mul(u32::try_from(before).unwrap_or(u32::MAX)).clamp(SOONEST, LATEST)
}

/// A refused request whose answer is being delayed, which is counted until this is dropped.
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
