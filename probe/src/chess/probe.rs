//! Probing positions of chess.

use std::cmp::Reverse;

use peatee_chess::Position;
use peatee_table::Wdl;

use super::clock_rule::ClockRule;
use super::error::ProbeError;
use super::tables::Tables;
use super::value::Value;
use crate::answers::RuleOutcome;

/// A legal move and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatedMove {
    /// The move.
    pub mv: peatee_chess::cozy_chess::Move,
    /// Its value for the player who makes it, plies counted from before the move.
    pub value: Value,
    /// The outcome under the rule of the value with the half-move clock of the position.
    pub outcome: RuleOutcome,
}

impl Tables {
    /// The value of a position for the side to move, under the 50-move rule. The distance is there
    /// where there is a DTZ table; a damaged one is an error.
    ///
    /// # Errors
    /// [`ProbeError`]: castling rights, too many men, a table that is missing or damaged.
    pub fn probe(&self, position: &Position) -> Result<Value, ProbeError> {
        self.probe_under(position, ClockRule::FiftyMoves)
    }

    /// [`Tables::probe`] under a rule.
    ///
    /// # Errors
    /// As [`Tables::probe`].
    pub fn probe_under(&self, position: &Position, rule: ClockRule) -> Result<Value, ProbeError> {
        self.check_rights(position)?;
        if !position.can_capture_en_passant() {
            let wdl = self.stored_wdl(position)?;
            return Ok(Value { wdl, dtz_plies: self.stored_distance(position, wdl, rule)?, rule });
        }
        // Captures en passant are in no table: the value is that of the best move.
        let moves = self.moves_under(position, rule)?;
        let best = moves.iter().map(|rated| rated.value).min_by_key(|value| value.order());
        Ok(best.expect("a capture en passant is a move"))
    }

    /// Win, draw or loss of a position as if no clock made a draw.
    ///
    /// # Errors
    /// As [`Tables::probe`].
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.check_rights(position)?;
        if !position.can_capture_en_passant() {
            return self.stored_wdl(position);
        }
        let after = |mv| self.probe_wdl(&position.after_listed(mv)).map(Wdl::reversed);
        position.moves().into_iter().try_fold(Wdl::Loss, |best, mv| Ok(best.max(after(mv)?)))
    }

    /// [`Tables::probe`] of every position, in order. A position that cannot be answered gives its
    /// error in its place.
    pub fn probe_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl ExactSizeIterator<Item = Result<Value, ProbeError>> + use<'a> {
        positions.iter().map(|position| self.probe(position))
    }

    /// [`Tables::probe_wdl`] of every position, in order. A position that cannot be answered gives
    /// its error in its place.
    pub fn probe_wdl_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl ExactSizeIterator<Item = Result<Wdl, ProbeError>> + use<'a> {
        positions.iter().map(|position| self.probe_wdl(position))
    }

    /// All legal moves, the best first: by the outcome under the 50-move rule with the half-move
    /// clock of the position, then by the value, then by the value after the move: of captures and
    /// pawn moves, which all have DTZ 1, those come first that mate, or that win soonest again.
    ///
    /// # Errors
    /// As [`Tables::probe`], for the positions after the moves.
    pub fn moves(&self, position: &Position) -> Result<Vec<RatedMove>, ProbeError> {
        self.moves_under(position, ClockRule::FiftyMoves)
    }

    /// [`Tables::moves`] under a rule.
    ///
    /// # Errors
    /// As [`Tables::moves`].
    pub fn moves_under(&self, position: &Position, rule: ClockRule) -> Result<Vec<RatedMove>, ProbeError> {
        self.check_rights(position)?;
        let clock = position.halfmove_clock();
        let rate = |mv| {
            let after = self.probe_under(&position.after_listed(mv), rule)?;
            let value = after.before_move(position.is_zeroing(mv));
            Ok((RatedMove { mv, value, outcome: value.outcome(clock) }, after.order()))
        };
        let mut moves = position.moves().into_iter().map(rate).collect::<Result<Vec<_>, ProbeError>>()?;
        moves.sort_by_key(|(rated, after)| (rated.outcome, rated.value.order(), Reverse(*after)));
        Ok(moves.into_iter().map(|(rated, _)| rated).collect())
    }
}
