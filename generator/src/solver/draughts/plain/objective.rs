use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side};

use crate::solver::values::known::Known;

/// Defines the event to which the plain solver counts plies. The solver takes back moves that stay
/// in the slice and do not reach the event; the value after every other move must be known before,
/// and the solver asks this trait for it.
pub trait Objective<W>: Sync {
    /// Returns true when the solver takes back quiet moves of `kind` that do not promote.
    fn follows(&self, kind: Kind) -> bool;

    /// Returns the value of the position `after` the move `mv` of `side`, for the side then to
    /// move.
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known;

    /// Returns the value of a position without a legal move.
    fn without_moves(&self) -> Known;
}
