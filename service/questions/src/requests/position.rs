//! Requests about positions: values, moves, lines, descriptions, and values of many positions.

use std::sync::Arc;

use peatee_probe::any::Tables;
use peatee_probe::{ChanceSearch, Collection, with_game, with_tables};
use peatee_proto::v1::{
    BestLineRequest, BestLineResponse, DescribePositionRequest, DescribePositionResponse, ListMovesRequest,
    ListMovesResponse, ProbeBatchItem, ProbeBatchRequest, ProbeBatchResponse, ProbeRequest, ProbeResponse,
};
use peatee_rules::Budget;

use super::bounds::{ITEMS_UNTIL_STOP, LINE_PLIES_DEFAULT, chances_depth, check_batch, line_plies};
use crate::answer::convert::{Messages, ValueMessages, item_status};
use crate::ask::family::Field;
use crate::ask::rules::RulesAsked;
use crate::ask::{games, query};
use crate::errors::Error;

fn rules<G: Messages>(rules: &str, counters: &str) -> Result<Option<RulesAsked>, Error> {
    G::read_rules(Field::new("rules", rules), Field::new("counters", counters))
}

pub fn probe(collection: &Collection, request: &ProbeRequest, budget: &Budget) -> Result<ProbeResponse, Error> {
    with_tables!(query::tables(collection, &request.variant)?, tables => probed(tables, request, budget))
}

fn probed<G: Messages>(tables: &Tables<G>, request: &ProbeRequest, budget: &Budget) -> Result<ProbeResponse, Error> {
    let asked = rules::<G>(&request.rules, &request.counters)?;
    let (position, asked) = G::read_fen_under(tables, &request.fen, asked)?;
    let ValueMessages { value, rule_value } = G::ask(tables, &position, asked.as_ref(), budget)?;
    Ok(ProbeResponse { value: Some(value), rule_value })
}

pub fn list_moves(
    collection: &Collection,
    request: &ListMovesRequest,
    budget: &Budget,
) -> Result<ListMovesResponse, Error> {
    with_tables!(query::tables(collection, &request.variant)?, tables => listed_moves(tables, request, budget))
}

fn listed_moves<G: Messages>(
    tables: &Tables<G>,
    request: &ListMovesRequest,
    budget: &Budget,
) -> Result<ListMovesResponse, Error> {
    let search = ChanceSearch { depth: chances_depth(request.chances)?, budget };
    let asked = rules::<G>(&request.rules, &request.counters)?;
    let (position, asked) = G::read_fen_under(tables, &request.fen, asked)?;
    let ValueMessages { value, rule_value } = G::ask(tables, &position, asked.as_ref(), budget)?;
    let moves = G::rated_moves(tables, &position, asked.as_ref(), search)?;
    Ok(ListMovesResponse { value: Some(value), moves, rule_value })
}

pub fn best_line(
    collection: &Collection,
    request: &BestLineRequest,
    budget: &Budget,
) -> Result<BestLineResponse, Error> {
    with_tables!(query::tables(collection, &request.variant)?, tables => found_line(tables, request, budget))
}

fn found_line<G: Messages>(
    tables: &Tables<G>,
    request: &BestLineRequest,
    budget: &Budget,
) -> Result<BestLineResponse, Error> {
    let plies_max = line_plies("plies_max", request.plies_max, LINE_PLIES_DEFAULT)?;
    let asked = rules::<G>(&request.rules, &request.counters)?;
    let (position, asked) = G::read_fen_under(tables, &request.fen, asked)?;
    let ValueMessages { value, rule_value } = G::ask(tables, &position, asked.as_ref(), budget)?;
    let (moves, end) = G::best_line(tables, &position, asked.as_ref(), plies_max, budget)?;
    Ok(BestLineResponse { value: Some(value), moves, end: end.into(), rule_value })
}

pub fn describe(
    collection: &Collection,
    request: &DescribePositionRequest,
    budget: &Arc<Budget>,
) -> Result<DescribePositionResponse, Error> {
    if request.variant.is_empty() {
        return Err(query::no_variant());
    }
    with_game!(games::game(&request.variant)?, game => game.described(collection, request, budget))
}

/// Returns the values of many positions, within a budget.
///
/// # Errors
/// A field of the request is wrong. If only one position is wrong, its item holds the error.
pub fn probe_batch(
    collection: &Collection,
    request: &ProbeBatchRequest,
    budget: &Arc<Budget>,
) -> Result<ProbeBatchResponse, Error> {
    check_batch(request)?;
    // A variant without tables is an error of the whole request, not of each position.
    with_tables!(query::tables(collection, &request.variant)?, tables => batch(tables, request, budget))
}

fn batch<G: Messages>(
    tables: &Tables<G>,
    request: &ProbeBatchRequest,
    budget: &Arc<Budget>,
) -> Result<ProbeBatchResponse, Error> {
    let stated = request.counters.iter().find(|counters| !counters.is_empty());
    let asked = rules::<G>(&request.rules, stated.map_or("", String::as_str))?;
    let question = |(number, fen): (usize, &String)| {
        let counters = request.counters.get(number).map_or("", String::as_str);
        G::read_fen_under(tables, fen, asked.as_ref().map(|asked| asked.with_counters(counters)))
    };
    let mut items = Vec::with_capacity(request.fens.len());
    for first in (0..request.fens.len()).step_by(ITEMS_UNTIL_STOP) {
        budget.check()?;
        let part = request.fens.iter().enumerate().skip(first).take(ITEMS_UNTIL_STOP);
        for value in G::ask_many(tables, part.map(question).collect(), budget, request.fens.len() as u64) {
            items.push(match value {
                Ok(ValueMessages { value, rule_value }) => {
                    ProbeBatchItem { value: Some(value), rule_value, error: None }
                }
                Err(error) => ProbeBatchItem { error: Some(item_status(&error)), ..ProbeBatchItem::default() },
            });
        }
    }
    Ok(ProbeBatchResponse { items })
}
