//! What a solver is asked and what it answers.

use std::fmt::Debug;
use std::io;
use std::path::PathBuf;

use peatee_table::Slice;

use super::bitboards::Checkpoint;
use super::lookup::Lookup;
use super::reset_count::ResetCount;
use super::values::Values;
use crate::capture_mask::CaptureMask;
use crate::error::Error;
use crate::large_row::Room;

/// Finds the values of all positions of a slice and its opposite.
///
/// [`PlainSolver`](super::plain::PlainSolver) does every game.
/// [`BitboardSolver`](super::bitboards::BitboardSolver) finds the same values many times faster, in
/// the games whose rules allow it.
pub trait Solver<W>: Debug + Sync {
    /// Solves one job. A solver that works in layers reports each finished layer to `checkpoint`
    /// and starts with those that `checkpoint` restores; the others never call it.
    ///
    /// # Errors
    /// [`Error::TooLong`] when a distance does not fit, and the errors of `checkpoint`.
    fn solve(&self, job: &SliceJob<'_, W>, checkpoint: &mut dyn Checkpoint) -> Result<Solved, Error>;

    /// An estimate of the memory that [`Solver::solve`] takes at the least, without the values of
    /// successors; `in_files` where the values that it finds go to files.
    /// `slices` holds the slice and, where it is another one, its opposite; `successors` the slices
    /// that moves lead to.
    fn memory(&self, slices: &[Slice], successors: &[Slice], wanted: Wanted, in_files: bool) -> SolverMemory;

    /// Which solver it is: estimates of time differ.
    fn method(&self) -> Method;
}

/// The memory of a solver while it does one thing after the other, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolverMemory {
    /// While it solves.
    pub solving: u64,
    /// Between two layers, when what is solved may be saved.
    pub between_layers: u64,
    /// Of what is saved of one unit; 0 where nothing is saved.
    pub saved_unit: u64,
    /// While it puts what it has found into table order.
    pub output: u64,
    /// Of its answer.
    pub answer: u64,
    /// Of files for what memory does not hold while it solves, beside those for its answer.
    pub in_files: u64,
}

/// The kinds of solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// One position at a time.
    Plain,
    /// All squares of one king at a time.
    Bitboards,
}

/// One slice to solve, together with its opposite.
#[derive(Debug, Clone, Copy)]
pub struct SliceJob<'a, W> {
    /// The slice.
    pub slice: Slice,
    /// The same pieces with the other side to move; equal to `slice` where the material is
    /// symmetric.
    pub opposite: Slice,
    /// The values of the slices that moves lead to, in plies to the end where [`Wanted::to_end`] is
    /// set.
    pub successors: &'a Lookup<W, Values>,
    /// What to find.
    pub wanted: Wanted,
    /// What the solver may use.
    pub means: &'a Means,
}

/// What a solver may use.
#[derive(Debug, Clone)]
pub struct Means {
    /// Memory of the process, in bytes, without the values of successors. What the solver takes at
    /// the least, see [`Solver::memory`], it takes in any case; with more it is faster.
    pub memory_bytes: u64,
    /// Where the values go.
    pub room: Room,
}

impl Means {
    /// All the memory that there is.
    pub const ALL_MEMORY: Means = Means { memory_bytes: u64::MAX, room: Room::Memory };

    /// The error that there is no room for values.
    pub fn failed(&self, error: io::Error) -> Error {
        match &self.room {
            Room::Memory => Error::Io { path: PathBuf::new(), error },
            Room::Files(folder) => Error::Io { path: folder.clone(), error },
        }
    }
}

impl<W> SliceJob<'_, W> {
    /// The slice and, where it is another one, its opposite.
    pub fn slices(&self) -> Vec<Slice> {
        if self.is_own_opposite() { vec![self.slice] } else { vec![self.slice, self.opposite] }
    }

    /// True when the slice is its own opposite: its material is symmetric.
    pub fn is_own_opposite(&self) -> bool {
        self.slice == self.opposite
    }
}

/// Which distances to find. Win, draw or loss is found in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Plies to the end of the game.
    pub to_end: bool,
    /// Plies to the next conversion: a capture or a move of any piece but a king.
    pub to_conversion: bool,
    /// Plies to the next reset of this count. The other distances cannot be found with it: then the
    /// values of successors, and win, draw or loss in the answer, are those under the draw rules
    /// with fresh counts.
    pub to_reset: Option<ResetCount>,
}

impl Wanted {
    /// Win, draw or loss alone.
    pub const WDL: Wanted = Wanted { to_end: false, to_conversion: false, to_reset: None };

    /// True when the plies to some event before the end of the game are to be found.
    pub fn has_events(self) -> bool {
        self.to_conversion || self.to_reset.is_some()
    }

    /// True when the count whose resets are wanted runs over moves of men: then the plies with the
    /// men in one place depend on those with the men in another.
    pub fn runs_over_men(self) -> bool {
        self.to_reset.is_some_and(|count| count.runs_over_men)
    }
}

/// The values of one slice.
#[derive(Debug)]
pub struct Solution {
    /// The slice.
    pub slice: Slice,
    /// By position number.
    pub values: Values,
}

/// The values of a slice and its opposite.
#[derive(Debug, Default)]
pub struct Solved {
    /// Win, draw or loss, with plies to the end of the game where these were wanted.
    pub to_end: Vec<Solution>,
    /// Win, draw or loss, with plies to the next conversion; empty where these were not wanted.
    pub to_conversion: Vec<Solution>,
    /// Win, draw or loss however long it takes, with plies to the next reset; empty where these
    /// were not wanted.
    pub to_reset: Vec<Solution>,
    /// The positions in which the side to move must capture, for each solution; empty when the
    /// solver does not know them.
    pub captures: Vec<CaptureMask>,
}
