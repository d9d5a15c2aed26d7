//! Solves slices: finds the values of all positions of a slice and its opposite from the values of
//! the slices that captures and promotions lead to.
//!
//! `SOLVER.md` in this folder explains the solvers with a picture, a glossary and a worked example.
//!
//! * [`job`]: the [`Solver`] trait, its input [`SliceJob`] and its output [`Solved`].
//! * [`plain`]: retrograde analysis, one position at a time, for every game. Tests compare the
//!   other solver with it, and it is the only solver for some distances under draw rules.
//! * [`bitboards`]: the same analysis with all squares of one king in one machine word, where the
//!   rules allow it. [`solver_for`] prefers it.
//! * [`requirements`]: the plies that a win needs of each count, under draw rules with several
//!   counts that decide together.
//! * [`king_runs`]: values by the moves in a row with one king, under draw rules that limit them;
//!   [`run_values`] holds what it reads and finds.
//! * [`reset_count`]: what the solvers need to know of the count of a draw rule.
//! * [`lookup`]: looks up the values of solved slices by position.

pub mod bitboards;
pub mod checkpoint;
pub mod job;
pub mod king_runs;
pub mod lookup;
pub mod metrics;
pub mod plain;
pub mod requirements;
pub mod reset_count;
pub mod rule_strategy;
pub mod run_values;

pub use self::job::{Resources, SliceJob, Solution, Solved, Solver, SolverKind, SolverMemory, ValueKinds};
pub use self::reset_count::ResetCount;
pub use super::values::known::Known;
pub use super::values::{Entries, Values};

use peatee_rules::{Bitboard, Kernel};

use self::bitboards::BitboardSolver;
use self::plain::PlainSolver;

pub fn solver_for<'a, W: Bitboard>(kernel: &'a Kernel<W>) -> Box<dyn Solver<W> + 'a> {
    match BitboardSolver::new(kernel) {
        Some(solver) => Box::new(solver),
        None => Box::new(PlainSolver::new(kernel)),
    }
}

/// A bitboard type for which this crate compiles the solvers. Other crates get their solvers from
/// the functions of this trait. If they named a solver type, they would compile the solver once
/// more, with their own optimisation.
#[doc(hidden)]
pub trait SolverWord: Bitboard {
    fn bitboard_solver<'a>(kernel: &'a Kernel<Self>) -> Option<Box<dyn Solver<Self> + 'a>>;

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
