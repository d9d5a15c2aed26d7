//! Turns: as many requests are worked on at a time as there are threads, and the others wait.
//!
//! A short queue is normal: clients send several requests at once. When for [`STANDING`] nobody got
//! a thread within [`TARGET`], more comes than can be answered, and everybody who joins the queue
//! only waits longer. From then on no more may wait than are answered in [`LET_IN`], and the others
//! are told to come back: those who are let in wait hardly longer than on an idle server, however
//! much is sent. That lasts until for [`STANDING`] nobody had to be sent away: a thread that is
//! free for a moment says nothing, since all others were sent away. A client with no other request
//! in work may always wait: a flood does not shut it out. (Compare CoDel, RFC 8289.)
//!
//! There are more threads than processors, for tables that are read from a disk. Where nothing is
//! read, two requests on one processor only make each other slow: in an overload no more threads
//! work then than there are processors.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// A wait that nobody minds.
const TARGET: Duration = Duration::from_millis(1);

/// How long those may wait who are let into an overload: less than an answer takes, in most cases,
/// so that the wait is hardly seen.
const LET_IN: Duration = Duration::from_micros(250);

/// The number of requests that may always wait or be read, for each processor: while it works on
/// one, another is read, and the answer to a third is written. With one, half of a processor has
/// nothing to do; with three or four the requests only wait longer.
const WAITING_OF_PROCESSOR: usize = 2;

/// How long all may wait longer before the server is overloaded, and for how long nobody may be
/// sent away before it no longer is; and over what time it is counted how many get a thread.
const STANDING: Duration = Duration::from_millis(100);

/// How long a request counts that is not read yet.
const READING_MAX: Duration = Duration::from_millis(10);

/// The threads that work, and the requests that wait for one.
#[derive(Debug)]
pub struct Turns {
    threads: Arc<Semaphore>,
    /// Threads that only a disk keeps busy, and how many of them do not work now.
    spare: usize,
    resting: Mutex<usize>,
    queue: Mutex<Queue>,
}

#[derive(Debug)]
struct Queue {
    /// The number of requests that may always wait.
    waiting_min: usize,
    waiting: usize,
    /// Since when nobody has got a thread within [`TARGET`].
    slow_since: Option<Instant>,
    is_overloaded: bool,
    /// Requests that are being read, and when the last of them came.
    on_their_way: usize,
    came: Instant,
    /// When the last one was sent away.
    sent_away: Instant,
    /// How many got a thread since `counted_since`, and in the time before.
    served: usize,
    served_before: usize,
    counted_since: Instant,
}

impl Queue {
    /// A request gets its thread after a wait.
    fn serve(&mut self, now: Instant, waited: Duration) {
        if waited <= TARGET {
            self.slow_since = None;
        } else {
            let since = *self.slow_since.get_or_insert(now);
            self.is_overloaded |= now.duration_since(since) >= STANDING;
        }
        if now.duration_since(self.counted_since) >= STANDING {
            (self.served_before, self.served, self.counted_since) = (self.served, 0, now);
        }
        self.served += 1;
    }

    /// A request finds a thread free.
    fn find_free(&mut self, now: Instant) {
        self.is_overloaded &= now.duration_since(self.sent_away) < STANDING;
        self.serve(now, Duration::ZERO);
    }

    /// Sends another request away in an overload if more requests are `before` it than may wait
    /// and than threads are `free`. Says whether it did.
    fn send_away(&mut self, now: Instant, before: usize, free: usize) -> bool {
        let is_sent_away = self.is_overloaded && before >= free + self.waiting_max();
        if is_sent_away {
            self.sent_away = now;
        }
        is_sent_away
    }

    /// Whether another request would have to wait too long once it is read. If not, it is on its
    /// way.
    fn is_short(&mut self, now: Instant, free: usize) -> bool {
        // Who sends a request slowly does not keep others out.
        if now.duration_since(self.came) >= READING_MAX {
            self.on_their_way = 0;
        }
        let is_short = self.send_away(now, self.on_their_way + self.waiting, free);
        if !is_short {
            (self.on_their_way, self.came) = (self.on_their_way + 1, now);
        }
        is_short
    }

    /// How many may wait in an overload: those that are served in [`LET_IN`].
    fn waiting_max(&self) -> usize {
        let served = self.served_before * LET_IN.as_micros() as usize / STANDING.as_micros() as usize;
        served.max(self.waiting_min)
    }
}

/// The thread of one request.
pub type Turn = OwnedSemaphorePermit;

impl Turns {
    /// So many threads, for so many processors.
    pub fn new(threads: usize, processors: usize) -> Self {
        let queue = Queue {
            waiting_min: processors * WAITING_OF_PROCESSOR,
            waiting: 0,
            slow_since: None,
            is_overloaded: false,
            on_their_way: 0,
            came: Instant::now(),
            sent_away: Instant::now(),
            served: 0,
            served_before: 0,
            counted_since: Instant::now(),
        };
        Turns {
            threads: Arc::new(Semaphore::new(threads)),
            spare: threads.saturating_sub(processors),
            resting: Mutex::new(0),
            queue: queue.into(),
        }
    }

    /// Lets the spare threads rest where there is an overload and nothing is read, and work
    /// elsewhere. One that is at work rests at a later call.
    pub fn fit(&self, is_nothing_read: bool) {
        let is_overloaded = self.locked().is_overloaded;
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        if is_nothing_read && is_overloaded {
            *resting += self.threads.forget_permits(self.spare - *resting);
        } else {
            self.threads.add_permits(std::mem::take(&mut *resting));
        }
    }

    fn locked(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is no time to read another request. If there is, it is on its way from now on.
    pub fn are_short(&self) -> bool {
        self.locked().is_short(Instant::now(), self.threads.available_permits())
    }

    /// A request has been read.
    pub fn arrive(&self) {
        let mut queue = self.locked();
        queue.on_their_way = queue.on_their_way.saturating_sub(1);
    }

    /// Waits for a thread; `None`: the queue is too long. `may_wait`: for this request it never is.
    pub async fn take(&self, may_wait: bool) -> Option<Turn> {
        let began = Instant::now();
        if let Ok(turn) = self.threads.clone().try_acquire_owned() {
            self.locked().find_free(began);
            return Some(turn);
        }
        if !may_wait {
            let mut queue = self.locked();
            let before = queue.waiting;
            if queue.send_away(began, before, 0) {
                return None;
            }
        }
        let waiting = Waiting::new(self);
        // The semaphore is never closed.
        let turn = self.threads.clone().acquire_owned().await.ok()?;
        drop(waiting);
        let now = Instant::now();
        self.locked().serve(now, now.duration_since(began));
        Some(turn)
    }
}

/// A request that waits.
struct Waiting<'a>(&'a Turns);

impl<'a> Waiting<'a> {
    fn new(turns: &'a Turns) -> Self {
        turns.locked().waiting += 1;
        Waiting(turns)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.locked().waiting -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets tasks run, and time go on.
    async fn pass(time: Duration) {
        tokio::task::yield_now().await;
        tokio::time::advance(time).await;
        tokio::task::yield_now().await;
    }

    /// Keeps a thread for a time.
    async fn work(turns: Arc<Turns>, may_wait: bool, time: Duration) -> bool {
        let turn = turns.take(may_wait).await;
        tokio::time::sleep(if turn.is_some() { time } else { Duration::ZERO }).await;
        turn.is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn a_queue_may_be_long_until_it_stands() {
        let turns = Arc::new(Turns::new(2, 1));
        let start = |may_wait| tokio::spawn(work(turns.clone(), may_wait, Duration::from_millis(10)));
        let burst: Vec<_> = (0..50).map(|_| start(false)).collect();
        pass(Duration::from_millis(1)).await;
        assert_eq!(turns.locked().waiting, 48);
        assert!(!turns.are_short());
        for _ in 0..15 {
            pass(Duration::from_millis(10)).await;
        }
        assert!(turns.locked().is_overloaded, "{turns:?}");
        assert!(!start(false).await.expect("no panic"), "the queue stands");
        let alone = start(true);
        for waiter in burst {
            assert!(waiter.await.expect("no panic"), "who has begun to wait gets a turn");
        }
        assert!(alone.await.expect("no panic"), "who has nothing else in work may wait");
        assert!(start(false).await.expect("no panic"));
        assert!(!turns.locked().is_overloaded, "the queue is gone");
        assert_eq!(turns.locked().waiting, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn an_overload_ends_when_nobody_was_sent_away_for_a_time() {
        let turns = Turns::new(1, 1);
        turns.locked().is_overloaded = true;
        assert!((0..3).all(|_| !turns.are_short()), "one for the thread, two that wait");
        assert!(turns.are_short());
        assert!(turns.take(false).await.is_some());
        assert!(turns.locked().is_overloaded, "one was sent away just now");
        pass(STANDING).await;
        assert!(turns.take(false).await.is_some());
        assert!(!turns.locked().is_overloaded);
    }

    #[tokio::test(start_paused = true)]
    async fn in_an_overload_few_are_read() {
        let turns = Turns::new(2, 1);
        assert!((0..50).all(|_| !turns.are_short()), "there is no overload");
        (0..50).for_each(|_| turns.arrive());
        turns.locked().is_overloaded = true;
        let read = (0..50).filter(|_| !turns.are_short()).count();
        assert_eq!(read, 4, "two for the threads, two that wait");
        turns.arrive();
        assert!(!turns.are_short());
        assert!(turns.are_short());
        pass(READING_MAX).await;
        assert!(!turns.are_short(), "the others are slow");
    }

    #[tokio::test]
    async fn spare_threads_rest_in_an_overload_where_nothing_is_read() {
        let turns = Turns::new(4, 1);
        let free = || turns.threads.available_permits();
        turns.fit(true);
        assert_eq!(free(), 4, "there is no overload");
        let first = turns.take(true).await.expect("a thread");
        turns.locked().is_overloaded = true;
        turns.fit(true);
        assert_eq!(free(), 0, "three rest");
        drop(first);
        assert_eq!(free(), 1, "one works");
        turns.fit(true);
        turns.fit(false);
        turns.fit(false);
        assert_eq!(free(), 4, "files are read");
        let all = [turns.take(true).await, turns.take(true).await, turns.take(true).await, turns.take(true).await];
        turns.locked().is_overloaded = true;
        turns.fit(true);
        drop(all);
        assert_eq!(free(), 4, "none was free to rest");
        turns.fit(true);
        assert_eq!(free(), 1);
        turns.locked().is_overloaded = false;
        turns.fit(true);
        assert_eq!(free(), 4, "the overload is over");
    }

    #[test]
    fn short_waits_are_no_overload_however_many() {
        let turns = Turns::new(2, 1);
        let mut queue = turns.locked();
        let start = Instant::now();
        for number in 0..100_000u32 {
            queue.serve(start + Duration::from_micros(10) * number, Duration::from_micros(300));
        }
        assert!(!queue.is_overloaded);
        assert_eq!(queue.waiting_max(), 25, "10,000 in 100 ms");
        for number in 0..1000u32 {
            queue.serve(start + Duration::from_secs(1) + Duration::from_micros(500) * number, 2 * TARGET);
        }
        assert!(queue.is_overloaded);
    }
}
