//! The bitboard solver, as an implementation of the [`Solver`] trait. Selects the module that
//! solves a slice.

use peatee_rules::{Bitboard, Kernel};
use peatee_table::Slice;

use super::layout::units::{Layout, best_open_side};
use super::rules::MoveRules;
use super::{kingless, kings_alone, streamed};
use crate::error::Error;
use crate::solver::draughts::checkpoint::Checkpoint;
use crate::solver::draughts::job::{SliceJob, Solved, Solver, SolverKind, SolverMemory, ValueKinds};

/// Solves slices of the games that [`BitboardSolver::new`] accepts. Each step works on all squares
/// of one king at a time.
#[derive(Debug)]
pub struct BitboardSolver<'a, W> {
    kernel: &'a Kernel<W>,
    rules: MoveRules<W>,
}

impl<'a, W: Bitboard> BitboardSolver<'a, W> {
    pub fn new(kernel: &'a Kernel<W>) -> Option<Self> {
        Some(BitboardSolver { kernel, rules: MoveRules::new(kernel)? })
    }

    fn layout(&self, slice: Slice) -> Layout<W> {
        Layout::new(self.kernel, slice.material, best_open_side(&slice.material))
    }
}

impl<W: Bitboard> Solver<W> for BitboardSolver<'_, W> {
    fn solve(&self, job: &SliceJob<'_, W>, checkpoint: &mut dyn Checkpoint) -> Result<Solved, Error> {
        let layout = &self.layout(job.slice);
        match layout.open {
            None => kingless::solve(self.kernel, &self.rules, layout, job),
            Some(open) if kings_alone::can_solve(layout, job.wanted) => {
                Ok(kings_alone::solve(self.kernel, &self.rules, (layout, open), job))
            }
            Some(open) => streamed::solve(self.kernel, &self.rules, job, (layout, open), checkpoint),
        }
    }

    fn memory(&self, slices: &[Slice], successors: &[Slice], wanted: ValueKinds, in_files: bool) -> SolverMemory {
        let (kernel, rules, layout) = (self.kernel, &self.rules, &self.layout(slices[0]));
        match layout.open {
            None => kingless::memory(kernel, rules, layout, slices.len(), (wanted, in_files)),
            Some(open) if kings_alone::can_solve(layout, wanted) => {
                kings_alone::memory(kernel, rules, (layout, open), slices, successors)
            }
            Some(_) => {
                let memory = streamed::memory(kernel, rules, layout, (slices, successors), (wanted, in_files));
                memory.of_solver(in_files)
            }
        }
    }

    fn method(&self) -> SolverKind {
        SolverKind::Bitboards
    }
}
