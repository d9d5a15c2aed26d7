//! Solves a slice with kings and its opposite, layer by layer.

use std::io;

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;

use super::job_values::JobValues;
use super::memory::{StreamedMemory, memory};
use super::orders::Orders;
use super::slots::{Slots, layers_held};
use super::unit_writer::{FoundValues, SolvedUnit, UnitWriter};
use super::words::{LayerWords, append_words};
use crate::error::Error;
use crate::parallel;
use crate::solver::draughts::bitboards::batches::Batches;
use crate::solver::draughts::bitboards::context::{DigitCounts, SliceContext};
use crate::solver::draughts::bitboards::first_pass::children::{ChildSlices, Children, digits_needed};
use crate::solver::draughts::bitboards::first_pass::context::FirstPassContext;
use crate::solver::draughts::bitboards::first_pass::men_moves::UnitPieces;
use crate::solver::draughts::bitboards::iterate::event_queue::MOST_PLACES;
use crate::solver::draughts::bitboards::iterate::unit::UnitSolver;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::rules::MoveRules;
use crate::solver::draughts::bitboards::value_word::{UnitError, win_parity};
use crate::solver::draughts::checkpoint::Checkpoint;
use crate::solver::draughts::job::{SliceJob, Solved};
use crate::solver::values::known::Known;
use crate::spill::spill_vec::Backing;

/// Solves the slice of a job and its opposite. `open` is the side of the open king (the king whose
/// squares are the bits of a word).
///
/// # Errors
/// Returns the errors of `checkpoint`; [`Error::Io`] when the disk has too little room;
/// [`Error::TooLong`] when a distance is too long to be stored; [`Error::TooManyPlaces`] when a
/// unit (configuration of the men) has too many words.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    job: &SliceJob<'_, W>,
    (layout, open): (&Layout<W>, Side),
    checkpoint: &mut dyn Checkpoint,
) -> Result<Solved, Error> {
    let places = layout.unit_words();
    // The limit comes from events, which store the place of a word in 31 bits.
    if places > MOST_PLACES && (job.wanted.to_end || job.wanted.runs_over_men()) {
        return Err(Error::TooManyPlaces { slice: job.slice.name(), places, most: MOST_PLACES });
    }
    let mut digits = DigitCounts::first(job.wanted);
    if job.wanted.to_end {
        // The first attempt must have enough digits for the distances of successors. Otherwise a
        // distance would be cut off and look shorter than it is.
        let arrays = job.successors.arrays().iter();
        let known_digits = arrays.map(|array| digits_needed(&array.entries)).max().unwrap_or(0);
        digits.to_end = digits.to_end.max(known_digits);
    }
    let memory = memory_of(kernel, rules, layout, job);
    let work_room = if memory.holds_work(job.means.memory_bytes) { &Backing::Memory } else { &job.means.room };
    let children_bytes = memory.children_room(job.means.memory_bytes);
    let child_slices = ChildSlices::new(kernel, &layout.material, open, job.successors);
    let children = Children::new(kernel, &child_slices, digits.to_end, children_bytes);
    let layers = rules.layers(kernel, layout);
    let held = layers_held(rules, layers.len());
    let slots = Slots::new(&layers, held);
    let (rows, columns) = layout.placements();
    let placements = [&rows[..], &columns[..]];
    let orders = Orders::new(kernel, layout, job);
    let orders = &orders;
    let task =
        LayerTask { kernel, rules, job, layout, open, children, layers, held, slots, placements, orders, work_room };
    let mut values = JobValues::new(orders, job, &job.means.room).map_err(|error| job.means.failed(error))?;
    let mut solved_layers = checkpoint.restore(&task.layers, &mut values)?;
    loop {
        match task.solve_layers(digits, (&mut values, &mut solved_layers), checkpoint) {
            Ok(()) => return Ok(values.into_solved(job.wanted)),
            Err(Unsolved::Other(error)) => return Err(error),
            Err(Unsolved::Unit(UnitError::Io(error))) => return Err(job.means.failed(error)),
            Err(Unsolved::Unit(UnitError::TooFewDigits)) => {
                digits = digits.more().ok_or_else(|| Known::too_long(job.slice))?;
            }
        }
    }
}

fn memory_of<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    job: &SliceJob<'_, W>,
) -> StreamedMemory {
    let successors: Vec<Slice> = job.successors.arrays().iter().map(|array| array.index.slice()).collect();
    let in_files = matches!(job.means.room, Backing::Files(_));
    memory(kernel, rules, layout, (&job.slices(), &successors), (job.wanted, in_files))
}

enum Unsolved {
    Unit(UnitError),
    Other(Error),
}

impl<E: Into<UnitError>> From<E> for Unsolved {
    fn from(error: E) -> Self {
        Unsolved::Unit(error.into())
    }
}

/// The data that is needed to solve the layers of a slice, one after the other. A layer has the
/// units whose men can make the same number of moves.
struct LayerTask<'a, W> {
    kernel: &'a Kernel<W>,
    rules: &'a MoveRules<W>,
    job: &'a SliceJob<'a, W>,
    layout: &'a Layout<W>,
    open: Side,
    children: Children<'a, W>,
    /// Indices of the units of each layer. A layer has the units whose men can still make the same
    /// number of moves.
    layers: Vec<Vec<u32>>,
    held: usize,
    slots: Slots,
    placements: [&'a [W]; 2],
    orders: &'a Orders<'a, W>,
    /// Memory or files for the values of solved units (configurations of the men). Also for the
    /// state of the search, if all threads work on one unit at a time.
    work_room: &'a Backing,
}

struct TaskResults<W> {
    /// Values of each unit (configuration of the men) for other units to read, first with White to
    /// move, then with Black to move. Empty if no other unit reads them.
    words: Vec<W>,
    values: FoundValues,
}

struct UnitWorker<'a, W> {
    solver: UnitSolver<'a, W>,
    writer: UnitWriter<'a, W>,
    unit: UnitPieces<W>,
}

impl<W: Bitboard> LayerTask<'_, W> {
    /// Solves the layers from `solved_layers` on, and adds one to `solved_layers` for each solved
    /// layer. Distances have `digits` binary digits. A layer has the units whose men can make the
    /// same number of moves.
    fn solve_layers(
        &self,
        digits: DigitCounts,
        (values, solved_layers): (&mut JobValues<'_, W>, &mut usize),
        checkpoint: &mut dyn Checkpoint,
    ) -> Result<(), Unsolved> {
        let LayerTask { kernel, layout, job, orders, ref layers, .. } = *self;
        let [rows, columns] = self.placements;
        let (open, count, slots) = (self.open, job.wanted.to_reset, &self.slots.of_unit[..]);
        let slice = SliceContext { kernel, layout, open, rows, columns, digits, count, slots };
        let value_words = slice.words_read();
        let mut words = LayerWords::new(layout, &self.slots, value_words, self.work_room)?;
        for units in &layers[solved_layers.saturating_sub(self.held.saturating_sub(1))..*solved_layers] {
            words.read(values, units);
        }
        let batches = Batches::new(layout.unit_words(), words.unit_bytes() + FoundValues::bytes_of_both(orders));
        let parity = win_parity(kernel.goal);
        let worker_in = |room: &Backing| {
            Ok::<_, io::Error>(UnitWorker {
                solver: UnitSolver::new(&slice, &self.rules.fills, room)?,
                writer: UnitWriter::new(orders, parity),
                unit: UnitPieces::default(),
            })
        };
        let new_worker = || worker_in(&Backing::Memory).expect("memory needs no file");
        // If threads share the rows of each unit, they also share one worker.
        let mut shared = batches.threads_share_units.then(|| worker_in(self.work_room)).transpose()?;
        for (number, units) in layers.iter().enumerate().skip(*solved_layers) {
            // A slice that is its own opposite has each unit and its mirror image. One of the two
            // is solved. The words of the other are read from the values in table order.
            let split = job.is_own_opposite().then(|| split(kernel, layout, units));
            let (solved, mirrored) = match &split {
                Some([solved, mirrored]) => (&solved[..], &mirrored[..]),
                None => (&units[..], &[][..]),
            };
            for units in solved.chunks(batches.units) {
                let context = &FirstPassContext::new(slice, &self.children, job.successors, words.views());
                // If threads share the rows of each unit, a batch has one unit.
                if let (Some(worker), &[unit]) = (&mut shared, units) {
                    let fixed = layout.fixed_pieces(unit);
                    worker.solve(context, &fixed)?;
                    self.put(worker, unit, &fixed, &mut words, values);
                    continue;
                }
                let tasks = units.chunks(batches.units_per_task);
                let one_task = |worker: &mut UnitWorker<'_, W>, units: &[u32]| self.results(worker, context, units);
                let found: Result<Vec<_>, _> = parallel::map_with(tasks, &new_worker, &one_task).into_iter().collect();
                for (units, found) in units.chunks(batches.units_per_task).zip(&found?) {
                    words.put(units, &found.words);
                    values.put(&found.values);
                }
            }
            *solved_layers = number + 1;
            if *solved_layers < layers.len() {
                words.read(values, mirrored);
            }
            checkpoint.layer_solved(layers, *solved_layers, values).map_err(Unsolved::Other)?;
        }
        Ok(())
    }

    /// Stores the values of the unit (configuration of the men) that `worker` solved last. Stores
    /// them as words for other units to read, and in table order for the result.
    fn put(
        &self,
        worker: &UnitWorker<'_, W>,
        unit: u32,
        fixed: &Setup<W>,
        words: &mut LayerWords<'_, W>,
        values: &mut JobValues<'_, W>,
    ) {
        words.put_planes(unit, worker.solver.planes_read());
        for side in self.sides_of(unit, fixed) {
            values.write(&worker.writer, &SolvedUnit::of(&worker.solver, fixed, *side));
        }
    }

    /// Solves some units (configurations of the men) of one layer and returns their values.
    /// `context` holds the values of the lower layers: the units whose men can make fewer moves.
    fn results(
        &self,
        worker: &mut UnitWorker<'_, W>,
        context: &FirstPassContext<W>,
        units: &[u32],
    ) -> Result<TaskResults<W>, UnitError> {
        let mut found = TaskResults { words: Vec::new(), values: FoundValues::of_both(units.len(), self.orders) };
        let mut cursor = self.layout.fixed_cursor();
        for &unit in units {
            let fixed = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(unit as u64));
            worker.solve(context, &fixed)?;
            if self.held > 0 {
                append_words(worker.solver.planes_read(), units.len(), &mut found.words);
            }
            for side in self.sides_of(unit, &fixed) {
                worker.writer.append(&SolvedUnit::of(&worker.solver, &fixed, *side), &mut found.values);
            }
        }
        Ok(found)
    }

    /// Returns the sides to move for which the values of a unit (configuration of the men) are
    /// written. In a slice that is its own opposite, a unit that is its own mirror image has the
    /// same positions for both sides, so one side is enough.
    fn sides_of(&self, unit: u32, fixed: &Setup<W>) -> &'static [Side] {
        let is_both = self.job.is_own_opposite() && self.layout.unit_of(&self.kernel.mirrored(fixed)) == unit as usize;
        if is_both { &Side::BOTH[..1] } else { &Side::BOTH }
    }
}

impl<W: Bitboard> UnitWorker<'_, W> {
    fn solve(&mut self, context: &FirstPassContext<W>, fixed: &Setup<W>) -> Result<(), UnitError> {
        self.unit.load(&context.slice, *fixed);
        self.solver.solve(context, &self.unit)
    }
}

const UNITS_SPLIT_AT_ONCE: usize = 1 << 10;

/// Divides the units (configurations of the men) of a slice that is its own opposite into two
/// lists: units to solve, and units that are mirror images of units in the first list.
fn split<W: Bitboard>(kernel: &Kernel<W>, layout: &Layout<W>, units: &[u32]) -> [Vec<u32>; 2] {
    let is_solved = |&unit: &u32| {
        let fixed = layout.fixed_pieces(unit);
        unit as usize <= layout.unit_of(&kernel.mirrored(&fixed))
    };
    let parts = parallel::map(units.chunks(UNITS_SPLIT_AT_ONCE), &|units| {
        let (solved, mirrored): (Vec<u32>, Vec<u32>) = units.iter().partition(|unit| is_solved(unit));
        [solved, mirrored]
    });
    [0, 1].map(|place: usize| parts.iter().flat_map(|part| &part[place]).copied().collect())
}
