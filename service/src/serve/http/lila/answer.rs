//! The two types of answers in the JSON of lila-tablebase: a position with its moves, and a line of
//! best play.

use std::sync::Arc;

use peatee_probe::{Collection, Game as _, Tables};
use peatee_rules::draw::Counters;
use peatee_rules::variant::SquareNames;
use peatee_rules::{Bitboard as _, Budget, Draughts, Kind, Move, Position, Side};
use serde::Serialize;

use super::asked::Asked;
use super::known::{Category, GameTables, PositionFacts};
use crate::ask::budget::{STEPS_OF_WRITTEN_MOVE, check_listed};
use crate::ask::family::ServedFamily;
use crate::ask::query;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

pub const LINE_PLIES_MAX: u32 = 1000;

#[derive(Debug, Serialize)]
pub struct PositionOut {
    #[serde(flatten)]
    known: PositionFacts,
    /// Name of the draw rules under which `category` holds; null without draw rules.
    code: Option<String>,
    moves: Vec<LilaMove>,
}

/// A move, with facts about the position after it. The value is from the point of view of the side
/// to move in that position, the opponent.
#[derive(Debug, Serialize)]
pub(super) struct LilaMove {
    pub uci: String,
    pub san: String,
    pub zeroing: bool,
    pub conversion: bool,
    #[serde(flatten)]
    pub known: PositionFacts,
}

#[derive(Debug, Serialize)]
pub struct LineOut {
    pub dtz: Option<i64>,
    pub precise_dtz: Option<i64>,
    pub dtw: Option<i64>,
    pub mainline: Vec<LineMoveOut>,
    /// The side that wins: `w` or `b`; null if neither side does.
    pub winner: Option<&'static str>,
}

#[derive(Debug, Serialize)]
pub struct LineMoveOut {
    pub uci: String,
    pub san: String,
    pub dtz: Option<i64>,
    pub precise_dtz: Option<i64>,
    pub dtw: Option<i64>,
}

/// A family of games (draughts, chess) whose positions are answered in the JSON of lila-tablebase.
pub trait Lila: ServedFamily {
    /// Returns the names that stand for the game in paths.
    fn path_names(&self) -> Vec<&'static str>;

    fn position(&self, collection: &Collection, asked: &Asked, budget: &Arc<Budget>) -> Result<PositionOut, Error>;

    fn mainline(&self, collection: &Collection, asked: &Asked, budget: &Arc<Budget>) -> Result<LineOut, Error>;
}

impl Lila for Draughts {
    fn path_names(&self) -> Vec<&'static str> {
        vec![self.id()]
    }

    fn position(&self, collection: &Collection, asked: &Asked, budget: &Arc<Budget>) -> Result<PositionOut, Error> {
        position(collection, self, asked, budget)
    }

    fn mainline(&self, collection: &Collection, asked: &Asked, budget: &Arc<Budget>) -> Result<LineOut, Error> {
        mainline(collection, self, asked, budget)
    }
}

fn position(
    collection: &Collection,
    game: &Draughts,
    asked: &Asked,
    budget: &Arc<Budget>,
) -> Result<PositionOut, Error> {
    let tables = query::tables_of(collection, game)?;
    let game = game.clone().within(budget.clone());
    let (position, counts) = game.parse_fen_with_counts(&asked.fen)?;
    let rules = Draughts::read_rules(asked.rules(), asked.counters())?;
    let rules = rules.map(|rules| rules.with_king_moves(&counts));
    let counters = rules.as_ref().map(|rules| rules.counters(&position)).transpose()?;
    let game_tables = GameTables { game: &game, tables, rules: rules.as_ref().map(|asked| asked.rules) };
    let known = game_tables.look_up(&position, counters.as_ref())?;
    let legal = match game_tables.rules.zip(counters) {
        Some((rules, counters)) => game.moves_under(&rules, &counters, &position)?,
        None => game.moves(&position)?,
    };
    check_listed(legal.len())?;
    let legal = ordered(&game_tables, &position, counters.as_ref(), legal);
    let mut moves = Vec::with_capacity(legal.len());
    for (mv, san) in legal.iter().zip(game.move_texts(&legal)) {
        budget.take_steps(STEPS_OF_WRITTEN_MOVE)?;
        let after = game.play(&position, mv);
        let counters = game_tables.rules.zip(counters).map(|(rules, counters)| rules.after(&counters, mv, &after));
        moves.push(move_out(&game, mv, san, game_tables.look_up(&after, counters.as_ref())?));
    }
    Ok(PositionOut::new(known, rules.map(|asked| asked.rules.name()), moves))
}

impl PositionOut {
    /// Creates the answer for a position, with its moves sorted from best to worst.
    pub(super) fn new(mut known: PositionFacts, code: Option<String>, mut moves: Vec<LilaMove>) -> PositionOut {
        // The sort is stable: moves of the same category stay in the given order.
        moves.sort_by_key(|mv| mv.known.category.place());
        if known.category == Category::Unknown
            && let Some(best) = moves.first()
            && (best.known.category == Category::Loss || moves.iter().all(|mv| mv.known.category != Category::Unknown))
        {
            known = PositionFacts::of(best.known.category.turned());
        }
        PositionOut { known, code, moves }
    }
}

/// Returns the moves `legal`, sorted from best to worst, if the tables hold the positions after all
/// of them; otherwise in the same order as in `legal`.
fn ordered(
    game_tables: &GameTables<'_>,
    position: &Position,
    counters: Option<&Counters>,
    legal: Vec<Move>,
) -> Vec<Move> {
    let pieces = position.setup.piece_count();
    let may_have_all = |tables: &&Tables| legal.iter().all(|mv| pieces - mv.captured.count() <= tables.most_pieces());
    let by_tables = game_tables.tables.filter(may_have_all).and_then(|tables| match (&game_tables.rules, counters) {
        (Some(rules), Some(counters)) => {
            Some(tables.rule_moves(position, rules, counters).ok()?.into_iter().map(|rated| rated.mv).collect())
        }
        _ => Some(tables.moves(position).ok()?.into_iter().map(|rated| rated.mv).collect()),
    });
    by_tables.unwrap_or(legal)
}

fn move_out(game: &Draughts, mv: &Move, san: String, known: PositionFacts) -> LilaMove {
    LilaMove {
        uci: uci(game, mv),
        san,
        zeroing: mv.is_capture() || mv.kind != Kind::King,
        conversion: mv.is_capture() || mv.promotes(),
        known,
    }
}

/// Formats a move in lidraughts' notation for programs: the squares on which the piece stands
/// during the move, each with two digits.
fn uci(game: &Draughts, mv: &Move) -> String {
    let square = |&square: &_| match game.variant().notation.squares {
        SquareNames::Algebraic => game.square_name(square),
        _ => format!("{:02}", game.square_number(square)),
    };
    mv.path.iter().map(square).collect()
}

fn mainline(collection: &Collection, game: &Draughts, asked: &Asked, budget: &Arc<Budget>) -> Result<LineOut, Error> {
    let tables = query::tables_for(collection, game)?;
    let (position, counts) = game.parse_fen_with_counts(&asked.fen)?;
    let rules = Draughts::read_rules(asked.rules(), asked.counters())?;
    let rules = rules.map(|rules| rules.with_king_moves(&counts));
    let game_tables = GameTables { game, tables: Some(tables), rules: rules.as_ref().map(|asked| asked.rules) };
    let counters = rules.as_ref().map(|rules| rules.counters(&position)).transpose()?;
    tables.probe(&position)?;
    let known = game_tables.look_up(&position, counters.as_ref())?;
    let winner = match (known.category, position.side) {
        (Category::Win, Side::White) | (Category::Loss, Side::Black) => Some("w"),
        (Category::Win, Side::Black) | (Category::Loss, Side::White) => Some("b"),
        _ => None,
    };
    let mut mainline = Vec::new();
    if winner.is_some() {
        let mut before = position;
        for mv in line(tables, &position, rules.as_ref(), budget)? {
            budget.take_steps(STEPS_OF_WRITTEN_MOVE)?;
            let after = game.play(&before, &mv);
            // Distances do not depend on counters, so none are given.
            let PositionFacts { dtz, precise_dtz, dtw, .. } = game_tables.look_up(&after, None)?;
            let (uci, san) = (uci(game, &mv), game.move_text(&before, &mv));
            mainline.push(LineMoveOut { uci, san, dtz, precise_dtz, dtw });
            before = after;
        }
    }
    Ok(LineOut { dtz: known.dtz, precise_dtz: known.precise_dtz, dtw: known.dtw, mainline, winner })
}

fn line(
    tables: &Tables,
    position: &Position,
    rules: Option<&RulesAsked>,
    budget: &Arc<Budget>,
) -> Result<Vec<Move>, Error> {
    let Some(rules) = rules else {
        let line = tables.line_until(position, LINE_PLIES_MAX, budget)?;
        return Ok(line.moves.into_iter().map(|rated| rated.mv).collect());
    };
    let record = rules.record(tables.game(), position)?;
    let line = tables.rule_line_until(&record, LINE_PLIES_MAX, budget)?;
    Ok(line.moves.into_iter().map(|rated| rated.mv).collect())
}
