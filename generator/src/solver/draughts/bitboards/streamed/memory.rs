//! Estimates the memory for solving slices with kings, as the sum of all lists that the solver
//! allocates.

use peatee_rules::{Bitboard, Kernel};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::slots::{Slots, layers_held};
use super::unit_writer::FoundValues;
use super::written::Written;
use crate::solver::draughts::bitboards::batches::Batches;
use crate::solver::draughts::bitboards::context::DigitCounts;
use crate::solver::draughts::bitboards::first_pass::children;
use crate::solver::draughts::bitboards::first_pass::children::ChildrenMemory;
use crate::solver::draughts::bitboards::iterate::memory::{WorkBytes, search_bytes};
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::rules::MoveRules;
use crate::solver::draughts::bitboards::value_word::DIGITS;
use crate::solver::draughts::job::{SolverMemory, ValueKinds};

/// Maximum number of bytes that the allocator keeps, instead of returning them to the system, when
/// small lists such as the results of most tasks are freed. Measured for international draughts
/// with five pieces.
const RETAINED_BYTES: usize = 64 << 20;

/// The memory for solving a slice and its opposite (the other side to move), in bytes.
#[derive(Debug, Clone, Copy)]
pub struct StreamedMemory {
    base: u64,
    /// Bytes of the data that may be in files: the values of solved units (configurations of the
    /// men), and the state of the search if all threads work on one unit at a time.
    work: WorkBytes,
    children: ChildrenMemory,
    saved_unit: u64,
    answer: u64,
}

impl StreamedMemory {
    pub fn holds_work(&self, memory_bytes: u64) -> bool {
        self.base + self.work.in_memory + self.children.least <= memory_bytes
    }

    /// Returns how many of `memory_bytes` remain for the values of the slices that captures lead
    /// to. If too few remain, returns the least number of bytes with which the solver can read
    /// these values.
    pub fn children_room(&self, memory_bytes: u64) -> u64 {
        let work = if self.holds_work(memory_bytes) { self.work.in_memory } else { self.work.least };
        memory_bytes.saturating_sub(self.base + work).max(self.children.least)
    }

    /// Converts the estimate to a [`SolverMemory`]. If `least` is true, returns the least memory
    /// with which the solver works; otherwise the memory with which it needs no files during
    /// solving.
    pub fn of_solver(&self, least: bool) -> SolverMemory {
        let StreamedMemory { base, work, children, saved_unit, answer } = *self;
        let (own, in_files) =
            if least { (work.least + children.least, work.in_files) } else { (work.in_memory + children.all, 0) };
        let solving = base + own;
        SolverMemory { solving, between_layers: solving, saved_unit, output: solving, answer, in_files }
    }
}

/// Estimates the memory for a slice with kings and, if different, its opposite. The values of the
/// slices among `successors` that captures lead to are held in memory. If `in_files` is true, the
/// resulting values are in files.
pub fn memory<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    (slices, successors): (&[Slice], &[Slice]),
    (wanted, in_files): (ValueKinds, bool),
) -> StreamedMemory {
    let sizes: Vec<usize> = rules.layer_sizes(kernel, &layout.material).iter().map(|&size| size as usize).collect();
    let largest_layer = sizes.iter().max().copied().unwrap_or(0);
    let slots = Slots::needed(&sizes, layers_held(rules, sizes.len()));
    let (digits, written) = (DigitCounts::first(wanted), Written::of(wanted));
    let value_words = DIGITS + digits.of_exits(wanted.runs_over_men());
    let unit_words = 2 * layout.unit_words() * value_words * size_of::<W>();
    let positions: usize = slices.iter().map(|&slice| SliceIndex::new(kernel, slice).size() as usize).sum();
    // A slice that is its own opposite is listed once, but the solver finds the values for both
    // sides to move.
    let unit_positions = positions * 2 / slices.len().max(1) / layout.units().max(1);
    let unit_values = 2 * FoundValues::bytes(written, unit_positions / 2);
    let batches = Batches::new(layout.unit_words(), unit_words + unit_values);
    let (workers, in_work) = if batches.threads_share_units {
        // Plies are written directly to their place in table order. The bits of a unit come from
        // several tasks. They are put together before they are written, first for one side to move,
        // then for the other.
        (1, written.bits(unit_positions / 2).iter().sum::<usize>() * 2 / u8::BITS as usize)
    } else {
        (rayon::current_num_threads(), batches.units.min(largest_layer) * (unit_words + unit_values))
    };
    // Memory for the indices of the units of all layers, for the slots of units, and for the lists
    // of the solved and the mirrored units of a layer.
    let lists = 2 * size_of::<u32>() * layout.units() + size_of::<u32>() * largest_layer;
    let placements = (layout.rows + layout.columns) * size_of::<W>();
    let retained = if batches.threads_share_units { 0 } else { in_work.min(RETAINED_BYTES) };
    let answer = if in_files { 0 } else { written.bytes(positions) };
    let search = search_bytes(kernel, rules, layout, wanted);
    let base = lists + placements + in_work + retained + answer + workers * search.own;
    let words = (slots * unit_words) as u64;
    let work = WorkBytes {
        in_memory: words + workers as u64 * search.work.in_memory,
        least: workers as u64 * search.work.least,
        in_files: words + search.work.in_files,
    };
    let open = layout.open.expect("slices with kings have an open one");
    // A slice with one unit has one layer, so nothing is saved before the end.
    let saved_unit = if layout.units() == 1 { 0 } else { written.bytes(unit_positions) };
    StreamedMemory {
        base: base as u64,
        work,
        children: children::memory(kernel, &layout.material, open, successors, digits.to_end),
        saved_unit: saved_unit as u64,
        answer: answer as u64,
    }
}
