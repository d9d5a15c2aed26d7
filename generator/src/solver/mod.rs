//! Solving slices: from the values of smaller slices to the values of all positions of a slice and
//! its opposite.
//!
//! `SOLVER.md` in this folder explains the solvers with a picture, a glossary and a worked example.
//!
//! * [`job`]: the [`Solver`] trait, its question [`SliceJob`] and its answer [`Solved`].
//! * [`plain`]: retrograde analysis, one position at a time. It does every game. Tests compare the
//!   other solver with it, and distances under draw rules are counted by it alone.
//! * [`bitboards`]: the same analysis with all squares of one king in one machine word.
//!   [`solver_for`] prefers it.
//! * [`requirements`]: what a win takes under draw rules whose counts run side by side.
//! * [`reset_count`]: a count of a draw rule, as a solver sees it.
//! * [`known`], [`values`], [`wdl_cells`]: values in memory. [`lookup`]: values of solved slices by
//!   position.

pub mod bitboards;
pub mod job;
pub mod known;
pub mod lookup;
pub mod plain;
pub mod requirements;
pub mod reset_count;
pub mod values;
pub mod wdl_cells;

pub use job::{Means, Method, SliceJob, Solution, Solved, Solver, SolverMemory, Wanted};
pub use known::Known;
pub use reset_count::ResetCount;
pub use values::{Entries, Values};

use peatee_rules::{Bitboard, Kernel};

use self::bitboards::BitboardSolver;
use self::plain::PlainSolver;

/// The fastest solver that does this game.
pub fn solver_for<'a, W: Bitboard>(kernel: &'a Kernel<W>) -> Box<dyn Solver<W> + 'a> {
    match BitboardSolver::new(kernel) {
        Some(solver) => Box::new(solver),
        None => Box::new(PlainSolver::new(kernel)),
    }
}
