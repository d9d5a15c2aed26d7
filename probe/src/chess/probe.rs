//! Probing positions of chess.

use std::cmp::Reverse;

use peatee_chess::Position;
use peatee_table::{Metric, Wdl};

use super::error::ProbeError;
use super::tables::{Tables, dtz};
use super::value::Value;
use crate::rule_value::RuleOutcome;
use crate::table::Table;

/// A legal move and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatedMove {
    /// The move.
    pub mv: peatee_chess::cozy_chess::Move,
    /// Its value for the player who makes it, plies counted from before the move.
    pub value: Value,
    /// The outcome under the 50-move rule with the half-move clock of the position.
    pub outcome: RuleOutcome,
}

impl Tables {
    /// The value of a position for the side to move. The distance is there where there is a DTZ
    /// table; a damaged one is an error.
    ///
    /// # Errors
    /// [`ProbeError`]: castling rights, too many men, a table that is missing or damaged.
    pub fn probe(&self, position: &Position) -> Result<Value, ProbeError> {
        if position.has_castling_rights() {
            return Err(ProbeError::CastlingRights);
        }
        if !position.can_capture_en_passant() {
            return self.stored(position);
        }
        // Captures en passant are in no table: the value is that of the best move.
        let moves = self.moves(position)?;
        let best = moves.iter().map(|rated| rated.value).min_by_key(|value| value.order());
        Ok(best.expect("a capture en passant is a move"))
    }

    /// Win, draw or loss of a position as if there were no 50-move rule.
    ///
    /// # Errors
    /// As [`Tables::probe`].
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        Ok(self.probe(position)?.wdl)
    }

    /// All legal moves, the best first: by the outcome under the 50-move rule with the half-move
    /// clock of the position, then by the value, then by the value after the move: of captures and
    /// pawn moves, which all have DTZ 1, those come first that mate, or that win soonest again.
    ///
    /// # Errors
    /// As [`Tables::probe`], for the positions after the moves.
    pub fn moves(&self, position: &Position) -> Result<Vec<RatedMove>, ProbeError> {
        if position.has_castling_rights() {
            return Err(ProbeError::CastlingRights);
        }
        let clock = position.halfmove_clock();
        let rate = |mv| {
            let after = self.probe(&position.after(mv))?;
            let value = after.before_move(position.is_zeroing(mv));
            Ok((RatedMove { mv, value, outcome: value.outcome(clock) }, after.order()))
        };
        let mut moves = position.moves().into_iter().map(rate).collect::<Result<Vec<_>, ProbeError>>()?;
        moves.sort_by_key(|(rated, after)| (rated.outcome, rated.value.order(), Reverse(*after)));
        Ok(moves.into_iter().map(|(rated, _)| rated).collect())
    }

    /// The value that the tables hold, as if no pawn could be captured en passant.
    fn stored(&self, position: &Position) -> Result<Value, ProbeError> {
        if position.men() == 2 {
            // Nobody can mate.
            return Ok(Value::DRAW);
        }
        let (of_slice, number) = self.located(position, Metric::Wdl)?;
        let wdl = Wdl::of_cell(cell(self.in_slice(of_slice, Metric::Wdl)?, number)?);
        let distances = if wdl == Wdl::Draw { None } else { of_slice.table(dtz())? };
        let dtz_cell = distances.map(|table| cell(table, number)).transpose()?;
        Ok(Value { wdl, dtz_plies: dtz_cell.and_then(|cell| cell.checked_sub(1)) })
    }
}

fn cell(table: &Table, number: u64) -> Result<u32, ProbeError> {
    table.cell(number).map_err(|error| ProbeError::File { path: table.path().to_owned(), error })
}
