//! What distances are counted to.

use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side};

use crate::solver::known::Known;

/// What the plain solver counts to. It follows moves backward that stay in the slice and do not end
/// the count. The value of every other move must be known beforehand, and is asked for here.
pub trait Objective<W>: Sync {
    /// True when the solver follows quiet moves of `kind` that do not promote.
    fn follows(&self, kind: Kind) -> bool;

    /// The value of the position `after` the move `mv` of `side`, for the player to move then.
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known;

    /// The value of a position without a legal move.
    fn without_moves(&self) -> Known;
}
