//! Solves slices: from the values of smaller slices it finds the values of all positions of a slice
//! and its opposite.
//!
//! `SOLVER.md` in this folder explains the solvers with a picture, a glossary and a worked example.
//!
//! * [`job`]: the [`Solver`] trait, its input [`SliceJob`] and its output [`Solved`].
//! * [`plain`]: retrograde analysis, one position at a time, for every game. The oracle of tests,
//!   and the only solver of some distances under draw rules.
//! * [`bitboards`]: the same analysis with all squares of one king in one machine word.
//!   [`solver_for`] prefers it.
//! * [`requirements`]: the plies that a win needs of each count, under draw rules whose counts run
//!   side by side.
//! * [`reset_count`]: the count of a draw rule, as the solvers see it.
//! * [`lookup`]: values of solved slices by position.

pub mod bitboards;
pub mod checkpoint;
pub mod job;
pub mod lookup;
pub mod metrics;
pub mod plain;
pub mod requirements;
pub mod reset_count;
pub mod rule_strategy;

pub use self::job::{Resources, SliceJob, Solution, Solved, Solver, SolverKind, SolverMemory, ValueKinds};
pub use self::reset_count::ResetCount;
pub use super::values::known::Known;
pub use super::values::{Entries, Values};

use peatee_rules::{Bitboard, Kernel};

use self::bitboards::BitboardSolver;
use self::plain::PlainSolver;

/// Returns the fastest solver that supports this game.
pub fn solver_for<'a, W: Bitboard>(kernel: &'a Kernel<W>) -> Box<dyn Solver<W> + 'a> {
    match BitboardSolver::new(kernel) {
        Some(solver) => Box::new(solver),
        None => Box::new(PlainSolver::new(kernel)),
    }
}

/// Words of boards whose solvers are compiled here. A caller in another crate that names a solver
/// compiles all of it once more, with the optimisation of that crate.
#[doc(hidden)]
pub trait SolverWord: Bitboard {
    /// Returns the bitboard solver; `None` when the rules of the game do not allow it.
    fn bitboard_solver<'a>(kernel: &'a Kernel<Self>) -> Option<Box<dyn Solver<Self> + 'a>>;

    /// Returns the plain solver.
    fn plain_solver<'a>(kernel: &'a Kernel<Self>) -> Box<dyn Solver<Self> + 'a>;
}

macro_rules! compiled_here {
    ($($word:ty)*) => {$(
        impl SolverWord for $word {
            fn bitboard_solver<'a>(kernel: &'a Kernel<Self>) -> Option<Box<dyn Solver<Self> + 'a>> {
                BitboardSolver::new(kernel).map(|solver| Box::new(solver) as Box<dyn Solver<Self> + 'a>)
            }

            fn plain_solver<'a>(kernel: &'a Kernel<Self>) -> Box<dyn Solver<Self> + 'a> {
                Box::new(PlainSolver::new(kernel))
            }
        }
    )*};
}

compiled_here!(u32 u64 u128);
