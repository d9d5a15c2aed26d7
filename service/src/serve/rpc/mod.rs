//! Implementation of the RPCs: admits requests, and answers them by `peatee-questions`.

pub mod game_request;
pub mod stream;
pub mod writer;

use std::sync::Arc;
use std::time::Duration;

use peatee_probe::Collection;
use peatee_proto::v1::tablebase_service_server::TablebaseService;
use peatee_proto::v1::*;
use peatee_questions::requests::game_page::Page;
use peatee_questions::requests::{adjudicate, games, position, tables};
use peatee_rules::Budget;
use prost::Message;
use tonic::{Request, Response, Status, Streaming};
use tonic_types::StatusExt as _;

use super::access::client::Client;
use super::access::peers::{Bytes, PeerPlace};
use super::admission::body::{Held, MEMORY_PER_BYTE};
use super::admission::deadline::Deadline;
use super::admission::refusal::refusal;
use super::admission::refusal_delay::RefusalDelay;
use super::admission::{Admission, Charge, Ticket};
use super::ops::metrics::variant_name;
use super::ops::table_snapshot::{TableSnapshot, TableSnapshots};
use crate::ask::budget::check_answer;
use crate::errors::Error;
use game_request::GameRequest;
use stream::{Outcomes, StreamSettings};
use writer::Writer;

/// Maximum length in bytes of a FEN whose position may be probed on a network thread. A FEN with
/// seven kings on squares with names of three bytes fits.
const SHORT_FEN_BYTES_MAX: usize = 48;

#[derive(Debug)]
pub struct Service {
    snapshots: Arc<TableSnapshots>,
    admission: Admission,
    threads: usize,
    stream_idle_max: Duration,
    refusal_delay: RefusalDelay,
}

impl Service {
    /// Creates a service that probes on `threads` threads, and closes streams that send nothing for
    /// `stream_idle_max`.
    pub fn new(
        snapshots: Arc<TableSnapshots>,
        admission: Admission,
        threads: usize,
        stream_idle_max: Duration,
    ) -> Self {
        Service { snapshots, admission, threads, stream_idle_max, refusal_delay: RefusalDelay::default() }
    }

    /// Runs `work` for an admitted request on a probing thread, with the tables and a budget that
    /// ends at the deadline.
    ///
    /// # Errors
    /// The errors of [`Admission::run`].
    pub async fn work<T: Send + 'static>(
        &self,
        ticket: Ticket,
        charge: Charge,
        deadline: Deadline,
        work: impl FnOnce(&Collection, &Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let snapshot = self.snapshots.current();
        self.snapshots.ask(charge.positions as usize);
        self.admission.run(ticket, charge, deadline, move |budget| work(&snapshot.collection, budget)).await
    }

    pub fn count(&self, variant: &'static str) {
        self.admission.count(Some(variant), 1);
    }

    pub async fn decode<T: Send + 'static>(
        &self,
        ticket: Ticket,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.admission.decode(ticket, Deadline::latest(), work).await
    }

    pub fn snapshot(&self) -> Arc<TableSnapshot> {
        self.snapshots.current()
    }

    pub fn check(&self, client: &Client) -> Result<(), Error> {
        self.admission.check(client)
    }

    /// Admits a request when only its headers have been read, not its body.
    ///
    /// # Errors
    /// The errors of [`Admission::admit`].
    pub fn admit(&self, client: &Client) -> Result<Ticket, Error> {
        self.admission.admit(client)
    }

    /// Admits a stream without an end, such as a health watch. The stream counts towards the limit
    /// of its client until the result is dropped.
    ///
    /// # Errors
    /// The errors of [`Admission::enter_endless`].
    pub fn enter_endless(&self, client: &Client) -> Result<PeerPlace, Error> {
        self.admission.enter_endless(client)
    }

    /// Logs the error if it is about a lack of memory for a request or its answer.
    pub fn log_memory(&self, client: &Client, error: &Error) {
        if matches!(error, Error::Memory { .. } | Error::PeerMemory { .. }) {
            self.admission.log(client, error);
        }
    }

    /// Waits before a request that exceeds a limit, or whose body is too long, is refused. The
    /// delay slows down clients that try again at once. Other errors cause no delay.
    pub async fn delay_refusal(&self, error: &Error) {
        if error.policy().code == tonic::Code::ResourceExhausted || matches!(error, Error::LongBody { .. }) {
            self.refusal_delay.wait().await;
        }
    }

    /// Returns the ticket (proof of admission) of a request. If the request has not got one
    /// earlier, admits it now.
    fn ticket<R>(&self, request: &Request<R>) -> Result<Ticket, Error> {
        match request.extensions().get::<Ticket>() {
            Some(ticket) => Ok(ticket.clone()),
            None => self.admit(&Client::of(request)),
        }
    }

    /// Answers a request about one position. If the tables are in memory, the answer takes some
    /// microseconds and is computed on a network thread. Otherwise a probing thread computes it,
    /// because table blocks may be read from disk. A probing thread also answers if the FEN is
    /// longer than the FENs of all positions in the tables.
    async fn answer_short<R: GameRequest + Send + 'static, T: Message + 'static>(
        &self,
        request: Request<R>,
        fen: impl Fn(&R) -> &str,
        work: impl FnOnce(&Collection, R, &Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<Response<T>, Status> {
        let is_short = fen(request.get_ref()).len() <= SHORT_FEN_BYTES_MAX;
        if !is_short || !self.snapshots.are_in_memory() {
            return self.answer(request, work).await;
        }
        self.snapshots.ask(1);
        let (client, snapshot) = (Client::of(&request), self.snapshots.current());
        let ticket = self.ticket(&request).map_err(|error| refusal(client.log_id(), &error))?;
        let (writer, request, bytes) = (writer(&request), request.into_inner(), ticket.bytes());
        let variant = request.variant().map(variant_name);
        let work = |budget: &_| build_response(work(&snapshot.collection, request, budget)?, writer, budget, bytes);
        let answer = self.admission.run_here(&ticket, Charge::for_positions(1), work).await;
        let answer = answer.inspect(|_| self.admission.count(variant, 1));
        answer.map_err(|error| self.refused(&client, &error))
    }

    async fn answer<R: GameRequest + Send + 'static, T: Message + 'static>(
        &self,
        request: Request<R>,
        work: impl FnOnce(&Collection, R, &Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<Response<T>, Status> {
        self.answer_many(request, Charge::for_positions(1), work).await
    }

    async fn answer_many<R: GameRequest + Send + 'static, T: Message + 'static>(
        &self,
        request: Request<R>,
        charge: Charge,
        work: impl FnOnce(&Collection, R, &Arc<Budget>) -> Result<T, Error> + Send + 'static,
    ) -> Result<Response<T>, Status> {
        let (client, deadline, writer) = (Client::of(&request), Deadline::of(&request), writer(&request));
        let ticket = self.ticket(&request).map_err(|error| refusal(client.log_id(), &error))?;
        let (request, bytes) = (request.into_inner(), ticket.bytes());
        let variant = request.variant().map(variant_name);
        let work =
            move |collection: &_, budget: &_| build_response(work(collection, request, budget)?, writer, budget, bytes);
        let answer = self.work(ticket, charge, deadline, work).await;
        let answer = answer.inspect(|_| self.admission.count(variant, charge.positions));
        answer.map_err(|error| self.refused(&client, &error))
    }

    /// Returns the refusal of a request because of an error, and logs an error that means a lack of
    /// memory.
    fn refused(&self, client: &Client, error: &Error) -> Status {
        self.log_memory(client, error);
        refusal(client.log_id(), error)
    }
}

fn writer<R>(request: &Request<R>) -> Option<Writer> {
    request.extensions().get().cloned()
}

/// Builds the response to a request. If there is a `writer`, the client wants JSON, and the
/// response contains the message as JSON too.
///
/// `bytes` counts the memory of the answer. The response holds this counter until the network has
/// taken the answer, because threads compute answers faster than a busy network sends them.
///
/// # Errors
/// [`Error::Budget`], [`Error::Deadline`], and the errors of [`Bytes::hold`].
fn build_response<T: Message>(
    message: T,
    writer: Option<Writer>,
    budget: &Budget,
    mut bytes: Bytes,
) -> Result<Response<T>, Error> {
    let length = message.encoded_len();
    check_answer(length)?;
    bytes.hold(MEMORY_PER_BYTE * length)?;
    let written = writer.map(|writer| writer.write(&message, budget)).transpose()?;
    let mut answer = Response::new(message);
    if let Some(written) = written {
        bytes.hold(MEMORY_PER_BYTE * length + written.0.len())?;
        answer.extensions_mut().insert(written);
    }
    answer.extensions_mut().insert(Held::new(bytes));
    Ok(answer)
}

#[tonic::async_trait]
impl TablebaseService for Service {
    type ProbeStreamStream = Outcomes;

    async fn probe(&self, request: Request<ProbeRequest>) -> Result<Response<ProbeResponse>, Status> {
        let probe = |collection: &_, request, budget: &Arc<Budget>| position::probe(collection, &request, budget);
        // Finding the plies under draw rules may take as long as the budget allows.
        if !request.get_ref().rules.is_empty() {
            return self.answer(request, probe).await;
        }
        self.answer_short(request, |asked| &asked.fen, probe).await
    }

    async fn list_moves(&self, request: Request<ListMovesRequest>) -> Result<Response<ListMovesResponse>, Status> {
        let list = |collection: &_, request, budget: &Arc<Budget>| position::list_moves(collection, &request, budget);
        // Each of these answers needs a thread. Writing the JSON of many moves takes longer than
        // finding the moves. Finding chances, or plies under draw rules, may take as long as the
        // budget allows.
        let asked = request.get_ref();
        if writer(&request).is_some() || asked.chances > 0 || !asked.rules.is_empty() {
            return self.answer(request, list).await;
        }
        self.answer_short(request, |asked| &asked.fen, list).await
    }

    async fn best_line(&self, request: Request<BestLineRequest>) -> Result<Response<BestLineResponse>, Status> {
        self.answer(request, |collection, request, budget| position::best_line(collection, &request, budget)).await
    }

    async fn adjudicate(&self, request: Request<AdjudicateRequest>) -> Result<Response<AdjudicateResponse>, Status> {
        self.answer(request, |collection, request, budget| adjudicate::adjudicate(collection, &request, budget)).await
    }

    async fn adjudicate_games(
        &self,
        request: Request<AdjudicateGamesRequest>,
    ) -> Result<Response<AdjudicateGamesResponse>, Status> {
        let (client, variant) = (Client::of(&request), variant_name(&request.get_ref().variant));
        // The number of games is known only after they have been judged.
        let charge = Charge { positions: 1, reserve: Page::size_of(request.get_ref()).saturating_sub(1) as u32 };
        let work = |collection: &_, request, budget: &_| games::adjudicate_games(collection, &request, budget);
        let answer = self.answer_many(request, charge, work).await;
        match &answer {
            Ok(page) => {
                let more = page.get_ref().games.len().saturating_sub(1) as u32;
                self.admission.settle(&client, charge, more);
                self.admission.count(Some(variant), more);
            }
            // A wrong request is refused before any game is judged, so only one position is
            // charged.
            Err(status) if status.get_details_error_info().is_some_and(|info| info.reason == "BAD_ARGUMENT") => {
                self.admission.settle(&client, charge, 0);
            }
            Err(_) => {}
        }
        answer
    }

    async fn probe_stream(
        &self,
        request: Request<Streaming<ProbeStreamRequest>>,
    ) -> Result<Response<Self::ProbeStreamStream>, Status> {
        let client = Client::of(&request);
        let permit = self.admission.enter_stream(&client).map_err(|error| refusal(client.log_id(), &error))?;
        let settings = StreamSettings {
            client,
            admission: self.admission.clone(),
            snapshots: self.snapshots.clone(),
            threads: self.threads,
            idle_max: self.stream_idle_max,
            deadline: request.extensions().get().copied(),
        };
        Ok(Response::new(stream::start(request.into_inner(), settings, permit)))
    }

    async fn probe_batch(&self, request: Request<ProbeBatchRequest>) -> Result<Response<ProbeBatchResponse>, Status> {
        let charge = Charge::for_positions(request.get_ref().fens.len() as u32);
        self.answer_many(request, charge, |collection, request, budget| {
            position::probe_batch(collection, &request, budget)
        })
        .await
    }

    async fn describe_position(
        &self,
        request: Request<DescribePositionRequest>,
    ) -> Result<Response<DescribePositionResponse>, Status> {
        self.answer(request, |collection, request, budget| position::describe(collection, &request, budget)).await
    }

    async fn list_tables(&self, request: Request<ListTablesRequest>) -> Result<Response<ListTablesResponse>, Status> {
        // Tables and sets must come from the same snapshot, even if the tables are reloaded
        // meanwhile.
        let snapshot = self.snapshots.current();
        self.answer(request, move |_, request, _| tables::list_tables(&snapshot.collection, &snapshot.sets, &request))
            .await
    }

    async fn list_variants(
        &self,
        request: Request<ListVariantsRequest>,
    ) -> Result<Response<ListVariantsResponse>, Status> {
        self.answer(request, |collection, _, _| Ok(tables::list_variants(collection))).await
    }
}
