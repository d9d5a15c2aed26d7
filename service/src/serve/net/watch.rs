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
    /// Reason why the connection must end, and the time at which it is closed; `None` if the
    /// connection can stay open.
    ends: Option<(EndReason, Instant)>,
    is_draining: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchDecision {
    Continue,
    /// The connection must finish its requests and take no new ones.
    Finish(EndReason),
    Close(EndReason),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// No request has arrived since the connection was opened.
    NoHandshake,
    Idle,
    Unread,
    Old,
}

impl EndReason {
    /// Logs the end of a connection; as a refusal if the client caused it.
    pub fn log(self, refusals: &Refusals, client: &Client) {
        match self {
            EndReason::NoHandshake => refusals.log(client, "HANDSHAKE", "the connection sent no request"),
            EndReason::Unread => refusals.log(client, "UNREAD", "the connection does not read its answers"),
            EndReason::Idle => tracing::debug!(peer = %client.log_peer(), "idle connection closed"),
            EndReason::Old => tracing::debug!(peer = %client.log_peer(), "old connection closed"),
        }
    }
}

impl<'a> Watch<'a> {
    pub fn new(limits: &'a Limits, now: Instant) -> Self {
        Watch { limits, began: now, ends: None, is_draining: false }
    }

    pub fn is_draining(&self) -> bool {
        self.is_draining
    }

    /// Records that the server is shutting down and that the connection was told to finish.
    pub fn drain(&mut self) {
        self.is_draining = true;
    }

    pub fn has_ended(&self) -> bool {
        self.ends.is_some()
    }

    pub fn check(&mut self, activity: &Activity, now: Instant) -> WatchDecision {
        if let Some((why, until)) = self.ends
            && now >= until
        {
            return WatchDecision::Close(why);
        }
        let Some((why, grace)) = self.reason(activity, now) else { return WatchDecision::Continue };
        if why == EndReason::NoHandshake {
            return WatchDecision::Close(why);
        }
        let until = now + grace;
        match self.ends {
            // If the client of an old connection also stops reading, the earlier of both ends
            // counts.
            Some((_, earlier)) if earlier <= until => return WatchDecision::Continue,
            _ => self.ends = Some((why, until)),
        }
        WatchDecision::Finish(why)
    }

    fn reason(&self, activity: &Activity, now: Instant) -> Option<(EndReason, Duration)> {
        let is_over = |since: Instant, limit: Duration| now.duration_since(since) >= limit;
        let has_begun = activity.received_bytes() >= PREFACE_BYTES || activity.has_begun();
        if !has_begun && is_over(self.began, self.limits.handshake_max) {
            return Some((EndReason::NoHandshake, Duration::ZERO));
        }
        if activity.unread_since().is_some_and(|since| is_over(since, self.limits.unread_max)) {
            return Some((EndReason::Unread, END_GRACE));
        }
        if activity.idle_since().is_some_and(|since| is_over(since, self.limits.idle_max)) {
            return Some((EndReason::Idle, END_GRACE));
        }
        is_over(self.began, self.limits.age_max).then_some((EndReason::Old, self.limits.age_grace))
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
        assert_eq!(watch.check(&activity, Instant::now()), WatchDecision::Continue);
        assert_eq!(watch.check(&activity, Instant::now() + 5 * SECOND), WatchDecision::Close(EndReason::NoHandshake));
        activity.receive(1);
        assert_eq!(watch.check(&activity, Instant::now() + 5 * SECOND), WatchDecision::Continue);
        assert_eq!(watch.check(&activity, Instant::now() + 20 * SECOND), WatchDecision::Finish(EndReason::Idle));
        assert_eq!(watch.check(&activity, Instant::now() + 29 * SECOND), WatchDecision::Continue);
        assert_eq!(watch.check(&activity, Instant::now() + 30 * SECOND), WatchDecision::Close(EndReason::Idle));
    }

    #[test]
    fn a_request_in_work_is_not_idle_but_may_be_unread() {
        let (limits, activity) = (limits(), activity());
        let mut watch = Watch::new(&limits, Instant::now());
        let request = Activity::begin(&activity, "/x");
        let later = Instant::now() + 40 * SECOND;
        assert_eq!(watch.check(&activity, later), WatchDecision::Continue);
        request.hand_over();
        assert_eq!(watch.check(&activity, later), WatchDecision::Finish(EndReason::Unread));
        assert_eq!(watch.check(&activity, later + SECOND), WatchDecision::Continue);
        assert_eq!(watch.check(&activity, later + END_GRACE), WatchDecision::Close(EndReason::Unread));
    }

    #[test]
    fn an_old_connection_gets_time_for_its_requests() {
        let (limits, activity) = (limits(), activity());
        let mut watch = Watch::new(&limits, Instant::now());
        let request = Activity::begin(&activity, "/x");
        let old = Instant::now() + 100 * SECOND;
        assert_eq!(watch.check(&activity, old), WatchDecision::Finish(EndReason::Old));
        assert_eq!(watch.check(&activity, old + 49 * SECOND), WatchDecision::Continue);
        request.hand_over();
        assert_eq!(watch.check(&activity, old + 10 * SECOND), WatchDecision::Finish(EndReason::Unread));
        assert_eq!(watch.check(&activity, old + 20 * SECOND), WatchDecision::Close(EndReason::Unread));
        drop(request);
        assert!(activity.idle_since().is_some());
    }
}
