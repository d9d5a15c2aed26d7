//! Delay of the answers to refused requests.
//!
//! Without a delay, clients that try again at once would keep the server busy with refusals. A
//! client can have only a limited number of unanswered requests, so a delay slows it down. The
//! delay grows with the number of refusals that wait. With fewer than 500 waiting, refusals take at
//! most a twentieth of a processor.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Time that each refused request whose answer is being delayed adds to the delay of a newly
/// refused request. Reading, discarding and refusing a request takes 25 to 80 µs.
const DELAY_STEP: Duration = Duration::from_millis(2);

const DELAY_MIN: Duration = Duration::from_millis(20);
const DELAY_MAX: Duration = Duration::from_secs(1);

/// Counter of refused requests whose answers are being delayed.
#[derive(Debug, Default)]
pub struct RefusalDelay(AtomicUsize);

impl RefusalDelay {
    pub async fn wait(&self) {
        let place = WaitingPlace::new(&self.0);
        tokio::time::sleep(delay(place.before)).await;
    }
}

fn delay(before: usize) -> Duration {
    DELAY_STEP.saturating_mul(u32::try_from(before).unwrap_or(u32::MAX)).clamp(DELAY_MIN, DELAY_MAX)
}

/// A refused request whose answer is being delayed. The request is counted until this value is
/// dropped.
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
        let refusal_delay = RefusalDelay::default();
        let began = Instant::now();
        refusal_delay.wait().await;
        assert_eq!(began.elapsed(), DELAY_MIN);
        for (before, expected) in [(9, DELAY_MIN), (100, Duration::from_millis(200)), (usize::MAX, DELAY_MAX)] {
            assert_eq!(delay(before), expected, "{before}");
        }
        assert_eq!(refusal_delay.0.load(Ordering::Relaxed), 0);
    }
}
