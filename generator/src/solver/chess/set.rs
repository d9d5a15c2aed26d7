//! Solves a set (a slice and its opposite), one pawn placement after the other. Placements that do
//! not depend on each other are solved in parallel.

use std::ops::Range;

use peatee_chess::Slice;

use super::arrangements::for_each_arrangement;
use super::entry::Entry;
use super::search::iterate::{SolvedPlacement, solve_placement};
use super::search::proved::Proved;
use super::staircases::{NumberedStaircases, StaircaseCollector};
use super::words::layout::SetLayout;
use super::words::number::Numbering;
use super::words::placement_view::PlacementView;
use super::words::solved::{Outcome, RuleScope, SolvedSet};
use super::words::zeroing::{NextSets, ZeroingMoves};

use crate::parallel;

/// Maximum number of pawn placements (arrangements of the pawns) that are solved at the same time.
/// The distances of all of them are in memory together.
pub const PLACEMENTS_AT_ONCE: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedValues {
    pub slice: Slice,
    /// Values with flags for captures and pawn moves that win or draw, indexed by position number.
    pub entries: Vec<Entry>,
    /// Staircases, which tell how the plies to mate depend on the half-move clock; empty if not
    /// wanted.
    pub staircases: NumberedStaircases,
}

/// Finds the values of all positions of a set (a slice and its opposite). `next` holds the solved
/// sets to which captures and promotions lead. A win is cursed unless it reaches a capture, pawn
/// move or mate within `limit_plies`.
pub fn solve_set(layout: SetLayout, limit_plies: usize, next: &NextSets) -> (SolvedSet, Vec<NumberedValues>) {
    solve_placements(SolvedSet::unsolved(layout, limit_plies), next, solve_placement)
}

/// Calls `solve` for each arrangement of the pawns in a set (a slice and its opposite), and
/// collects the results. Keeps the plies only if `set.plies` has an item for each arrangement.
pub fn solve_placements(
    mut set: SolvedSet,
    next: &NextSets,
    solve: impl Fn(&ZeroingMoves, usize) -> SolvedPlacement + Sync,
) -> (SolvedSet, Vec<NumberedValues>) {
    let numberings = Numbering::of_set(&set.layout);
    let mut entries: Vec<Vec<Entry>> =
        numberings.iter().map(|numbering| vec![Entry::NO_POSITION; numbering.numbers()]).collect();
    let mut staircases: Vec<StaircaseCollector> = numberings.iter().map(|_| StaircaseCollector::default()).collect();
    for batch in batches(&set.layout) {
        let zeroing = ZeroingMoves::new(&set, next);
        let solved = parallel::map(batch.clone(), &|placement| solve(&zeroing, placement));
        for (numbering, staircases) in numberings.iter().zip(&mut staircases) {
            staircases.add(&set.layout, numbering, &batch, &solved);
        }
        for (numbering, entries) in numberings.iter().zip(&mut entries) {
            let (layout, color) = (&set.layout, numbering.color());
            for_each_arrangement(layout, numbering, &batch, entries, |place, mirror, chunk| {
                let solved = &solved[place];
                numbering.put(layout, mirror, chunk, |row| Entry::of_row(solved, color, row));
            });
        }
        for (placement, solved) in batch.zip(solved) {
            set.words[placement] = solved.words();
            if let Some(plies) = set.plies.get_mut(placement) {
                *plies = solved.plies;
            }
        }
    }
    let slices = numberings.iter().map(Numbering::slice);
    let numbered = slices.zip(entries).zip(staircases).map(|((slice, entries), staircases)| NumberedValues {
        slice,
        entries,
        staircases: staircases.finish(),
    });
    (set, numbered.collect())
}

/// Returns the values that the WDL tables of a solved set (a slice and its opposite) hold: win,
/// draw or loss, and the flags for captures. `next` holds the sets to which captures lead.
pub fn without_plies(set: &SolvedSet, next: &NextSets) -> Vec<NumberedValues> {
    let unsolved = SolvedSet::unsolved(set.layout.clone(), set.limit_plies);
    let solve = |zeroing: &ZeroingMoves, placement: usize| {
        let (view, words) = (PlacementView { layout: &set.layout, placement }, &set.words[placement]);
        let rows = view.layout.rows;
        let mut solved = SolvedPlacement::open(view, [vec![Proved::default(); rows], vec![Proved::default(); rows]]);
        for row in (0..rows).filter_map(|row| view.row(row)) {
            for color in 0..2 {
                let Outcome { won, lost, .. } = words.outcome(color, row.number, RuleScope::WithoutRule);
                (solved.won[color][row.number], solved.lost[color][row.number]) = (won, lost);
                solved.proved[color][row.number] = Proved::by_captures(zeroing, color, &row);
            }
        }
        solved
    };
    solve_placements(unsolved, next, solve).1
}

/// Returns the ranges of pawn placements (arrangements of the pawns) that can be solved in
/// parallel, in the order in which they must be solved.
pub fn batches(layout: &SetLayout) -> Vec<Range<usize>> {
    let (mut batches, mut first) = (Vec::new(), 0);
    // Pawn moves lead to placements in which the pawns have made more steps, so placements with
    // equally many steps are independent.
    for of_steps in layout.placements.chunk_by(|one, other| one.advance == other.advance) {
        let end = first + of_steps.len();
        let parts = (first..end).step_by(PLACEMENTS_AT_ONCE);
        batches.extend(parts.map(|start| start..end.min(start + PLACEMENTS_AT_ONCE)));
        first = end;
    }
    batches
}
