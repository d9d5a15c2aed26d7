//! Values that depend on the moves in a row with one king (*runs*): those of the slices that moves
//! lead to, and those that the solver finds.

use std::sync::Arc;

use peatee_rules::Bitboard;
use peatee_table::run_pattern::{MOST_PATTERNS, RunPattern, RunStates, cell_of, value_of_cell};
use peatee_table::{Slice, Wdl};
use rustc_hash::FxHashSet;

use super::lookup::{Lookup, SliceArray};
use crate::solver::values::{self, known::Known};

/// Values of a slice that moves lead to. They depend on the runs (moves in a row with one king).
#[derive(Debug)]
pub struct RunSuccessor<W> {
    pub states: RunStates,
    pub cells: RunCells<W>,
}

/// Values of all positions of a slice, including those in which the side to move must capture.
#[derive(Debug)]
pub enum RunCells<W> {
    /// Win, draw or loss: a cell for each position, as a table stores it, and the list of patterns.
    Patterns(Arc<Vec<RunPattern>>, Arc<SliceArray<W, Vec<u16>>>),
    /// Distances: the number of a [`Known`] for each state of each position.
    Distances(Arc<SliceArray<W, Vec<u16>>>),
}

impl<W> Clone for RunSuccessor<W> {
    fn clone(&self) -> Self {
        let cells = match &self.cells {
            RunCells::Patterns(list, cells) => RunCells::Patterns(list.clone(), cells.clone()),
            RunCells::Distances(cells) => RunCells::Distances(cells.clone()),
        };
        RunSuccessor { states: self.states, cells }
    }
}

/// Values of all slices that moves lead to. They depend on the runs (moves in a row with one king).
#[derive(Debug)]
pub struct RunSuccessors<W> {
    pub(super) cells: Lookup<W, Vec<u16>>,
    slices: Vec<(RunStates, Option<Arc<Vec<RunPattern>>>)>,
}

impl<W: Bitboard> RunSuccessors<W> {
    pub fn new(successors: impl IntoIterator<Item = RunSuccessor<W>>) -> Self {
        let split = |RunSuccessor { states, cells }| match cells {
            RunCells::Patterns(list, cells) => (cells, (states, Some(list))),
            RunCells::Distances(cells) => (cells, (states, None)),
        };
        let (cells, slices): (Vec<_>, Vec<_>) = successors.into_iter().map(split).unzip();
        RunSuccessors { cells: Lookup::new(cells), slices }
    }

    pub(super) fn states(&self, place: usize) -> &RunStates {
        &self.slices[place].0
    }

    /// Returns the value of a position in the slice with index `place`, in one state of the runs.
    /// Without distances, the plies have no meaning.
    ///
    /// # Panics
    /// Panics if the list lacks a pattern. Lists and cells are checked as they are read.
    pub(super) fn value(&self, place: usize, number: usize, state: usize) -> Known {
        let ((states, list), cells) = (&self.slices[place], &self.cells.arrays()[place].entries);
        let Some(list) = list else { return Known(cells[number * states.count() + state]) };
        match value_of_cell(list, cells[number].into(), state).expect("cells were checked as they were read") {
            Wdl::Win => Known::won(0),
            Wdl::Draw => Known::DRAW,
            Wdl::Loss => Known::lost(0),
        }
    }
}

/// Values of a solved slice. They depend on the runs (moves in a row with one king).
#[derive(Debug)]
pub struct RunDistances {
    pub slice: Slice,
    pub states: RunStates,
    /// Value of each state of each position.
    pub values: Vec<Known>,
}

impl RunDistances {
    /// Returns the values without their plies, as a table stores them. Returns `None` if there are
    /// more patterns than a table can list.
    pub fn patterns(&self) -> Option<RunSolution> {
        let patterns = || {
            let of_position = |values: &[Known]| values.iter().map(|&known| wdl_of(known)).collect::<RunPattern>();
            self.values.chunks(self.states.count()).map(of_position)
        };
        let several: FxHashSet<RunPattern> = patterns().filter(|pattern| cell_of(pattern, &[]).is_none()).collect();
        let mut list: Vec<RunPattern> = several.into_iter().collect();
        list.sort_unstable();
        let cells = patterns().map(|pattern| cell_of(&pattern, &list).expect("all patterns are listed") as u16);
        let cells = cells.collect();
        (list.len() <= MOST_PATTERNS).then_some(RunSolution { slice: self.slice, list, cells })
    }
}

/// Values of a solved slice without plies. They depend on the runs (moves in a row with one king).
#[derive(Debug)]
pub struct RunSolution {
    pub slice: Slice,
    /// Patterns of those positions whose value depends on the runs, sorted, without duplicates. A
    /// pattern holds the values of one position for all combinations of runs.
    pub list: Vec<RunPattern>,
    /// Cell of each position, as a table stores it: win, draw or loss, or a number that stands for
    /// a pattern in `list`.
    pub cells: Vec<u16>,
}

pub fn wdl_of(known: Known) -> Wdl {
    Wdl::of_cell(values::cell_of(known).into())
}
