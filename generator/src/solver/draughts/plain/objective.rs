use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side};

use crate::solver::values::known::Known;

/// Defines the event to which the plain solver counts plies. The solver takes back the moves that
/// stay in the slice and do not reach the event. The value after every other move must be known
/// before the solver starts, and the solver gets it from this trait.
pub trait Objective<W>: Sync {
    /// Returns true when quiet moves of `kind` that do not promote leave the event ahead, so that
    /// the solver takes them back.
    fn follows(&self, kind: Kind) -> bool;

    /// Returns the value of the position `after`, to which the move `mv` of `side` leads. The value
    /// is for the other side, which is to move in `after`.
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known;

    /// Returns the value of a position without a legal move.
    fn without_moves(&self) -> Known;
}
