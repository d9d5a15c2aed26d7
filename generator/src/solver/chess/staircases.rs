//! Staircases of the positions of a slice: how their plies to mate depend on the half-move clock.

use std::ops::Range;

use peatee_table::staircase::StaircaseShape;
use rustc_hash::FxHashMap;

use super::arrangements::for_each_arrangement;
use super::search::fall::{Fall, UNDECIDED};
use super::search::iterate::SolvedPlacement;
use super::words::layout::SetLayout;
use super::words::number::Numbering;

/// Shapes of the staircases of a slice, and the number of the shape of each position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NumberedStaircases {
    /// Shapes in ascending order. Each has several stairs.
    pub shapes: Vec<StaircaseShape>,
    /// Numbers of shapes, counted from 1, indexed by position number; 0 for positions with one
    /// stair, and [`FREE_CELL`] for those of which no table need say so.
    pub cells: Vec<u16>,
}

/// Cell of a draw, of a number without a legal position, and of a position whose shortest win
/// resets no count. DTM and DTZ tell that such positions have no further stairs.
pub const FREE_CELL: u16 = u16::MAX;

/// Collector of the staircases of a slice, one arrangement of the pawns after the other.
#[derive(Debug, Default)]
pub struct StaircaseCollector {
    numbers: FxHashMap<StaircaseShape, u16>,
    cells: Vec<u16>,
}

impl StaircaseCollector {
    /// Adds the staircases of the arrangements of the pawns in `batch`, if the solver has found
    /// them.
    pub fn add(
        &mut self,
        layout: &SetLayout,
        numbering: &Numbering,
        batch: &Range<usize>,
        solved: &mut [SolvedPlacement],
    ) {
        let color = numbering.color();
        if solved.iter().all(|solved| solved.needed[color].is_empty()) {
            return;
        }
        let numbers: Vec<Vec<u16>> = solved.iter_mut().map(|solved| self.numbers_of(solved, color)).collect();
        self.cells.resize(numbering.numbers(), FREE_CELL);
        for_each_arrangement(layout, numbering, batch, &mut self.cells, |place, mirror, chunk| {
            let of_row = |row: usize| *numbers[place][row * 64..].first_chunk().expect("a cell for each square");
            numbering.put(layout, mirror, chunk, of_row);
        });
    }

    /// Returns the number of the shape of each position of a placement (arrangement of the pawns),
    /// indexed by row and square of the black king.
    fn numbers_of(&mut self, solved: &mut SolvedPlacement, color: usize) -> Vec<u16> {
        let (needed, plies, falls) = (&solved.needed[color], &solved.plies[color], &mut solved.falls[color]);
        let cells = needed.iter().zip(plies);
        let free = |(needed, plies)| if needed == &UNDECIDED || needed == plies { FREE_CELL } else { 0 };
        let mut numbers: Vec<u16> = cells.map(free).collect();
        // The falls of one position stay in the order of the plies.
        falls.sort_by_key(|fall| fall.index);
        for falls in falls.chunk_by(|one, next| one.index == next.index) {
            let index = falls[0].index as usize;
            let mut before = plies[index];
            let steps = falls.iter().map(|&Fall { plies, needed_before, .. }| {
                let (growth, spare) = (plies - before, before - needed_before);
                before = plies;
                [growth / 2, spare]
            });
            let shape = StaircaseShape { steps: steps.collect() };
            // The writer refuses a slice with more shapes than there are numbers.
            let next = u16::try_from(self.numbers.len() + 1).unwrap_or(u16::MAX).min(FREE_CELL - 1);
            numbers[index] = *self.numbers.entry(shape).or_insert(next);
        }
        numbers
    }

    pub fn finish(self) -> NumberedStaircases {
        let StaircaseCollector { numbers, mut cells } = self;
        let mut listed: Vec<(StaircaseShape, u16)> = numbers.into_iter().collect();
        listed.sort_unstable();
        let mut sorted = vec![0; listed.len() + 1];
        for ((_, number), place) in listed.iter().zip(1_u32..) {
            sorted[usize::from(*number).min(listed.len())] = place as u16;
        }
        cells.iter_mut().filter(|cell| **cell != FREE_CELL).for_each(|cell| *cell = sorted[usize::from(*cell)]);
        NumberedStaircases { shapes: listed.into_iter().map(|(shape, _)| shape).collect(), cells }
    }
}
