//! Limits how many requests are in work at a time: of all clients, and of one peer.
//!
//! Streams last as long as their clients want, so they get half of the places at most. The other
//! half stays for requests with a single answer. The same holds for the places of one peer. Who has
//! a place waits for a thread: see [`Turns`].

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peatee_rules::Budget;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::access::Access;
use super::client::{Client, Identity, Peer};
use super::deadline::Deadline;
use super::metrics::Metrics;
use super::refusals::Refusals;
use super::turns::{Turn, Turns};
use crate::budget::{request_budget, within};
use crate::errors::Error;

/// Lets a limited number of requests in and turns the others away at once, so that a flood costs
/// neither memory nor waiting. Clones share the limit.
#[derive(Debug, Clone)]
pub struct Gate {
    permits: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    limit: usize,
    turns: Arc<Turns>,
    peers: Arc<Peers>,
    access: Arc<Access>,
    refusals: Arc<Refusals>,
    metrics: Arc<Metrics>,
}

/// Half of the places, at least one.
fn of_streams(limit: usize) -> usize {
    limit.div_ceil(2)
}

impl Gate {
    /// A gate for `limit` requests, `peer_limit` of one peer or token, and `threads` that work on
    /// them on so many `processors`.
    pub fn new(
        limit: usize,
        peer_limit: usize,
        [threads, processors]: [usize; 2],
        access: Arc<Access>,
        refusals: Arc<Refusals>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        let peers = Arc::new(Peers { limit: peer_limit, in_work: Mutex::default() });
        Gate {
            permits: semaphore(limit),
            streams: semaphore(of_streams(limit)),
            limit,
            turns: Arc::new(Turns::new(threads, processors)),
            peers,
            access,
            refusals,
            metrics,
        }
    }

    /// Lets a stream in, before its first position. It is in work until the permit is dropped.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::PeerBusy`]; as [`Access::charge`].
    pub fn enter_stream(&self, client: &Client) -> Result<Permit, Error> {
        let permit = self.enter(client, true)?;
        self.charge(client, 0)?;
        Ok(permit)
    }

    /// Charges a client that is in for more positions.
    ///
    /// # Errors
    /// As [`Access::charge`].
    pub fn charge(&self, client: &Client, positions: u32) -> Result<(), Error> {
        self.access.charge(client, positions).inspect_err(|error| self.log(client, error))?;
        self.metrics.ask(client, positions);
        Ok(())
    }

    /// Charges a client for positions that it has had.
    pub fn charge_later(&self, client: &Client, positions: u32) {
        self.access.charge_later(client, positions);
        self.metrics.ask(client, positions);
    }

    /// Counts positions of a variant that were answered.
    pub fn count(&self, variant: Option<&'static str>, positions: u32) {
        if let Some(variant) = variant {
            self.metrics.answer(variant, positions);
        }
    }

    fn enter(&self, client: &Client, is_stream: bool) -> Result<Permit, Error> {
        self.places(Who::of(client), is_stream).inspect_err(|error| self.log(client, error))
    }

    fn log(&self, client: &Client, error: &Error) {
        self.refusals.log(client, error.policy().reason, &error.text());
    }

    fn places(&self, who: Who, is_stream: bool) -> Result<Permit, Error> {
        let busy = |_| Error::Busy { limit: self.limit };
        let of_peer = self.peers.enter(who, is_stream)?;
        let of_streams = is_stream.then(|| self.streams.clone().try_acquire_owned()).transpose().map_err(busy)?;
        let of_all = self.permits.clone().try_acquire_owned().map_err(busy)?;
        Ok(Permit { of_peer, _of_streams: of_streams, _of_all: of_all })
    }

    /// Runs the work of one request on the threads that probe. The work has a budget that is
    /// stopped when nobody waits for its answer any more: the deadline has passed, or the client
    /// has gone and the future was dropped. Work that takes long takes its steps from the budget.
    /// The request is in work until the work is done.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::PeerBusy`], [`Error::Overload`]; as [`Access::charge`];
    /// [`Error::Deadline`], [`Error::Budget`]; [`Error::Worker`] when the work panics; errors of
    /// the work.
    pub async fn run<T: Send + 'static>(
        &self,
        client: &Client,
        positions: u32,
        deadline: Deadline,
        work: impl FnOnce(&Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.turns.arrive();
        let permit = self.enter(client, false)?;
        let unwanted = StopOnDrop(Arc::new(request_budget()));
        let budget = unwanted.budget();
        let answered = async {
            let turn = self.turns.take(permit.is_only_one()).await;
            let turn = turn.ok_or(Error::Overload).inspect_err(|error| self.log(client, error))?;
            self.charge(client, positions)?;
            let done = tokio::task::spawn_blocking(move || {
                let _in_work = (permit, turn);
                within(&budget, || work(&budget))
            });
            done.await.map_err(|_| Error::Worker)?
        };
        tokio::time::timeout_at(deadline.0, answered).await.unwrap_or(Err(Error::Deadline))
    }

    /// Runs work where it is asked for, without a thread of its own: handing it over would take
    /// longer than it does.
    ///
    /// # Errors
    /// As [`Gate::run`].
    pub fn run_here<T>(
        &self,
        client: &Client,
        positions: u32,
        work: impl FnOnce(&Arc<Budget>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.turns.arrive();
        let _permit = self.enter(client, false)?;
        self.charge(client, positions)?;
        let budget = Arc::new(request_budget());
        let work = std::panic::AssertUnwindSafe(|| within(&budget, || work(&budget)));
        std::panic::catch_unwind(work).unwrap_or(Err(Error::Worker))
    }

    /// Fits the threads to the tables: whether they are in memory, so that nothing is read.
    pub fn fit(&self, are_in_memory: bool) {
        self.turns.fit(are_in_memory);
    }

    /// Waits for the thread of a part of a stream.
    pub async fn turn(&self) -> Option<Turn> {
        self.turns.take(true).await
    }

    /// Says beforehand that a request of this client will be turned away, so that nobody needs to
    /// read it.
    ///
    /// # Errors
    /// [`Error::Overload`].
    pub fn check(&self, client: &Client) -> Result<(), Error> {
        if self.peers.has_any(&Who::of(client)) && self.turns.are_short() {
            self.log(client, &Error::Overload);
            return Err(Error::Overload);
        }
        Ok(())
    }
}

/// The place of a request or a stream.
#[derive(Debug)]
pub struct Permit {
    of_peer: PeerPlace,
    _of_streams: Option<OwnedSemaphorePermit>,
    _of_all: OwnedSemaphorePermit,
}

impl Permit {
    /// Whether its client had no other request in work when this one came.
    fn is_only_one(&self) -> bool {
        self.of_peer.is_only_one
    }
}

/// Whose places are counted: those of a token are counted wherever it is used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Who {
    Peer(Peer),
    Token(Arc<str>),
}

impl Who {
    fn of(client: &Client) -> Who {
        match &client.identity {
            Identity::Token(account) => Who::Token(account.name.clone()),
            Identity::Anonymous | Identity::Unknown | Identity::NotBearer => Who::Peer(client.peer),
        }
    }
}

/// What each peer has in work.
#[derive(Debug)]
struct Peers {
    limit: usize,
    in_work: Mutex<HashMap<Who, InWork>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct InWork {
    all: usize,
    streams: usize,
}

impl Peers {
    fn locked(&self) -> MutexGuard<'_, HashMap<Who, InWork>> {
        self.in_work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_any(&self, who: &Who) -> bool {
        self.locked().contains_key(who)
    }

    fn enter(self: &Arc<Self>, who: Who, is_stream: bool) -> Result<PeerPlace, Error> {
        let mut peers = self.locked();
        let held = peers.get(&who).copied().unwrap_or_default();
        if held.all >= self.limit || is_stream && held.streams >= of_streams(self.limit) {
            return Err(Error::PeerBusy { limit: self.limit });
        }
        peers.insert(who.clone(), InWork { all: held.all + 1, streams: held.streams + usize::from(is_stream) });
        Ok(PeerPlace { peers: self.clone(), who, is_stream, is_only_one: held.all == 0 })
    }
}

/// The place of a request among those of its peer.
#[derive(Debug)]
struct PeerPlace {
    peers: Arc<Peers>,
    who: Who,
    is_stream: bool,
    is_only_one: bool,
}

impl Drop for PeerPlace {
    fn drop(&mut self) {
        if let Entry::Occupied(mut held) = self.peers.locked().entry(self.who.clone()) {
            held.get_mut().all -= 1;
            held.get_mut().streams -= usize::from(self.is_stream);
            if held.get().all == 0 {
                held.remove();
            }
        }
    }
}

/// Stops the work of a budget when it is dropped.
#[derive(Debug)]
pub struct StopOnDrop(pub Arc<Budget>);

impl StopOnDrop {
    /// The budget.
    pub fn budget(&self) -> Arc<Budget> {
        self.0.clone()
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::*;
    use crate::serve::account::Account;

    /// Works until it is told to stop.
    fn endless(budget: &Arc<Budget>) -> Result<(), Error> {
        while budget.check().is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(Error::Deadline)
    }

    fn after(delay: Duration) -> Deadline {
        Deadline(Instant::now() + delay)
    }

    fn gate(limit: usize, peer_limit: usize) -> Gate {
        let access = Access::new(None, None, Vec::new()).expect("no file");
        Gate::new(limit, peer_limit, [4, 4], Arc::new(access), Arc::default(), Arc::new(Metrics::new([])))
    }

    /// Waits until nothing is in work.
    async fn idle(gate: &Gate) {
        let all = gate.permits.acquire_many(gate.limit as u32);
        drop(tokio::time::timeout(Duration::from_secs(20), all).await.expect("the work has stopped"));
    }

    fn client(number: u8) -> Client {
        Client::at(([192, 0, 2, number], 1).into())
    }

    #[tokio::test]
    async fn streams_leave_half_of_the_places_to_others() {
        let (gate, client) = (gate(4, 100), client(1));
        let streams: Vec<_> = std::iter::from_fn(|| gate.enter_stream(&client).ok()).collect();
        assert_eq!(streams.len(), 2);
        let others: Vec<_> = std::iter::from_fn(|| gate.enter(&client, false).ok()).collect();
        assert_eq!(others.len(), 2);
        drop(streams);
        assert!(gate.enter_stream(&client).is_ok());
    }

    #[tokio::test]
    async fn one_peer_leaves_places_to_others() {
        let gate = gate(100, 4);
        let streams: Vec<_> = std::iter::from_fn(|| gate.enter_stream(&client(1)).ok()).collect();
        assert_eq!(streams.len(), 2);
        let single: Vec<_> = std::iter::from_fn(|| gate.enter(&client(1), false).ok()).collect();
        assert_eq!(single.len(), 2);
        assert!(matches!(gate.enter(&client(1), false), Err(Error::PeerBusy { limit: 4 })));
        assert!(gate.enter_stream(&client(2)).is_ok());
        drop((streams, single));
        assert!(gate.peers.locked().is_empty());
        assert!(gate.enter_stream(&client(1)).is_ok());
    }

    #[tokio::test]
    async fn one_token_leaves_places_to_others_wherever_it_is_used() {
        let gate = gate(100, 4);
        let bearer = |name: &str, number| Client {
            identity: Identity::Token(Arc::new(Account::new(name, None, Instant::now()))),
            ..client(number)
        };
        let of_club: Vec<_> = (1..=5).map(|peer| gate.enter(&bearer("club", peer), false)).collect();
        assert_eq!(of_club.iter().filter(|place| place.is_ok()).count(), 4, "peers share the places of their token");
        assert!(matches!(of_club[4], Err(Error::PeerBusy { limit: 4 })));
        // Neither another token at the same address, nor that address without one.
        assert!(gate.enter(&bearer("school", 1), false).is_ok());
        assert!(gate.enter(&client(1), false).is_ok());
        drop(of_club);
        assert!(gate.enter(&bearer("club", 9), false).is_ok());
        assert!(gate.peers.locked().is_empty());
    }

    #[tokio::test]
    async fn work_stops_at_its_deadline() {
        let (gate, client) = (gate(1, 1), client(1));
        let answer = gate.run(&client, 1, after(Duration::from_millis(20)), endless).await;
        assert!(matches!(answer, Err(Error::Deadline)));
        idle(&gate).await;
        assert!(gate.run(&client, 1, after(Duration::from_secs(20)), |_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn work_stops_when_its_client_is_gone() {
        let gate = gate(1, 1);
        let asked = tokio::spawn({
            let gate = gate.clone();
            async move { gate.run(&client(1), 1, after(Duration::from_secs(600)), endless).await }
        });
        while gate.enter(&client(1), false).is_ok() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        asked.abort();
        idle(&gate).await;
    }
}
