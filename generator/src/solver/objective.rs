//! What distances are counted to.

use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side};

/// What is known of a position: a draw, or who wins in how many plies. One number, so that arrays of it are small:
/// twice the plies, plus one for a win of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known(pub u16);

impl Known {
    /// Neither side can force anything.
    pub const DRAW: Known = Known(u16::MAX);
    /// The most plies that can be counted.
    pub const MAX_PLIES: u16 = (u16::MAX - 3) / 2;

    /// Lost for the side to move.
    #[inline(always)]
    pub const fn lost(plies: u16) -> Known {
        Known(plies << 1)
    }

    /// Won for the side to move.
    #[inline(always)]
    pub const fn won(plies: u16) -> Known {
        Known(plies << 1 | 1)
    }

    /// True for a draw.
    #[inline(always)]
    pub const fn is_draw(self) -> bool {
        self.0 == u16::MAX
    }

    /// True when the side to move wins.
    #[inline(always)]
    pub const fn is_won(self) -> bool {
        (self.0 & 1 == 1) & !self.is_draw()
    }

    /// Plies to what is counted to; meaningless for a draw.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.0 >> 1
    }
}

/// What the solver counts to. Moves that stay in the slice without ending the count are followed backward; the value of
/// every other move must be known beforehand, and is asked for here.
pub trait Objective<W>: Sync {
    /// True when quiet moves of `kind` that crown nothing are followed.
    fn follows(&self, kind: Kind) -> bool;

    /// What is known of the position `after` the move `mv` of `side`, for the player to move then.
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known;

    /// The value of having no legal move.
    fn without_moves(&self) -> Known;
}
