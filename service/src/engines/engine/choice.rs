//! A move that the engine has chosen, with the reasons for it.

use peatee_probe::RuleOutcome;
use peatee_rules::Move;

use crate::errors::Error;

/// The move that the engine plays, with the reasons for it.
#[derive(Debug)]
pub struct Choice {
    pub mv: Move,
    /// Value of the position before the move; `None` if the tables do not show the best move.
    pub value: Option<MoveValue>,
    /// Moves of best play by both sides, beginning with the chosen move.
    pub line: Vec<Move>,
    /// Reason why the tables do not show the best move.
    pub unknown: Option<Error>,
}

/// The value of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveValue {
    /// Outcome of the position under the draw rules.
    pub outcome: RuleOutcome,
    /// Plies to the end of the game by the shortest win, without draw rules; `None` for a draw, or
    /// if there is no DTW table.
    pub dtw_plies: Option<u32>,
}

/// Returns the rank of a move for the choice among moves of which some have no value; 0 is the best
/// rank. `outcome` is the outcome of the move, or `None` if it has no value.
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
