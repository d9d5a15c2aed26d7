//! The value of a played move, read from the tables.

use peatee_rules::Draughts;

use crate::answers::RuleValue;
use crate::probed::Probed;

/// Value of a played move under the draw rules of the game, read from the tables. Takes into
/// account how many plies each count (ply limit of a draw rule) has used. Repetitions are not
/// considered.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MoveValue<G: Probed = Draughts> {
    /// Value of the position before the move, for the side that makes the move.
    pub before: RuleValue<G::Slice>,
    /// Value of the position after the move, for the opponent, who is to move there. `None` if a
    /// table is missing.
    pub after: Option<RuleValue<G::Slice>>,
    /// Number of legal moves.
    pub legal_moves: usize,
    /// Number of legal moves that keep the value: they lead to the result of best play or a better
    /// one. 0 if only the claim of a draw keeps the value. `None` if the tables do not show a
    /// result that is needed.
    pub keeping_moves: Option<usize>,
    /// Best move, if the played move does not keep the value and another move does; otherwise
    /// `None`.
    pub best: Option<G::Move>,
    /// Mark of the move; `None` if the move has none, or if the tables do not show a result that is
    /// needed.
    pub mark: Option<MoveMark>,
}

/// Mark of a played move, according to its exact value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveMark {
    /// `?`: the move loses half a point.
    Mistake,
    /// `??`: the move loses a whole point.
    Blunder,
    /// `!`: the move is the only one of several legal moves that keeps the value.
    OnlyMove,
}

impl MoveMark {
    /// Returns the sign of the mark: `?`, `??` or `!`.
    pub const fn sign(self) -> &'static str {
        match self {
            MoveMark::Mistake => "?",
            MoveMark::Blunder => "??",
            MoveMark::OnlyMove => "!",
        }
    }
}
