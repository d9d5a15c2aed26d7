//! Depth to conversion (DTC): plies to the next capture or move of any piece except a king, or to
//! the end of the game. The winner takes the fastest way and the loser the slowest.

use peatee_rules::variant::Goal;
use peatee_rules::{Bitboard, Kernel, KernelMove, Kind, Setup, Side};

use super::objective::Objective;
use crate::solver::draughts::lookup::Lookup;
use crate::solver::values::Values;
use crate::solver::values::known::Known;

#[derive(Debug)]
pub struct DepthToConversion<W> {
    /// Win, draw or loss in the slices that moves lead to, in the slice itself and in its opposite
    /// (the other side to move).
    pub wdl: Lookup<W, Values>,
    pub goal: Goal,
}

impl<W: Bitboard> Objective<W> for DepthToConversion<W> {
    #[inline(always)]
    fn follows(&self, kind: Kind) -> bool {
        kind == Kind::King
    }

    #[inline(always)]
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, _mv: &KernelMove<W>) -> Known {
        let known = self.wdl.get(kernel, after, side.other()).unwrap_or(self.without_moves());
        if known.is_draw() {
            Known::DRAW
        } else if known.is_won() {
            Known::won(0)
        } else {
            Known::lost(0)
        }
    }

    #[inline(always)]
    fn without_moves(&self) -> Known {
        Known::without_moves(self.goal)
    }
}
