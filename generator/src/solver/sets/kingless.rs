//! Slices without kings. Every move leads to what is solved before it, out of the slice or to a lower layer, so one look
//! at each position says all; and there is no open king, so positions are looked at one by one.

use peatee_probe::Slice;
use peatee_probe::index::SliceIndex;
use peatee_rules::{Captures, Kernel, Kind, Setup, Side, Word};
use rayon::prelude::*;

use super::layout::Layout;
use super::{SetRules, Solved, Wanted, layers};
use crate::solver::dtw::ended;
use crate::solver::lookup::Lookup;
use crate::solver::retrograde::{Solution, TooLong};
use crate::solver::values::{SIGNS_PER_BYTE, Signs, cell_of};
use crate::solver::{Known, Values};

/// Positions that one thread looks at together.
const TOGETHER: usize = 1 << 11;

/// Memory for a position of the slice and its opposite, in bytes: its place in a layer, two values and, while its layer is
/// being solved, these once more; and two distances to conversions.
pub const BYTES_PER_UNIT: u64 = 4 + 2 * 2 * size_of::<Known>() as u64 + 2 * size_of::<Known>() as u64;

/// What a look at a position finds.
#[derive(Debug, Clone, Copy)]
struct Value {
    to_end: Known,
    to_conversion: Known,
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
                if wanted.to_conversion {
                    to_conversion[side][unit as usize] = value.to_conversion;
                }
            }
        }
    }
    let solution = |values: &[Vec<Known>; 2], in_plies: bool| {
        let values_of =
            |&slice: &Slice| Solution { slice, values: in_order(kernel, layout, slice, slices[0], values, in_plies) };
        slices.iter().map(values_of).collect::<Vec<Solution>>()
    };
    Ok(Solved {
        to_end: solution(&to_end, wanted.to_end),
        to_conversion: if wanted.to_conversion { solution(&to_conversion, true) } else { Vec::new() },
        captures: Vec::new(),
    })
}

/// The values of `slice` in the order of its table. The board is as in slice `upright`.
fn in_order<W: Word>(
    kernel: &Kernel<W>,
    layout: &Layout<W>,
    slice: Slice,
    upright: Slice,
    values: &[Vec<Known>; 2],
    in_plies: bool,
) -> Values {
    let is_turned = slice != upright && kernel.mirror.is_some();
    let side = if is_turned { slice.side.other() } else { slice.side };
    let values = &values[side as usize];
    let index = SliceIndex::new(kernel, slice);
    let positions = index.size() as usize;
    let each = |first: usize, count: usize, put: &mut dyn FnMut(Known)| {
        let mut cursor = index.cursor();
        for number in first..first + count {
            let setup = cursor.seek(number as u64);
            let setup = if is_turned { kernel.mirrored(setup) } else { *setup };
            put(values[layout.unit_of(&setup)]);
        }
    };
    if in_plies {
        let mut plies = vec![Known::DRAW; positions];
        plies.par_chunks_mut(TOGETHER).enumerate().for_each(|(part, plies)| {
            let mut places = plies.iter_mut();
            each(part * TOGETHER, places.len(), &mut |known| {
                places.next().into_iter().for_each(|place| *place = known)
            });
        });
        return Values::Plies(plies);
    }
    let mut cells = vec![0u8; positions.div_ceil(SIGNS_PER_BYTE)];
    cells.par_chunks_mut(TOGETHER / SIGNS_PER_BYTE).enumerate().for_each(|(part, cells)| {
        let first = part * TOGETHER;
        let mut place = 0;
        each(first, TOGETHER.min(positions - first), &mut |known| {
            cells[place / SIGNS_PER_BYTE] |= cell_of(known) << (2 * (place % SIGNS_PER_BYTE));
            place += 1;
        });
    });
    Values::Signs(Signs::new(positions, cells))
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
        let mut best = None;
        for mv in &captures.moves {
            let after = known.get(kernel, &kernel.after(setup, side, mv), side.other()).unwrap_or(ended(goal));
            take_better(&mut best, wanted.before_move(after)?);
            if wanted.is_enough(best) {
                break;
            }
        }
        if best.is_none() {
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
        Some(Value { to_end, to_conversion })
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
