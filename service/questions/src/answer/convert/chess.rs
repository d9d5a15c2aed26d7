//! Conversion of chess values, moves and positions to messages of the service.

use std::convert::Infallible;
use std::sync::Arc;

use peatee_probe::chess::{Chess, Distances, RuleLine, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::cozy_chess::{Color, File, Move, Rank, Square};
use peatee_probe::peatee_chess::laws::{Article, THREEFOLD};
use peatee_probe::peatee_chess::{Position, piece_name};
use peatee_probe::{ChanceSearch, Collection, Game as _, MoveChance, Wdl};
use peatee_proto::v1 as proto;
use peatee_rules::draw::{CountStatus, Counters, DrawRules};
use peatee_rules::{Budget, Side};

use super::family::{Messages, ValueMessages};
use super::messages::{count as count_status, line_end, rule_outcome, wdl, with_chance};
use super::variant::{rule_code, strings};
use crate::ask::chess::{self as ask, NOTES, TITLE, code, rules_of};
use crate::ask::family::{Field, ServedFamily as _};
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

impl Messages for Chess {
    fn ask(
        tables: &Tables,
        position: &Position,
        asked: Option<&RulesAsked>,
        _budget: &Budget,
    ) -> Result<ValueMessages, Error> {
        let rules = rules_of(asked);
        let found = ask::rule_value(tables, position, &rules)?;
        let distances = tables.distances(position, &rules, &found)?;
        let rule_value = Chess.rule_value(&rules, position, &found);
        let rule_value = proto::RuleValue { plies: distances.rule_mate_plies, ..rule_value };
        Ok(ValueMessages { value: value(found.value.wdl, distances), rule_value: Some(rule_value) })
    }

    fn rated_moves(
        tables: &Tables,
        position: &Position,
        asked: Option<&RulesAsked>,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<proto::RatedMove>, Error> {
        let rules = rules_of(asked);
        let converted = |MoveChance { rated, chance, .. }: &MoveChance<RuleMove>| {
            let distances = tables.distances_of_move(position, &rules, rated)?;
            Ok(with_chance(rated_move(position, rated, distances, &rules), *chance))
        };
        ask::rule_chances(tables, position, &rules, search)?.iter().map(converted).collect()
    }

    fn best_line(
        tables: &Tables,
        position: &Position,
        asked: Option<&RulesAsked>,
        plies_max: u32,
        budget: &Budget,
    ) -> Result<(Vec<proto::RatedMove>, proto::LineEnd), Error> {
        let rules = rules_of(asked);
        let clock = Chess.counters(&rules, position);
        let line = tables.rule_line_from(position, &rules, &clock, plies_max, budget)?;
        let distances = |before: &Position, rated: &RuleMove| tables.distances_of_move(before, &rules, rated);
        Ok(line_message(position, &line, &rules, distances)?)
    }

    fn described(
        &self,
        _collection: &Collection,
        request: &proto::DescribePositionRequest,
        _budget: &Arc<Budget>,
    ) -> Result<proto::DescribePositionResponse, Error> {
        Chess::read_rules(Field::new("rules", &request.rules), Field::new("counters", &request.counters))?;
        let position = if request.fen.is_empty() { Position::start() } else { Position::parse_fen(&request.fen)? };
        Ok(described(&position))
    }

    fn description(&self, has_tables: bool) -> proto::Variant {
        variant(has_tables)
    }

    const HAS_ENDLESS_COUNTS: bool = true;

    const UNREADABLE: &'static str = "unclear.unreadable";

    fn moves_first(&self) -> Side {
        Side::White
    }

    fn default_code(&self) -> &'static str {
        Chess::codes()[0].id
    }

    fn counters_text(&self, _rules: &DrawRules, _counters: &Counters, _position: &Self::Position) -> String {
        String::new()
    }

    fn game_move(&self, position: &Self::Position, mv: &Self::Move, _text: String) -> proto::Move {
        played_move(position, *mv)
    }

    fn count(&self, rules: &DrawRules, status: &CountStatus) -> proto::Count {
        let text = self.article_text(status.rule.article).unwrap_or(status.rule.text);
        proto::Count { text: text.to_owned(), ..count_status(rules, status) }
    }

    fn repetition(&self, _rules: &DrawRules) -> Option<(u32, &'static str)> {
        Some((THREEFOLD, Article::Threefold.number()))
    }

    fn article_text(&self, article: &str) -> Option<&'static str> {
        Article::ALL.into_iter().find(|known| known.number() == article).map(Article::text)
    }

    fn value(&self, found: &RuleValue) -> proto::Value {
        value(found.value.wdl, of_clock(found.needed_plies))
    }

    fn rule_value(&self, rules: &DrawRules, position: &Self::Position, value: &RuleValue) -> proto::RuleValue {
        proto::RuleValue {
            outcome: rule_outcome(value.outcome).into(),
            binding_count: Some(clock(position, rules)),
            needed_plies: needed_plies(value.needed_plies, rules),
            lacking_table: value.lacking.map(|table| table.to_string()).unwrap_or_default(),
            ..proto::RuleValue::default()
        }
    }

    fn rule_line(
        &self,
        rules: &DrawRules,
        start: &Self::Position,
        line: &RuleLine,
    ) -> (Vec<proto::RatedMove>, proto::LineEnd) {
        let dtz = |before: &Self::Position, rated: &RuleMove| {
            Ok::<_, Infallible>(of_clock(rated.reset_plies(self, before, rules)))
        };
        let Ok(converted) = line_message(start, line, rules, dtz);
        converted
    }
}

fn of_clock(dtz_plies: Option<u32>) -> Distances {
    Distances { dtz_plies, ..Distances::default() }
}

fn side(side: Color) -> proto::Side {
    same_name!(side, Color => proto::Side: White Black)
}

fn value(of: Wdl, distances: Distances) -> proto::Value {
    proto::Value {
        wdl: wdl(of).into(),
        dtw_plies: distances.mate_plies,
        dtc_plies: distances.conversion_plies,
        dtz_plies: distances.dtz_plies,
    }
}

/// Returns the half-move clock of a position, with its limit under the draw rules, as a message.
fn clock(position: &Position, rules: &DrawRules) -> proto::Count {
    let counters = Chess.counters(rules, position);
    let running = rules.running(&counters, Chess.side(position)).next();
    running.map(|status| count_status(rules, &status)).unwrap_or_default()
}

/// Returns `dtz_plies`, the plies to the next capture, pawn move or mate, unless the draw rules end
/// the game before. Returns `None` if they do, and for a draw.
fn needed_plies(dtz_plies: Option<u32>, rules: &DrawRules) -> Option<u32> {
    dtz_plies.filter(|&plies| plies <= Chess::limit_plies(rules))
}

fn played_move(position: &Position, mv: Move) -> proto::Move {
    let uci = position.uci(mv);
    // The move library writes castling as a move of the king onto its rook. UCI names the squares
    // of the king.
    let (from, to) = (uci[..2].to_owned(), uci[2..4].to_owned());
    let captured = if position.is_en_passant(mv) {
        Some(Square::new(mv.to.file(), mv.from.rank()))
    } else {
        position.board().colors(!position.side_to_move()).has(mv.to).then_some(mv.to)
    };
    proto::Move {
        notation: position.san(mv),
        path_squares: vec![from.clone(), to.clone()],
        from_square: from,
        to_square: to,
        captured_squares: captured.iter().map(ToString::to_string).collect(),
        promotes: mv.promotion.is_some(),
        uci: Some(uci),
    }
}

fn rated_move(position: &Position, rated: &RuleMove, distances: Distances, rules: &DrawRules) -> proto::RatedMove {
    proto::RatedMove {
        r#move: Some(played_move(position, rated.mv)),
        value: Some(value(rated.value.wdl, distances)),
        fen_after: rated.position.fen(),
        rule_value: Some(proto::RuleMoveValue {
            outcome: rule_outcome(rated.outcome).into(),
            needed_plies: needed_plies(distances.dtz_plies, rules),
            resets_count: position.is_zeroing(rated.mv),
            plies: distances.rule_mate_plies,
            ..proto::RuleMoveValue::default()
        }),
        ..proto::RatedMove::default()
    }
}

/// Converts a line of best play, and the reason why it ends, to messages. The message of each move
/// contains its distances, which `distances` returns for the position before the move.
///
/// # Errors
/// The errors of `distances`.
fn line_message<E>(
    start: &Position,
    line: &RuleLine,
    rules: &DrawRules,
    mut distances: impl FnMut(&Position, &RuleMove) -> Result<Distances, E>,
) -> Result<(Vec<proto::RatedMove>, proto::LineEnd), E> {
    let moves =
        line.steps(start).map(|(before, rated)| Ok(rated_move(before, rated, distances(before, rated)?, rules)));
    Ok((moves.collect::<Result<_, E>>()?, line_end(line.end)))
}

fn described(position: &Position) -> proto::DescribePositionResponse {
    let legal_moves = position.moves().into_iter().map(|mv| proto::LegalMove {
        r#move: Some(played_move(position, mv)),
        fen_after: position.after(mv).fen(),
        counters_after: String::new(),
    });
    proto::DescribePositionResponse {
        variant: Chess.id().to_owned(),
        fen: position.fen(),
        side_to_move: side(position.side_to_move()).into(),
        pieces: pieces(position),
        legal_moves: legal_moves.collect(),
        must_capture: false,
        rules: code().id.to_owned(),
        counts: vec![clock(position, &Chess::fifty_moves())],
        ..proto::DescribePositionResponse::default()
    }
}

fn pieces(position: &Position) -> Vec<proto::PlacedPiece> {
    let board = position.board();
    let placed = board.occupied().into_iter().filter_map(|square| {
        let kind = piece_name(board.piece_on(square)?);
        let owner = side(board.color_on(square)?);
        Some(proto::PlacedPiece { square: square.to_string(), side: owner.into(), kind: kind.to_owned() })
    });
    placed.collect()
}

fn variant(has_tables: bool) -> proto::Variant {
    let squares = Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)));
    proto::Variant {
        id: Chess.id().to_owned(),
        title: TITLE.to_owned(),
        sources: strings(code().sources),
        board: Some(proto::Board {
            file_count: File::NUM as u32,
            rank_count: Rank::NUM as u32,
            square_count: Square::NUM as u32,
            shade: proto::Shade::All.into(),
            alquerque_lines: false,
            square_names: proto::SquareNames::Algebraic.into(),
            squares: squares.map(|square| square.to_string()).collect(),
        }),
        start_fen: Position::start().fen(),
        rule_codes: Chess::codes().iter().map(|known| known.id.to_owned()).collect(),
        codes: Chess::codes().iter().map(|known| rule_code(known, known.id == code().id)).collect(),
        has_tables,
        notes: strings(NOTES),
        ..proto::Variant::default()
    }
}
