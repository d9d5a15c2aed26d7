//! Moves that are sorted for an aim of the winner.

use crate::answers::RuleMove;
use crate::probed::Probed;

/// Aim of a winner, which decides the order of the moves: to end the game, or first to reset the
/// count (ply limit of the draw rules) that decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The end of the game by the shortest win.
    End,
    /// The next move that resets the count.
    Reset,
}

pub(crate) struct RankedMoves<G: Probed> {
    pub moves: Vec<RuleMove<G>>,
    /// Aim of the winner by which the moves are sorted: to end the game or to reset the count.
    /// Arbitrary unless the first move wins.
    pub aim: Aim,
}
