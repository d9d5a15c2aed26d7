//! Solves slices without kings. Every move leads to a position that is already solved, in another
//! slice or in a lower layer. One evaluation therefore decides each position.
//!
//! Because there is no open king, positions are solved one by one (`position`). Units are
//! enumerated layer by layer ([`layer_setups`]), and their values are put into table order at the
//! end (`output`). If no distances are wanted, a value takes two bits (`wdl`).

pub mod layer_setups;
mod output;
mod position;
mod wdl;

use std::io;

use peatee_rules::{Bitboard, Kernel, Setup, Side};

use self::layer_setups::{LayerSetups, PartialSetup};
use self::position::{PositionSolver, PositionValue};
use super::layout::units::Layout;
use super::output::side_on_board;
use super::rules::MoveRules;
use crate::error::Error;
use crate::parallel;
use crate::solver::draughts::job::{SliceJob, Solved, SolverMemory, ValueKinds};
use crate::solver::values::known::Known;
use crate::spill::spill_vec::{Backing, SpillBytes, SpillVec};

/// Minimum number of parts into which a large layer is divided; one thread solves a part. A layer
/// is a set of configurations of the pieces. In all of them, the pieces can still make the same
/// total number of quiet moves.
const PARTS: usize = 1 << 10;
/// Number of parts per thread whose values are held in a list before they are stored. A part is a
/// set of configurations of the pieces that one thread solves.
const PARTS_PER_THREAD: usize = 16;
/// Assumed ratio of the size of the largest batch of parts to the mean size, for the estimate of
/// memory. A part is a set of configurations of the pieces; the parts of a batch are in memory
/// together.
const PART_SPREAD: usize = 4;

/// Values of all units for both sides to move. Without kings, a unit is one configuration of all
/// pieces. Each array is indexed by side to move.
struct UnitValues {
    to_end: [SpillVec<Known>; 2],
    /// Values with plies to the next conversion, or to the next reset of a draw count. Empty when
    /// these are not wanted.
    to_event: [SpillVec<Known>; 2],
    /// One bit per unit (configuration of all pieces), set when the side to move must capture;
    /// eight units to a byte.
    must_capture: [SpillBytes; 2],
}

type FoundUnit = (u32, [PositionValue; 2]);

/// Solves a slice without kings and its opposite (the other side to move).
///
/// # Errors
/// Returns [`Error::TooLong`] when a distance is too long to be stored; [`Error::Io`] when the disk
/// has too little room.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    job: &SliceJob<'_, W>,
) -> Result<Solved, Error> {
    if job.wanted == ValueKinds::WDL {
        return Ok(wdl::solve(kernel, rules, layout, job));
    }
    let failed = |error| job.means.failed(error);
    let mut found = UnitValues::zeros(layout.units(), job.wanted, &job.means.room).map_err(failed)?;
    let setups = &LayerSetups::new(kernel, rules, &layout.material);
    for layer in 0..rules.layer_sizes(kernel, &layout.material).len() {
        let partial = setups.partial_setups(layer, PARTS);
        for parts in partial.chunks(PARTS_PER_THREAD * rayon::current_num_threads()) {
            let lower = if job.wanted.runs_over_men() { &found.to_event } else { &found.to_end };
            let values = values_of((kernel, layout, job), lower.each_ref().map(|row| &row[..]), setups, parts);
            let values = values.ok_or_else(|| Known::too_long(job.slice))?;
            values.iter().flatten().for_each(|unit| found.put(unit));
        }
    }
    let mut solved = Solved::default();
    for slice in job.slices() {
        let side = side_on_board(kernel, slice, job.slice);
        found.append_solution((kernel, layout), (slice, side), job, &mut solved).map_err(failed)?;
    }
    Ok(solved)
}

/// Estimates the memory for solving a slice without kings and, if `slices` is 2, also its opposite.
/// If `in_files` is true, values are in files, otherwise in memory.
pub fn memory<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    slices: usize,
    (wanted, in_files): (ValueKinds, bool),
) -> SolverMemory {
    let units = layout.units();
    let largest_layer = rules.layer_sizes(kernel, &layout.material).into_iter().max().unwrap_or(0) as usize;
    if wanted == ValueKinds::WDL {
        return wdl::memory(units, slices);
    }
    let known_bytes = size_of::<Known>();
    let found = 2 * (units * known_bytes * if wanted.has_events() { 2 } else { 1 } + units / 8);
    let parts = PART_SPREAD * PARTS_PER_THREAD * rayon::current_num_threads();
    let units_in_work = (largest_layer / PARTS * parts).max(1 << 16).min(largest_layer);
    // The factor 2 is for the memory of earlier parts, which the allocator keeps.
    let in_work = 2 * units_in_work * size_of::<FoundUnit>();
    let to_end = if wanted.to_end { units * known_bytes } else { units / 4 };
    let to_event = if wanted.has_events() { units * known_bytes } else { 0 };
    let answer = slices * (to_end + to_event + units / 8);
    let number = |bytes: usize| bytes as u64;
    let in_memory = |bytes: usize| number(if in_files { 0 } else { bytes });
    SolverMemory {
        solving: in_memory(found) + number(in_work),
        between_layers: 0,
        saved_unit: 0,
        output: in_memory(found + answer),
        answer: in_memory(answer),
        in_files: number(if in_files { found } else { 0 }),
    }
}

/// Returns the values of all configurations in each of the `parts` of a layer; `None` when a
/// distance is too long to be stored. `solved` holds the values of the lower layers, whose pieces
/// can make fewer moves, indexed by side to move and configuration of all pieces.
fn values_of<W: Bitboard>(
    (kernel, layout, job): (&Kernel<W>, &Layout<W>, &SliceJob<'_, W>),
    solved: [&[Known]; 2],
    setups: &LayerSetups<W>,
    parts: &[PartialSetup<W>],
) -> Option<Vec<Vec<FoundUnit>>> {
    let new_solver = || {
        let lower = |side: Side, unit: usize| solved[side as usize][unit];
        PositionSolver::new(kernel, layout, job, lower)
    };
    let of_part = |solver: &mut PositionSolver<'_, W, _>, partial: &PartialSetup<W>| {
        let mut found = Some(Vec::new());
        setups.each(partial, &mut |setup: &Setup<W>| {
            let both = solver.value(setup, Side::White).zip(solver.value(setup, Side::Black));
            let Some((white, black)) = both else { return found = None };
            if let Some(found) = &mut found {
                found.push((layout.unit_of(setup) as u32, [white, black]));
            }
        });
        found
    };
    parallel::map_with(parts, &new_solver, &of_part).into_iter().collect()
}

impl UnitValues {
    fn zeros(units: usize, wanted: ValueKinds, room: &Backing) -> io::Result<Self> {
        let values = |is_wanted: bool| room.zeros(if is_wanted { units } else { 0 });
        let has_events = wanted.has_events();
        let captures = || room.zeros(units.div_ceil(u8::BITS as usize));
        Ok(UnitValues {
            to_end: [values(true)?, values(true)?],
            to_event: [values(has_events)?, values(has_events)?],
            must_capture: [captures()?, captures()?],
        })
    }

    fn put(&mut self, (unit, both): &FoundUnit) {
        let unit = *unit as usize;
        for (side, value) in both.iter().enumerate() {
            self.to_end[side][unit] = value.to_end;
            if let Some(to_event) = self.to_event[side].get_mut(unit) {
                *to_event = value.to_event;
            }
            if value.must_capture {
                self.must_capture[side][unit / u8::BITS as usize] |= 1 << (unit % u8::BITS as usize);
            }
        }
    }
}
