//! A move that the engine has chosen, with the reasons for it.

use peatee_probe::RuleOutcome;
use peatee_rules::Move;

use crate::errors::Error;

#[derive(Debug)]
pub struct Choice {
    pub mv: Move,
    /// Value of the position before the move; `None` if the tables do not show the best move.
    pub value: Option<MoveValue>,
    /// Moves of best play by both sides, starting with the chosen move.
    pub line: Vec<Move>,
    /// Reason why the tables do not show the best move; `None` if they show it.
    pub unknown: Option<Error>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveValue {
    pub outcome: RuleOutcome,
    /// Plies to the end of a won or lost game, under the draw rules and with the plies that these
    /// rules have counted so far. `None` for a draw, or if there is no DTW table.
    pub plies: Option<u32>,
}

/// Returns the rank of a move with this outcome, 0 for the best. A move whose outcome is unknown
/// (`None`) ranks after draws and before losses.
pub fn rank_of_outcome(outcome: Option<RuleOutcome>) -> u8 {
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
