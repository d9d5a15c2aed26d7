//! Checks of a connection, which decide when the connection must end.

use std::time::Duration;

use tokio::time::Instant;

use super::activity::Activity;
use super::limits::Limits;
use crate::serve::access::client::Client;
use crate::serve::ops::refusals::Refusals;

/// Number of received bytes after which the client has begun to use the connection: the length of
/// the HTTP/2 preface. From then on, the HTTP library applies its own time limits.
const PREFACE_BYTES: u64 = 24;

/// Time in which a connection must finish its requests when it is told to end.
const END_GRACE: Duration = Duration::from_secs(10);

/// Checks of a connection, which decide when the connection must end.
///
/// | condition | limit | consequence |
/// |---|---|---|
/// | neither a request nor the HTTP/2 preface has arrived | `handshake_max` | the connection is closed |
/// | there is no request | `idle_max` | the connection ends |
/// | a part of an answer waits for the client | `unread_max` | requests get [`END_GRACE`] |
/// | the connection is old | `age_max` | requests get `age_grace` |
///
/// A connection that must end takes no more requests. It is closed when its requests are finished
/// or their time is over.
#[derive(Debug)]
pub struct Watch<'a> {
    limits: &'a Limits,
    began: Instant,
    /// Reason why the connection must end, and the time at which it is closed; `None` if it may go
    /// on.
    ends: Option<(Why, Instant)>,
    is_draining: bool,
}

/// Result of a check whether a connection must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The connection continues.
    GoOn,
    /// The connection takes no more requests and finishes the others.
    Finish(Why),
    /// The connection is closed at once.
    Close(Why),
}

/// Reason why a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// No request has arrived since the connection was opened.
    NoHandshake,
    /// No further request has arrived for a long time.
    Idle,
    /// The client does not read the answers.
    Unread,
    Old,
}

impl Why {
    /// Logs the end of a connection; as a refusal if the client caused it.
    pub fn log(self, refusals: &Refusals, client: &Client) {
        match self {
            Why::NoHandshake => refusals.log(client, "HANDSHAKE", "the connection sent no request"),
            Why::Unread => refusals.log(client, "UNREAD", "the connection does not read its answers"),
            Why::Idle => tracing::debug!(peer = %client.log_peer(), "idle connection closed"),
            Why::Old => tracing::debug!(peer = %client.log_peer(), "old connection closed"),
        }
    }
}

impl<'a> Watch<'a> {
    /// Creates a watch for a connection that begins at time `now`.
    pub fn new(limits: &'a Limits, now: Instant) -> Self {
        Watch { limits, began: now, ends: None, is_draining: false }
    }

    /// Returns true if the server is shutting down, as [`Watch::drain`] has recorded.
    pub fn is_draining(&self) -> bool {
        self.is_draining
    }

    /// Records that the server is shutting down and that the connection was told to finish.
    pub fn drain(&mut self) {
        self.is_draining = true;
    }

    /// Returns true if a check has decided that the connection must end.
    pub fn has_ended(&self) -> bool {
        self.ends.is_some()
    }

    /// Checks the connection at time `now`.
    pub fn look(&mut self, activity: &Activity, now: Instant) -> Verdict {
        if let Some((why, until)) = self.ends
            && now >= until
        {
            return Verdict::Close(why);
        }
        let Some((why, grace)) = self.reason(activity, now) else { return Verdict::GoOn };
        if why == Why::NoHandshake {
            return Verdict::Close(why);
        }
        let until = now + grace;
        match self.ends {
            // The client of an old connection may also stop reading: the earlier end counts.
            Some((_, earlier)) if earlier <= until => return Verdict::GoOn,
            _ => self.ends = Some((why, until)),
        }
        Verdict::Finish(why)
    }

    fn reason(&self, activity: &Activity, now: Instant) -> Option<(Why, Duration)> {
        let is_over = |since: Instant, limit: Duration| now.duration_since(since) >= limit;
        let has_begun = activity.received_bytes() >= PREFACE_BYTES || activity.has_begun();
        if !has_begun && is_over(self.began, self.limits.handshake_max) {
            return Some((Why::NoHandshake, Duration::ZERO));
        }
        if activity.unread_since().is_some_and(|since| is_over(since, self.limits.unread_max)) {
            return Some((Why::Unread, END_GRACE));
        }
        if activity.idle_since().is_some_and(|since| is_over(since, self.limits.idle_max)) {
            return Some((Why::Idle, END_GRACE));
        }
        is_over(self.began, self.limits.age_max).then_some((Why::Old, self.limits.age_grace))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn limits() -> Limits {
        Limits {
            connections_max: 1,
            peer_connections_max: 1,
            connection_streams_max: 1,
            handshake_max: 5 * SECOND,
            idle_max: 20 * SECOND,
            unread_max: 30 * SECOND,
            age_max: 100 * SECOND,
            age_grace: 50 * SECOND,
        }
    }

    fn activity() -> Arc<Activity> {
        Arc::new(Activity::new(Arc::default()))
    }

    #[test]
    fn silence_and_half_a_preface_are_closed() {
        let (limits, activity) = (limits(), activity());
        let mut watch = Watch::new(&limits, Instant::now());
        activity.receive(PREFACE_BYTES - 1);
        assert_eq!(watch.look(&activity, Instant::now()), Verdict::GoOn);
        assert_eq!(watch.look(&activity, Instant::now() + 5 * SECOND), Verdict::Close(Why::NoHandshake));
        activity.receive(1);
        assert_eq!(watch.look(&activity, Instant::now() + 5 * SECOND), Verdict::GoOn);
        assert_eq!(watch.look(&activity, Instant::now() + 20 * SECOND), Verdict::Finish(Why::Idle));
        assert_eq!(watch.look(&activity, Instant::now() + 29 * SECOND), Verdict::GoOn);
        assert_eq!(watch.look(&activity, Instant::now() + 30 * SECOND), Verdict::Close(Why::Idle));
    }

    #[test]
    fn a_request_in_work_is_not_idle_but_may_be_unread() {
        let (limits, activity) = (limits(), activity());
        let mut watch = Watch::new(&limits, Instant::now());
        let request = Activity::begin(&activity, "/x");
        let later = Instant::now() + 40 * SECOND;
        assert_eq!(watch.look(&activity, later), Verdict::GoOn);
        request.hand_over();
        assert_eq!(watch.look(&activity, later), Verdict::Finish(Why::Unread));
        assert_eq!(watch.look(&activity, later + SECOND), Verdict::GoOn);
        assert_eq!(watch.look(&activity, later + END_GRACE), Verdict::Close(Why::Unread));
    }

    #[test]
    fn an_old_connection_gets_time_for_its_requests() {
        let (limits, activity) = (limits(), activity());
        let mut watch = Watch::new(&limits, Instant::now());
        let request = Activity::begin(&activity, "/x");
        let old = Instant::now() + 100 * SECOND;
        assert_eq!(watch.look(&activity, old), Verdict::Finish(Why::Old));
        assert_eq!(watch.look(&activity, old + 49 * SECOND), Verdict::GoOn);
        request.hand_over();
        assert_eq!(watch.look(&activity, old + 10 * SECOND), Verdict::Finish(Why::Unread));
        assert_eq!(watch.look(&activity, old + 20 * SECOND), Verdict::Close(Why::Unread));
        drop(request);
        assert!(activity.idle_since().is_some());
    }
}
