//! The RPCs: parse, probe, render.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peatee_probe::{Collection, Tables};
use peatee_proto::v1::tablebase_service_server::TablebaseService;
use peatee_proto::v1::*;
use peatee_rules::{Position, VARIANTS};
use tonic::{Request, Response, Status, Streaming};

use super::adjudicate::{adjudicate, line_plies, rules_asked};
use super::deadline::Deadline;
use super::gate::Gate;
use super::refusal::refusal;
use super::stream::{self, Outcomes};
use crate::errors::Error;
use crate::judging::RulesAsked;
use crate::{convert, query};

/// Plies of a line when the request does not say.
const LINE_PLIES_DEFAULT: u32 = 200;

/// The most tables in one page, and the default.
const PAGE_SIZE_MAX: usize = 1000;

/// What every request needs: the tables, and the gate that lets requests work.
#[derive(Debug)]
pub struct Service {
    collection: Arc<Collection>,
    gate: Gate,
    threads: usize,
    stream_idle_max: Duration,
}

impl Service {
    /// A service that probes on `threads` threads, and closes streams that send nothing for
    /// `stream_idle_max`.
    pub fn new(collection: Arc<Collection>, gate: Gate, threads: usize, stream_idle_max: Duration) -> Self {
        Service { collection, gate, threads, stream_idle_max }
    }

    async fn answer<R: Send + 'static, T: Send + 'static>(
        &self,
        request: Request<R>,
        work: impl FnOnce(&Collection, R, &AtomicBool) -> Result<T, Error> + Send + 'static,
    ) -> Result<Response<T>, Status> {
        let collection = self.collection.clone();
        let deadline = Deadline::of(&request);
        let answer = self.gate.run(deadline, move |stop| work(&collection, request.into_inner(), stop)).await;
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

    async fn probe_stream(
        &self,
        request: Request<Streaming<ProbeStreamRequest>>,
    ) -> Result<Response<Self::ProbeStreamStream>, Status> {
        let permit = self.gate.enter_stream().map_err(|error| refusal(&error))?;
        let deadline = request.extensions().get::<Deadline>().copied();
        let (requests, collection) = (request.into_inner(), self.collection.clone());
        Ok(Response::new(stream::start(requests, collection, self.threads, deadline, permit, self.stream_idle_max)))
    }

    async fn list_tables(&self, request: Request<ListTablesRequest>) -> Result<Response<ListTablesResponse>, Status> {
        self.answer(request, |collection, request, _| list_tables(collection, &request)).await
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

fn rule_value(tables: &Tables, position: &Position, asked: &RulesAsked) -> Result<RuleValue, Error> {
    let value = tables.rule_value(position, &asked.rules, &asked.counters(position)?)?;
    Ok(convert::rule_value(&asked.rules, &value))
}

/// One page of tables. The token is the place of the first table of the page in the list of all;
/// the list does not change while a server runs.
fn list_tables(collection: &Collection, request: &ListTablesRequest) -> Result<ListTablesResponse, Error> {
    let argument = |field, reason: &str| Error::Argument { field, reason: reason.to_owned() };
    let size = match usize::try_from(request.page_size) {
        Ok(0) => PAGE_SIZE_MAX,
        Ok(size) => size.min(PAGE_SIZE_MAX),
        Err(_) => return Err(argument("page_size", "must not be negative")),
    };
    let first = match request.page_token.as_str() {
        "" => 0,
        token => token.parse().map_err(|_| argument("page_token", "is not a token of this method"))?,
    };
    let chosen: Vec<&Tables> = match request.variant.as_str() {
        "" => collection.iter().collect(),
        variant => vec![query::tables(collection, variant)?],
    };
    let all = chosen.into_iter().flat_map(|tables| tables.slices().into_iter().map(move |info| (tables, info)));
    let mut rest = all.skip(first);
    let page: Vec<Table> = rest.by_ref().take(size).map(|(tables, info)| convert::table(tables, &info)).collect();
    let next_page_token = if rest.next().is_some() { (first + page.len()).to_string() } else { String::new() };
    Ok(ListTablesResponse { tables: page, next_page_token })
}
