//! Conversion of values, moves, tables and errors to messages of the service.

use std::collections::HashMap;
use std::fmt::Display;

use peatee_probe::{
    Chance, Game, Line, LineEnd, MoveChance, RatedMove, RuleMove, RuleOutcome, RulePlies, RuleValue, SliceInfo, Tables,
    Value, Wdl,
};
use peatee_proto::v1 as proto;
use peatee_rules::draw::{CountStatus, DrawRules, MoveUnit};
use peatee_rules::{Bitboard as _, Draughts, Move, Position, Side, Square};
use prost::Message as _;
use tonic::Status;
use tonic_types::{ErrorDetails, StatusExt as _};

use super::faults::fault;
use crate::ask::query::PositionValue;
use crate::errors::Error;

/// Domain of our error reasons in `google.rpc.ErrorInfo`.
pub const ERROR_DOMAIN: &str = "peatee";

/// Type URL of the [`proto::Sentence`] in the details of an error.
const SENTENCE_TYPE: &str = "type.googleapis.com/peatee.v1.Sentence";

/// Converts an error to a gRPC status with details. The last detail is the sentence on the error,
/// if the text catalogues have one.
pub fn status(error: &Error) -> Status {
    let policy = error.policy();
    let metadata: HashMap<String, String> = error.metadata().into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
    let mut details = ErrorDetails::with_error_info(policy.reason, ERROR_DOMAIN, metadata);
    if let Some(field) = policy.field {
        details.add_bad_request_violation(field, error.text_for_clients());
    }
    if let Some(delay) = policy.retry_after {
        details.set_retry_info(Some(delay));
    }
    let plain = Status::with_error_details(policy.code, error.text_for_clients(), details);
    let Some(told) = fault(error) else { return plain };
    let mut whole = details_of(&plain);
    whole.details.push(prost_types::Any { type_url: SENTENCE_TYPE.to_owned(), value: told.encode_to_vec() });
    Status::with_details(plain.code(), plain.message(), whole.encode_to_vec().into())
}

/// Decodes the `google.rpc.Status` in the details of a gRPC status.
fn details_of(status: &Status) -> tonic_types::Status {
    tonic_types::Status::decode(status.details()).unwrap_or_default()
}

pub fn sentence_of(status: &proto::Status) -> Option<proto::Sentence> {
    let told = status.details.iter().find(|detail| detail.type_url == SENTENCE_TYPE)?;
    proto::Sentence::decode(&*told.value).ok()
}

/// Converts an error to the status of a single item in a batch or a stream.
pub fn item_status(error: &Error) -> proto::Status {
    let status = status(error);
    let details = details_of(&status).details;
    proto::Status { code: status.code() as i32, message: status.message().to_owned(), details }
}

pub fn side(side: Side) -> proto::Side {
    same_name!(side, Side => proto::Side: White Black)
}

pub fn wdl(wdl: Wdl) -> proto::Wdl {
    same_name!(wdl, Wdl => proto::Wdl: Win Draw Loss)
}

pub fn value(value: Value) -> proto::Value {
    proto::Value { wdl: wdl(value.wdl).into(), dtw_plies: value.plies, ..proto::Value::default() }
}

pub fn position_value(known: PositionValue) -> proto::Value {
    proto::Value { dtc_plies: known.dtc_plies, ..value(known.value) }
}

pub fn moves(tables: &Tables, moves: &[MoveChance<RatedMove>]) -> Result<Vec<proto::RatedMove>, Error> {
    let texts = tables.game().move_texts(moves.iter().map(|mv| &mv.rated.mv));
    moves.iter().zip(texts).map(|(mv, text)| Ok(with_chance(rated_move(tables, &mv.rated, text)?, mv.chance))).collect()
}

pub fn with_chance(message: proto::RatedMove, chance: Option<Chance>) -> proto::RatedMove {
    let Some(Chance { replies, right_replies, right_result, probability, .. }) = chance else { return message };
    proto::RatedMove {
        replies: Some(replies),
        replies_that_draw: (right_result == Wdl::Draw).then_some(right_replies),
        replies_that_win: (right_result == Wdl::Win).then_some(right_replies),
        chance: Some(probability),
        ..message
    }
}

fn rated_move(tables: &Tables, rated: &RatedMove, text: String) -> Result<proto::RatedMove, Error> {
    let game = tables.game();
    let known = PositionValue { value: rated.value, dtc_plies: tables.dtc_of_move(rated)? };
    Ok(proto::RatedMove {
        r#move: Some(written_move(game, &rated.mv, text)),
        value: Some(position_value(known)),
        fen_after: game.fen(&rated.position),
        ..proto::RatedMove::default()
    })
}

pub fn written_move(game: &Draughts, mv: &Move, notation: String) -> proto::Move {
    let name = |square: Square| game.square_name(square);
    proto::Move {
        notation,
        from_square: name(mv.from),
        to_square: name(mv.to),
        path_squares: mv.path.iter().map(|&square| name(square)).collect(),
        captured_squares: mv.captured.squares().map(|index| name(Square(index))).collect(),
        promotes: mv.promotes(),
        uci: None,
    }
}

pub fn line(tables: &Tables, start: &Position, line: &Line) -> Result<(Vec<proto::RatedMove>, proto::LineEnd), Error> {
    let game = tables.game();
    let moves = line.steps(start).map(|(before, mv)| rated_move(tables, mv, game.move_text(before, &mv.mv)));
    Ok((moves.collect::<Result<_, Error>>()?, line_end(line.end)))
}

pub fn line_end(end: LineEnd) -> proto::LineEnd {
    same_name!(end, LineEnd => proto::LineEnd: GameOver Repetition Cut DrawnByRule DrawClaimable NotKnown)
}

pub fn rule_outcome(outcome: RuleOutcome) -> proto::RuleOutcome {
    same_name!(outcome, RuleOutcome => proto::RuleOutcome: Win CursedWin Draw BlessedLoss Loss MaybeWin MaybeLoss)
}

pub fn count(rules: &DrawRules, count: &CountStatus) -> proto::Count {
    proto::Count {
        article: count.rule.article.to_owned(),
        text: count.rule.text.to_owned(),
        used_plies: count.used_plies,
        limit_plies: count.limit_plies,
        left_plies: count.left_plies(),
        used_moves: count.used_moves(rules.readings),
        limit_moves: count.rule.limit_moves.into(),
        reading: rules.reading_text(count.rule).unwrap_or_default(),
        reading_keys: rules.readings_of(count.rule).into_iter().map(|(key, _)| key.to_owned()).collect(),
        counted: match (count.strong_side, rules.readings.move_unit) {
            (Some(_), _) => proto::CountedMoves::StrongSide,
            (None, MoveUnit::EachSide) => proto::CountedMoves::EachSide,
            (None, MoveUnit::BothTogether) => proto::CountedMoves::BothTogether,
        }
        .into(),
        strong_side: count.strong_side.map_or(proto::Side::Unspecified, side).into(),
    }
}

pub fn rule_value(rules: &DrawRules, value: &RuleValue) -> proto::RuleValue {
    proto::RuleValue {
        outcome: rule_outcome(value.outcome).into(),
        binding_count: value.clock.count().map(|binding| count(rules, binding)),
        needed_plies: value.needed_plies,
        lacking_table: value.lacking.map(|table| table.to_string()).unwrap_or_default(),
        plies: value.plies.and_then(RulePlies::exact),
        plies_at_least: value.plies.and_then(RulePlies::at_least),
    }
}

pub fn rule_moves(game: &Draughts, rules: &DrawRules, moves: &[MoveChance<RuleMove>]) -> Vec<proto::RatedMove> {
    let texts = game.move_texts(moves.iter().map(|mv| &mv.rated.mv));
    let message =
        |(mv, text): (&MoveChance<RuleMove>, _)| with_chance(rule_move(game, rules, &mv.rated, text), mv.chance);
    moves.iter().zip(texts).map(message).collect()
}

pub fn rule_move(game: &Draughts, rules: &DrawRules, rated: &RuleMove, text: String) -> proto::RatedMove {
    proto::RatedMove {
        r#move: Some(written_move(game, &rated.mv, text)),
        value: Some(value(rated.value)),
        fen_after: game.fen(&rated.position),
        rule_value: Some(proto::RuleMoveValue {
            outcome: rule_outcome(rated.outcome).into(),
            needed_plies: rated.needed_plies,
            resets_count: rated.resets,
            counters_after: rules.counters_text(&rated.counters, &rated.position),
            plies: rated.plies.and_then(RulePlies::exact),
            plies_at_least: rated.plies.and_then(RulePlies::at_least),
        }),
        ..proto::RatedMove::default()
    }
}

pub fn table<S: Display>(game: &impl Game, info: &SliceInfo<S>) -> proto::Table {
    proto::Table {
        variant: game.id().to_owned(),
        slice: info.slice.to_string(),
        metrics: info.metrics.iter().map(|metric| metric.name()).collect(),
        unusable_metrics: info.unusable.iter().map(|metric| metric.name()).collect(),
        position_count: info.positions,
        size_bytes: info.bytes,
    }
}
