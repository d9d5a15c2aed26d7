//! Problems and studies of chess: no draw rule counts in them.

use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::{Sameness, is_dead_by_material};
use peatee_probe::{Metric, Value, Wdl};
use peatee_rules::Side;
use peatee_rules::notation::MoveNumber;

use super::tree::{Board, Goal, Rated};
use crate::errors::Error;

impl Board for Tables {
    type Position = Position;
    type Key = Sameness;

    fn fen(&self, position: &Position) -> String {
        position.fen()
    }

    fn key(&self, position: &Position) -> Sameness {
        Sameness::of(position)
    }

    fn is_over(&self, position: &Position) -> bool {
        position.ending().is_some() || is_dead_by_material(position)
    }

    fn moves(&self, position: &Position) -> Result<Vec<Rated<Position>>, Error> {
        let rate = |mv| {
            let after = position.after(mv);
            let Value { wdl, plies } = value(self, &after)?;
            let value = Value { wdl: wdl.reversed(), plies: plies.map(|plies| plies + 1) };
            Ok(Rated { text: position.san(mv), value, after, capture: None })
        };
        let mut moves = position.moves().into_iter().map(rate).collect::<Result<Vec<_>, Error>>()?;
        moves.sort_by_key(|rated| rated.value.order());
        Ok(moves)
    }
}

/// Who wins, and in how many plies it is mate.
///
/// # Errors
/// [`Error::Probe`], also where there is no table of DTM.
pub fn value(tables: &Tables, position: &Position) -> Result<Value, Error> {
    let wdl = tables.probe_wdl(position)?;
    Ok(Value { wdl, plies: tables.plies(position, Metric::Dtw)? })
}

/// The goal of a problem, in which it is to mate in so many moves, or of a study.
///
/// # Errors
/// [`Error::Argument`]: the side to move loses, or has no mate in so many moves.
pub fn goal(side: Side, value: Value, mate_in: Option<u32>) -> Result<Goal, Error> {
    let Some(moves) = mate_in else { return Goal::of(value, side) };
    let mate_plies = 2 * moves - 1;
    let reason = match value {
        Value { wdl: Wdl::Win, plies: Some(plies) } if plies <= mate_plies => {
            return Ok(Goal { wdl: Wdl::Win, mate_plies: Some(mate_plies) });
        }
        Value { wdl: Wdl::Win, plies } => {
            let needed = plies.unwrap_or(0).div_ceil(2);
            format!("{side} has no mate in {moves}: the shortest takes {needed} moves")
        }
        _ => format!("{side} has no mate in {moves}, and does not win"),
    };
    Err(Error::Argument { field: "--mate-in", reason })
}

/// The side to move.
pub fn side(position: &Position) -> Side {
    match position.side_to_move() {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// The number of the next move.
pub fn number(position: &Position) -> MoveNumber {
    let plies = 2 * (position.move_number().max(1) as usize - 1);
    MoveNumber::of_sides(side(position), Side::White, plies)
}

/// The tags of a game in PGN that starts with a position.
pub fn tags(position: &Position, result: &str) -> String {
    format!("[Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]", position.fen())
}
