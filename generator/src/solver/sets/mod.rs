//! The set-based solver: all squares of one king are one machine word, and moves are operations on words.
//!
//! * `layout`: positions as words. A unit is one configuration of the men; its words are numbered by where the kings
//!   stand, all but one, whose squares are the bits.
//! * `start`: the first look. Captures are found for all squares of the open king at once (`captures`) and valued where
//!   they lead (`landings`), men's moves are taken word by word. Men only go forward: units are taken in layers by the
//!   steps their men still have to go, a man's move leads to a lower layer, and units of one layer do not depend on each
//!   other.
//! * `looked`: that look at whole rows, and what it finds decided when.
//! * `unit`: wins and losses spread over the moves of the `kings`, ply by ply, as fills and shifts (`slides`) of the
//!   open king and as word-to-word operations (`placements`) of the others; `conversion`: the same for distances to the
//!   next capture or move of a man.
//! * `kingless`: slices without kings, in which there is nothing to spread.
//! * `best`: distances as binary digits, one word per digit; `children`: the slices that captures lead to;
//!   `walk`: where positions lie in words, in the order of tables; `output`: their values in that order; `planes`: values
//!   of many positions as words, one for each bit of a value.
//!
//! With no digits the same code finds wins and losses only, and takes the plies of smaller slices as nothing.
//!
//! What games it can do, [`SetRules::of`] asks the rule table: games with kings that can stand everywhere and step or
//! slide there and back, and whose other pieces never step to where they, or another, could step back. So Turkish and
//! Gothic draughts, whose men step sideways, and games without kings are left to [`super::retrograde`].
//!
//! # Memory
//! A value word takes 8 bytes (16 on boards above 64 squares) for each of won, lost, the digits, and where nothing can be
//! captured, and stands for about as many positions as there are free squares, divided by the number of kings on the open
//! king's side. A slice and its opposite are held as such words and as two bytes per position of the solution, or two bits
//! where only who wins is wanted; while a unit is solved it takes about twice its value words besides, and eight bytes per
//! word and king move. Slices without kings are held as values of two bytes alone.

mod best;
mod captures;
mod children;
mod conversion;
mod crowned;
mod kingless;
mod kings;
mod landings;
mod layers;
mod layout;
mod looked;
mod marks;
mod output;
mod placements;
mod planes;
mod slides;
mod start;
mod unit;
mod walk;

use peatee_rules::variant::Quiet;
use peatee_rules::{KINDS, Kernel, Kind, Setup, Side, Word};
use peatee_table::{Material, Slice};
use rayon::prelude::*;

use self::best::{DIGITS, MAX_DIGITS};
use self::children::{Children, digits_needed};
pub use self::layers::{Layers, Untold, Words};
use self::layout::{Layout, WordTable, best_open_side};
use self::output::Form;
use self::slides::Slides;
use self::start::{Before, Unit};
use self::unit::{Found, LARGE_UNIT_WORDS, TooFewDigits, UnitSolver};
use super::Values;
use super::lookup::{Lookup, SliceArray};
use super::retrograde::{Solution, TooLong};
use crate::capture_mask::CaptureMask;
use crate::error::Error;

/// Digits of half a distance to begin with: enough for 127 plies.
const FIRST_DIGITS: usize = 6;

/// Words that one thread solves at a time.
const WORDS_TOGETHER: usize = 1 << 11;

/// What the solver needs to know of a rule table.
#[derive(Debug)]
pub struct SetRules<W> {
    /// The quiet moves of kings, by side.
    slides: [Slides<W>; 2],
    /// By side, kind and square: the most quiet moves a fixed piece can make from there.
    steps_to_go: [[Vec<u16>; KINDS]; 2],
}

impl<W: Word> SetRules<W> {
    /// Works it out; `None` when this solver cannot do the game.
    pub fn of(kernel: &Kernel<W>) -> Option<Self> {
        let [white, black] = Side::BOTH.map(|side| Slides::new(kernel, side));
        let mut steps_to_go: [[Vec<u16>; KINDS]; 2] = Default::default();
        for side in Side::BOTH {
            for &kind in kernel.kinds().iter().filter(|&&kind| kind != Kind::King) {
                steps_to_go[side as usize][kind as usize] = steps(kernel, side, kind)?;
            }
        }
        Some(SetRules { slides: [white?, black?], steps_to_go })
    }

    /// The layer of a unit: a quiet move of a fixed piece leads to a lower one.
    fn layer(&self, setup: &Setup<W>) -> usize {
        let mut layer = 0;
        // Plain loops: there are many units.
        for (sets, steps) in setup.pieces.iter().zip(&self.steps_to_go) {
            for (set, steps) in sets.iter().zip(steps) {
                if !steps.is_empty() {
                    layer += set.squares().map(|square| steps[square as usize] as usize).sum::<usize>();
                }
            }
        }
        layer
    }
}

/// By square: the most quiet moves that a piece can make; `None` when it may walk in circles, or stand anywhere and so
/// not be placed before the kings.
fn steps<W: Word>(kernel: &Kernel<W>, side: Side, kind: Kind) -> Option<Vec<u16>> {
    let (quiet, directions) = kernel.quiet_rule(side, kind)?;
    let squares = kernel.squares as u8;
    let mut steps = vec![0u16; squares as usize];
    if kernel.region(side, kind) == kernel.all || quiet == Quiet::Slide {
        return None;
    }
    if quiet == Quiet::None {
        return Some(steps);
    }
    // Grows until it is the longest way; a circle would make it grow for ever.
    for _ in 0..=kernel.squares {
        let longest = |square: u8| {
            let ahead = directions.iter().filter_map(|&direction| kernel.step(direction, square));
            ahead.map(|next| steps[next as usize] + 1).max().unwrap_or(0)
        };
        let grown: Vec<u16> = (0..squares).map(longest).collect();
        if grown == steps {
            return Some(steps);
        }
        steps = grown;
    }
    None
}

/// What is to be found beside who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Plies to the end of the game.
    pub to_end: bool,
    /// Plies to the next conversion: a capture or a move of any piece but a king.
    pub to_conversion: bool,
}

/// The values of a slice and its opposite.
#[derive(Debug)]
pub struct Solved {
    /// Who wins, in plies to the end of the game where these were wanted.
    pub to_end: Vec<Solution>,
    /// In plies to the next conversion; empty where these were not wanted.
    pub to_conversion: Vec<Solution>,
    /// Where the side to move must capture, for each solution; empty where the solver does not know.
    pub captures: Vec<CaptureMask>,
}

/// Solves a slice and its opposite. `known` holds the slices that moves lead to, in plies to the end where these are
/// wanted.
///
/// # Errors
/// [`Error::TooLong`] when a distance does not fit; and those of `told`, who is told about every layer.
pub fn solve<W: Word>(
    kernel: &Kernel<W>,
    rules: &SetRules<W>,
    slice: Slice,
    opposite: Slice,
    known: &Lookup<W, Values>,
    wanted: Wanted,
    told: &mut dyn Layers<W>,
) -> Result<Solved, Error> {
    // Distances of smaller slices must fit, or they would be taken for shorter ones.
    let known_digits = known.arrays().iter().map(|array| digits_needed(&array.entries)).max().unwrap_or(0);
    let mut digits = if wanted.to_end { known_digits.max(FIRST_DIGITS) } else { 0 };
    // A distance to a conversion is not halved.
    let mut conversion_digits = if wanted.to_conversion { FIRST_DIGITS + 1 } else { 0 };
    let slices = if opposite == slice { vec![slice] } else { vec![slice, opposite] };
    let open = best_open_side(&slice.material);
    let layout = Layout::new(kernel, slice.material, open);
    let Some(open) = open else {
        return Ok(kingless::solve(kernel, rules, &layout, &slices, known, wanted)?);
    };
    let words = loop {
        match solve_words(kernel, rules, &layout, open, known, [digits, conversion_digits], told) {
            Ok(words) => break words,
            Err(Unsolved::Other(error)) => return Err(error),
            Err(Unsolved::TooFewDigits) if digits.max(conversion_digits) >= MAX_DIGITS => {
                return Err(TooLong::in_slice(slice).into());
            }
            Err(Unsolved::TooFewDigits) => {
                for digits in [&mut digits, &mut conversion_digits].into_iter().filter(|digits| **digits > 0) {
                    *digits = (*digits + 2).min(MAX_DIGITS);
                }
            }
        }
    };
    let Words { solved: to_end, conversions: to_conversion, .. } = words;
    let form = if wanted.to_end { Form::ToEnd } else { Form::Signs };
    let (to_end, captures) = solutions(kernel, &slices, &layout, &to_end, form);
    let to_conversion = if wanted.to_conversion {
        solutions(kernel, &slices, &layout, &to_conversion, Form::ToConversion).0
    } else {
        Vec::new()
    };
    Ok(Solved { to_end, to_conversion, captures })
}

/// The side that moves in `slice` on the board, which is as in `upright`; the slice is turned when it is another.
fn side_on_board<W: Word>(kernel: &Kernel<W>, slice: Slice, upright: Slice) -> Side {
    let is_turned = slice != upright && kernel.mirror.is_some();
    if is_turned { slice.side.other() } else { slice.side }
}

/// The values of slices, the board being as in the first; and where the side to move must capture, as far as the tables
/// know.
fn solutions<W: Word>(
    kernel: &Kernel<W>,
    slices: &[Slice],
    layout: &Layout<W>,
    tables: &[WordTable<W>; 2],
    form: Form,
) -> (Vec<Solution>, Vec<CaptureMask>) {
    let (mut solutions, mut captures) = (Vec::new(), Vec::new());
    for &slice in slices {
        let side = side_on_board(kernel, slice, slices[0]);
        let (values, mask) = output::values(kernel, slice, side, layout, &tables[side as usize], form);
        solutions.push(Solution { slice, values });
        captures.extend(mask);
    }
    (solutions, captures)
}

/// An estimate of the memory that solving a slice and its opposite takes at its peak, in bytes, the words of the slices
/// among `needs` that captures lead to included: what is counted exactly are the value words, the rest generously.
pub fn memory_bytes<W: Word>(kernel: &Kernel<W>, material: Material, needs: &[Slice], wanted: Wanted) -> u64 {
    let layout = Layout::new(kernel, material, best_open_side(&material));
    let Some(open) = layout.open else {
        return layout.units() as u64 * kingless::BYTES_PER_UNIT;
    };
    let to_end = DIGITS + 1 + if wanted.to_end { FIRST_DIGITS } else { 0 };
    let to_conversion = if wanted.to_conversion { DIGITS + FIRST_DIGITS + 1 } else { 0 };
    let words_per_value = (to_end + to_conversion) as u64;
    let (units, unit_words) = (layout.units() as u64, layout.unit_words() as u64);
    let tables = 2 * units * unit_words * words_per_value;
    // What is found in a layer is held until the layer is done; of a single unit that is everything.
    let found = if units == 1 { tables } else { tables / 4 };
    // The fields of both sides, those of the first look, and, for distances, its list of events.
    let scratch = |words: u64| words * (4 * (3 + words_per_value) + if wanted.to_end { 16 } else { 0 });
    let solving = if unit_words as usize > LARGE_UNIT_WORDS {
        scratch(unit_words)
    } else {
        rayon::current_num_threads() as u64 * scratch(LARGE_UNIT_WORDS as u64)
    };
    let list_of_units = 8 * units;
    let digits = if wanted.to_end { FIRST_DIGITS } else { 0 };
    let children = children::memory_bytes(kernel, &material, open, needs, digits);
    (tables + found + solving) * size_of::<W>() as u64 + list_of_units + children
}

/// Why a slice was not solved.
enum Unsolved {
    TooFewDigits,
    Other(Error),
}

impl From<TooFewDigits> for Unsolved {
    fn from(TooFewDigits: TooFewDigits) -> Self {
        Unsolved::TooFewDigits
    }
}

/// Solves both sides to move, as words.
fn solve_words<W: Word>(
    kernel: &Kernel<W>,
    rules: &SetRules<W>,
    layout: &Layout<W>,
    open: Side,
    known: &Lookup<W, Values>,
    [digits, conversion_digits]: [usize; 2],
    told: &mut dyn Layers<W>,
) -> Result<Words<W>, Unsolved> {
    let children = Children::new(kernel, &layout.material, open, known, digits);
    let (rows, columns) = layout.placements();
    let mut tables = Words {
        solved: [(); 2].map(|()| WordTable::with_quiet(layout, DIGITS + digits)),
        conversions: [(); 2].map(|()| match conversion_digits {
            0 => WordTable::none(),
            digits => WordTable::new(layout, DIGITS + digits),
        }),
        unit_words: layout.unit_words(),
    };
    let layers = layers(rules, layout);
    let restored = told.restore(&layers, &mut tables).map_err(Unsolved::Other)?;
    for (number, units) in layers.iter().enumerate().skip(restored) {
        let Words { solved, conversions, .. } = &mut tables;
        let before = Before {
            kernel,
            layout,
            open,
            rows: &rows,
            columns: &columns,
            children: &children,
            crowned: Side::BOTH.map(|side| crowned(kernel, &layout.material, side, known)),
            numbers: Side::BOTH.map(|side| Slice { material: layout.material, side }.number().unwrap_or(0)),
            solved,
            digits,
            conversion_digits,
        };
        let words = layout.unit_words();
        let chunk = (WORDS_TOGETHER / words).max(1);
        let new_solver = || UnitSolver::new(&before, &rules.slides);
        let solve_chunk = |solver: &mut UnitSolver<W>, units: &[u32]| {
            let mut found = Found {
                values: Vec::with_capacity(units.len() * words * solved[0].stride * 2),
                conversions: Vec::new(),
            };
            let mut cursor = layout.fixed_cursor();
            let mut unit = Unit::new(&before, Setup::default());
            for &number in units {
                let setup = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(number as u64));
                unit.turn_to(&before, setup);
                solver.solve(&unit, &mut found)?;
            }
            Ok::<Found<W>, TooFewDigits>(found)
        };
        let found: Vec<Found<W>> = if words > LARGE_UNIT_WORDS {
            // Threads share the rows of one unit.
            let mut solver = new_solver();
            units.chunks(chunk).map(|units| solve_chunk(&mut solver, units)).collect::<Result<_, _>>()?
        } else {
            units.par_chunks(chunk).map_init(new_solver, solve_chunk).collect::<Result<_, _>>()?
        };
        for (units, found) in units.chunks(chunk).zip(&found) {
            store(units, words, &found.values, solved);
            store(units, words, &found.conversions, conversions);
        }
        told.solved(&layers, number + 1, &tables).map_err(Unsolved::Other)?;
    }
    Ok(tables)
}

/// Copies what was found for some units, one after the other and White's words first, to where it belongs.
fn store<W: Word>(units: &[u32], unit_words: usize, found: &[W], tables: &mut [WordTable<W>; 2]) {
    let length = unit_words * tables[0].stride;
    if length == 0 {
        return;
    }
    for (&unit, both) in units.iter().zip(found.chunks(2 * length)) {
        let at = unit as usize * length;
        for (table, words) in tables.iter_mut().zip(both.chunks(length)) {
            table.words[at..at + length].copy_from_slice(words);
        }
    }
}

/// The slice that `side` gets to by crowning a man quietly, if it has one.
fn crowned<'a, W: Word>(
    kernel: &Kernel<W>,
    material: &Material,
    side: Side,
    known: &'a Lookup<W, Values>,
) -> Option<&'a SliceArray<W, Values>> {
    let mut material = *material;
    let counts = &mut material.counts[side as usize];
    counts[Kind::Man as usize] = counts[Kind::Man as usize].checked_sub(1)?;
    counts[Kind::King as usize] += 1;
    let opponent = side.other();
    let slice = if kernel.mirror.is_some() && opponent == Side::Black {
        Slice { material: material.swapped(), side: Side::White }
    } else {
        Slice { material, side: opponent }
    };
    known.arrays().iter().map(|array| &**array).find(|array| array.index.slice() == slice)
}

/// The units by layer, lowest first.
fn layers<W: Word>(rules: &SetRules<W>, layout: &Layout<W>) -> Vec<Vec<u32>> {
    let Some(mut cursor) = layout.fixed_cursor() else { return vec![vec![0]] };
    let mut layers: Vec<Vec<u32>> = Vec::new();
    for unit in 0..layout.units() {
        let layer = rules.layer(cursor.seek(unit as u64));
        if layers.len() <= layer {
            layers.resize_with(layer + 1, Vec::new);
        }
        layers[layer].push(unit as u32);
    }
    layers
}
