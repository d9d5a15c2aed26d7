//! Depth to win (DTW): plies to the end of the game.

use peatee_rules::variant::Goal;
use peatee_rules::{Bitboard, Kernel, KernelMove, Kind, Setup, Side};

use super::objective::Objective;
use crate::solver::draughts::lookup::Lookup;
use crate::solver::values::Values;
use crate::solver::values::known::Known;

#[derive(Debug)]
pub struct DepthToWin<'a, W> {
    pub successors: &'a Lookup<W, Values>,
    pub goal: Goal,
}

impl<W: Bitboard> Objective<W> for DepthToWin<'_, W> {
    #[inline(always)]
    fn follows(&self, _kind: Kind) -> bool {
        true
    }

    #[inline(always)]
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, _mv: &KernelMove<W>) -> Known {
        self.successors.get(kernel, after, side.other()).unwrap_or(self.without_moves())
    }

    #[inline(always)]
    fn without_moves(&self) -> Known {
        Known::without_moves(self.goal)
    }
}
