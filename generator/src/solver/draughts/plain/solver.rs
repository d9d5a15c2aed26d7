//! The plain solver, as an implementation of the [`Solver`] trait.

use std::sync::Arc;

use peatee_rules::{Bitboard, Kernel};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::dtc::DepthToConversion;
use super::dtw::DepthToWin;
use super::retrograde;
use super::retrograde::BYTES_PER_POSITION;
use crate::error::Error;
use crate::solver::draughts::checkpoint::Checkpoint;
use crate::solver::draughts::job::{SliceJob, Solution, Solved, Solver, SolverKind, SolverMemory, ValueKinds};
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::values::known::Known;

/// Solves slices of any game, one position at a time.
#[derive(Debug)]
pub struct PlainSolver<'a, W> {
    kernel: &'a Kernel<W>,
}

impl<'a, W: Bitboard> PlainSolver<'a, W> {
    pub fn new(kernel: &'a Kernel<W>) -> Self {
        PlainSolver { kernel }
    }
}

impl<W: Bitboard> Solver<W> for PlainSolver<'_, W> {
    /// Finds distances to the end even if only WDL is wanted, because retrograde analysis decides
    /// positions in the order of their distances.
    ///
    /// # Panics
    /// Panics when distances to resets are wanted: [`solve_dtr`](super::dtr::solve_dtr) finds them.
    fn solve(&self, job: &SliceJob<'_, W>, _checkpoint: &mut dyn Checkpoint) -> Result<Solved, Error> {
        let SliceJob { slice, opposite, successors, wanted, means: _ } = *job;
        assert!(wanted.to_reset.is_none(), "solve_dtr finds resets");
        let (kernel, goal) = (self.kernel, self.kernel.goal);
        let to_end = retrograde::solve(kernel, slice, opposite, &DepthToWin { successors, goal })?;
        if !wanted.to_conversion {
            return Ok(Solved { to_end, ..Solved::default() });
        }
        let array = |solution: &Solution| {
            let index = SliceIndex::new(kernel, solution.slice);
            Arc::new(SliceArray { index, entries: solution.values.clone() })
        };
        let wdl = Lookup::new(successors.arrays().iter().cloned().chain(to_end.iter().map(array)));
        let to_conversion = retrograde::solve(kernel, slice, opposite, &DepthToConversion { wdl, goal })?;
        Ok(Solved { to_end, to_conversion, ..Solved::default() })
    }

    fn memory(&self, slices: &[Slice], _successors: &[Slice], wanted: ValueKinds, _in_files: bool) -> SolverMemory {
        let positions = |&slice: &Slice| SliceIndex::new(self.kernel, slice).size();
        let positions = slices.iter().map(positions).sum::<u64>();
        let values = positions * size_of::<Known>() as u64;
        // While distances to conversions are found, the distances to the end are held twice: as the
        // result, and in a lookup.
        let before = if wanted.to_conversion { 2 * values } else { 0 };
        let solving = before + positions * BYTES_PER_POSITION;
        let answer = if wanted.to_conversion { 2 * values } else { values };
        SolverMemory { solving, between_layers: 0, saved_unit: 0, output: solving + values, answer, in_files: 0 }
    }

    fn method(&self) -> SolverKind {
        SolverKind::Plain
    }
}
