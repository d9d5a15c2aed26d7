//! Requests that are turned away get their answer a little later.
//!
//! Clients that ask again at once would keep the server busy with turning them away: a client has a
//! limited number of requests without an answer. The more are turned away, the later each of them
//! hears of it, so that they take a twentieth of a processor, as long as fewer than 500 wait.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use http_body_util::BodyExt as _;

/// The time between two refusals. To read a request, forget it and refuse it takes 25 to 80 µs.
const APART: Duration = Duration::from_millis(2);

/// The shortest and the longest wait.
const SOONEST: Duration = Duration::from_millis(20);
const LATEST: Duration = Duration::from_secs(1);

/// Counts the requests that wait to hear that they are turned away.
#[derive(Debug, Default)]
pub struct TurnedAway(AtomicUsize);

impl TurnedAway {
    /// Reads a body, forgets it, and waits. What is left unread would be reset, and a client that
    /// has its streams reset often loses its connection.
    pub async fn hear(&self, mut body: Body) {
        while let Some(Ok(_)) = body.frame().await {}
        let place = Place::new(&self.0);
        tokio::time::sleep(delay(place.before)).await;
    }
}

/// The wait of a request that is turned away while `before` others wait.
fn delay(before: usize) -> Duration {
    APART.saturating_mul(u32::try_from(before).unwrap_or(u32::MAX)).clamp(SOONEST, LATEST)
}

/// The place of a request that waits.
struct Place<'a> {
    all: &'a AtomicUsize,
    before: usize,
}

impl<'a> Place<'a> {
    fn new(all: &'a AtomicUsize) -> Self {
        Place { all, before: all.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Place<'_> {
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
        turned_away.hear(Body::from("forgotten")).await;
        assert_eq!(began.elapsed(), SOONEST);
        for (before, expected) in [(9, SOONEST), (100, Duration::from_millis(200)), (usize::MAX, LATEST)] {
            assert_eq!(delay(before), expected, "{before}");
        }
        assert_eq!(turned_away.0.load(Ordering::Relaxed), 0);
    }
}
