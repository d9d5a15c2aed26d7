//! Slices without kings. Every move leads to a position solved before: out of the slice, or to a
//! lower layer. So one look at each position decides it. There is no open king, so positions are
//! looked at one by one.

use bitvec::prelude::BitVec;
use peatee_rules::{Bitboard, Captures, Kernel, Kind, Setup, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;
use rayon::prelude::*;

use super::layout::units::Layout;
use super::output::side_on_board;
use super::rules::MoveRules;
use crate::capture_mask::CaptureMask;
use crate::solver::job::{SliceJob, Solution, Solved, SolverMemory, Wanted};
use crate::solver::known::{Known, TooLong};
use crate::solver::lookup::Lookup;
use crate::solver::values::{Values, WdlArray};

/// Positions that one thread looks at in one task.
const POSITIONS_PER_TASK: usize = 1 << 11;
/// Units whose values are held beside the others until all of them are found.
const UNITS_PER_BATCH: usize = 1 << 18;

/// The values of one position.
#[derive(Debug, Clone, Copy)]
struct PositionValue {
    /// To the end, or, with resets, with fresh counts.
    to_end: Known,
    /// To the next conversion or reset.
    to_event: Known,
    must_capture: bool,
}

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
    let values = |is_wanted: bool| [(); 2].map(|()| vec![Known::DRAW; if is_wanted { layout.units() } else { 0 }]);
    let mut found = UnitValues {
        to_end: values(true),
        to_event: values(job.wanted.has_events()),
        must_capture: [(); 2].map(|()| BitVec::repeat(false, layout.units())),
    };
    let layers = rules.layers(kernel, layout);
    for units in layers.iter().flat_map(|units| units.chunks(UNITS_PER_BATCH)) {
        let runs_over_men = job.wanted.to_reset.is_some_and(|count| count.runs_over_men);
        let lower = if runs_over_men { &found.to_event } else { &found.to_end };
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

/// An estimate of the memory that solving takes, for the number of units and of those in the
/// largest layer.
pub fn memory([units, largest_layer]: [usize; 2], slices: usize, wanted: Wanted) -> SolverMemory {
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
        let (successors, wanted) = (job.successors, job.wanted);
        let mut solver = PositionSolver { kernel, layout, successors, wanted, solved, captures: Captures::default() };
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
        let values = if wanted.to_end { Values::Plies(values) } else { Values::Wdl(WdlArray::of(&values)) };
        solved.to_end.push(Solution { slice, values });
        if wanted.has_events() {
            let values = Values::Plies(in_order(&self.to_event[side]));
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

/// Values positions one by one.
struct PositionSolver<'a, W> {
    kernel: &'a Kernel<W>,
    layout: &'a Layout<W>,
    successors: &'a Lookup<W, Values>,
    wanted: Wanted,
    /// The values of lower layers, by side to move and unit.
    solved: &'a [Vec<Known>; 2],
    captures: Captures<W>,
}

impl<W: Bitboard> PositionSolver<'_, W> {
    /// The value of a position with `side` to move; `None` when its distance does not fit.
    #[inline(always)]
    fn value(&mut self, setup: &Setup<W>, side: Side) -> Option<PositionValue> {
        let ended = Known::without_moves(self.kernel.goal);
        let mut captures = std::mem::take(&mut self.captures);
        captures.clear();
        self.kernel.captures(setup, side, &mut captures);
        let must_capture = !captures.moves.is_empty();
        let best = if must_capture { self.best_capture(setup, side, &captures) } else { self.best_move(setup, side) };
        self.captures = captures;
        let best = best?;
        if let Some(count) = self.wanted.to_reset {
            let to_event = best.unwrap_or(Known(ended.0 + (count.end_plies << 1)));
            let is_in_time = to_event.plies() as u32 <= count.left_plies[side as usize];
            let to_end = if is_in_time { wdl_of(to_event) } else { Known::DRAW };
            return Some(PositionValue { to_end, to_event, must_capture });
        }
        let to_end = best.unwrap_or(if self.wanted.to_end { ended } else { wdl_of(ended) });
        // Every move is a conversion.
        let plies = best.is_some() as u16;
        let to_event = match to_end {
            known if known.is_draw() => Known::DRAW,
            known if known.is_won() => Known::won(plies),
            _ => Known::lost(plies),
        };
        Some(PositionValue { to_end, to_event, must_capture })
    }

    /// The value of the best capture.
    #[inline(always)]
    fn best_capture(&self, setup: &Setup<W>, side: Side, captures: &Captures<W>) -> Option<Option<Known>> {
        let PositionSolver { kernel, successors, wanted, .. } = *self;
        let mut best = None;
        for mv in &captures.moves {
            let after = successors.get(kernel, &kernel.after(setup, side, mv), side.other());
            take_better(&mut best, wanted.before_move(after.unwrap_or(Known::without_moves(kernel.goal)), true)?);
            if wanted.is_enough(best) {
                break;
            }
        }
        Some(best)
    }

    /// The value of the best quiet move; `Some(None)` when there is none.
    #[inline(always)]
    fn best_move(&self, setup: &Setup<W>, side: Side) -> Option<Option<Known>> {
        let PositionSolver { kernel, layout, successors, wanted, solved, .. } = *self;
        let mut best = None;
        let mut is_too_long = false;
        kernel.quiet_targets(setup, side, |kind, from, targets, promotions| {
            for to in targets.squares() {
                if wanted.is_enough(best) {
                    return;
                }
                let mut after = *setup;
                let is_promotion = promotions.has(to);
                let becomes = if is_promotion { Kind::King } else { kind };
                after.pieces[side as usize][kind as usize] &= !W::bit(from);
                after.pieces[side as usize][becomes as usize] |= W::bit(to);
                let value = if is_promotion {
                    let after = successors.get(kernel, &after, side.other());
                    after.unwrap_or(Known::without_moves(kernel.goal))
                } else {
                    solved[side.other() as usize][layout.unit_of(&after)]
                };
                match wanted.before_move(value, is_promotion) {
                    Some(value) => take_better(&mut best, value),
                    None => is_too_long = true,
                }
            }
        });
        (!is_too_long).then_some(best)
    }
}

impl Wanted {
    /// True when no other move can be better.
    #[inline(always)]
    fn is_enough(self, best: Option<Known>) -> bool {
        !self.to_end && self.to_reset.is_none() && best.is_some_and(Known::is_won)
    }

    /// The value of a move to a position of value `after`; `None` when the distance does not fit.
    /// With `leaves_slice` the move is a capture or a promotion.
    #[inline(always)]
    fn before_move(self, after: Known, leaves_slice: bool) -> Option<Known> {
        let is_reset = self.to_reset.is_some_and(|count| leaves_slice || !count.runs_over_men);
        let value = match after {
            known if known.is_draw() => Known::DRAW,
            known if is_reset && known.is_won() => Known::lost(1),
            _ if is_reset => Known::won(1),
            known if known.plies() == Known::MAX_PLIES => return None,
            known if known.is_won() => Known::lost(known.plies() + 1),
            known => Known::won(known.plies() + 1),
        };
        Some(if self.to_end || self.to_reset.is_some() { value } else { wdl_of(value) })
    }
}

/// The value without its distance, as [`WdlArray`] reads it: a win has one ply, a loss none.
#[inline(always)]
fn wdl_of(known: Known) -> Known {
    match known {
        known if known.is_draw() => Known::DRAW,
        known if known.is_won() => Known::won(1),
        _ => Known::lost(0),
    }
}

/// Keeps the better of two moves: the sooner win, the later loss.
#[inline(always)]
fn take_better(best: &mut Option<Known>, value: Known) {
    let order = |known: Known| match known {
        known if known.is_draw() => 0,
        known if known.is_won() => Known::MAX_PLIES as i32 + 1 - known.plies() as i32,
        known => known.plies() as i32 - Known::MAX_PLIES as i32 - 1,
    };
    if best.is_none_or(|best| order(value) > order(best)) {
        *best = Some(value);
    }
}
