//! Moves sorted for the aim of the winner.

use crate::answers::RuleMove;
use crate::probed::Probed;

/// Aim of a winner, by which the moves are sorted: to end the game, or first to reset the deciding
/// count (ply limit of the draw rules).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To end the game by the shortest win.
    End,
    /// To play a move that resets the count, as soon as possible.
    Reset,
}

pub(crate) struct RankedMoves<G: Probed> {
    pub moves: Vec<RuleMove<G>>,
    /// Aim of the winner by which the moves are sorted: to end the game or to reset the count.
    /// Arbitrary unless the first move wins.
    pub aim: Aim,
}
