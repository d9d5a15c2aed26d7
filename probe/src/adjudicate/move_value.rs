//! The value of a played move, by the tables.

use peatee_rules::Draughts;

use crate::answers::RuleValue;
use crate::probed::Probed;

/// Value of a played move by the tables, under the draw rules of the game. The value depends on the
/// plies that the counts have used. Repetitions are not considered.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MoveValue<G: Probed = Draughts> {
    /// Value of the position before the move, for the side that moves.
    pub before: RuleValue<G::Slice>,
    /// Value of the position after the move, for the side that is to move there: the opponent.
    /// `None` if a table is missing.
    pub after: Option<RuleValue<G::Slice>>,
    /// Number of legal moves.
    pub legal_moves: usize,
    /// Number of legal moves that keep the value: they lead to the result of best play, or to a
    /// better one. The number is 0 when only the claim of a draw keeps the value. `None` if the
    /// tables leave a result open.
    pub keeping_moves: Option<usize>,
    /// Best move, if the played move does not keep the value and another one does.
    pub best: Option<G::Move>,
    /// Mark of the move; `None` for a move without one, and if the tables leave a result open.
    pub mark: Option<MoveMark>,
}

/// Mark of a played move, by its exact value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveMark {
    /// `?`: the move loses half a point.
    Mistake,
    /// `??`: the move loses a whole point.
    Blunder,
    /// `!`: of several legal moves, it is the only one that keeps the value.
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
