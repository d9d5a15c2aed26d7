//! Staircases of the positions of a slice: how their plies to mate depend on the half-move clock.

use std::ops::Range;

use peatee_table::staircase::{MOST_SHAPES, StaircaseShape};
use rustc_hash::FxHashMap;

use super::arrangements::for_each_arrangement;
use super::search::fall::UNDECIDED;
use super::search::iterate::SolvedPlacement;
use super::words::layout::SetLayout;
use super::words::number::Numbering;

/// Shapes of the staircases of a slice, and the number of the shape of each position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NumberedStaircases {
    /// Shapes in ascending order. Each has several stairs.
    pub shapes: Vec<StaircaseShape>,
    /// Numbers of shapes, counted from 1, indexed by position number; 0 for one stair, and for
    /// draws and numbers without a legal position.
    pub cells: Vec<u16>,
    /// DTM less DTZ, in plies, indexed by position number; 0 for draws and numbers without a legal
    /// position. Where it is 0, DTM and DTZ tell that the position has at most one stair.
    pub gaps: Vec<u8>,
}

/// Collector of the staircases of a slice, one arrangement of the pawns after the other.
#[derive(Debug, Default)]
pub struct StaircaseCollector {
    /// Shapes by their numbers, counted from 1, and shapes with which others begin.
    found: Vec<FoundShape>,
    /// Numbers of shapes by the number of the shape without the last step, and this step.
    numbers: FxHashMap<(u16, [u8; 2]), u16>,
    cells: Vec<u16>,
    gaps: Vec<u8>,
}

#[derive(Debug)]
struct FoundShape {
    shape: StaircaseShape,
    /// Half the plies that the last stair is longer than the first.
    half_growth: u8,
}

impl StaircaseCollector {
    /// Adds the staircases of the arrangements of the pawns in `batch`, if the solver has found
    /// them.
    pub fn add(&mut self, layout: &SetLayout, numbering: &Numbering, batch: &Range<usize>, solved: &[SolvedPlacement]) {
        let color = numbering.color();
        if solved.iter().all(|solved| solved.needed[color].is_empty()) {
            return;
        }
        self.cells.resize(numbering.numbers(), 0);
        self.gaps.resize(numbering.numbers(), 0);
        for_each_arrangement(layout, numbering, batch, &mut self.gaps, |place, mirror, chunk| {
            numbering.put(layout, mirror, chunk, |row| gaps_of_row(&solved[place], color, row));
        });
        if solved.iter().all(|solved| solved.falls[color].is_empty()) {
            return;
        }
        let numbers: Vec<Vec<u16>> = solved.iter().map(|solved| self.numbers_of(solved, color)).collect();
        for_each_arrangement(layout, numbering, batch, &mut self.cells, |place, mirror, chunk| {
            let of_row = |row: usize| *numbers[place][row * 64..].first_chunk().expect("a cell for each square");
            numbering.put(layout, mirror, chunk, of_row);
        });
    }

    /// Returns the number of the shape of each position of a placement (arrangement of the pawns),
    /// indexed by row and square of the black king.
    fn numbers_of(&mut self, solved: &SolvedPlacement, color: usize) -> Vec<u16> {
        let plies = &solved.plies[color];
        let mut numbers = vec![0; plies.len()];
        // The falls of one position are in the order of the plies.
        for fall in &solved.falls[color] {
            let number: &mut u16 = &mut numbers[fall.index as usize];
            let half_growth = self.found.get(usize::from(*number).wrapping_sub(1)).map_or(0, |found| found.half_growth);
            let before = plies[fall.index as usize] + 2 * half_growth;
            let step = [(fall.plies - before) / 2, before - fall.needed_before];
            *number = match self.numbers.get(&(*number, step)) {
                Some(&next) => next,
                None => self.add_shape(*number, step),
            };
        }
        numbers
    }

    /// Adds the shape with the number `start` and one step more. Returns its number.
    fn add_shape(&mut self, start: u16, step: [u8; 2]) -> u16 {
        let (mut steps, half_growth) = match usize::from(start).checked_sub(1).map(|place| &self.found[place]) {
            Some(found) => (found.shape.steps.clone(), found.half_growth),
            None => (Vec::new(), 0),
        };
        steps.push(step);
        self.found.push(FoundShape { shape: StaircaseShape { steps }, half_growth: half_growth + step[0] });
        // The writer refuses a slice with more shapes than there are numbers.
        let next = u16::try_from(self.found.len()).unwrap_or(u16::MAX);
        self.numbers.insert((start, step), next);
        next
    }

    pub fn finish(self) -> NumberedStaircases {
        let StaircaseCollector { found, mut cells, gaps, .. } = self;
        let is_listed = match found.len() <= MOST_SHAPES {
            true => used(&cells, found.len() + 1),
            false => vec![true; found.len() + 1],
        };
        let mut listed: Vec<(StaircaseShape, usize)> =
            found.into_iter().map(|found| found.shape).zip(1..).filter(|&(_, number)| is_listed[number]).collect();
        listed.sort_unstable();
        let mut sorted = vec![0; is_listed.len()];
        for ((_, number), place) in listed.iter().zip(1_u32..) {
            sorted[*number] = place as u16;
        }
        if !listed.is_empty() {
            cells.iter_mut().for_each(|cell| *cell = sorted[usize::from(*cell)]);
        }
        NumberedStaircases { shapes: listed.into_iter().map(|(shape, _)| shape).collect(), cells, gaps }
    }
}

/// Returns for each number below `count` whether it is in `cells`.
fn used(cells: &[u16], count: usize) -> Vec<bool> {
    let mut is_used = vec![false; count];
    cells.iter().for_each(|&cell| is_used[usize::from(cell)] = true);
    is_used
}

/// Returns DTM less DTZ of the positions of a row, indexed by the square of the black king.
fn gaps_of_row(solved: &SolvedPlacement, color: usize, row: usize) -> [u8; 64] {
    let [plies, needed]: [&[u8; 64]; 2] = [&solved.plies[color], &solved.needed[color]]
        .map(|of_all| of_all[row * 64..].first_chunk().expect("a byte for each square"));
    // There are no branches, so that the compiler works on several squares at once.
    std::array::from_fn(|square| {
        let is_decided = u8::from(needed[square] != UNDECIDED);
        plies[square].wrapping_sub(needed[square]) & is_decided.wrapping_neg()
    })
}
