//! The stream of probes: answers any number of positions in the order of the requests, in constant
//! memory.
//!
//! Requests are collected into chunks: a chunk consists of all requests that have arrived, up to a
//! limit, and is processed by one probing thread. Several chunks are processed at the same time,
//! but their answers are sent in the order of the requests.
//!
//! When the client stops reading, the server first stops sending answers, then probing, then
//! reading requests. Unanswered requests count towards the memory of the peer. While that memory is
//! used up, the stream waits.

use std::future::Future as _;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use peatee_probe::any::Tables;
use peatee_probe::{Collection, with_tables};
use peatee_proto::v1::{ProbeStreamRequest, ProbeStreamResponse, probe_stream_response::Outcome};
use peatee_questions::requests::bounds::ITEMS_UNTIL_STOP;
use peatee_rules::Budget;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_stream::Stream;
use tonic::{Status, Streaming};

use crate::answer::convert::{Messages, ValueMessages};
use crate::ask::family::Field;
use crate::ask::query;
use crate::errors::Error;
use crate::serve::access::client::Client;
use crate::serve::access::peers::Bytes;
use crate::serve::admission::deadline::Deadline;
use crate::serve::admission::queue::ThreadPermit;
use crate::serve::admission::refusal::{failed_outcome, refusal};
use crate::serve::admission::{Admission, Charge, Permit, StopOnDrop};
use crate::serve::ops::metrics::variant_name;
use crate::serve::ops::table_snapshot::TableSnapshots;

/// Maximum sum of the lengths, in bytes, of the requests in a chunk (requests that are answered
/// together).
const CHUNK_BYTES_MAX: usize = 64 * 1024;

/// Maximum number of positions in a chunk (requests that are answered together): large enough that
/// handing a chunk to a thread costs little per position, small enough that answers come steadily.
const CHUNK_ITEMS_MAX: usize = 512;

/// Memory in bytes that is counted for a position and its answer, besides the FEN and the variant.
const ITEM_BYTES: usize = 512;

/// Pause before the next attempt to reserve memory for a chunk.
const MEMORY_PAUSE: Duration = Duration::from_millis(5);

type Chunk = Vec<ProbeStreamResponse>;

/// A chunk of requests that a thread is answering. `bytes` is the memory that is counted for the
/// chunk until its answers are sent.
#[derive(Debug)]
struct RunningChunk {
    done: JoinHandle<Chunk>,
    bytes: Bytes,
}

type Work = Result<RunningChunk, Status>;

#[derive(Debug)]
pub struct StreamSettings {
    pub client: Client,
    pub admission: Admission,
    pub snapshots: Arc<TableSnapshots>,
    /// Maximum number of chunks (groups of requests) that are answered at the same time.
    pub threads: usize,
    pub idle_max: Duration,
    pub deadline: Option<Deadline>,
}

/// Starts answering a stream. The `permit` counts towards the limits of simultaneous requests. It
/// is held until the last answer is computed, even if the client does not read the answers.
pub fn start(requests: Streaming<ProbeStreamRequest>, settings: StreamSettings, permit: Permit) -> Outcomes {
    let (sender, receiver) = mpsc::channel(settings.threads);
    let unwanted = StopOnDrop(Arc::new(Budget::unlimited()));
    let overdue = Arc::new(OnceLock::new());
    let client = settings.client.clone();
    let reader = RequestReader {
        requests,
        client: settings.client,
        admission: settings.admission,
        snapshots: settings.snapshots,
        budget: unwanted.budget(),
        permit: Arc::new(permit),
    };
    let (budget, failure) = (unwanted.budget(), overdue.clone());
    tokio::spawn(async move {
        let deadline = async {
            match settings.deadline {
                Some(Deadline(at)) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = reader.read(&sender, settings.idle_max) => {}
            () = sender.closed() => {}
            () = deadline => {
                // Stops the work at once, without waiting until the client reads.
                budget.stop();
                let _ = failure.set(Error::Deadline);
            }
        }
    });
    Outcomes {
        work: receiver,
        at_work: None,
        answers: Vec::new().into_iter(),
        held: None,
        overdue,
        client,
        _unwanted: unwanted,
    }
}

struct RequestReader {
    requests: Streaming<ProbeStreamRequest>,
    client: Client,
    admission: Admission,
    snapshots: Arc<TableSnapshots>,
    /// Budget that only serves to stop the work. It does not limit the work, because a stream is
    /// charged for each position.
    budget: Arc<Budget>,
    permit: Arc<Permit>,
}

impl RequestReader {
    /// Reads requests and passes them to threads until the client ends the stream. If a request is
    /// broken, first answers the requests before it. Ends the stream with an error if the client
    /// sends nothing for `idle_max`.
    async fn read(mut self, sender: &mpsc::Sender<Work>, idle_max: Duration) {
        let mut broken = None;
        loop {
            // A place in the queue of chunks is reserved before requests are read, so that only
            // requests are read that can be processed.
            let Ok(place) = sender.reserve().await else { return };
            if let Some(status) = broken {
                return place.send(Err(status));
            }
            let arrived = next_chunk(&mut self.requests, &mut broken);
            let Ok(chunk) = tokio::time::timeout(idle_max, arrived).await else {
                return place.send(Err(refusal(self.client.log_id(), &Error::Idle { seconds: idle_max.as_secs() })));
            };
            if !chunk.is_empty() {
                let charge = Charge::for_positions(chunk.len() as u32);
                let held = match self.admission.charge(&self.client, charge) {
                    Ok(()) => self.hold(&chunk, idle_max).await,
                    Err(error) => Err(error),
                };
                let bytes = match held {
                    Ok(bytes) => bytes,
                    Err(error) => return place.send(Err(refusal(self.client.log_id(), &error))),
                };
                let Some(turn) = self.admission.turn(&self.permit).await else { return };
                place.send(Ok(RunningChunk { done: self.set_to_work(chunk, turn), bytes }));
            } else if broken.is_none() {
                return;
            }
        }
    }

    /// Reserves the memory of a chunk of requests. If not enough memory is free, tries again for at
    /// most `wait_max`, then returns the error.
    async fn hold(&self, chunk: &[ProbeStreamRequest], wait_max: Duration) -> Result<Bytes, Error> {
        let of_item = |request: &ProbeStreamRequest| request.fen.len() + request.variant.len() + ITEM_BYTES;
        let needed = chunk.iter().map(of_item).sum();
        let mut bytes = self.permit.bytes();
        let end = tokio::time::Instant::now() + wait_max;
        while let Err(error) = bytes.hold(needed) {
            if tokio::time::Instant::now() >= end {
                self.admission.log(&self.client, &error);
                return Err(error);
            }
            tokio::time::sleep(MEMORY_PAUSE).await;
        }
        Ok(bytes)
    }

    fn set_to_work(&self, chunk: Vec<ProbeStreamRequest>, turn: ThreadPermit) -> JoinHandle<Chunk> {
        self.snapshots.ask(chunk.len());
        let (snapshot, budget, permit) = (self.snapshots.current(), self.budget.clone(), self.permit.clone());
        let (client, admission) = (self.client.clone(), self.admission.clone());
        tokio::task::spawn_blocking(move || {
            let _in_work = (permit, turn);
            let parts = chunk.chunks(ITEMS_UNTIL_STOP).take_while(|_| budget.check().is_ok());
            let answers: Chunk = parts.flat_map(|part| answer(&snapshot.collection, client.log_id(), part)).collect();
            for same in chunk[..answers.len()].chunk_by(|one, next| one.variant == next.variant) {
                admission.count(Some(variant_name(&same[0].variant)), same.len() as u32);
            }
            answers
        })
    }
}

/// Waits until at least one request has arrived, and returns all that have arrived, up to the
/// limits of a chunk. Returns no requests if the stream has ended or is broken; the error of a
/// broken stream is stored in `broken`.
async fn next_chunk(
    requests: &mut Streaming<ProbeStreamRequest>,
    broken: &mut Option<Status>,
) -> Vec<ProbeStreamRequest> {
    let mut chunk = Vec::new();
    let mut bytes = 0;
    std::future::poll_fn(|cx| {
        while chunk.len() < CHUNK_ITEMS_MAX && bytes < CHUNK_BYTES_MAX && broken.is_none() {
            match Pin::new(&mut *requests).poll_next(cx) {
                Poll::Ready(Some(Ok(request))) => {
                    bytes += request.fen.len() + request.variant.len();
                    chunk.push(request);
                }
                Poll::Ready(Some(Err(status))) => *broken = Some(status),
                Poll::Pending if chunk.is_empty() => return Poll::Pending,
                Poll::Ready(None) | Poll::Pending => break,
            }
        }
        Poll::Ready(std::mem::take(&mut chunk))
    })
    .await
}

fn answer(collection: &Collection, id: Option<&str>, chunk: &[ProbeStreamRequest]) -> Chunk {
    let of_one_game = chunk.chunk_by(|one, next| one.variant == next.variant);
    let answers = of_one_game.flat_map(|part| match query::tables(collection, &part[0].variant) {
        Ok(tables) => with_tables!(tables, tables => values(tables, part)),
        Err(_) => part.iter().map(|request| Err(absent(collection, request))).collect(),
    });
    let response = |value: Result<ValueMessages, Error>| match value {
        Ok(ValueMessages { value, rule_value }) => {
            ProbeStreamResponse { outcome: Some(Outcome::Value(value)), rule_value: rule_value.map(Box::new) }
        }
        Err(error) => ProbeStreamResponse { outcome: Some(failed_outcome(id, &error)), rule_value: None },
    };
    answers.map(response).collect()
}

/// Returns the values of positions of one variant. This work answers all positions and cannot be
/// stopped.
fn values<G: Messages>(tables: &Tables<G>, requests: &[ProbeStreamRequest]) -> Vec<Result<ValueMessages, Error>> {
    let question = |request: &ProbeStreamRequest| {
        let rules = G::read_rules(Field::new("rules", ""), Field::new("counters", ""))?;
        Ok((G::read_fen(tables, &request.fen)?, rules))
    };
    G::ask_many(tables, requests.iter().map(question).collect(), &Arc::new(Budget::unlimited()), 1)
}

/// Returns the error of a request for a game of which the server has no tables.
fn absent(collection: &Collection, request: &ProbeStreamRequest) -> Error {
    query::tables(collection, &request.variant).map(drop).expect_err("there were none before")
}

#[derive(Debug)]
pub struct Outcomes {
    work: mpsc::Receiver<Work>,
    at_work: Option<RunningChunk>,
    answers: std::vec::IntoIter<ProbeStreamResponse>,
    /// Counter of the memory of the answers that are being sent; `None` if no answers are being
    /// sent.
    held: Option<Bytes>,
    /// Error that ends the stream early, set when the deadline has passed.
    overdue: Arc<OnceLock<Error>>,
    client: Client,
    /// Guard that stops the work when the stream is dropped, which happens when the client leaves.
    _unwanted: StopOnDrop,
}

impl Stream for Outcomes {
    type Item = Result<ProbeStreamResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        loop {
            if let Some(error) = this.overdue.get() {
                let status = refusal(this.client.log_id(), error);
                return this.fail(status);
            }
            if let Some(answer) = this.answers.next() {
                return Poll::Ready(Some(Ok(answer)));
            }
            if let Some(work) = &mut this.at_work {
                let done = ready!(Pin::new(&mut work.done).poll(cx));
                this.held = this.at_work.take().map(|work| work.bytes);
                match done {
                    Ok(chunk) => this.answers = chunk.into_iter(),
                    Err(_) => {
                        let status = refusal(this.client.log_id(), &Error::Worker);
                        return this.fail(status);
                    }
                }
                continue;
            }
            this.held = None;
            match ready!(this.work.poll_recv(cx)) {
                Some(Ok(work)) => this.at_work = Some(work),
                Some(Err(status)) => return this.fail(status),
                None if this.overdue.get().is_some() => {}
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Outcomes {
    /// Ends the stream with an error. Drops all remaining work and answers.
    fn fail(&mut self, status: Status) -> Poll<Option<Result<ProbeStreamResponse, Status>>> {
        self.work.close();
        self.overdue = Arc::default();
        self.at_work = None;
        self.answers = Vec::new().into_iter();
        self.held = None;
        Poll::Ready(Some(Err(status)))
    }
}
