//! Admission of requests, which is decided when only the headers have arrived: first by token and
//! quota, then by the number of places (requests that may run at the same time). The body of a
//! refused request is not decoded.
//!
//! Each running request takes a place. The number of places is limited for all clients together and
//! for each client. Streams last as long as their clients want, so they get at most half of the
//! places, both in all and of a client; the other half remains for requests with a single answer.
//! While the body of a request is arriving, the request takes a place of its client, but none of
//! the places in common. When the body has been read, the request waits for a thread: see
//! [`Queue`].

pub mod body;
pub mod deadline;
pub mod http_status;
pub mod load_shed;
pub mod queue;
pub mod refusal;
pub mod refusal_delay;
pub mod value_count;

use std::sync::Arc;

use peatee_rules::Budget;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::access::Access;
use super::access::client::Client;
use super::access::peers::{Bytes, ClientKey, PeerLimits, PeerPlace, Peers, places_of_streams};
use super::ops::metrics::Metrics;
use super::ops::refusals::Refusals;
use crate::ask::budget::{request_budget, within};
use crate::errors::Error;
use deadline::Deadline;
use queue::{Queue, ThreadPermit};

/// Admits a limited number of requests at a time and refuses others at once, so that a flood of
/// requests costs neither memory nor waiting time. Clones share the limits.
#[derive(Debug, Clone)]
pub struct Admission {
    places: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    limit: usize,
    /// Queue of requests that need a probing thread (a thread that reads tables).
    threads: Arc<Queue>,
    /// Queue of requests whose short work is done on network threads.
    short_work: Arc<Queue>,
    peers: Arc<Peers>,
    access: Arc<Access>,
    refusals: Arc<Refusals>,
    metrics: Arc<Metrics>,
}

/// Proof that a request was admitted, stored in the extensions of the request. The request counts
/// towards the limit of its client until the last clone of the ticket is dropped.
#[derive(Debug, Clone)]
pub struct Ticket {
    client: Client,
    place: Arc<PeerPlace>,
}

impl Ticket {
    /// Returns a new counter of memory, which counts towards the limit of the client. Its number of
    /// bytes is 0.
    pub fn bytes(&self) -> Bytes {
        self.place.bytes()
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Charge {
    /// Number of positions and games that the request is known to ask about.
    pub positions: u32,
    /// Maximum number of games that the request can contain in addition to `positions`. They are
    /// charged in advance. The charge for games that turn out not to exist is given back later.
    pub reserve: u32,
}

impl Charge {
    pub fn for_positions(positions: u32) -> Self {
        Charge { positions, reserve: 0 }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Threads {
    pub probing: usize,
    /// Number of processors. There is one network thread for each.
    pub processors: usize,
}

impl Admission {
    pub fn new(
        limit: usize,
        peers: PeerLimits,
        threads: Threads,
        access: Arc<Access>,
        refusals: Arc<Refusals>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Admission {
            places: semaphore(limit),
            streams: semaphore(places_of_streams(limit)),
            limit,
            threads: Arc::new(Queue::of_threads(threads.probing, threads.processors)),
            short_work: Arc::new(Queue::of_processors(threads.processors)),
            peers: Arc::new(Peers::new(peers)),
            access,
            refusals,
            metrics,
        }
    }

    /// Admits a request before its body is read. From then on, the request counts towards the limit
    /// of its client.
    ///
    /// # Errors
    /// The errors of [`Access::check`]; [`Error::Busy`], [`Error::PeerBusy`], [`Error::Overload`].
    pub fn admit(&self, client: &Client) -> Result<Ticket, Error> {
        let admitted = || {
            self.access.check(client)?;
            let place = self.peers.enter(&ClientKey::from(client), false)?;
            if self.places.available_permits() == 0 {
                return Err(Error::Busy { limit: self.limit });
            }
            if !place.is_only_one() && self.threads.must_refuse_unread(place.who()) {
                return Err(Error::Overload);
            }
            Ok(Ticket { client: client.clone(), place: Arc::new(place) })
        };
        self.logged(client, admitted())
    }

    /// Admits a stream before its first position. The stream counts towards the limits of
    /// simultaneous requests until the permit is dropped.
    ///
    /// # Errors
    /// The errors of [`Access::check`]; [`Error::Busy`], [`Error::PeerBusy`].
    pub fn enter_stream(&self, client: &Client) -> Result<Permit, Error> {
        let admitted = || {
            self.access.check(client)?;
            let place = self.peers.enter(&ClientKey::from(client), true)?;
            let of_streams = self.take_place(&self.streams)?;
            Ok(Permit { place, _of_streams: of_streams, _of_all: self.take_place(&self.places)? })
        };
        self.logged(client, admitted())
    }

    pub fn check(&self, client: &Client) -> Result<(), Error> {
        self.logged(client, self.access.check(client))
    }

    /// Admits a stream of health checks or of reflection. The token is not checked. The stream
    /// counts towards the limit of its client until the result is dropped.
    ///
    /// # Errors
    /// [`Error::PeerBusy`] if the client already has the maximum number of requests or streams.
    pub fn enter_endless(&self, client: &Client) -> Result<PeerPlace, Error> {
        self.logged(client, self.peers.enter(&ClientKey::from(client), true))
    }

    fn take_place(&self, places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Error> {
        places.clone().try_acquire_owned().map_err(|_| Error::Busy { limit: self.limit })
    }

    /// Subtracts a charge from the quota of the client: the positions that a request is known to
    /// ask about, and the maximum number of games that it can contain in addition (the reserve).
    ///
    /// # Errors
    /// The errors of [`Access::charge`].
    pub fn charge(&self, client: &Client, charge: Charge) -> Result<(), Error> {
        self.logged(client, self.access.charge(client, charge.positions.saturating_add(charge.reserve)))?;
        self.metrics.ask(client, charge.positions);
        Ok(())
    }

    /// Gives the unused part of the reserve back to the quota of a client. The reserve was charged
    /// in advance for games whose number was not known. `more_positions` is the number of games
    /// that the request contained in addition to `charge.positions`.
    pub fn settle(&self, client: &Client, charge: Charge, more_positions: u32) {
        self.access.give_back(client, charge.reserve.saturating_sub(more_positions));
        self.metrics.ask(client, more_positions);
    }

    pub fn count(&self, variant: Option<&'static str>, positions: u32) {
        if let Some(variant) = variant {
            self.metrics.answer(variant, positions);
        }
    }

    pub fn log(&self, client: &Client, error: &Error) {
        self.refusals.log(client, error.policy().reason, &error.text());
    }

    fn logged<T>(&self, client: &Client, result: Result<T, Error>) -> Result<T, Error> {
        result.inspect_err(|error| self.log(client, error))
    }

    /// Charges the client and runs `work`, the work of a request, on a probing thread. The request
    /// counts towards the limits of simultaneous requests until the work has ended.
    ///
    /// The budget limits the steps of the work and the bytes of the answer. Long work must subtract
    /// its steps from the budget, and must end when this fails. The budget is stopped when nobody
    /// waits for the answer any longer: after the deadline, or when the client has left and the
    /// future is dropped.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Overload`], the errors of [`Access::charge`], [`Error::Deadline`],
    /// [`Error::Budget`], [`Error::Worker`] when the work panics, and the errors of the work.
    pub async fn run<T: Send + 'static>(
        &self,
        ticket: Ticket,
        charge: Charge,
        deadline: Deadline,
        work: impl FnOnce(&Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.threads.arrive(ticket.place.who());
        let client = ticket.client.clone();
        self.run_on_thread(ticket, deadline, || self.charge(&client, charge), work).await
    }

    /// Runs `work`, which decodes a long request, on a probing thread. The client is not charged
    /// for decoding, but later, when the request is run.
    ///
    /// # Errors
    /// The errors of [`Admission::run`].
    pub async fn decode<T: Send + 'static>(
        &self,
        ticket: Ticket,
        deadline: Deadline,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.run_on_thread(ticket, deadline, || Ok(()), |_| work()).await
    }

    async fn run_on_thread<T: Send + 'static>(
        &self,
        ticket: Ticket,
        deadline: Deadline,
        begin: impl FnOnce() -> Result<(), Error>,
        work: impl FnOnce(&Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let of_all = self.logged(&ticket.client, self.take_place(&self.places))?;
        let unwanted = StopOnDrop(Arc::new(request_budget()));
        let budget = unwanted.budget();
        let answered = async {
            let turn = self.threads.take(ticket.place.who(), ticket.place.is_only_one()).await;
            let turn = self.logged(&ticket.client, turn.ok_or(Error::Overload))?;
            begin()?;
            let done = tokio::task::spawn_blocking(move || {
                let _in_work = (ticket, of_all, turn);
                within(&budget, || work(&budget))
            });
            done.await.map_err(|_| Error::Worker)?
        };
        tokio::time::timeout_at(deadline.0, answered).await.unwrap_or(Err(Error::Deadline))
    }

    /// Runs short work on the calling thread, because passing it to another thread would take
    /// longer than the work.
    ///
    /// # Errors
    /// The errors of [`Admission::run`].
    pub async fn run_here<T>(
        &self,
        ticket: &Ticket,
        charge: Charge,
        work: impl FnOnce(&Arc<Budget>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.threads.arrive(ticket.place.who());
        let _of_all = self.logged(&ticket.client, self.take_place(&self.places))?;
        let _turn = self.short_work.take(ticket.place.who(), true).await;
        self.charge(&ticket.client, charge)?;
        let budget = Arc::new(request_budget());
        let work = std::panic::AssertUnwindSafe(|| within(&budget, || work(&budget)));
        std::panic::catch_unwind(work).unwrap_or(Err(Error::Worker))
    }

    pub async fn turn(&self, permit: &Permit) -> Option<ThreadPermit> {
        self.threads.take(permit.place.who(), true).await
    }
}

#[derive(Debug)]
pub struct Permit {
    place: PeerPlace,
    _of_streams: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl Permit {
    pub fn bytes(&self) -> Bytes {
        self.place.bytes()
    }
}

/// Stops the budget when dropped, so that work which uses the budget ends.
#[derive(Debug)]
pub struct StopOnDrop(pub Arc<Budget>);

impl StopOnDrop {
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
    use crate::serve::access::account::Account;
    use crate::serve::access::client::Identity;

    /// Waits in a loop until the budget reports that it was stopped.
    fn endless(budget: &Arc<Budget>) -> Result<(), Error> {
        while budget.check().is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(Error::Deadline)
    }

    fn after(delay: Duration) -> Deadline {
        Deadline(Instant::now() + delay)
    }

    fn admission(limit: usize, in_flight_max: usize) -> Admission {
        let access = Access::new(None, None, Vec::new()).expect("no file");
        let peers = PeerLimits { in_flight_max, bytes_max: 1 << 20, all_bytes_max: 1 << 20 };
        let threads = Threads { probing: 4, processors: 4 };
        let metrics = Arc::new(Metrics::new([]));
        Admission::new(limit, peers, threads, Arc::new(access), Arc::default(), metrics)
    }

    /// Runs `work` as a request about one position.
    async fn run<T: Send + 'static>(
        admission: &Admission,
        deadline: Deadline,
        work: impl FnOnce(&Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        admission.run(admission.admit(&client(1))?, Charge::for_positions(1), deadline, work).await
    }

    /// Waits until no request counts towards the limit of simultaneous requests.
    async fn idle(admission: &Admission) {
        let all = admission.places.acquire_many(admission.limit as u32);
        drop(tokio::time::timeout(Duration::from_secs(20), all).await.expect("the work has stopped"));
    }

    fn client(number: u8) -> Client {
        Client::at(([192, 0, 2, number], 1).into())
    }

    #[tokio::test]
    async fn streams_leave_half_of_the_places_to_others() {
        let (admission, client) = (admission(4, 100), client(1));
        let streams: Vec<_> = std::iter::from_fn(|| admission.enter_stream(&client).ok()).collect();
        assert_eq!(streams.len(), 2);
        let others: Vec<_> = std::iter::from_fn(|| admission.take_place(&admission.places).ok()).collect();
        assert_eq!(others.len(), 2);
        assert!(matches!(admission.admit(&client), Err(Error::Busy { limit: 4 })));
        drop((streams, others));
        assert!(admission.enter_stream(&client).is_ok());
    }

    #[tokio::test]
    async fn one_token_leaves_places_to_others_wherever_it_is_used() {
        let admission = admission(100, 4);
        let bearer = |name: &str, number| Client {
            identity: Identity::Token(Arc::new(Account::new(name, None, Instant::now()))),
            ..client(number)
        };
        let of_club: Vec<_> = (1..=5).map(|peer| admission.admit(&bearer("club", peer))).collect();
        assert_eq!(of_club.iter().filter(|place| place.is_ok()).count(), 4, "peers share the places of their token");
        assert!(matches!(of_club[4], Err(Error::PeerBusy { limit: 4 })));
        // Another token at the same address is admitted, and so is that address without a token.
        assert!(admission.admit(&bearer("school", 1)).is_ok());
        assert!(admission.admit(&client(1)).is_ok());
        drop(of_club);
        assert!(admission.admit(&bearer("club", 9)).is_ok());
    }

    #[tokio::test]
    async fn work_stops_at_its_deadline() {
        let admission = admission(1, 1);
        let answer = run(&admission, after(Duration::from_millis(20)), endless).await;
        assert!(matches!(answer, Err(Error::Deadline)));
        idle(&admission).await;
        assert!(run(&admission, after(Duration::from_secs(20)), |_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn work_stops_when_its_client_is_gone() {
        let admission = admission(1, 1);
        let asked = tokio::spawn({
            let admission = admission.clone();
            async move { run(&admission, after(Duration::from_secs(600)), endless).await }
        });
        while admission.admit(&client(1)).is_ok() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        asked.abort();
        idle(&admission).await;
    }

    #[tokio::test]
    async fn a_body_that_comes_slowly_takes_no_place_of_all() {
        let admission = admission(1, 4);
        let reading: Vec<_> = (0..3).map(|_| admission.admit(&client(1)).expect("a place")).collect();
        assert!(run(&admission, after(Duration::from_secs(20)), |_| Ok(())).await.is_ok());
        assert!(matches!(
            run(&admission, after(Duration::from_secs(20)), |_| Err::<(), _>(Error::NoPath)).await,
            Err(Error::NoPath)
        ));
        drop(reading);
    }
}
