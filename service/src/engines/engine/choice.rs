//! A chosen move with its reasons.

use peatee_probe::RuleOutcome;
use peatee_rules::Move;

use crate::errors::Error;

/// A move to play.
#[derive(Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The value of the move; `None` where the tables do not say which move is best.
    pub value: Option<MoveValue>,
    /// Best play by both sides, this move first.
    pub line: Vec<Move>,
    /// Why the tables do not say which move is best.
    pub unknown: Option<Error>,
}

/// The value of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveValue {
    /// Who wins under the draw rules.
    pub outcome: RuleOutcome,
    /// Plies to the end of the game by the shortest win without draw rules; `None` for draws, and
    /// without DTW tables.
    pub dtw_plies: Option<u32>,
}

/// Returns the order in which moves are preferred where not all have a value: the smallest first.
pub fn plain_order(outcome: Option<RuleOutcome>) -> u8 {
    match outcome {
        Some(RuleOutcome::Win) => 0,
        Some(RuleOutcome::MaybeWin) => 1,
        Some(RuleOutcome::CursedWin) => 2,
        Some(RuleOutcome::Draw | RuleOutcome::BlessedLoss) => 3,
        None => 4,
        Some(RuleOutcome::MaybeLoss) => 5,
        Some(RuleOutcome::Loss) => 6,
    }
}
