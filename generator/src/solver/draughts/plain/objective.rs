use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side};

use crate::solver::values::known::Known;

/// The event to which the plain solver counts plies, such as the end of the game. The solver
/// follows a move backward if the move does not reach the event and leads to a position of the
/// slice or of its opposite. For all other moves, `known` returns the value after the move.
pub trait Objective<W>: Sync {
    /// Returns true when quiet moves of `kind`, except promotions, do not reach the event to which
    /// plies are counted. The solver then follows these moves backward.
    fn follows(&self, kind: Kind) -> bool;

    /// Returns the value of the position `after`, to which the move `mv` of `side` leads. The value
    /// is for the other side, which is to move in `after`.
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known;

    fn without_moves(&self) -> Known;
}
