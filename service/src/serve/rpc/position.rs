//! Positions: what stands on the board, and values of many.

use std::sync::Arc;

use peatee_probe::adjudicate::Start;
use peatee_probe::{Collection, Tables};
use peatee_proto::v1::{
    DescribePositionRequest, DescribePositionResponse, ProbeBatchItem, ProbeBatchRequest, ProbeBatchResponse, RuleValue,
};
use peatee_rules::draw::GameRecord;
use peatee_rules::{Budget, Position};

use super::adjudicate::rules_asked;
use super::chess;
use crate::answer::convert;
use crate::answer::judging::Bench;
use crate::answer::note::texts;
use crate::ask::chess::CHESS;
use crate::ask::query;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;
use crate::serve::admission::bounds::{ITEMS_UNTIL_STOP, check_batch};
use crate::serve::admission::refusal::failed_item;

/// Describes the pieces on the board.
///
/// # Errors
/// An error that names the field of the request that is wrong.
pub fn describe(
    collection: &Collection,
    request: &DescribePositionRequest,
    budget: &Arc<Budget>,
) -> Result<DescribePositionResponse, Error> {
    if request.variant == CHESS {
        return chess::describe(request);
    }
    if request.variant.is_empty() {
        return Err(query::no_variant());
    }
    let bench = Bench::new(Some(collection), query::named(&request.variant)?, &request.rules, 0)?.within(budget);
    let (Start { position, counters, king_runs }, notes) =
        bench.start(&request.fen, &request.counters, "give the counts in `counters`")?;
    let counters = counters.unwrap_or_else(|| bench.rules().start(&position));
    let record = GameRecord::resume(bench.game(), *bench.rules(), position, counters)?.with_king_runs(king_runs);
    convert::described(&record, texts(&notes), budget)
}

/// The value of a position under draw rules.
///
/// # Errors
/// [`Error::Counters`], [`Error::Probe`].
pub fn rule_value(tables: &Tables, position: &Position, asked: &RulesAsked) -> Result<RuleValue, Error> {
    let value = tables.rule_value(position, &asked.rules, &asked.counters(position)?)?;
    Ok(convert::rule_value(&asked.rules, &value))
}

/// The values of positions, within a budget.
///
/// # Errors
/// An error that names the field of the request that is wrong. What is wrong with one position is
/// in its item.
pub fn probe_batch(
    collection: &Collection,
    request: &ProbeBatchRequest,
    budget: &Budget,
) -> Result<ProbeBatchResponse, Error> {
    if request.variant == CHESS {
        return chess::probe_batch(collection, request, budget);
    }
    check_batch(request)?;
    let count = request.fens.len();
    let first = request.counters.first().map_or("", String::as_str);
    let rules = rules_asked(&request.rules, first)?;
    // A variant without tables is an error of the request, not of each position.
    let tables = query::tables(collection, &request.variant)?;
    let mut items = Vec::with_capacity(count);
    for part in (0..count).collect::<Vec<_>>().chunks(ITEMS_UNTIL_STOP) {
        budget.check()?;
        let fens = || part.iter().map(|&number| &request.fens[number]);
        let questions = fens().map(|fen| Ok((tables, tables.game().parse_fen(fen)?)));
        let values = query::values(questions.collect());
        for (&number, value) in part.iter().zip(values) {
            let item = value.and_then(|value| {
                let rule_value = match &rules {
                    None => None,
                    Some(asked) => {
                        budget.check()?;
                        let own = asked.with_counters(request.counters.get(number).map_or("", String::as_str));
                        let position = tables.game().parse_fen(&request.fens[number])?;
                        Some(rule_value(tables, &position, &own)?)
                    }
                };
                Ok(ProbeBatchItem { value: Some(convert::position_value(value)), rule_value, error: None })
            });
            items.push(item.unwrap_or_else(|error| failed_item(&error)));
        }
    }
    Ok(ProbeBatchResponse { items })
}
