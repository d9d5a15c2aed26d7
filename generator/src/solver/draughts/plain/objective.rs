use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side};

use crate::solver::values::known::Known;

/// The event that the plain solver counts plies to. The solver follows moves backward that stay in
/// the slice and do not end the count; the value of every other move must be known beforehand and
/// is queried here.
pub trait Objective<W>: Sync {
    /// True when the solver follows quiet moves of `kind` that do not promote.
    fn follows(&self, kind: Kind) -> bool;

    /// Returns the value, for its side to move, of the position `after` the move `mv` of `side`.
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known;

    /// Returns the value of a position without a legal move.
    fn without_moves(&self) -> Known;
}
