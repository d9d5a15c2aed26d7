//! Solves a slice with men and its opposite, layer by layer.

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;
use rayon::prelude::*;

use super::cells::{CellWriter, Cells, Orders, UnitCells};
use super::memory::memory;
use super::slots::{Slots, layers_held};
use crate::error::Error;
use crate::large_bytes::Room;
use crate::solver::bitboards::batches::Batches;
use crate::solver::bitboards::checkpoint::Checkpoint;
use crate::solver::bitboards::context::{DigitCounts, SliceContext};
use crate::solver::bitboards::first_pass::children::{ChildSlices, Children};
use crate::solver::bitboards::first_pass::context::FirstPassContext;
use crate::solver::bitboards::first_pass::men_moves::Unit;
use crate::solver::bitboards::iterate::unit::UnitSolver;
use crate::solver::bitboards::layout::units::Layout;
use crate::solver::bitboards::layout::word_table::WordTable;
use crate::solver::bitboards::rules::MoveRules;
use crate::solver::bitboards::value_word::{DIGITS, win_parity};
use crate::solver::job::{SliceJob, Solved};

/// What a task has found of its units.
struct TaskResults<W> {
    /// Value words, White to move first in each unit.
    words: Vec<W>,
    cells: Vec<UnitCells>,
}

/// What one thread solves units with.
struct Worker<'a, W> {
    solver: UnitSolver<'a, W>,
    writer: CellWriter<'a, W>,
}

/// Solves the slice of a job, in which a king of `open` is open, for win, draw or loss alone.
///
/// # Errors
/// Those of `checkpoint`; [`Error::Io`] when the disk has too little room.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    job: &SliceJob<'_, W>,
    (layout, open): (&Layout<W>, Side),
    checkpoint: &mut dyn Checkpoint,
) -> Result<Solved, Error> {
    let child_slices = ChildSlices::new(kernel, &layout.material, open, job.successors);
    let room_bytes = room_for_children(kernel, rules, layout, job);
    let children = Children::new(kernel, &child_slices, 0, room_bytes);
    let layers = rules.layers(kernel, layout);
    let held = layers_held(rules, layers.len());
    let slots = Slots::new(&layers, held);
    let (rows, columns) = layout.placements();
    let digits = DigitCounts { to_end: 0, to_event: 0 };
    let (rows, columns, slots_of) = (&rows[..], &columns[..], &slots.of_unit[..]);
    let slice = SliceContext { kernel, layout, open, rows, columns, digits, count: None, slots: slots_of };
    let orders = Orders::new(kernel, layout, job);
    let mut cells = Cells::new(&orders, job, &job.means.room).map_err(|error| job.means.failed(error))?;
    let mut words = [(); 2].map(|()| WordTable::of_units(layout, slots.count, DIGITS));
    let restored = checkpoint.restore(&layers, &mut cells)?;
    for units in &layers[restored.saturating_sub(held - 1)..restored] {
        read_words(layout, &cells, units, slots_of, &mut words);
    }
    // A slice that is its own opposite holds a unit and its mirror image: one is solved, the
    // other is read.
    let is_own_opposite = job.slice == job.opposite;
    let unit_bytes = 2 * layout.unit_words() * DIGITS * size_of::<W>();
    let batches = Batches::new(layout.unit_words(), unit_bytes + orders.unit_bytes());
    let parity = win_parity(kernel.goal);
    let new_worker = || Worker {
        solver: UnitSolver::new(&slice, &rules.fills),
        writer: CellWriter::new(&orders, batches.threads_share_units, parity),
    };
    let mut shared = batches.threads_share_units.then(new_worker);
    for (number, units) in layers.iter().enumerate().skip(restored) {
        let split = is_own_opposite.then(|| split(kernel, layout, units));
        let (solved, mirrored) = match &split {
            Some([solved, mirrored]) => (&solved[..], &mirrored[..]),
            None => (&units[..], &[][..]),
        };
        for units in solved.chunks(batches.units) {
            let context = &FirstPassContext::new(slice, &children, job.successors, &words);
            let tasks = units.chunks(batches.units_per_task);
            let found: Vec<TaskResults<W>> = match &mut shared {
                Some(worker) => tasks.map(|units| worker.solve(context, units, is_own_opposite)).collect(),
                None => units
                    .par_chunks(batches.units_per_task)
                    .map_init(new_worker, |worker, units| worker.solve(context, units, is_own_opposite))
                    .collect(),
            };
            for (units, found) in units.chunks(batches.units_per_task).zip(&found) {
                let length = layout.unit_words() * DIGITS;
                for (&unit, both) in units.iter().zip(found.words.chunks(2 * length)) {
                    put_words([&both[..length], &both[length..]], slots_of[unit as usize], &mut words);
                }
                found.cells.iter().for_each(|unit| cells.put(unit));
            }
        }
        let is_last = number + 1 == layers.len();
        if !is_last {
            read_words(layout, &cells, mirrored, slots_of, &mut words);
        }
        checkpoint.layer_solved(&layers, number + 1, &cells)?;
    }
    let (to_end, captures) = cells.into_solutions();
    Ok(Solved { to_end, captures, ..Solved::default() })
}

/// Bytes for the words of the slices that captures lead to.
fn room_for_children<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    job: &SliceJob<'_, W>,
) -> u64 {
    let successors: Vec<Slice> = job.successors.arrays().iter().map(|array| array.index.slice()).collect();
    let in_files = matches!(job.means.room, Room::Files(_));
    memory(kernel, rules, layout, (&job.slices(), &successors), in_files).children_room(job.means.memory_bytes)
}

/// Divides the units of a slice that is its own opposite: those that are solved, and those that
/// are the mirror images of others.
fn split<W: Bitboard>(kernel: &Kernel<W>, layout: &Layout<W>, units: &[u32]) -> [Vec<u32>; 2] {
    let is_solved = |&unit: &u32| {
        let fixed = layout.fixed_pieces(unit);
        unit as usize <= layout.unit_of(&kernel.mirrored(&fixed))
    };
    let (solved, mirrored) = units.par_iter().copied().partition(is_solved);
    [solved, mirrored]
}

impl<W: Bitboard> Worker<'_, W> {
    /// Solves some units of one layer; `context` holds the layers below. With `is_own_opposite` the
    /// mirror image of a unit gets its values too.
    fn solve(&mut self, context: &FirstPassContext<W>, units: &[u32], is_own_opposite: bool) -> TaskResults<W> {
        let SliceContext { layout, kernel, .. } = context.slice;
        let mut found = TaskResults {
            words: Vec::with_capacity(2 * units.len() * layout.unit_words() * DIGITS),
            cells: Vec::with_capacity(2 * units.len()),
        };
        let mut cursor = layout.fixed_cursor();
        let mut unit = Unit::default();
        for &number in units {
            let fixed = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(number as u64));
            unit.load(&context.slice, fixed);
            self.solver.solve_wdl(context, &unit);
            self.solver.append_wdl(&mut found.words);
            // A unit that is its own mirror image has the same positions for both sides to move.
            let is_both = is_own_opposite && layout.unit_of(&kernel.mirrored(&fixed)) == number as usize;
            let sides = if is_both { &Side::BOTH[..1] } else { &Side::BOTH };
            for &side in sides {
                let planes = self.solver.wdl_planes()[side as usize];
                found.cells.push(self.writer.write(&fixed, side, planes));
            }
        }
        found
    }
}

/// Copies the words of a unit, by side to move, to their place.
fn put_words<W: Bitboard>(found: [&[W]; 2], slot: u32, words: &mut [WordTable<W>; 2]) {
    for (table, found) in words.iter_mut().zip(found) {
        table.words[slot as usize * found.len()..][..found.len()].copy_from_slice(found);
    }
}

/// Bytes of words that are read before they are copied, about.
const BYTES_AT_ONCE: usize = 16 << 20;

/// Reads the words of units whose values are there.
fn read_words<W: Bitboard>(
    layout: &Layout<W>,
    cells: &Cells<'_, W>,
    units: &[u32],
    slots: &[u32],
    words: &mut [WordTable<W>; 2],
) {
    let at_once = (BYTES_AT_ONCE / (2 * layout.unit_words() * DIGITS * size_of::<W>())).max(1);
    for units in units.chunks(at_once) {
        let read = |&unit: &u32| cells.words(&layout.fixed_pieces(unit));
        let found: Vec<[WordTable<W>; 2]> = units.par_iter().map(read).collect();
        for (&unit, both) in units.iter().zip(&found) {
            put_words(both.each_ref().map(|table| &table.words[..]), slots[unit as usize], words);
        }
    }
}
