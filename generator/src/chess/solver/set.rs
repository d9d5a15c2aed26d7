//! Solves a set: placement by placement, those that do not depend on each other side by side.

use std::collections::HashMap;
use std::sync::Arc;

use peatee_chess::{Index, Slice};
use rayon::prelude::*;

use super::iterate::{SolvedPlacement, solve_placement};
use super::layout::Layout;
use super::number::{ByNumber, NumberedValues};
use super::solved::{SolvedSet, Words};
use super::zeroing::{NextSets, Zeroing};

/// Solves sets, and keeps those that others may need.
#[derive(Debug, Default)]
pub struct Solver {
    /// By material, White's pieces first.
    solved: HashMap<Slice, Arc<SolvedSet>>,
}

impl Solver {
    /// Solves a set and all it needs that is not solved yet. Answers the values of its slices.
    pub fn solve(&mut self, set: Slice) -> Vec<NumberedValues> {
        let layout = Layout::new(set.set());
        let next = NextSets::new(&layout, |material| self.find(material));
        let (solved, values) = solve_set(layout, &next);
        self.solved.insert(set.set(), Arc::new(solved));
        values
    }

    /// Forgets the solved sets that `is_needed` does not pick.
    pub fn keep_only(&mut self, is_needed: impl Fn(Slice) -> bool) {
        self.solved.retain(|material, _| is_needed(material.set()));
    }

    fn find(&mut self, material: Slice) -> Arc<SolvedSet> {
        if let Some(solved) = self.solved.get(&material) {
            return solved.clone();
        }
        if material.set() == material {
            self.solve(material);
        } else {
            let turned = self.find(material.set()).turned();
            self.solved.insert(material, Arc::new(turned));
        }
        self.solved[&material].clone()
    }
}

/// Solves a set whose next sets are solved.
pub fn solve_set(layout: Layout, next: &NextSets) -> (SolvedSet, Vec<NumberedValues>) {
    let by_number = ByNumber::new(&layout);
    let mut values = by_number.empty();
    let placements = layout.placements.len();
    let mut set = SolvedSet { layout, words: vec![Words::default(); placements] };
    let mut first = 0;
    while first < placements {
        // Moves lead to placements with more steps made, so those with as many are independent.
        let steps = set.layout.placements[first].advance;
        let end = first + set.layout.placements[first..].iter().take_while(|other| other.advance == steps).count();
        for batch in (first..end).step_by(PLACEMENTS_AT_ONCE).map(|start| start..end.min(start + PLACEMENTS_AT_ONCE)) {
            let zeroing = Zeroing::new(&set, next);
            let solve = |placement| {
                let solved = solve_placement(&zeroing, placement);
                let cells = by_number.cells_of(&set.layout, placement, &solved);
                (solved, cells)
            };
            let solved: Vec<(SolvedPlacement, _)> = batch.clone().into_par_iter().map(solve).collect();
            for (placement, (solved, cells)) in batch.zip(solved) {
                set.words[placement] = solved.words;
                cells.into_iter().for_each(|cells| values[cells.slice].put(cells));
            }
        }
        first = end;
    }
    (set, values)
}

/// An estimate of the memory that solving a set takes, the sets that its moves lead to included.
pub fn memory_bytes(set: Slice) -> u64 {
    let layout = Layout::new(set);
    let numbers: u64 = set.both().into_iter().map(|slice| Index::new(slice).numbers()).sum();
    let rows = (layout.rows * layout.placements.len()) as u64;
    let at_once = (layout.rows * layout.placements.len().min(PLACEMENTS_AT_ONCE)) as u64;
    numbers * BYTES_PER_NUMBER + rows * BYTES_PER_ROW + at_once * BYTES_PER_ROW_AT_ONCE
}

/// A value, a bit, and the same once more while a table is written.
const BYTES_PER_NUMBER: u64 = 5;
/// Six words of the set, and about as many of those that its moves lead to.
const BYTES_PER_ROW: u64 = 96;
/// Distances of both sides, cells of four bytes for tables, and words of a side.
const BYTES_PER_ROW_AT_ONCE: u64 = 64 * (2 + 8) + 96;

/// Placements whose distances are in memory at the same time.
const PLACEMENTS_AT_ONCE: usize = 64;
