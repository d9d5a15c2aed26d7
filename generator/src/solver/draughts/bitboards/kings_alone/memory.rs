//! Estimates the memory for solving slices of kings alone, as the sum of all lists.

use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::planes::PLANES;
use crate::solver::draughts::bitboards::first_pass::children;
use crate::solver::draughts::bitboards::iterate::placement_moves;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::rules::MoveRules;
use crate::solver::draughts::job::SolverMemory;

/// Estimates the memory for solving a slice and its opposite. The values of the slices among
/// `successors` that captures lead to are held in memory. `open` is the side of the open king (the
/// king whose squares are the bits of a word).
pub fn memory<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    (layout, open): (&Layout<W>, Side),
    slices: &[Slice],
    successors: &[Slice],
) -> SolverMemory {
    let planes = (PLANES * layout.unit_words() * size_of::<W>()) as u64;
    let placements = ((layout.rows + layout.columns) * size_of::<W>()) as u64;
    let children = children::memory_bytes(kernel, &layout.material, open, successors, 0);
    let row_moves = placement_moves::lists_bytes(kernel, &rules.fills, layout, open) as u64;
    // Four worklists of one bit per row: for each side, the rows to search for wins and for losses.
    let worklists = 4 * layout.rows as u64 / u8::BITS as u64;
    // Each position takes two bits for win, draw or loss, and one that tells whether the side to
    // move must capture.
    let answers = slices.iter().map(|&slice| SliceIndex::new(kernel, slice).size() * 3 / 8);
    // The planes of a slice are dropped once it is written; both slices have the same size.
    let output = answers.clone().next().unwrap_or(0) + slices.len() as u64 * planes;
    let answer = answers.sum();
    SolverMemory {
        solving: 2 * planes + placements + children.max(row_moves + worklists),
        between_layers: 0,
        saved_unit: 0,
        output: output.max(planes + answer),
        answer,
        in_files: 0,
    }
}
