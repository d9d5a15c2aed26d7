//! Answers about chess in the JSON of lila-tablebase.
//!
//! `dtz` and `precise_dtz` are equal, because our DTZ is never rounded. For a checkmate on the
//! board, both are -1 as in lila-tablebase (our DTZ is 0), so that only draws have 0. `category` is
//! the outcome under the 50-move rule with the half-move clock of the FEN. `dtm` and `dtc` are
//! given if the server has their tables, and are negative for a loss; `dtc` is null if the request
//! has `dtc=never`. So is `dtm50`, the plies to mate under the 50-move rule with the half-move
//! clock of the FEN, which lila-tablebase does not have; without its table the field is left out.
//! `dtw` is null. Moves are in the order of lila-tablebase. Impossible castling rights and en
//! passant squares in the FEN are ignored, as in lila-tablebase.

use std::cmp::Reverse;
use std::sync::Arc;

use peatee_probe::chess::{Chess, RuleValue, Tables};
use peatee_probe::peatee_chess::cozy_chess::{Color, Move, Piece};
use peatee_probe::peatee_chess::laws::is_dead_by_material;
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Collection, Game, ProbeError, Wdl};
use peatee_rules::Budget;

use super::answer::{LINE_PLIES_MAX, Lila, LilaMove, LineMoveOut, LineOut, PositionOut};
use super::asked::{Asked, DtcMode};
use super::known::{Category, PositionFacts};
use crate::ask::budget::STEPS_OF_WRITTEN_MOVE;
use crate::ask::chess::{PATH_NAMES, code, rule_value, rules_of};
use crate::ask::family::{Field, ServedFamily as _};
use crate::ask::query;
use crate::errors::Error;

/// DTZ that lila-tablebase gives to a checkmate on the board.
const MATE: i64 = -1;

/// Looks up the value and distances of a position. No table is needed if the game is over or the
/// material cannot mate. If a table is needed and missing, the category is `unknown` and the
/// distances are null.
fn look_up(tables: Option<&Tables>, position: &Position) -> Result<PositionFacts, Error> {
    let ending = position.ending();
    let is_dead = is_dead_by_material(position);
    let mut depths = SignedDepths::default();
    let (category, dtz) = match ending {
        Some(Ending::Checkmate) => (Category::Loss, Some(MATE)),
        Some(Ending::Stalemate) => (Category::Draw, Some(0)),
        None if is_dead => (Category::Draw, Some(0)),
        None => match tables.map(|tables| value(tables, position)) {
            Some(Ok(value)) => {
                let wdl = value.value.wdl;
                let distance = value.needed_plies.map(|plies| signed(wdl, plies));
                let dtz = if wdl == Wdl::Draw { Some(0) } else { distance };
                depths = depths_of(tables, position, &value)?;
                (value.outcome.into(), dtz)
            }
            Some(Err(error)) if !is_unknown(&error) => return Err(error.into()),
            _ => (Category::Unknown, None),
        },
    };
    Ok(PositionFacts {
        dtz,
        precise_dtz: dtz,
        dtm: depths.dtm,
        dtm50: depths.dtm50,
        dtc: depths.dtc,
        checkmate: ending == Some(Ending::Checkmate),
        stalemate: ending == Some(Ending::Stalemate),
        insufficient_material: is_dead,
        ..PositionFacts::of(category)
    })
}

fn value(tables: &Tables, position: &Position) -> Result<RuleValue, ProbeError> {
    rule_value(tables, position, &Chess::fifty_moves())
}

/// DTM, DTM50 and DTC (plies to mate, without and with the 50-move rule, and to conversion),
/// negative for a loss; `None` without a table.
#[derive(Default)]
struct SignedDepths {
    dtm: Option<i64>,
    dtm50: Option<i64>,
    dtc: Option<i64>,
}

fn depths_of(tables: Option<&Tables>, position: &Position, value: &RuleValue) -> Result<SignedDepths, ProbeError> {
    let Some(tables) = tables else { return Ok(SignedDepths::default()) };
    let depths = tables.distances(position, &Chess::fifty_moves(), value)?;
    let signed = |plies: Option<u32>| plies.map(|plies| signed(value.value.wdl, plies));
    let [dtm, dtm50, dtc] = [depths.mate_plies, depths.rule_mate_plies, depths.conversion_plies].map(signed);
    Ok(SignedDepths { dtm, dtm50, dtc })
}

fn signed(wdl: Wdl, plies: u32) -> i64 {
    if wdl == Wdl::Loss { -i64::from(plies) } else { plies.into() }
}

/// Returns true if the error means that no table holds the position.
fn is_unknown(error: &ProbeError) -> bool {
    matches!(error, ProbeError::CastlingRights | ProbeError::TooManyPieces { .. } | ProbeError::MissingTable { .. })
}

fn check(asked: &Asked) -> Result<(), Error> {
    let rules = Chess::read_rules(Field::new("rules", &asked.code), asked.counters())?;
    if rules_of(rules.as_ref()).code.id == code().id {
        return Ok(());
    }
    let reason = "these answers know the 50-move rule alone; ask /v1 for the 75-move rule".to_owned();
    Err(Error::Argument { field: "code", reason })
}

impl Lila for Chess {
    fn path_names(&self) -> Vec<&'static str> {
        PATH_NAMES.to_vec()
    }

    fn position(&self, collection: &Collection, asked: &Asked, budget: &Arc<Budget>) -> Result<PositionOut, Error> {
        check(asked)?;
        let tables = query::tables_of(collection, self)?;
        let (position, _) = Position::parse_fen_leniently(&asked.fen)?;
        let known = |position: &Position| -> Result<PositionFacts, Error> {
            let known = look_up(tables, position)?;
            Ok(if asked.dtc == DtcMode::Never { PositionFacts { dtc: None, ..known } } else { known })
        };
        let out = |mv: Move| {
            budget.take_steps(STEPS_OF_WRITTEN_MOVE)?;
            let out = LilaMove {
                uci: position.uci(mv),
                san: position.san(mv),
                zeroing: position.is_zeroing(mv),
                conversion: position.after(mv).men() < position.men() || mv.promotion.is_some(),
                known: known(&position.after(mv))?,
            };
            Ok((mv, out))
        };
        let mut moves = position.moves().into_iter().map(out).collect::<Result<Vec<_>, Error>>()?;
        moves.sort_by_cached_key(|(mv, out)| order(&position, *mv, out));
        let moves = moves.into_iter().map(|(_, out)| out).collect();
        Ok(PositionOut::new(known(&position)?, Some(code().id.to_owned()), moves))
    }

    fn mainline(&self, collection: &Collection, asked: &Asked, budget: &Arc<Budget>) -> Result<LineOut, Error> {
        check(asked)?;
        let tables = query::tables_for(collection, self)?;
        let (position, _) = Position::parse_fen_leniently(&asked.fen)?;
        value(tables, &position)?;
        let known = look_up(Some(tables), &position)?;
        let winner = match (known.category, position.side_to_move()) {
            (Category::Win, Color::White) | (Category::Loss, Color::Black) => Some("w"),
            (Category::Win, Color::Black) | (Category::Loss, Color::White) => Some("b"),
            _ => None,
        };
        let mut mainline = Vec::new();
        if winner.is_some() {
            let (rules, mut before) = (Chess::fifty_moves(), position.clone());
            let clock = Chess.counters(&rules, &position);
            for rated in tables.rule_line_from(&position, &rules, &clock, LINE_PLIES_MAX, budget)?.moves {
                budget.take_steps(STEPS_OF_WRITTEN_MOVE)?;
                let PositionFacts { dtz, precise_dtz, .. } = look_up(Some(tables), &rated.position)?;
                let (uci, san) = (before.uci(rated.mv), before.san(rated.mv));
                mainline.push(LineMoveOut { uci, san, dtz, precise_dtz, dtw: None });
                before = rated.position;
            }
        }
        Ok(LineOut { dtz: known.dtz, precise_dtz: known.precise_dtz, dtw: None, mainline, winner })
    }
}

/// Returns the sort key of a move; the best move has the least key. Moves are sorted as in
/// lila-tablebase, by these facts in turn: category, end of the game, distance to mate, distance to
/// conversion, reset of the half-move clock, DTZ, captured piece, promotion.
fn order(position: &Position, mv: Move, out: &LilaMove) -> impl Ord + use<> {
    let PositionFacts { category, checkmate, stalemate, insufficient_material, dtm, dtc, dtz, .. } = out.known;
    let (is_lost, is_won) = (category.is_loss(), category.turned().is_loss());
    let distances = [dtm, if out.conversion { Some(0) } else { dtc }];
    // If the opponent loses, shorter distances are better; if the opponent wins, longer ones are.
    let short = distances.map(|distance| Reverse(distance.filter(|_| is_lost)));
    let long = distances.map(|distance| distance.filter(|_| is_won).map(Reverse));
    let ends = [checkmate, stalemate, insufficient_material].map(Reverse);
    let pieces = [captured(position, mv), mv.promotion].map(|piece| Reverse(piece.map(|piece| piece as u8)));
    (category.place(), ends, short, long, out.zeroing == is_won, dtz.map(Reverse), pieces)
}

fn captured(position: &Position, mv: Move) -> Option<Piece> {
    let board = position.board();
    let is_own = board.color_on(mv.to) == Some(position.side_to_move());
    let passes = board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
    // Castling is stored as a move of the king onto its own rook, which is not a capture.
    board.piece_on(mv.to).filter(|_| !is_own).or(passes.then_some(Piece::Pawn))
}
