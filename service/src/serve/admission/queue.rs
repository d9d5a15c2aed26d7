//! The queue for threads, which clients share fairly: as many requests run at the same time as
//! there are threads, and the others wait.
//!
//! Threads are shared by start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996). Each client
//! has a virtual time, which counts the thread time that it has used. A free thread goes to the
//! waiting client with the least virtual time; clients with equal times take turns. A new client
//! starts with the virtual time of the client that was served last, so that it has no advantage and
//! no debt. The cost of a request is added to the virtual time when it gives back its thread,
//! because only then is it known. So a client that sends many or long requests delays its own
//! requests, not those of others.
//!
//! A request keeps its thread to its end. No client holds more than half of the threads, so that a
//! client with few requests finds a free one while another floods the server. There are two threads
//! for each processor, because threads wait for disks: half of them keep all processors busy. Long
//! work yields its processor again and again, so that it does not delay threads that wake: see
//! [`Budget`].
//!
//! [`Budget`]: peatee_rules::Budget
//!
//! If a client sends more than its share, its further requests are refused: see
//! [`Load`](super::load_shed::Load). A request may always wait if its client has no other request.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::load_shed::Load;
use crate::serve::access::peers::ClientKey;

/// Number of requests of one client, for each processor, that may wait for a thread or be read even
/// during an overload. While a processor works on one request, a second is being read, and the
/// answer to a third is being written. With 1, a processor would be idle half of the time. With 3
/// or 4, requests would only wait longer.
const WAITING_OF_PROCESSOR: usize = 2;

/// Number of clients in the queue at which clients without requests are removed to save memory.
const FLOWS_KEPT: usize = 1024;

#[derive(Debug)]
pub struct Queue {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    /// Maximum number of threads that one client may use at the same time.
    of_one_max: usize,
    /// Number of requests of one client that are allowed to wait even if the client overloads the
    /// server.
    waiting_min: usize,
    /// Virtual time (thread time that a client has used) of the client that got a thread last.
    now: Duration,
    flows: HashMap<ClientKey, Flow>,
    /// Clients with a waiting request that are allowed one more thread. They are sorted by virtual
    /// time, and by turn if their times are equal.
    ready: BTreeMap<Key, ClientKey>,
    turns: u64,
    flows_kept: usize,
}

/// Sort key of a client: its virtual time and its turn. The turn is a number that orders clients
/// with equal times.
type Key = (Duration, u64);

#[derive(Debug)]
struct Flow {
    waiting: VecDeque<Waiter>,
    held: usize,
    /// Virtual time of the client. It grows by the thread time of each finished request, and is
    /// raised to [`State::now`] when a request gets a thread.
    virtual_time: Duration,
    turn: u64,
    /// Sort key under which [`State::ready`] contains the client; `None` if it does not.
    key: Option<Key>,
    load: Load,
}

#[derive(Debug)]
struct Waiter {
    since: Instant,
    grant: oneshot::Sender<()>,
}

impl Flow {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.held == 0
    }
}

impl State {
    fn flow(&mut self, who: &ClientKey) -> &mut Flow {
        if !self.flows.contains_key(who) {
            if self.flows.len() >= self.flows_kept {
                self.flows.retain(|_, flow| !flow.is_idle());
                self.flows_kept = FLOWS_KEPT.max(2 * self.flows.len());
            }
            self.turns += 1;
            let flow = Flow {
                waiting: VecDeque::new(),
                held: 0,
                virtual_time: self.now,
                turn: self.turns,
                key: None,
                load: Load::new(self.waiting_min, Instant::now()),
            };
            self.flows.insert(who.clone(), flow);
        }
        self.flows.get_mut(who).expect("it was put there")
    }

    /// Returns the number of free threads that a client may use.
    fn free_for(&mut self, who: &ClientKey) -> usize {
        let (free, most) = (self.free, self.of_one_max);
        free.min(most - self.flow(who).held)
    }

    /// Updates the client's entry in `State::ready` after a change of its requests. The entry is
    /// inserted, moved or removed.
    fn sort(&mut self, who: &ClientKey) {
        let (now, most) = (self.now, self.of_one_max);
        let flow = self.flow(who);
        let before = flow.key.take();
        if !flow.waiting.is_empty() && flow.held < most {
            flow.key = Some((flow.virtual_time.max(now), flow.turn));
        }
        let key = flow.key;
        before.map(|key| self.ready.remove(&key));
        key.map(|key| self.ready.insert(key, who.clone()));
    }

    fn grant(&mut self, who: &ClientKey) {
        self.turns += 1;
        let (now, turn) = (self.now, self.turns);
        let flow = self.flow(who);
        flow.virtual_time = flow.virtual_time.max(now);
        flow.turn = turn;
        flow.held += 1;
        self.now = flow.virtual_time;
        self.free -= 1;
    }

    /// Gives free threads to waiting requests, until no thread is free or no waiting client may use
    /// more.
    fn dispatch(&mut self, at: Instant) {
        while self.free > 0
            && let Some((_, who)) = self.ready.pop_first()
        {
            self.grant(&who);
            let flow = self.flow(&who);
            flow.key = None;
            if let Some(waiter) = flow.waiting.pop_front() {
                flow.load.serve(at, at.duration_since(waiter.since));
                // An error means that the request has stopped waiting and has left the queue.
                let _ = waiter.grant.send(());
            }
            self.sort(&who);
        }
    }

    fn release(&mut self, who: &ClientKey, used: Duration) {
        let flow = self.flow(who);
        flow.held -= 1;
        flow.virtual_time += used;
        self.free += 1;
        self.sort(who);
        self.dispatch(Instant::now());
    }
}

impl Queue {
    /// Creates a queue for a number of threads on a number of processors. One client gets at most
    /// half of the threads.
    pub fn of_threads(threads: usize, processors: usize) -> Self {
        Queue::new(threads, threads.div_ceil(2), processors)
    }

    /// Creates a queue for short work on the network threads, one for each processor. One client
    /// may use all of them.
    pub fn of_processors(processors: usize) -> Self {
        Queue::new(processors, processors, processors)
    }

    fn new(threads: usize, of_one_max: usize, processors: usize) -> Self {
        let state = State {
            free: threads,
            of_one_max,
            waiting_min: processors * WAITING_OF_PROCESSOR,
            now: Duration::ZERO,
            flows: HashMap::new(),
            ready: BTreeMap::new(),
            turns: 0,
            flows_kept: FLOWS_KEPT,
        };
        Queue { state: state.into() }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if another request of a client must be refused because it would wait too long.
    /// Otherwise records that the request is being read.
    pub fn must_refuse_unread(&self, who: &ClientKey) -> bool {
        let mut state = self.locked();
        let free = state.free_for(who);
        let flow = state.flow(who);
        flow.load.must_refuse_unread(Instant::now(), flow.waiting.len(), free)
    }

    pub fn arrive(&self, who: &ClientKey) {
        self.locked().flow(who).load.arrive();
    }

    /// Waits for a thread and returns it. If the client overloads the server and too many of its
    /// requests already wait, returns `None` at once, unless `may_wait` is true.
    pub async fn take(self: &Arc<Self>, who: &ClientKey, may_wait: bool) -> Option<ThreadPermit> {
        let since = Instant::now();
        let granted = {
            let mut state = self.locked();
            let is_free = state.free_for(who) > 0;
            let flow = state.flow(who);
            if is_free {
                flow.load.serve_at_once(since);
                state.grant(who);
                return Some(ThreadPermit::new(self, who));
            }
            let before = flow.waiting.len();
            if !may_wait && flow.load.must_refuse(since, before, 0) {
                return None;
            }
            let (grant, granted) = oneshot::channel();
            flow.waiting.push_back(Waiter { since, grant });
            state.sort(who);
            granted
        };
        let mut waiting = Waiting { queue: self, who, granted: Some(granted) };
        // The sending end is in the queue until the request gets its thread.
        waiting.granted.as_mut()?.await.ok()?;
        waiting.granted = None;
        Some(ThreadPermit::new(self, who))
    }
}

struct Waiting<'a> {
    queue: &'a Queue,
    who: &'a ClientKey,
    /// Receiver of the message that the request has got a thread; `None` after the message was
    /// received.
    granted: Option<oneshot::Receiver<()>>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let Some(mut granted) = self.granted.take() else { return };
        let mut state = self.queue.locked();
        granted.close();
        if granted.try_recv().is_ok() {
            state.release(self.who, Duration::ZERO);
        } else {
            state.flow(self.who).waiting.retain(|waiter| !waiter.grant.is_closed());
            state.sort(self.who);
        }
    }
}

/// A thread that a request uses. When this is dropped, the thread is free again.
#[derive(Debug)]
pub struct ThreadPermit {
    queue: Arc<Queue>,
    who: ClientKey,
    since: Instant,
}

impl ThreadPermit {
    fn new(queue: &Arc<Queue>, who: &ClientKey) -> Self {
        ThreadPermit { queue: queue.clone(), who: who.clone(), since: Instant::now() }
    }
}

impl Drop for ThreadPermit {
    fn drop(&mut self) {
        self.queue.locked().release(&self.who, self.since.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::serve::access::client::Peer;

    fn peer(number: u8) -> ClientKey {
        ClientKey::Peer(Peer::Ip([192, 0, 2, number].into()))
    }

    /// Lets the time pass for all tasks of the test: runs them, advances the clock, and runs them
    /// again.
    async fn pass(time: Duration) {
        for _ in 0..8 {
            tokio::task::yield_now().await;
        }
        tokio::time::advance(time).await;
        for _ in 0..8 {
            tokio::task::yield_now().await;
        }
    }

    /// Waits for a thread and uses it for a time. Returns true if it got a thread.
    async fn work(queue: Arc<Queue>, who: ClientKey, may_wait: bool, time: Duration) -> bool {
        let turn = queue.take(&who, may_wait).await;
        tokio::time::sleep(if turn.is_some() { time } else { Duration::ZERO }).await;
        turn.is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn a_queue_may_be_long_until_it_stands() {
        let queue = Arc::new(Queue::of_threads(4, 1));
        let start = |may_wait| tokio::spawn(work(queue.clone(), peer(1), may_wait, Duration::from_millis(10)));
        let burst: Vec<_> = (0..50).map(|_| start(false)).collect();
        pass(Duration::from_millis(1)).await;
        assert_eq!(queue.locked().flow(&peer(1)).waiting.len(), 48, "one peer has half of the threads");
        assert!(!queue.must_refuse_unread(&peer(1)));
        for _ in 0..15 {
            pass(Duration::from_millis(10)).await;
        }
        assert!(!start(false).await.expect("no panic"), "the queue stands");
        assert!(!queue.must_refuse_unread(&peer(2)), "it is the queue of one peer");
        let alone = start(true);
        for waiter in burst {
            assert!(waiter.await.expect("no panic"), "who has begun to wait gets a turn");
        }
        assert!(alone.await.expect("no panic"), "a peer with no other running request may wait");
        pass(Duration::from_millis(100)).await;
        assert!(start(false).await.expect("no panic"), "the queue is gone");
        assert_eq!(queue.locked().free, 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_asks_little_never_waits_for_one_that_floods() {
        let queue = Arc::new(Queue::of_threads(4, 2));
        let long = Duration::from_secs(30);
        let flood: Vec<_> = (0..100).map(|_| tokio::spawn(work(queue.clone(), peer(1), true, long))).collect();
        pass(Duration::from_millis(1)).await;
        for _ in 0..20 {
            let began = Instant::now();
            assert!(work(queue.clone(), peer(2), false, Duration::from_millis(1)).await);
            assert!(began.elapsed() < Duration::from_millis(3), "{:?}", began.elapsed());
        }
        assert_eq!(queue.locked().flow(&peer(1)).held, 2);
        flood.iter().for_each(|task| task.abort());
        pass(Duration::from_millis(1)).await;
        let state = queue.locked();
        assert!(state.flows.values().all(Flow::is_idle), "who goes leaves nothing behind");
        assert_eq!((state.free, state.ready.len()), (4, 0));
    }

    /// Returns the number of requests of other clients that get a thread after a new client has
    /// sent its request and before that request gets a thread.
    async fn served_before(threads: usize, others: u8, each: usize) -> usize {
        let queue = Arc::new(Queue::of_threads(threads, threads));
        let served = Arc::new(AtomicUsize::new(0));
        let mut tasks = Vec::new();
        for other in 0..others {
            for _ in 0..each {
                let (queue, served) = (queue.clone(), served.clone());
                tasks.push(tokio::spawn(async move {
                    let _turn = queue.take(&peer(100 + other), true).await.expect("it may wait");
                    served.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }));
            }
        }
        pass(Duration::from_millis(25)).await;
        let before = served.load(Ordering::Relaxed);
        let _turn = queue.take(&peer(1), true).await.expect("it may wait");
        let after = served.load(Ordering::Relaxed);
        tasks.iter().for_each(|task| task.abort());
        after - before
    }

    #[tokio::test(start_paused = true)]
    async fn a_new_peer_is_served_after_one_request_of_each_other_at_most() {
        assert_eq!(served_before(4, 1, 200).await, 0, "half of the threads are free");
        for others in [2, 3, 7, 50] {
            let before = served_before(4, others, 40).await;
            // All threads become free at the same moment, so three other requests may begin
            // together with it.
            assert!(before <= usize::from(others) + 3, "{before} requests of {others} peers");
        }
        assert!(served_before(1, 1, 200).await <= 1);
    }

    #[tokio::test(start_paused = true)]
    async fn peers_share_time_and_not_requests() {
        let queue = Arc::new(Queue::of_threads(2, 1));
        let counts = [1, 2, 3].map(|_| Arc::new(AtomicUsize::new(0)));
        // The requests of the third client take five times as long.
        let millis = [10, 10, 50];
        let mut tasks = Vec::new();
        for (number, (count, millis)) in counts.iter().zip(millis).enumerate() {
            for _ in 0..1000 {
                let (queue, count) = (queue.clone(), count.clone());
                tasks.push(tokio::spawn(async move {
                    let _turn = queue.take(&peer(number as u8), true).await.expect("it may wait");
                    tokio::time::sleep(Duration::from_millis(millis)).await;
                    count.fetch_add(1, Ordering::Relaxed);
                }));
            }
        }
        for _ in 0..300 {
            pass(Duration::from_millis(10)).await;
        }
        let [first, second, third] = counts.map(|count| count.load(Ordering::Relaxed));
        tasks.iter().for_each(|task| task.abort());
        assert!(first.abs_diff(second) <= first / 10, "{first} and {second}");
        assert!((third * 5).abs_diff(first) <= first / 4, "{third} long ones and {first} short ones");
    }

    #[tokio::test(start_paused = true)]
    async fn peers_that_are_gone_are_forgotten() {
        let queue = Arc::new(Queue::of_threads(4, 2));
        for number in 0..10_000u32 {
            let who = ClientKey::Token(number.to_string().into());
            drop(queue.take(&who, false).await.expect("a thread"));
            assert!(queue.locked().flows.len() <= FLOWS_KEPT);
        }
    }
}
