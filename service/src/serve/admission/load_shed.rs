//! Detection of overload by one client, and limitation of its waiting requests during the overload.
//!
//! A short queue is normal, because clients send several requests at once. A client overloads the
//! server if none of its requests got a thread within [`TARGET`] during the time [`PERIOD`];
//! further requests would only wait longer. From then on, only as many of its requests may wait as
//! are served in [`WAIT_MAX`], and the others are refused. So admitted requests wait hardly longer
//! than on an idle server.
//!
//! The overload ends when no request had to be refused during the time [`PERIOD`]. A thread that
//! is free for a moment does not end it, because the thread may be free only because other requests
//! were refused. (Compare CoDel, RFC 8289, and its use for each flow of a fair queue, RFC 8290.)

use std::time::Duration;

use tokio::time::Instant;

/// Longest time that a request can wait for a thread without being a sign of overload.
const TARGET: Duration = Duration::from_millis(1);

/// Longest time that a request admitted during an overload should wait. It is shorter than the time
/// in which most answers are computed.
const WAIT_MAX: Duration = Duration::from_micros(250);

/// Length of a period of time. It has three uses:
///
/// - A client overloads the server if its requests wait longer than `TARGET` during a whole period.
/// - The overload ends if no request of the client was refused during a whole period.
/// - Requests that got a thread are counted for each period.
const PERIOD: Duration = Duration::from_millis(100);

/// Time after which requests that are still being read no longer count as waiting, if the client
/// has sent no new request. Otherwise, requests that a client sends slowly would keep out its other
/// requests.
const READING_MAX: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub struct Load {
    /// Number of requests of the client that may wait even during an overload.
    waiting_min: usize,
    /// Time of the first of a series of requests that all waited longer than [`TARGET`] for a
    /// thread; `None` if the last request that got a thread waited no longer than that.
    slow_since: Option<Instant>,
    is_overload: bool,
    being_read: usize,
    /// Arrival time of the last request whose body had to be read.
    last_arrival: Instant,
    last_refusal: Instant,
    served: usize,
    /// Number of requests that got a thread in the previous counting period, which ended at
    /// `counted_since`.
    served_before: usize,
    counted_since: Instant,
}

impl Load {
    pub fn new(waiting_min: usize, now: Instant) -> Self {
        Load {
            waiting_min,
            slow_since: None,
            is_overload: false,
            being_read: 0,
            last_arrival: now,
            last_refusal: now,
            served: 0,
            served_before: 0,
            counted_since: now,
        }
    }

    /// Records that a request got a thread after waiting for the time `waited`.
    pub fn serve(&mut self, now: Instant, waited: Duration) {
        if waited <= TARGET {
            self.slow_since = None;
        } else {
            let since = *self.slow_since.get_or_insert(now);
            self.is_overload |= now.duration_since(since) >= PERIOD;
        }
        if now.duration_since(self.counted_since) >= PERIOD {
            (self.served_before, self.served, self.counted_since) = (self.served, 0, now);
        }
        self.served += 1;
    }

    /// Records that a request found a free thread and did not have to wait.
    pub fn serve_at_once(&mut self, now: Instant) {
        self.is_overload &= now.duration_since(self.last_refusal) < PERIOD;
        self.serve(now, Duration::ZERO);
    }

    /// Returns true if a new request must be refused. Requests are refused only during an overload.
    /// `before` is the number of earlier requests that still wait or are being read. `free` is the
    /// number of free threads. A request is admitted if `before` is less than `free` plus the
    /// number of requests that may wait.
    pub fn must_refuse(&mut self, now: Instant, before: usize, free: usize) -> bool {
        let is_refused = self.is_overload && before >= free + self.waiting_max();
        if is_refused {
            self.last_refusal = now;
        }
        is_refused
    }

    /// Returns true if a request must be refused before it is read. Otherwise records that it is
    /// being read. `waiting` is the number of waiting requests, `free` the number of free threads.
    pub fn must_refuse_unread(&mut self, now: Instant, waiting: usize, free: usize) -> bool {
        // Requests that are sent slowly must not keep out other requests of the client.
        if now.duration_since(self.last_arrival) >= READING_MAX {
            self.being_read = 0;
        }
        let must_refuse_unread = self.must_refuse(now, self.being_read + waiting, free);
        if !must_refuse_unread {
            (self.being_read, self.last_arrival) = (self.being_read + 1, now);
        }
        must_refuse_unread
    }

    pub fn arrive(&mut self) {
        self.being_read = self.being_read.saturating_sub(1);
    }

    /// Returns the number of requests that may wait during an overload: as many as get a thread in
    /// [`WAIT_MAX`], but at least `waiting_min`.
    fn waiting_max(&self) -> usize {
        let served = self.served_before * WAIT_MAX.as_micros() as usize / PERIOD.as_micros() as usize;
        served.max(self.waiting_min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overloaded(now: Instant) -> Load {
        Load { is_overload: true, ..Load::new(2, now) }
    }

    #[test]
    fn an_overload_begins_when_all_wait_for_a_time() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut load = Load::new(2, start);
        for millis in 0..PERIOD.as_millis() as u64 {
            load.serve(at(millis), 2 * TARGET);
            assert!(!load.must_refuse(at(millis), 1000, 0), "a queue may be long until it stands");
        }
        load.serve(at(100), 2 * TARGET);
        assert!(load.must_refuse(at(100), 2, 0));
        assert!(!load.must_refuse(at(100), 1, 0), "two may wait");
    }

    #[test]
    fn an_overload_ends_when_nobody_was_sent_away_for_a_time() {
        let start = Instant::now();
        let mut load = overloaded(start);
        assert!((0..3).all(|_| !load.must_refuse_unread(start, 0, 1)), "one for the thread, two that wait");
        assert!(load.must_refuse_unread(start, 0, 1));
        load.serve_at_once(start + PERIOD / 2);
        assert!(load.is_overload, "one was sent away just now");
        load.serve_at_once(start + PERIOD);
        assert!(!load.is_overload);
    }

    #[test]
    fn in_an_overload_few_are_read() {
        let now = Instant::now();
        let mut load = Load::new(2, now);
        assert!((0..50).all(|_| !load.must_refuse_unread(now, 0, 2)), "there is no overload");
        (0..50).for_each(|_| load.arrive());
        load.is_overload = true;
        let read = (0..50).filter(|_| !load.must_refuse_unread(now, 0, 2)).count();
        assert_eq!(read, 4, "two for the threads, two that wait");
        load.arrive();
        assert!(!load.must_refuse_unread(now, 0, 2));
        assert!(load.must_refuse_unread(now, 0, 2));
        assert!(!load.must_refuse_unread(now + READING_MAX, 0, 2), "the others are slow");
    }

    #[test]
    fn short_waits_are_no_overload_however_many() {
        let start = Instant::now();
        let mut load = Load::new(2, start);
        for number in 0..100_000u32 {
            load.serve(start + Duration::from_micros(10) * number, Duration::from_micros(300));
        }
        assert!(!load.is_overload);
        assert_eq!(load.waiting_max(), 25, "10,000 in 100 ms");
        for number in 0..1000u32 {
            load.serve(start + Duration::from_secs(1) + Duration::from_micros(500) * number, 2 * TARGET);
        }
        assert!(load.is_overload);
    }
}
