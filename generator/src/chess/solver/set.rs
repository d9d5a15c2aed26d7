//! Solves a set: placement by placement, those that do not depend on each other side by side.

use std::ops::Range;

use peatee_chess::{Slice, Symmetry};
use rayon::prelude::*;

use super::iterate::{SolvedPlacement, solve_placement};
use super::layout::Layout;
use super::number::Numbering;
use super::solved::SolvedSet;
use super::zeroing::{NextSets, Zeroing};
use crate::solver::Known;

/// Placements whose distances are in memory at the same time.
pub const PLACEMENTS_AT_ONCE: usize = 64;

/// The values of all numbers of a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedValues {
    /// The slice.
    pub slice: Slice,
    /// The value of each number; a draw where no legal position has the number.
    pub values: Vec<Known>,
    /// A bit for each number that no legal position has, eight to a byte.
    pub no_position: Vec<u8>,
}

/// Solves a set whose next sets are solved.
pub fn solve_set(layout: Layout, next: &NextSets) -> (SolvedSet, Vec<NumberedValues>) {
    let numberings = Numbering::of_set(&layout);
    let mut values: Vec<Vec<Known>> =
        numberings.iter().map(|numbering| vec![NO_POSITION; numbering.numbers()]).collect();
    let mut set = SolvedSet::unsolved(layout);
    for batch in batches(&set.layout) {
        let zeroing = Zeroing::new(&set, next);
        let solve = |placement| solve_placement(&zeroing, placement);
        let solved: Vec<SolvedPlacement> = batch.clone().into_par_iter().map(solve).collect();
        for (numbering, values) in numberings.iter().zip(&mut values) {
            let (layout, color) = (&set.layout, numbering.color());
            put_all(layout, numbering, &batch, values, |place, mirror, chunk| {
                let solved = &solved[place];
                numbering.put(layout, &solved.legal, mirror, chunk, |row, bit| value(solved, color, row, bit));
            });
        }
        for (placement, solved) in batch.zip(&solved) {
            set.words[placement] = solved.words();
        }
    }
    let of_slice = |(numbering, values): (&Numbering, Vec<Known>)| {
        let (values, no_position) = without_gaps(values);
        NumberedValues { slice: numbering.slice(), values, no_position }
    };
    let numbered = numberings.iter().zip(values).map(of_slice).collect();
    (set, numbered)
}

/// Placements to solve side by side, one batch after the other.
pub fn batches(layout: &Layout) -> Vec<Range<usize>> {
    let (mut batches, mut first) = (Vec::new(), 0);
    // Moves lead to placements with more steps made, so those with as many are independent.
    for of_steps in layout.placements.chunk_by(|one, other| one.advance == other.advance) {
        let end = first + of_steps.len();
        let parts = (first..end).step_by(PLACEMENTS_AT_ONCE);
        batches.extend(parts.map(|start| start..end.min(start + PLACEMENTS_AT_ONCE)));
        first = end;
    }
    batches
}

/// Calls `put` for the numbers of placements that follow each other, by the place of a placement
/// among them: with its pawns, and left and right swapped.
pub fn put_all<T: Send>(
    layout: &Layout,
    numbering: &Numbering,
    batch: &Range<usize>,
    values: &mut [T],
    put: impl Fn(usize, Symmetry, &mut [T]) + Sync,
) {
    let mut chunks: Vec<Option<&mut [T]>> = values.chunks_mut(numbering.numbers_of_pawns(layout)).map(Some).collect();
    let mut wanted = Vec::new();
    for (place, placement) in batch.clone().enumerate() {
        for mirror in [Symmetry::NONE, Symmetry::FLIP_FILES] {
            let pawns = numbering.pawn_number(layout, placement, mirror);
            // None where left and right are the same: put in already.
            wanted.extend(chunks[pawns].take().map(|chunk| (place, mirror, chunk)));
        }
    }
    wanted.into_par_iter().for_each(|(place, mirror, chunk)| put(place, mirror, chunk));
}

/// The value of a position as tables hold it.
fn value(solved: &SolvedPlacement, color: usize, row: usize, bit: u8) -> Known {
    let is = |words: &[u64]| words[row] >> bit & 1 != 0;
    let plies = u16::from(solved.plies[color][row * 64 + usize::from(bit)]);
    match (is(&solved.won[color]), is(&solved.lost[color])) {
        (true, _) => Known::won(plies),
        (_, true) => Known::lost(plies),
        _ => Known::DRAW,
    }
}

/// The value of numbers that no legal position has, until all values are in.
const NO_POSITION: Known = Known(u16::MAX - 1);

/// The values of all numbers, a draw where no legal position has the number, and a
/// bit for each such number, eight to a byte.
fn without_gaps(mut values: Vec<Known>) -> (Vec<Known>, Vec<u8>) {
    let mut no_position = vec![0; values.len().div_ceil(8)];
    no_position.par_iter_mut().zip(values.par_chunks_mut(8)).with_min_len(1 << 12).for_each(|(byte, values)| {
        for (value, bit) in values.iter_mut().zip(0..) {
            if *value == NO_POSITION {
                *value = Known::DRAW;
                *byte |= 1 << bit;
            }
        }
    });
    (values, no_position)
}
