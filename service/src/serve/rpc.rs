//! The RPCs: parse, probe, render.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peatee_probe::{Collection, Tables};
use peatee_proto::v1::tablebase_service_server::TablebaseService;
use peatee_proto::v1::*;
use peatee_rules::VARIANTS;
use tonic::{Request, Response, Status, Streaming};

use super::adjudicate::{adjudicate, line_plies, rules_asked};
use super::client::Client;
use super::deadline::Deadline;
use super::games::adjudicate_games;
use super::gate::Gate;
use super::paging;
use super::position::{describe, probe_batch, rule_value};
use super::refusal::refusal;
use super::stream::{self, Outcomes, Stint};
use crate::errors::Error;
use crate::{convert, query};

/// Plies of a line when the request does not say.
const LINE_PLIES_DEFAULT: u32 = 200;

/// The most tables in one page, and the default.
const PAGE_SIZE_MAX: usize = 1000;

/// The file that lists the tables of a set.
const MANIFEST_FILE: &str = "manifest.json";

/// What every request needs: the tables, and the gate that lets requests work.
#[derive(Debug)]
pub struct Service {
    collection: Arc<Collection>,
    sets: Arc<[TableSet]>,
    gate: Gate,
    threads: usize,
    stream_idle_max: Duration,
}

impl Service {
    /// A service that probes on `threads` threads, and closes streams that send nothing for
    /// `stream_idle_max`.
    pub fn new(collection: Arc<Collection>, gate: Gate, threads: usize, stream_idle_max: Duration) -> Self {
        let sets = table_sets(&collection).into();
        Service { collection, sets, gate, threads, stream_idle_max }
    }

    /// Works on a question about `positions`, within the limits for its client, until the
    /// deadline. The work is given a flag that is set when nobody waits for its answer any more.
    ///
    /// # Errors
    /// There is no place for it; the deadline has passed; the errors of the work.
    pub async fn work<T: Send + 'static>(
        &self,
        client: Client,
        positions: u32,
        deadline: Deadline,
        work: impl FnOnce(&Collection, &AtomicBool) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let collection = self.collection.clone();
        self.gate.run(&client, positions, deadline, move |stop| work(&collection, stop)).await
    }

    /// Answers a question about one position.
    async fn answer<R: Send + 'static, T: Send + 'static>(
        &self,
        request: Request<R>,
        work: impl FnOnce(&Collection, R, &AtomicBool) -> Result<T, Error> + Send + 'static,
    ) -> Result<Response<T>, Status> {
        self.answer_many(request, 1, work).await
    }

    async fn answer_many<R: Send + 'static, T: Send + 'static>(
        &self,
        request: Request<R>,
        positions: u32,
        work: impl FnOnce(&Collection, R, &AtomicBool) -> Result<T, Error> + Send + 'static,
    ) -> Result<Response<T>, Status> {
        let (client, deadline) = (Client::of(&request), Deadline::of(&request));
        let request = request.into_inner();
        let answer =
            self.work(client, positions, deadline, move |collection, stop| work(collection, request, stop)).await;
        answer.map(Response::new).map_err(|error| refusal(&error))
    }
}

#[tonic::async_trait]
impl TablebaseService for Service {
    type ProbeStreamStream = Outcomes;

    async fn probe(&self, request: Request<ProbeRequest>) -> Result<Response<ProbeResponse>, Status> {
        self.answer(request, |collection, request, _| {
            let (tables, position) = query::position(collection, &request.variant, &request.fen)?;
            let value = Some(convert::worth(query::worth(tables, &position)?));
            let rule_value = rules_asked(&request.rules, &request.counters)?
                .map(|asked| rule_value(tables, &position, &asked))
                .transpose()?;
            Ok(ProbeResponse { value, rule_value })
        })
        .await
    }

    async fn list_moves(&self, request: Request<ListMovesRequest>) -> Result<Response<ListMovesResponse>, Status> {
        self.answer(request, |collection, request, _| {
            let (tables, position) = query::position(collection, &request.variant, &request.fen)?;
            let value = Some(convert::worth(query::worth(tables, &position)?));
            let Some(asked) = rules_asked(&request.rules, &request.counters)? else {
                let moves = convert::moves(tables, &position, &tables.moves(&position)?)?;
                return Ok(ListMovesResponse { value, moves, rule_value: None });
            };
            let moves = tables.rule_moves(&position, &asked.rules, &asked.counters(&position)?)?;
            let moves = convert::rule_moves(tables.game(), &position, &asked.rules, &moves);
            Ok(ListMovesResponse { value, moves, rule_value: Some(rule_value(tables, &position, &asked)?) })
        })
        .await
    }

    async fn best_line(&self, request: Request<BestLineRequest>) -> Result<Response<BestLineResponse>, Status> {
        self.answer(request, |collection, request, stop| {
            let plies_max = line_plies("plies_max", request.plies_max, LINE_PLIES_DEFAULT)?;
            let (tables, position) = query::position(collection, &request.variant, &request.fen)?;
            let Some(asked) = rules_asked(&request.rules, &request.counters)? else {
                let line = tables.line_until(&position, plies_max, stop)?;
                return convert::line(tables, &position, &line);
            };
            let record = asked.record(tables.game(), &position)?;
            let line = tables.rule_line_until(&record, plies_max, stop)?;
            let (moves, end) = convert::rule_line(tables.game(), &position, &asked.rules, &line);
            Ok(BestLineResponse {
                value: Some(convert::worth(query::worth(tables, &position)?)),
                moves,
                end: end.into(),
                rule_value: Some(rule_value(tables, &position, &asked)?),
            })
        })
        .await
    }

    async fn adjudicate(&self, request: Request<AdjudicateRequest>) -> Result<Response<AdjudicateResponse>, Status> {
        self.answer(request, |collection, request, stop| adjudicate(collection, &request, stop)).await
    }

    async fn adjudicate_games(
        &self,
        request: Request<AdjudicateGamesRequest>,
    ) -> Result<Response<AdjudicateGamesResponse>, Status> {
        let client = Client::of(&request);
        let answer =
            self.answer(request, |collection, request, stop| adjudicate_games(collection, &request, stop)).await?;
        // How many games there are is known now.
        self.gate.charge_later(&client, answer.get_ref().games.len().saturating_sub(1) as u32);
        Ok(answer)
    }

    async fn probe_stream(
        &self,
        request: Request<Streaming<ProbeStreamRequest>>,
    ) -> Result<Response<Self::ProbeStreamStream>, Status> {
        let client = Client::of(&request);
        let permit = self.gate.enter_stream(&client).map_err(|error| refusal(&error))?;
        let stint = Stint {
            client,
            gate: self.gate.clone(),
            collection: self.collection.clone(),
            threads: self.threads,
            idle_max: self.stream_idle_max,
            deadline: request.extensions().get().copied(),
        };
        Ok(Response::new(stream::start(request.into_inner(), stint, permit)))
    }

    async fn probe_batch(&self, request: Request<ProbeBatchRequest>) -> Result<Response<ProbeBatchResponse>, Status> {
        let positions = request.get_ref().fens.len() as u32;
        self.answer_many(request, positions, |collection, request, stop| probe_batch(collection, &request, stop)).await
    }

    async fn describe_position(
        &self,
        request: Request<DescribePositionRequest>,
    ) -> Result<Response<DescribePositionResponse>, Status> {
        self.answer(request, |collection, request, _| describe(collection, &request)).await
    }

    async fn list_tables(&self, request: Request<ListTablesRequest>) -> Result<Response<ListTablesResponse>, Status> {
        let sets = self.sets.clone();
        self.answer(request, move |collection, request, _| list_tables(collection, &sets, &request)).await
    }

    async fn list_variants(
        &self,
        request: Request<ListVariantsRequest>,
    ) -> Result<Response<ListVariantsResponse>, Status> {
        self.answer(request, |collection, _, _| {
            let describe = |&variant: &_| convert::variant(variant, query::tables(collection, variant.id).is_ok());
            Ok(ListVariantsResponse { variants: VARIANTS.iter().map(describe).collect() })
        })
        .await
    }
}

/// One page of tables.
fn list_tables(
    collection: &Collection,
    sets: &[TableSet],
    request: &ListTablesRequest,
) -> Result<ListTablesResponse, Error> {
    let size = paging::size(request.page_size, PAGE_SIZE_MAX, PAGE_SIZE_MAX)?;
    let first = paging::first(&request.page_token)?;
    let chosen: Vec<&Tables> = match request.variant.as_str() {
        "" => collection.iter().collect(),
        variant => vec![query::tables(collection, variant)?],
    };
    let all = chosen.into_iter().flat_map(|tables| tables.slices().into_iter().map(move |info| (tables, info)));
    let mut rest = all.skip(first);
    let page: Vec<Table> = rest.by_ref().take(size).map(|(tables, info)| convert::table(tables, &info)).collect();
    let next_page_token = if rest.next().is_some() { (first + page.len()).to_string() } else { String::new() };
    let server_version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(ListTablesResponse { tables: page, next_page_token, server_version, sets: sets.to_vec() })
}

/// The sets of tables of a collection.
fn table_sets(collection: &Collection) -> Vec<TableSet> {
    let set = |tables: &Tables| TableSet {
        variant: tables.game().variant().id.to_owned(),
        // A manifest that has gone since the tables were opened has no digest.
        manifest_digest: std::fs::read(tables.directory().join(MANIFEST_FILE))
            .map(|bytes| blake3::hash(&bytes).to_hex().to_string())
            .unwrap_or_default(),
        pieces_max: tables.most_pieces(),
    };
    collection.iter().map(set).collect()
}
