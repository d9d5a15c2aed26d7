use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side};

use crate::solver::values::known::Known;

/// The event to which the plain solver counts plies. The solver takes back the moves that stay in
/// the slice and do not reach the event. This trait gives it the values after all other moves,
/// which must be known.
pub trait Objective<W>: Sync {
    /// Returns true when quiet moves of `kind`, promotions excepted, do not reach the event, so
    /// that the solver takes them back.
    fn follows(&self, kind: Kind) -> bool;

    /// Returns the value of the position `after`, to which the move `mv` of `side` leads. The value
    /// is for the other side, which is to move in `after`.
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known;

    fn without_moves(&self) -> Known;
}
