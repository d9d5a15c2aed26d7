//! The interface of the solvers: the trait, the job and the result.

use std::fmt::Debug;
use std::io;
use std::path::PathBuf;

use peatee_table::Slice;

use super::checkpoint::Checkpoint;
use super::lookup::Lookup;
use super::reset_count::ResetCount;
use crate::error::Error;
use crate::solver::values::Values;
use crate::solver::values::capture_mask::CaptureMask;
use crate::spill::spill_vec::Backing;

/// Finds the values of all positions of a slice and its opposite (the same pieces, the other side
/// to move).
///
/// [`PlainSolver`](super::plain::PlainSolver) supports every game.
/// [`BitboardSolver`](super::bitboards::BitboardSolver) finds the same values many times faster in
/// the games whose rules allow it.
pub trait Solver<W>: Debug + Sync {
    /// Solves one job. A solver that works layer by layer reports each solved layer to
    /// `checkpoint`. It does not solve the layers that `checkpoint` restores from an earlier run. A
    /// layer has the units whose men can make the same number of moves. Solvers without layers do
    /// not use `checkpoint`.
    ///
    /// # Errors
    /// Returns [`Error::TooLong`] when a distance is too long to be stored, and the errors of
    /// `checkpoint`.
    fn solve(&self, job: &SliceJob<'_, W>, checkpoint: &mut dyn Checkpoint) -> Result<Solved, Error>;

    /// Estimates the minimal memory of [`Solver::solve`], without the memory of the values of
    /// successors. `slices` holds the slice and, if different, its opposite; `successors` are the
    /// slices that moves lead to. If `in_files` is true, the resulting values are in files,
    /// otherwise in memory.
    fn memory(&self, slices: &[Slice], successors: &[Slice], wanted: ValueKinds, in_files: bool) -> SolverMemory;

    fn method(&self) -> SolverKind;
}

/// The memory of a solver in each of its phases, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolverMemory {
    pub solving: u64,
    /// Bytes of memory that the solver holds between two layers, when solved layers can be saved. A
    /// layer has the units whose men can make the same number of moves.
    pub between_layers: u64,
    /// Bytes that a unit (one configuration of the men) takes in a checkpoint; 0 if the solver
    /// saves nothing.
    pub saved_unit: u64,
    pub output: u64,
    pub answer: u64,
    /// Bytes of the spill files (files used in place of memory) during solving, without the files
    /// of the result.
    pub in_files: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverKind {
    /// Processes one position at a time.
    Plain,
    /// Processes all squares of one king at a time, as the bits of a machine word.
    Bitboards,
}

#[derive(Debug, Clone, Copy)]
pub struct SliceJob<'a, W> {
    pub slice: Slice,
    pub opposite: Slice,
    /// Values of the slices that moves lead to. They hold plies to the end of the game if
    /// [`ValueKinds::to_end`] is set, otherwise only win, draw or loss.
    pub successors: &'a Lookup<W, Values>,
    pub wanted: ValueKinds,
    pub means: &'a Resources,
}

#[derive(Debug, Clone)]
pub struct Resources {
    /// Bytes of memory that the solver may take, in addition to the values of successors. The
    /// solver always takes its minimum (see [`Solver::memory`]), and is faster with more.
    pub memory_bytes: u64,
    /// Says whether the resulting values are held in memory or in files.
    pub room: Backing,
}

impl Resources {
    pub const ALL_MEMORY: Resources = Resources { memory_bytes: u64::MAX, room: Backing::Memory };

    /// Returns the error that reports a failure to allocate memory or files for values.
    pub fn failed(&self, error: io::Error) -> Error {
        match &self.room {
            Backing::Memory => Error::Io { path: PathBuf::new(), error },
            Backing::Files(folder) => Error::Io { path: folder.clone(), error },
        }
    }
}

impl<W> SliceJob<'_, W> {
    pub fn slices(&self) -> Vec<Slice> {
        if self.is_own_opposite() { vec![self.slice] } else { vec![self.slice, self.opposite] }
    }

    pub fn is_own_opposite(&self) -> bool {
        self.slice == self.opposite
    }
}

/// The distances to find in addition to win, draw or loss (WDL), which is always found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueKinds {
    pub to_end: bool,
    /// Plies to the next conversion: a capture or a move of any piece except a king.
    pub to_conversion: bool,
    /// Plies to the next reset of this draw count. If set, win, draw or loss is found under the
    /// draw rules, just after a reset, and no other distance can be found at the same time.
    pub to_reset: Option<ResetCount>,
}

impl ValueKinds {
    pub const WDL: ValueKinds = ValueKinds { to_end: false, to_conversion: false, to_reset: None };

    pub fn has_events(self) -> bool {
        self.to_conversion || self.to_reset.is_some()
    }

    /// Returns true when plies to the next reset are wanted and quiet moves of men do not reset the
    /// count. The plies in one unit (configuration of the men) then depend on those in other units.
    pub fn runs_over_men(self) -> bool {
        self.to_reset.is_some_and(|count| count.runs_over_men)
    }
}

#[derive(Debug)]
pub struct Solution {
    pub slice: Slice,
    pub values: Values,
}

/// The values of a slice and of its opposite (the other side to move).
#[derive(Debug, Default)]
pub struct Solved {
    /// Values of each slice: win, draw or loss and, if wanted, plies to the end of the game.
    pub to_end: Vec<Solution>,
    /// Values of each slice: win, draw or loss, and plies to the next conversion. The list is empty
    /// if these are not wanted.
    pub to_conversion: Vec<Solution>,
    /// Values of each slice: win, draw or loss, and plies to the next reset of a draw count. Wins
    /// and losses that take more plies than the count has left are included. The list is empty if
    /// these values are not wanted.
    pub to_reset: Vec<Solution>,
    /// Positions in which the side to move must capture, one set per slice; empty when the solver
    /// does not find them.
    pub captures: Vec<CaptureMask>,
}
