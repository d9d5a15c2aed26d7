//! Converts values, moves, variants and tables to messages.

use std::collections::HashMap;

use peatee_probe::{
    Line, LineEnd, RatedMove, RuleLine, RuleMove, RuleOutcome, RuleValue, SliceInfo, Tables, Value, Wdl,
};
use peatee_proto::v1 as proto;
use peatee_rules::draw::{CountStatus, DrawRules};
use peatee_rules::variant::{self as rules, Variant};
use peatee_rules::{Bitboard as _, BoardLines, Direction, Directions, Game, Kind, Move, Position, Shade, Square};
use tonic::Status;
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::errors::Error;
use crate::query::Worth;

/// The domain of the reasons in `google.rpc.ErrorInfo`.
pub const ERROR_DOMAIN: &str = "peatee";

/// An error as a gRPC status with details.
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
    Status::with_error_details(policy.code, error.text_for_clients(), details)
}

/// An error as the outcome of one item of a stream.
pub fn item_status(error: &Error) -> proto::Status {
    let status = status(error);
    let details = <tonic_types::Status as prost::Message>::decode(status.details()).map(|s| s.details);
    proto::Status {
        code: status.code() as i32,
        message: status.message().to_owned(),
        details: details.unwrap_or_default(),
    }
}

/// A value.
pub fn value(value: Value) -> proto::Value {
    let wdl = match value.wdl {
        Wdl::Win => proto::Wdl::Win,
        Wdl::Draw => proto::Wdl::Draw,
        Wdl::Loss => proto::Wdl::Loss,
    };
    proto::Value { wdl: wdl.into(), dtw_plies: value.plies, dtc_plies: None }
}

/// A value with the depth to conversion.
pub fn worth(worth: Worth) -> proto::Value {
    proto::Value { dtc_plies: worth.dtc_plies, ..value(worth.value) }
}

/// Moves of one position, with their values.
///
/// # Errors
/// [`Error::Probe`], when a DTC table is damaged.
pub fn moves(tables: &Tables, position: &Position, rated: &[RatedMove]) -> Result<Vec<proto::RatedMove>, Error> {
    rated.iter().map(|mv| rated_move(tables, position, mv)).collect()
}

fn rated_move(tables: &Tables, before: &Position, rated: &RatedMove) -> Result<proto::RatedMove, Error> {
    let game = tables.game();
    let known = Worth { value: rated.value, dtc_plies: tables.dtc_of_move(rated)? };
    Ok(proto::RatedMove {
        r#move: Some(played_move(game, before, &rated.mv)),
        value: Some(worth(known)),
        fen_after: game.fen(&rated.position),
        rule_value: None,
    })
}

fn played_move(game: &Game, before: &Position, mv: &Move) -> proto::Move {
    let name = |square: Square| game.square_name(square);
    proto::Move {
        notation: game.move_text(before, mv),
        from_square: name(mv.from),
        to_square: name(mv.to),
        path_squares: mv.path.iter().map(|&square| name(square)).collect(),
        captured_squares: mv.captured.squares().map(|index| name(Square(index))).collect(),
        promotes: mv.promotes(),
    }
}

/// A line from a position.
///
/// # Errors
/// [`Error::Probe`], when a DTC table is damaged.
pub fn line(tables: &Tables, start: &Position, line: &Line) -> Result<proto::BestLineResponse, Error> {
    let befores = std::iter::once(start).chain(line.moves.iter().map(|mv| &mv.position));
    let known = Worth { value: line.value, dtc_plies: tables.dtc_where_known(start, line.value)? };
    let moves = befores.zip(&line.moves).map(|(before, mv)| rated_move(tables, before, mv));
    Ok(proto::BestLineResponse {
        value: Some(worth(known)),
        moves: moves.collect::<Result<_, Error>>()?,
        end: line_end(line.end).into(),
        rule_value: None,
    })
}

fn line_end(end: LineEnd) -> proto::LineEnd {
    match end {
        LineEnd::GameOver => proto::LineEnd::GameOver,
        LineEnd::Repetition => proto::LineEnd::Repetition,
        LineEnd::Cut => proto::LineEnd::Cut,
        LineEnd::DrawnByRule => proto::LineEnd::DrawnByRule,
        LineEnd::DrawClaimable => proto::LineEnd::DrawClaimable,
        LineEnd::NotKnown => proto::LineEnd::NotKnown,
    }
}

fn rule_outcome(outcome: RuleOutcome) -> proto::RuleOutcome {
    match outcome {
        RuleOutcome::Win => proto::RuleOutcome::Win,
        RuleOutcome::CursedWin => proto::RuleOutcome::CursedWin,
        RuleOutcome::Draw => proto::RuleOutcome::Draw,
        RuleOutcome::BlessedLoss => proto::RuleOutcome::BlessedLoss,
        RuleOutcome::Loss => proto::RuleOutcome::Loss,
        RuleOutcome::MaybeWin => proto::RuleOutcome::MaybeWin,
        RuleOutcome::MaybeLoss => proto::RuleOutcome::MaybeLoss,
    }
}

pub(super) fn count(rules: &DrawRules, count: &CountStatus) -> proto::Count {
    proto::Count {
        article: count.rule.article.to_owned(),
        text: count.rule.text.to_owned(),
        used_plies: count.used_plies,
        limit_plies: count.limit_plies,
        left_plies: count.left_plies(),
        used_moves: count.used_moves(rules.readings),
        limit_moves: count.rule.limit_moves.into(),
        reading: rules.reading_text(count.rule).unwrap_or_default(),
    }
}

/// A value under draw rules.
pub fn rule_value(rules: &DrawRules, value: &RuleValue) -> proto::RuleValue {
    proto::RuleValue {
        outcome: rule_outcome(value.outcome).into(),
        binding_count: value.clock.count().map(|binding| count(rules, binding)),
        needed_plies: value.needed_plies,
        lacking_table: value.lacking.map(|table| table.to_string()).unwrap_or_default(),
    }
}

/// Moves of one position, with their values under draw rules.
pub fn rule_moves(game: &Game, before: &Position, rules: &DrawRules, rated: &[RuleMove]) -> Vec<proto::RatedMove> {
    rated.iter().map(|mv| rule_move(game, before, rules, mv)).collect()
}

fn rule_move(game: &Game, before: &Position, rules: &DrawRules, rated: &RuleMove) -> proto::RatedMove {
    proto::RatedMove {
        r#move: Some(played_move(game, before, &rated.mv)),
        value: Some(value(rated.value)),
        fen_after: game.fen(&rated.position),
        rule_value: Some(proto::RuleMoveValue {
            outcome: rule_outcome(rated.outcome).into(),
            needed_plies: rated.needed_plies,
            resets_count: rated.resets,
            counters_after: rules.counters_text(&rated.counters, &rated.position),
        }),
    }
}

/// A line from a position under draw rules, and why it ends.
pub fn rule_line(
    game: &Game,
    start: &Position,
    rules: &DrawRules,
    line: &RuleLine,
) -> (Vec<proto::RatedMove>, proto::LineEnd) {
    let befores = std::iter::once(start).chain(line.moves.iter().map(|mv| &mv.position));
    let moves = befores.zip(&line.moves).map(|(before, mv)| rule_move(game, before, rules, mv)).collect();
    (moves, line_end(line.end))
}

/// The tables of one slice.
pub fn table(tables: &Tables, info: &SliceInfo) -> proto::Table {
    proto::Table {
        variant: tables.game().variant().id.to_owned(),
        slice: info.slice.name(),
        metrics: info.metrics.iter().map(|metric| metric.name()).collect(),
        unusable_metrics: info.unusable.iter().map(|metric| metric.name()).collect(),
        position_count: info.positions,
        size_bytes: info.bytes,
    }
}

/// A game.
pub fn variant(variant: &'static Variant, has_tables: bool) -> proto::Variant {
    proto::Variant {
        id: variant.id.to_owned(),
        title: variant.title.to_owned(),
        sources: strings(variant.sources),
        notes: strings(variant.notes),
        board: Some(board(variant)),
        start_fen: variant.start.to_owned(),
        pieces: variant.pieces.iter().map(|(kind, rule)| piece(*kind, rule)).collect(),
        rules: Some(rule_flags(variant)),
        rule_codes: strings(variant.rule_codes),
        pdn_game_type: variant.notation.game_type.unwrap_or_default().to_owned(),
        has_tables,
    }
}

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

fn board(variant: &Variant) -> proto::Board {
    let shade = match variant.board.shade {
        Shade::Dark => proto::Shade::Dark,
        Shade::Light => proto::Shade::Light,
        Shade::All => proto::Shade::All,
    };
    let names = match variant.notation.squares {
        rules::SquareNames::TopLeft => proto::SquareNames::TopLeft,
        rules::SquareNames::BottomRight => proto::SquareNames::BottomRight,
        rules::SquareNames::Algebraic => proto::SquareNames::Algebraic,
    };
    proto::Board {
        file_count: variant.board.files.into(),
        rank_count: variant.board.ranks.into(),
        square_count: variant.board.square_count().into(),
        shade: shade.into(),
        alquerque_lines: variant.board.lines == BoardLines::Alquerque,
        square_names: names.into(),
    }
}

fn piece(kind: Kind, rule: &rules::PieceRule) -> proto::Piece {
    let quiet = match rule.quiet {
        rules::Quiet::None => proto::QuietMove::None,
        rules::Quiet::Step => proto::QuietMove::Step,
        rules::Quiet::Slide => proto::QuietMove::Slide,
        rules::Quiet::Line => proto::QuietMove::Line,
    };
    let jump = match rule.jump {
        rules::Jump::None => proto::Jump::None,
        rules::Jump::Short => proto::Jump::Short,
        rules::Jump::Flying => proto::Jump::Flying,
        rules::Jump::FlyingLandNext => proto::Jump::FlyingLandNext,
    };
    let region = match rule.region {
        rules::Region::Anywhere => proto::Region::Anywhere,
        rules::Region::NotPromotion => proto::Region::NotPromotion,
        rules::Region::LastRow => proto::Region::LastRow,
        rules::Region::OwnShade => proto::Region::OwnShade,
    };
    proto::Piece {
        kind: kind.name().to_owned(),
        quiet_move: quiet.into(),
        quiet_directions: directions(rule.quiet_directions),
        jump: jump.into(),
        first_jump_directions: directions(rule.first_jump_directions),
        next_jump_directions: directions(rule.next_jump_directions),
        victim_kinds: rule.victims.iter().map(|kind| kind.name().to_owned()).collect(),
        becomes_by_capture_kind: rule.capture_becomes.map(|kind| kind.name().to_owned()).unwrap_or_default(),
        region: region.into(),
        frozen_on_last_row: rule.frozen_on_last_row,
        stops_behind_king: rule.stops_behind_king,
    }
}

fn directions(set: Directions) -> Vec<i32> {
    let direction = |direction| match direction {
        Direction::N => proto::Direction::North,
        Direction::NE => proto::Direction::NorthEast,
        Direction::E => proto::Direction::East,
        Direction::SE => proto::Direction::SouthEast,
        Direction::S => proto::Direction::South,
        Direction::SW => proto::Direction::SouthWest,
        Direction::W => proto::Direction::West,
        Direction::NW => proto::Direction::NorthWest,
    };
    Direction::ALL.into_iter().filter(|&d| set.has(d)).map(|d| direction(d).into()).collect()
}

fn rule_flags(variant: &'static Variant) -> proto::Rules {
    let promotion_in_capture = match variant.promotion_in_capture {
        rules::PromotionInCapture::Stop => proto::PromotionInCapture::Stop,
        rules::PromotionInCapture::Pass => proto::PromotionInCapture::Pass,
        rules::PromotionInCapture::Become => proto::PromotionInCapture::Become,
    };
    let removal = match variant.removal {
        rules::Removal::AtEnd => proto::Removal::AtEnd,
        rules::Removal::AtOnce => proto::Removal::AtOnce,
    };
    let turning = match variant.turning {
        rules::CaptureTurns::Free => proto::Turning::Free,
        rules::CaptureTurns::NotBack => proto::Turning::NotBack,
        rules::CaptureTurns::Straight => proto::Turning::Straight,
    };
    let goal = match variant.goal {
        rules::Goal::LastToMove => proto::Goal::LastToMove,
        rules::Goal::GiveAway => proto::Goal::GiveAway,
    };
    let (promotion, squares) = match variant.promotion {
        rules::Promotion::Never => (proto::Promotion::Never, &[][..]),
        rules::Promotion::LastRow => (proto::Promotion::LastRow, &[][..]),
        rules::Promotion::Squares(squares) => (proto::Promotion::Squares, squares),
    };
    proto::Rules {
        promotion_in_capture: promotion_in_capture.into(),
        removal: removal.into(),
        turning: turning.into(),
        capture_may_stop: variant.may_stop,
        precedence: variant.precedence.iter().map(|&criterion| precedence(criterion).into()).collect(),
        goal: goal.into(),
        promotion: promotion.into(),
        promotion_squares: promotion_squares(variant, squares),
        same_heading: variant.heading == rules::Heading::Same,
        opens_with_removals: matches!(variant.opening, rules::Opening::Removals(_)),
        promotion_ends_game: variant.promotion_ends_game,
    }
}

fn precedence(criterion: rules::Criterion) -> proto::Precedence {
    match criterion {
        rules::Criterion::Count => proto::Precedence::Count,
        rules::Criterion::ByKing => proto::Precedence::ByKing,
        rules::Criterion::KingsTaken => proto::Precedence::KingsTaken,
        rules::Criterion::KingsEarliest => proto::Precedence::KingsEarliest,
        rules::Criterion::FrisianValue => proto::Precedence::FrisianValue,
    }
}

fn promotion_squares(variant: &'static Variant, squares: &[(u8, u8)]) -> Vec<String> {
    if squares.is_empty() {
        return Vec::new();
    }
    let game = Game::new(variant);
    let on_board = squares.iter().filter_map(|&(file, rank)| variant.board.square_at(file.into(), rank.into()));
    on_board.map(|square| game.square_name(square)).collect()
}
