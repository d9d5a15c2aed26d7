//! Answers about chess, in the messages of the other games where they fit.

use peatee_probe::chess::{Chess, RuleMove, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::{Collection, Game};
use peatee_proto::v1::probe_stream_response::Outcome;
use peatee_proto::v1::{
    BestLineRequest, BestLineResponse, DescribePositionRequest, DescribePositionResponse, ListMovesRequest,
    ListMovesResponse, ProbeBatchItem, ProbeBatchRequest, ProbeBatchResponse, ProbeRequest, ProbeResponse,
    ProbeStreamResponse, RuleValue, Value,
};
use peatee_rules::Budget;
use peatee_rules::draw::DrawRules;

use crate::answer::convert::chess as convert;
use crate::ask::chess::{check_rules, position, read_fen, rule_moves, rule_value, tables};
use crate::errors::Error;
use crate::serve::admission::bounds::{ITEMS_UNTIL_STOP, LINE_PLIES_DEFAULT, check_batch, line_plies};
use crate::serve::admission::refusal::{failed_item, failed_outcome};

/// The value of a position, without and under draw rules.
fn worth(tables: &Tables, position: &Position, rules: &DrawRules) -> Result<(Value, RuleValue), Error> {
    let value = rule_value(tables, position, rules)?;
    let distances = tables.distances(position, &value)?;
    Ok((convert::value(value.value.wdl, distances), convert::rule_value(position, &value, rules)))
}

/// `Probe`.
///
/// # Errors
/// The question is wrong, or the tables have no answer.
pub fn probe(collection: &Collection, request: &ProbeRequest) -> Result<ProbeResponse, Error> {
    let rules = check_rules(&request.rules, [request.counters.as_str()])?;
    let (tables, position) = position(collection, &request.fen)?;
    let (value, rule_value) = worth(tables, &position, &rules)?;
    Ok(ProbeResponse { value: Some(value), rule_value: Some(rule_value) })
}

/// `ListMoves`.
///
/// # Errors
/// As [`probe`].
pub fn list_moves(collection: &Collection, request: &ListMovesRequest) -> Result<ListMovesResponse, Error> {
    let rules = check_rules(&request.rules, [request.counters.as_str()])?;
    let (tables, position) = position(collection, &request.fen)?;
    let (value, rule_value) = worth(tables, &position, &rules)?;
    let moves = rule_moves(tables, &position, &rules)?;
    let rated_move = |rated: &RuleMove| {
        let distances = tables.distances_of_move(&position, &rules, rated)?;
        Ok(convert::rated_move(&position, rated, distances, &rules))
    };
    let moves = moves.iter().map(rated_move).collect::<Result<_, Error>>()?;
    Ok(ListMovesResponse { value: Some(value), moves, rule_value: Some(rule_value) })
}

/// `BestLine`, within a budget.
///
/// # Errors
/// As [`probe`].
pub fn best_line(
    collection: &Collection,
    request: &BestLineRequest,
    budget: &Budget,
) -> Result<BestLineResponse, Error> {
    let plies_max = line_plies("plies_max", request.plies_max, LINE_PLIES_DEFAULT)?;
    let rules = check_rules(&request.rules, [request.counters.as_str()])?;
    let (tables, position) = position(collection, &request.fen)?;
    let (value, rule_value) = worth(tables, &position, &rules)?;
    let clock = Chess.counters(&rules, &position);
    let line = tables.rule_line_from(&position, &rules, &clock, plies_max, budget)?;
    let distances = |before: &Position, rated: &RuleMove| tables.distances_of_move(before, &rules, rated);
    let (moves, end) = convert::line(&position, &line, &rules, distances)?;
    Ok(BestLineResponse { value: Some(value), moves, end: end.into(), rule_value: Some(rule_value) })
}

/// `ProbeBatch`, within a budget.
///
/// # Errors
/// As [`probe`]. What is wrong with one position is in its item.
pub fn probe_batch(
    collection: &Collection,
    request: &ProbeBatchRequest,
    budget: &Budget,
) -> Result<ProbeBatchResponse, Error> {
    check_batch(request)?;
    let rules = check_rules(&request.rules, request.counters.iter().map(String::as_str))?;
    let tables = tables(collection)?;
    let answer = |fen: &String| worth(tables, &read_fen(tables, fen)?, &rules);
    let mut items = Vec::with_capacity(request.fens.len());
    for (number, fen) in request.fens.iter().enumerate() {
        if number % ITEMS_UNTIL_STOP == 0 {
            budget.check()?;
        }
        items.push(match answer(fen) {
            Ok((value, rule_value)) => ProbeBatchItem { value: Some(value), rule_value: Some(rule_value), error: None },
            Err(error) => failed_item(&error),
        });
    }
    Ok(ProbeBatchResponse { items })
}

/// The answer to one position of `ProbeStream`.
pub fn streamed(collection: &Collection, id: Option<&str>, fen: &str) -> ProbeStreamResponse {
    match position(collection, fen).and_then(|(tables, position)| worth(tables, &position, &Chess::fifty_moves())) {
        Ok((value, rule_value)) => {
            ProbeStreamResponse { outcome: Some(Outcome::Value(value)), rule_value: Some(Box::new(rule_value)) }
        }
        Err(error) => ProbeStreamResponse { outcome: Some(failed_outcome(id, &error)), rule_value: None },
    }
}

/// `DescribePosition`.
///
/// # Errors
/// The question is wrong.
pub fn describe(request: &DescribePositionRequest) -> Result<DescribePositionResponse, Error> {
    check_rules(&request.rules, [request.counters.as_str()])?;
    let position = if request.fen.is_empty() { Position::start() } else { Position::parse_fen(&request.fen)? };
    Ok(convert::described(&position))
}
