//! The bitboard solver behind the [`Solver`] trait: a slice layer by layer, as value words.

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;
use rayon::prelude::*;

use super::checkpoint::{Checkpoint, SolvedWords, UnitWords};
use super::context::{DigitCounts, SliceContext};
use super::first_pass::children::{Children, digits_needed};
use super::first_pass::context::FirstPassContext;
use super::first_pass::men_moves::Unit;
use super::iterate::unit::{LARGE_UNIT_WORDS, UnitSolver};
use super::kingless;
use super::layout::units::{Layout, best_open_side};
use super::layout::word_table::WordTable;
use super::memory;
use super::output::{self, Form, side_on_board};
use super::rules::MoveRules;
use super::value_word::{MAX_DIGITS, TooFewDigits};
use crate::capture_mask::CaptureMask;
use crate::error::Error;
use crate::solver::job::{Method, SliceJob, Solution, Solved, Solver, Wanted};
use crate::solver::known::TooLong;

/// Words that one thread solves in one task.
const WORDS_PER_TASK: usize = 1 << 11;

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
    fn solve(&self, job: &SliceJob<'_, W>, checkpoint: &mut dyn Checkpoint<W>) -> Result<Solved, Error> {
        let SliceJob { slice, wanted, .. } = *job;
        let open = best_open_side(&slice.material);
        let layout = Layout::new(self.kernel, slice.material, open);
        let Some(open) = open else {
            return Ok(kingless::solve(self.kernel, &self.rules, &layout, job)?);
        };
        let task = WordTask { solver: self, job, layout: &layout, open };
        let words = task.solve_with_enough_digits(checkpoint)?;
        let form = if wanted.to_end { Form::ToEnd } else { Form::Wdl };
        let SolvedWords { to_end, to_event, .. } = words;
        let (to_end, captures) = task.solutions(&to_end, form);
        let of_event = |is_wanted: bool| match is_wanted {
            true => task.solutions(&to_event, Form::ToEvent).0,
            false => Vec::new(),
        };
        let (to_conversion, to_reset) = (of_event(wanted.to_conversion), of_event(wanted.to_reset.is_some()));
        Ok(Solved { to_end, to_conversion, to_reset, captures })
    }

    fn memory_bytes(&self, slices: &[Slice], successors: &[Slice], wanted: Wanted) -> u64 {
        memory::memory_bytes(self.kernel, slices[0].material, successors, wanted)
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
}

impl<W: Bitboard> WordTask<'_, W> {
    /// Solves the slice, again with more digits as long as a distance does not fit.
    fn solve_with_enough_digits(&self, checkpoint: &mut dyn Checkpoint<W>) -> Result<SolvedWords<W>, Error> {
        let mut digits = memory::first_digits(self.job.wanted);
        if self.job.wanted.to_end {
            // Distances of successors must fit from the start: cut off, they would pass for shorter
            // ones.
            let arrays = self.job.successors.arrays().iter();
            let known_digits = arrays.map(|array| digits_needed(&array.entries)).max().unwrap_or(0);
            digits.to_end = digits.to_end.max(known_digits);
        }
        loop {
            match self.solve_words(digits, checkpoint) {
                Ok(words) => return Ok(words),
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
    fn solve_words(&self, digits: DigitCounts, checkpoint: &mut dyn Checkpoint<W>) -> Result<SolvedWords<W>, Unsolved> {
        let (kernel, layout, open) = (self.solver.kernel, self.layout, self.open);
        let (successors, count) = (self.job.successors, self.job.wanted.to_reset);
        let children = Children::new(kernel, &layout.material, open, successors, digits.to_end);
        let (rows, columns) = layout.placements();
        let slice = SliceContext { kernel, layout, open, rows: &rows, columns: &columns, digits, count };
        let mut words = SolvedWords::new(layout, digits);
        let layers = self.solver.rules.layers(layout);
        let restored = checkpoint.restore(&layers, &mut words).map_err(Unsolved::Other)?;
        let units_per_task = (WORDS_PER_TASK / layout.unit_words()).max(1);
        for (number, units) in layers.iter().enumerate().skip(restored) {
            let context = FirstPassContext::new(slice, &children, successors, &words);
            let solved = self.solve_layer(&context, units, units_per_task)?;
            for (units, solved) in units.chunks(units_per_task).zip(&solved) {
                words.store(units, solved);
            }
            checkpoint.layer_solved(&layers, number + 1, &words).map_err(Unsolved::Other)?;
        }
        Ok(words)
    }

    /// Solves the units of one layer, which do not depend on each other; the words of each task.
    fn solve_layer(
        &self,
        context: &FirstPassContext<W>,
        units: &[u32],
        units_per_task: usize,
    ) -> Result<Vec<UnitWords<W>>, TooFewDigits> {
        let layout = self.layout;
        let new_solver = || UnitSolver::new(context, &self.solver.rules.fills);
        let solve_task = |solver: &mut UnitSolver<W>, units: &[u32]| {
            let words = units.len() * layout.unit_words() * context.solved[0].stride * 2;
            let mut solved = UnitWords { to_end: Vec::with_capacity(words), to_event: Vec::new() };
            let mut cursor = layout.fixed_cursor();
            let mut unit = Unit::default();
            for &number in units {
                let setup = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(number as u64));
                unit.load(&context.slice, setup);
                solver.solve(&unit, &mut solved)?;
            }
            Ok(solved)
        };
        if layout.unit_words() > LARGE_UNIT_WORDS {
            // Threads share the rows of one unit.
            let mut solver = new_solver();
            units.chunks(units_per_task).map(|units| solve_task(&mut solver, units)).collect()
        } else {
            units.par_chunks(units_per_task).map_init(new_solver, solve_task).collect()
        }
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
