//! Slices without kings. Every move leads to a position solved before: out of the slice, or to a
//! lower layer. So one look at each position decides it. There is no open king, so positions are
//! looked at one by one ([`position`]). Without distances values are two bits ([`wdl`]), and units
//! are found layer by layer ([`layer_setups`]).

mod layer_setups;
mod position;
mod wdl;

use bitvec::prelude::BitVec;
use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;
use rayon::prelude::*;

use self::position::{PositionSolver, PositionValue};
use super::layout::units::Layout;
use super::output::side_on_board;
use super::rules::MoveRules;
use crate::capture_mask::CaptureMask;
use crate::solver::job::{SliceJob, Solution, Solved, SolverMemory, Wanted};
use crate::solver::known::{Known, TooLong};
use crate::solver::values::{Values, WdlArray};

/// Positions that one thread looks at in one task.
const POSITIONS_PER_TASK: usize = 1 << 11;
/// Units whose values are held beside the others until all of them are found.
const UNITS_PER_BATCH: usize = 1 << 18;

/// The values of all units, by side to move.
struct UnitValues {
    to_end: [Vec<Known>; 2],
    /// Empty when distances to conversions or resets are not wanted.
    to_event: [Vec<Known>; 2],
    must_capture: [BitVec; 2],
}

/// Solves a slice without kings and its opposite.
///
/// # Errors
/// [`TooLong`] when a distance does not fit.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    job: &SliceJob<'_, W>,
) -> Result<Solved, TooLong> {
    if job.wanted == Wanted::WDL {
        return Ok(wdl::solve(kernel, rules, layout, job));
    }
    let values = |is_wanted: bool| [(); 2].map(|()| vec![Known::DRAW; if is_wanted { layout.units() } else { 0 }]);
    let mut found = UnitValues {
        to_end: values(true),
        to_event: values(job.wanted.has_events()),
        must_capture: [(); 2].map(|()| BitVec::repeat(false, layout.units())),
    };
    let layers = rules.layers(kernel, layout);
    for units in layers.iter().flat_map(|units| units.chunks(UNITS_PER_BATCH)) {
        let lower = if job.wanted.runs_over_men() { &found.to_event } else { &found.to_end };
        let values = values_of(kernel, layout, job, lower, units);
        let values = values.ok_or_else(|| TooLong::in_slice(job.slice))?;
        for (&unit, both) in units.iter().zip(values.iter().flatten()) {
            for (side, value) in both.iter().enumerate() {
                found.to_end[side][unit as usize] = value.to_end;
                found.must_capture[side].set(unit as usize, value.must_capture);
                if job.wanted.has_events() {
                    found.to_event[side][unit as usize] = value.to_event;
                }
            }
        }
    }
    drop(layers);
    let mut solved = Solved::default();
    for slice in job.slices() {
        let side = side_on_board(kernel, slice, job.slice);
        let order = units_in_table_order(kernel, layout, slice, side != slice.side);
        found.append_solution(slice, side, &order, job.wanted, &mut solved);
    }
    Ok(solved)
}

/// An estimate of the memory that solving takes a slice without kings and, with two `slices`, its
/// opposite.
pub fn memory<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    slices: usize,
    wanted: Wanted,
) -> SolverMemory {
    let units = layout.units();
    let largest_layer = rules.layer_sizes(kernel, &layout.material).into_iter().max().unwrap_or(0) as usize;
    if wanted == Wanted::WDL {
        return wdl::memory(units, slices);
    }
    let known_bytes = size_of::<Known>();
    let values = 2 * known_bytes * if wanted.has_events() { 2 } else { 1 };
    let found = units * values + units / 4;
    let unit_number_bytes = 4;
    let in_work = UNITS_PER_BATCH.min(largest_layer) * size_of::<[PositionValue; 2]>();
    let to_end = if wanted.to_end { units * known_bytes } else { units / 4 };
    let to_event = if wanted.has_events() { units * known_bytes } else { 0 };
    let answer = slices * (to_end + to_event + units / 8);
    // The order of one slice, and, on the way to cells, its values.
    let ordered = units * unit_number_bytes + if wanted.to_end { 0 } else { units * known_bytes };
    let number = |bytes: usize| bytes as u64;
    SolverMemory {
        solving: number(found + units * unit_number_bytes + in_work),
        between_layers: 0,
        saved_unit: 0,
        output: number(found + ordered + answer),
        answer: number(answer),
    }
}

/// The values of units of one layer, for White and for Black to move, task by task; `None` when a
/// distance does not fit. `solved` holds the values of lower layers.
fn values_of<W: Bitboard>(
    kernel: &Kernel<W>,
    layout: &Layout<W>,
    job: &SliceJob<'_, W>,
    solved: &[Vec<Known>; 2],
    units: &[u32],
) -> Option<Vec<Vec<[PositionValue; 2]>>> {
    let one_task = |units: &[u32]| {
        let lower = |side: Side, unit: usize| solved[side as usize][unit];
        let mut solver = PositionSolver::new(kernel, layout, job, lower);
        let mut cursor = layout.fixed_cursor();
        let both = |&unit: &u32| {
            let setup = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(unit as u64));
            Some([solver.value(&setup, Side::White)?, solver.value(&setup, Side::Black)?])
        };
        units.iter().map(both).collect::<Option<Vec<_>>>()
    };
    units.par_chunks(POSITIONS_PER_TASK).map(one_task).collect()
}

impl UnitValues {
    /// Appends the values of a slice, which has `side` to move on the board; `order` holds its
    /// units in table order.
    fn append_solution(&self, slice: Slice, side: Side, order: &[u32], wanted: Wanted, solved: &mut Solved) {
        let side = side as usize;
        let in_order = |values: &[Known]| order.par_iter().map(|&unit| values[unit as usize]).collect::<Vec<Known>>();
        let values = in_order(&self.to_end[side]);
        let values = if wanted.to_end { Values::Plies(values.into()) } else { Values::Wdl(WdlArray::of(&values)) };
        solved.to_end.push(Solution { slice, values });
        if wanted.has_events() {
            let values = Values::Plies(in_order(&self.to_event[side]).into());
            let of_event = if wanted.to_conversion { &mut solved.to_conversion } else { &mut solved.to_reset };
            of_event.push(Solution { slice, values });
        }
        let one_byte = |units: &[u32]| {
            units.iter().rev().fold(0, |bits, &unit| bits << 1 | self.must_capture[side][unit as usize] as u8)
        };
        solved.captures.push(CaptureMask::new(order.par_chunks(u8::BITS as usize).map(one_byte).collect::<Vec<u8>>()));
    }
}

/// The units of the positions of a slice in table order; with `is_mirrored` the board of `layout`
/// is its mirror image.
fn units_in_table_order<W: Bitboard>(
    kernel: &Kernel<W>,
    layout: &Layout<W>,
    slice: Slice,
    is_mirrored: bool,
) -> Vec<u32> {
    let index = SliceIndex::new(kernel, slice);
    if slice.side == Side::White && !is_mirrored {
        // Units are numbered as the positions of this slice are.
        return (0..index.size() as u32).collect();
    }
    let mut order = vec![0; index.size() as usize];
    order.par_chunks_mut(POSITIONS_PER_TASK).enumerate().for_each(|(part, units)| {
        let mut cursor = index.cursor();
        for (unit, number) in units.iter_mut().zip((part * POSITIONS_PER_TASK) as u64..) {
            let setup = cursor.seek(number);
            *unit = layout.unit_of(&if is_mirrored { kernel.mirrored(setup) } else { *setup }) as u32;
        }
    });
    order
}
