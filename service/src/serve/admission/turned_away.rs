//! Refused requests get a delayed answer, and their bodies are discarded.
//!
//! Clients that immediately try again would keep the server busy with refusals. A client has a
//! limited number of unanswered requests, so the delay grows with the number of waiting refusals.
//! Refusals then take a twentieth of a processor while fewer than 500 wait.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use http::Version;
use http_body_util::BodyExt as _;

/// Time between two refusals. Reading, discarding and refusing a request takes 25 to 80 µs.
const APART: Duration = Duration::from_millis(2);

/// Shortest delay. `LATEST` is the longest.
const SOONEST: Duration = Duration::from_millis(20);
const LATEST: Duration = Duration::from_secs(1);

/// Maximal time for reading a body to discard, and maximal lengths. HTTP/1.1: four times the
/// longest body of a path, because an unread body ends the connection and may hide the answer.
/// HTTP/2: as much as a client sends without permission, because the rest is reset.
const FORGOTTEN_TIME_MAX: Duration = Duration::from_secs(1);
const FORGOTTEN_BYTES_MAX: usize = 8 * 1024 * 1024;
const FORGOTTEN_OF_STREAM_BYTES_MAX: usize = 64 * 1024;

/// Number of refused requests whose answers are delayed.
#[derive(Debug, Default)]
pub struct TurnedAway(AtomicUsize);

impl TurnedAway {
    /// Discards a body, and waits. Unread bytes would reset the stream, and clients whose streams
    /// are often reset may lose their connection.
    pub async fn hear(&self, version: Version, body: Body) {
        let is_stream = version == Version::HTTP_2;
        let most = if is_stream { FORGOTTEN_OF_STREAM_BYTES_MAX } else { FORGOTTEN_BYTES_MAX };
        // Who sends more, or slowly, is answered at once.
        let _ = tokio::time::timeout(FORGOTTEN_TIME_MAX, forget(body, most)).await;
        let place = WaitingPlace::new(&self.0);
        tokio::time::sleep(delay(place.before)).await;
    }
}

async fn forget(mut body: Body, mut left_bytes: usize) {
    while let Some(Ok(frame)) = body.frame().await {
        match left_bytes.checked_sub(frame.data_ref().map_or(0, |data| data.len())) {
            Some(left) => left_bytes = left,
            None => return,
        }
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
        turned_away.hear(Version::HTTP_11, Body::from("forgotten")).await;
        assert_eq!(began.elapsed(), SOONEST);
        // A body without an end keeps nobody.
        turned_away
            .hear(Version::HTTP_11, Body::from_stream(tokio_stream::pending::<Result<Vec<u8>, std::io::Error>>()))
            .await;
        let endless = tokio_stream::iter(std::iter::repeat_with(|| Ok::<_, std::io::Error>(vec![0; 4096])));
        turned_away.hear(Version::HTTP_11, Body::from_stream(endless)).await;
        assert_eq!(began.elapsed(), 3 * SOONEST + FORGOTTEN_TIME_MAX);
        for (before, expected) in [(9, SOONEST), (100, Duration::from_millis(200)), (usize::MAX, LATEST)] {
            assert_eq!(delay(before), expected, "{before}");
        }
        assert_eq!(turned_away.0.load(Ordering::Relaxed), 0);
    }
}
