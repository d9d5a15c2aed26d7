//! The bitboard solver behind the [`Solver`] trait: a slice layer by layer, as value words.

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;
use rayon::prelude::*;

use super::batches::Batches;
use super::checkpoint::{Checkpoint, SavedUnits, SolvedUnits, UnitResults};
use super::context::{DigitCounts, SliceContext};
use super::event_values::{EventOrders, EventWriter};
use super::first_pass::children::{ChildSlices, Children, digits_needed};
use super::first_pass::context::FirstPassContext;
use super::first_pass::men_moves::Unit;
use super::iterate::unit::UnitSolver;
use super::kingless;
use super::kings_alone;
use super::layout::units::{Layout, best_open_side};
use super::layout::word_table::WordTable;
use super::memory;
use super::output::{self, Form, side_on_board};
use super::rules::MoveRules;
use super::streamed;
use super::value_word::{MAX_DIGITS, TooFewDigits};
use crate::capture_mask::CaptureMask;
use crate::error::Error;
use crate::solver::job::{Method, SliceJob, Solution, Solved, Solver, SolverMemory, Wanted};
use crate::solver::known::TooLong;
use crate::solver::values::Values;

/// Digits added when a distance does not fit.
const MORE_DIGITS: usize = 2;

/// Solves slices of the games that [`BitboardSolver::new`] accepts, all squares of one king at a
/// time.
#[derive(Debug)]
pub struct BitboardSolver<'a, W> {
    kernel: &'a Kernel<W>,
    rules: MoveRules<W>,
}

impl<'a, W: Bitboard> BitboardSolver<'a, W> {
    /// A solver for this game; `None` when its rules do not allow it.
    pub fn new(kernel: &'a Kernel<W>) -> Option<Self> {
        Some(BitboardSolver { kernel, rules: MoveRules::new(kernel)? })
    }
}

impl<W: Bitboard> Solver<W> for BitboardSolver<'_, W> {
    fn solve(&self, job: &SliceJob<'_, W>, checkpoint: &mut dyn Checkpoint) -> Result<Solved, Error> {
        let SliceJob { slice, wanted, .. } = *job;
        let open = best_open_side(&slice.material);
        let layout = Layout::new(self.kernel, slice.material, open);
        let Some(open) = open else {
            return Ok(kingless::solve(self.kernel, &self.rules, &layout, job)?);
        };
        if kings_alone::does(&layout, wanted) {
            return Ok(kings_alone::solve(self.kernel, &self.rules, (&layout, open), job));
        }
        if wanted == Wanted::WDL {
            return streamed::solve(self.kernel, &self.rules, job, (&layout, open), checkpoint);
        }
        let with_sides = job.slices().into_iter().filter(|_| wanted.men_end_counts());
        let with_sides = with_sides.map(|of_job| (of_job, side_on_board(self.kernel, of_job, slice)));
        let events = EventOrders::new(self.kernel, &layout, with_sides);
        let task = WordTask { solver: self, job, layout: &layout, open, events: &events };
        let solved = task.solve_with_enough_digits(checkpoint)?;
        let form = if wanted.to_end { Form::ToEnd } else { Form::Wdl };
        // A table is dropped before the next one is written out.
        let SolvedUnits { to_end: table, to_event: event_table, event_values, .. } = solved;
        let (to_end, captures) = task.solutions(&table, form);
        drop(table);
        let to_event = match wanted {
            _ if wanted.men_end_counts() => {
                let values = event_values.into_iter().map(|slice| Values::Plies(slice.into_values()));
                job.slices().into_iter().zip(values).map(|(slice, values)| Solution { slice, values }).collect()
            }
            _ if wanted.has_events() => task.solutions(&event_table, Form::ToEvent).0,
            _ => Vec::new(),
        };
        let (to_conversion, to_reset) =
            if wanted.to_conversion { (to_event, Vec::new()) } else { (Vec::new(), to_event) };
        Ok(Solved { to_end, to_conversion, to_reset, captures })
    }

    fn memory(&self, slices: &[Slice], successors: &[Slice], wanted: Wanted, in_files: bool) -> SolverMemory {
        let material = slices[0].material;
        let layout = Layout::new(self.kernel, material, best_open_side(&material));
        match layout.open {
            Some(open) if kings_alone::does(&layout, wanted) => {
                kings_alone::memory(self.kernel, &self.rules, (&layout, open), slices, successors)
            }
            Some(_) if wanted == Wanted::WDL => {
                streamed::memory(self.kernel, &self.rules, &layout, (slices, successors), in_files).of_solver(in_files)
            }
            _ => memory::memory(self.kernel, &self.rules, &layout, (slices, successors), wanted),
        }
    }

    fn method(&self) -> Method {
        Method::Bitboards
    }
}

/// Why an attempt to solve a slice ended.
enum Unsolved {
    TooFewDigits,
    Other(Error),
}

impl From<TooFewDigits> for Unsolved {
    fn from(TooFewDigits: TooFewDigits) -> Self {
        Unsolved::TooFewDigits
    }
}

/// One slice with kings, and its opposite, on their way through the solver.
struct WordTask<'a, W> {
    solver: &'a BitboardSolver<'a, W>,
    job: &'a SliceJob<'a, W>,
    layout: &'a Layout<W>,
    /// Whose king is open.
    open: Side,
    /// The slices whose values to events are written unit by unit.
    events: &'a EventOrders<'a, W>,
}

impl<W: Bitboard> WordTask<'_, W> {
    /// Solves the slice, again with more digits as long as a distance does not fit.
    fn solve_with_enough_digits(&self, checkpoint: &mut dyn Checkpoint) -> Result<SolvedUnits<W>, Error> {
        let mut digits = memory::first_digits(self.job.wanted);
        if self.job.wanted.to_end {
            // Distances of successors must fit from the start: cut off, they would pass for shorter
            // ones.
            let arrays = self.job.successors.arrays().iter();
            let known_digits = arrays.map(|array| digits_needed(&array.entries)).max().unwrap_or(0);
            digits.to_end = digits.to_end.max(known_digits);
        }
        loop {
            match self.solve_units(digits, checkpoint) {
                Ok(solved) => return Ok(solved),
                Err(Unsolved::Other(error)) => return Err(error),
                Err(Unsolved::TooFewDigits) => {
                    let DigitCounts { to_end, to_event } = &mut digits;
                    let counts = [to_end, to_event];
                    if counts.iter().any(|count| **count >= MAX_DIGITS) {
                        return Err(TooLong::in_slice(self.job.slice).into());
                    }
                    for count in counts {
                        if *count > 0 {
                            *count = (*count + MORE_DIGITS).min(MAX_DIGITS);
                        }
                    }
                }
            }
        }
    }

    /// Solves both sides to move, layer by layer.
    fn solve_units(&self, digits: DigitCounts, checkpoint: &mut dyn Checkpoint) -> Result<SolvedUnits<W>, Unsolved> {
        let (kernel, layout, open) = (self.solver.kernel, self.layout, self.open);
        let (successors, count) = (self.job.successors, self.job.wanted.to_reset);
        let children = ChildSlices::new(kernel, &layout.material, open, successors);
        let children = Children::new(kernel, &children, digits.to_end, u64::MAX);
        let (rows, columns) = layout.placements();
        let slice = SliceContext { kernel, layout, open, rows: &rows, columns: &columns, digits, count, slots: &[] };
        let mut solved = SolvedUnits::new(&slice, self.events.values());
        let unit_words = solved.unit_words();
        let layers = self.solver.rules.layers(kernel, layout);
        let restored = checkpoint.restore(&layers, &mut solved).map_err(Unsolved::Other)?;
        let batches = Batches::new(layout.unit_words(), solved.unit_bytes());
        let fills = &self.solver.rules.fills;
        let new_worker = || Worker {
            solver: UnitSolver::new(&slice, fills),
            writer: self.events.writer(batches.threads_share_units),
            unit_words,
            unit_positions: self.events.unit_positions(),
        };
        // Threads that share the rows of one unit after the other share the memory for it.
        let mut shared = batches.threads_share_units.then(new_worker);
        for (number, units) in layers.iter().enumerate().skip(restored) {
            for units in units.chunks(batches.units) {
                // A move that leaves a count running leads to distances, any other to who wins.
                let lower = if slice.runs_over_men() { &solved.to_event } else { &solved.to_end };
                let context = &FirstPassContext::new(slice, &children, successors, lower);
                let found: Result<Vec<UnitResults<W>>, TooFewDigits> = match &mut shared {
                    Some(worker) => {
                        units.chunks(batches.units_per_task).map(|units| worker.solve(context, units)).collect()
                    }
                    None => {
                        let tasks = units.par_chunks(batches.units_per_task);
                        tasks.map_init(new_worker, |worker, units| worker.solve(context, units)).collect()
                    }
                };
                for (units, found) in units.chunks(batches.units_per_task).zip(&found?) {
                    solved.store(units, found);
                }
            }
            checkpoint.layer_solved(&layers, number + 1, &solved).map_err(Unsolved::Other)?;
        }
        Ok(solved)
    }

    /// The values of the slice and its opposite in table order, and the positions in which the side
    /// to move must capture, as far as the tables know these.
    fn solutions(&self, tables: &[WordTable<W>; 2], form: Form) -> (Vec<Solution>, Vec<CaptureMask>) {
        let (mut solutions, mut captures) = (Vec::new(), Vec::new());
        for slice in self.job.slices() {
            let side = side_on_board(self.solver.kernel, slice, self.job.slice);
            let table = &tables[side as usize];
            let (values, mask) = output::values(self.solver.kernel, (slice, side), self.layout, table, form);
            solutions.push(Solution { slice, values });
            captures.extend(mask);
        }
        (solutions, captures)
    }
}

/// What one thread solves units with.
struct Worker<'a, W> {
    solver: UnitSolver<'a, W>,
    writer: EventWriter<'a, W>,
    /// As [`SolvedUnits::unit_words`].
    unit_words: [usize; 2],
    /// As [`EventOrders::unit_positions`].
    unit_positions: usize,
}

impl<W: Bitboard> Worker<'_, W> {
    /// Solves some units of one layer; `context` holds the layers below.
    fn solve(&mut self, context: &FirstPassContext<W>, units: &[u32]) -> Result<UnitResults<W>, TooFewDigits> {
        let [to_end, to_event] = self.unit_words.map(|words| Vec::with_capacity(units.len() * words));
        let event_values = Vec::with_capacity(units.len() * self.unit_positions);
        let mut found = UnitResults { to_end, to_event, event_values };
        let mut cursor = context.slice.layout.fixed_cursor();
        let mut unit = Unit::default();
        for &number in units {
            let setup = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(number as u64));
            unit.load(&context.slice, setup);
            self.solver.solve(context, &unit)?;
            self.solver.append_words(&mut found);
            self.writer.append(&setup, &self.solver.event_planes(), &mut found.event_values);
        }
        Ok(found)
    }
}
