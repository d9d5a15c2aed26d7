//! Slices without kings. Every move leads to what is solved before it, out of the slice or to a lower layer, so one look
//! at each position says all; and there is no open king, so positions are looked at one by one.

use peatee_rules::{Captures, Kernel, Kind, Setup, Side, Word};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;
use rayon::prelude::*;

use super::layout::Layout;
use super::{SetRules, Solved, Wanted, layers, side_on_board};
use crate::capture_mask::CaptureMask;
use crate::solver::dtw::ended;
use crate::solver::lookup::Lookup;
use crate::solver::retrograde::{Solution, TooLong};
use crate::solver::values::Signs;
use crate::solver::{Known, Values};

/// Positions that one thread looks at together.
const TOGETHER: usize = 1 << 11;

/// Memory for a position of the slice and its opposite, in bytes: its place in a layer and in a table, two values and,
/// while its layer is being solved, these once more; two distances to conversions; and whether there are captures.
pub const BYTES_PER_UNIT: u64 = 2 * 4 + 2 * 2 * size_of::<Known>() as u64 + 2 * size_of::<Known>() as u64 + 2 * 2;

/// What a look at a position finds.
#[derive(Debug, Clone, Copy)]
struct Value {
    to_end: Known,
    to_conversion: Known,
    must_capture: bool,
}

/// Solves a slice and its opposite; see [`super::solve`].
pub fn solve<W: Word>(
    kernel: &Kernel<W>,
    rules: &SetRules<W>,
    layout: &Layout<W>,
    slices: &[Slice],
    known: &Lookup<W, Values>,
    wanted: Wanted,
) -> Result<Solved, TooLong> {
    let too_long = || TooLong::in_slice(slices[0]);
    let values = |is_wanted: bool| [(); 2].map(|()| vec![Known::DRAW; if is_wanted { layout.units() } else { 0 }]);
    let (mut to_end, mut to_conversion) = (values(true), values(wanted.to_conversion));
    let mut must_capture = [(); 2].map(|()| vec![false; layout.units()]);
    for units in layers(rules, layout) {
        let look = |units: &[u32]| {
            let mut looker = Looker { kernel, layout, known, wanted, solved: &to_end, captures: Captures::default() };
            let mut cursor = layout.fixed_cursor();
            let both = |&unit: &u32| {
                let setup = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(unit as u64));
                Some([looker.value(&setup, Side::White)?, looker.value(&setup, Side::Black)?])
            };
            units.iter().map(both).collect::<Option<Vec<[Value; 2]>>>()
        };
        let found: Vec<_> = units.par_chunks(TOGETHER).map(look).collect::<Option<_>>().ok_or_else(too_long)?;
        for (&unit, both) in units.iter().zip(found.iter().flatten()) {
            for (side, value) in both.iter().enumerate() {
                to_end[side][unit as usize] = value.to_end;
                must_capture[side][unit as usize] = value.must_capture;
                if wanted.to_conversion {
                    to_conversion[side][unit as usize] = value.to_conversion;
                }
            }
        }
    }
    let mut solved = Solved { to_end: Vec::new(), to_conversion: Vec::new(), captures: Vec::new() };
    for &slice in slices {
        let side = side_on_board(kernel, slice, slices[0]);
        let order = order(kernel, layout, slice, side != slice.side);
        let side = side as usize;
        let in_order = |values: &[Known]| order.par_iter().map(|&unit| values[unit as usize]).collect::<Vec<Known>>();
        let values = in_order(&to_end[side]);
        let values = if wanted.to_end { Values::Plies(values) } else { Values::Signs(Signs::of(&values)) };
        solved.to_end.push(Solution { slice, values });
        if wanted.to_conversion {
            solved.to_conversion.push(Solution { slice, values: Values::Plies(in_order(&to_conversion[side])) });
        }
        let eight = |units: &[u32]| {
            units.iter().rev().fold(0, |bits, &unit| bits << 1 | must_capture[side][unit as usize] as u8)
        };
        solved.captures.push(CaptureMask::new(order.par_chunks(u8::BITS as usize).map(eight).collect()));
    }
    Ok(solved)
}

/// The unit of every position of a slice, in the order of its table.
fn order<W: Word>(kernel: &Kernel<W>, layout: &Layout<W>, slice: Slice, is_turned: bool) -> Vec<u32> {
    let index = SliceIndex::new(kernel, slice);
    if slice.side == Side::White && !is_turned {
        // Units are numbered as the positions of this slice are.
        return (0..index.size() as u32).collect();
    }
    let mut order = vec![0; index.size() as usize];
    order.par_chunks_mut(TOGETHER).enumerate().for_each(|(part, units)| {
        let mut cursor = index.cursor();
        for (unit, number) in units.iter_mut().zip((part * TOGETHER) as u64..) {
            let setup = cursor.seek(number);
            *unit = layout.unit_of(&if is_turned { kernel.mirrored(setup) } else { *setup }) as u32;
        }
    });
    order
}

struct Looker<'a, W> {
    kernel: &'a Kernel<W>,
    layout: &'a Layout<W>,
    known: &'a Lookup<W, Values>,
    wanted: Wanted,
    solved: &'a [Vec<Known>; 2],
    captures: Captures<W>,
}

impl<W: Word> Looker<'_, W> {
    /// The value of a position with `side` to move; `None` when it is decided after more plies than can be counted.
    #[inline(always)]
    fn value(&mut self, setup: &Setup<W>, side: Side) -> Option<Value> {
        let Looker { kernel, layout, known, wanted, solved, ref mut captures } = *self;
        let goal = kernel.goal;
        captures.clear();
        kernel.captures(setup, side, captures);
        let must_capture = !captures.moves.is_empty();
        let mut best = None;
        for mv in &captures.moves {
            let after = known.get(kernel, &kernel.after(setup, side, mv), side.other()).unwrap_or(ended(goal));
            take_better(&mut best, wanted.before_move(after)?);
            if wanted.is_enough(best) {
                break;
            }
        }
        if !must_capture {
            let mut is_too_long = false;
            kernel.quiet_targets(setup, side, |kind, from, targets, crowning| {
                for to in targets.squares() {
                    if wanted.is_enough(best) {
                        return;
                    }
                    let mut after = *setup;
                    let crowned = crowning.has(to);
                    after.pieces[side as usize][kind as usize] &= !W::bit(from);
                    after.pieces[side as usize][if crowned { Kind::King } else { kind } as usize] |= W::bit(to);
                    let value = if crowned {
                        known.get(kernel, &after, side.other()).unwrap_or(ended(goal))
                    } else {
                        solved[side.other() as usize][layout.unit_of(&after)]
                    };
                    match wanted.before_move(value) {
                        Some(value) => take_better(&mut best, value),
                        None => is_too_long = true,
                    }
                }
            });
            if is_too_long {
                return None;
            }
        }
        let to_end = best.unwrap_or(if wanted.to_end { ended(goal) } else { sign(ended(goal)) });
        // Every move is a conversion.
        let plies = best.is_some() as u16;
        let to_conversion = match to_end {
            known if known.is_draw() => Known::DRAW,
            known if known.is_won() => Known::won(plies),
            _ => Known::lost(plies),
        };
        Some(Value { to_end, to_conversion, must_capture })
    }
}

impl Wanted {
    /// Nothing better can come.
    #[inline(always)]
    fn is_enough(self, best: Option<Known>) -> bool {
        !self.to_end && best.is_some_and(Known::is_won)
    }

    /// The value of a move to a position of this value.
    #[inline(always)]
    fn before_move(self, after: Known) -> Option<Known> {
        let value = match after {
            known if known.is_draw() => Known::DRAW,
            known if known.plies() == Known::MAX_PLIES => return None,
            known if known.is_won() => Known::lost(known.plies() + 1),
            known => Known::won(known.plies() + 1),
        };
        Some(if self.to_end { value } else { sign(value) })
    }
}

/// Who wins: a win counts as one ply away and a loss as none.
#[inline(always)]
fn sign(known: Known) -> Known {
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
