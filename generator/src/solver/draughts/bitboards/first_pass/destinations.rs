//! Finds where captures lead and the values of the positions there.
//!
//! After a capture that does not involve the open king, the values for all squares of the open king
//! are one value word. After a capture by or of the open king, all these squares lead to the same
//! position: one bit of a value word.

use std::sync::Arc;

use peatee_rules::{Bitboard, KINDS, Kind, NO_SQUARE, SetCapture, Setup, Side};
use rustc_hash::FxHashMap;

use super::best::Best;
use super::children::{Child, Children, View, weight_of_piece};
use super::context::{FirstPassContext, WordPositions};
use crate::solver::draughts::bitboards::layout::placements::OneMore;
use crate::solver::draughts::bitboards::layout::word_table::WordTable;
use crate::solver::draughts::bitboards::value_word::win_parity;
use crate::solver::values::known::Known;

#[derive(Debug, Clone, Copy)]
pub struct Capture<W> {
    pub mv: SetCapture<W>,
    pub destination: Destination,
}

#[derive(Debug, Clone, Copy)]
pub enum Destination {
    /// The game is over: the other side has no pieces left.
    GameOver,
    /// The game goes on in a unit (configuration of all pieces except kings) of another slice.
    /// `child` is the index of that slice in [`Children`].
    Unit {
        child: u32,
        /// Result of `UnitsAfterCaptures::unit`. If the slice `child` is held in memory as a whole,
        /// it is the index of the unit (configuration of the men) in this slice. Otherwise it is an
        /// index into `UnitsAfterCaptures::held`.
        unit: u32,
    },
}

/// Returns true when the open king (the king whose squares are the bits of a word) neither captures
/// nor is captured.
#[inline(always)]
fn open_king_stays<W>(mv: &SetCapture<W>) -> bool {
    mv.from != NO_SQUARE && !mv.takes_open
}

/// Returns where a capture leads. If the capturing piece is not a king after the capture, `mv.to`
/// must be a single square.
pub fn destination<W: Bitboard>(
    targets: &mut UnitsAfterCaptures<W>,
    context: &FirstPassContext<W>,
    word: &WordPositions<'_, W>,
    mv: &SetCapture<W>,
) -> Destination {
    let (side, opponent) = (word.side, word.side.other());
    let taken = mv.captured.count() + mv.takes_open as u32;
    if context.slice.layout.material.of_side(opponent) as u32 == taken {
        return Destination::GameOver;
    }
    let is_king = mv.becomes == Kind::King;
    let view = if is_king && !open_king_stays(mv) { View::Capturing } else { View::Same };
    let child = context.children.index_of(slice_number_after(context, word, mv), view);
    let mut after = *word.setup;
    if mv.from != NO_SQUARE {
        after.pieces[side as usize][mv.kind as usize] &= !W::bit(mv.from);
    }
    for set in &mut after.pieces[opponent as usize] {
        *set &= !mv.captured;
    }
    if !is_king {
        after.pieces[side as usize][mv.becomes as usize] |= mv.to;
    }
    let unit = targets.unit(context.children, child, &after);
    Destination::Unit { child: child as u32, unit }
}

#[inline(always)]
fn slice_number_after<W: Bitboard>(
    context: &FirstPassContext<W>,
    word: &WordPositions<'_, W>,
    mv: &SetCapture<W>,
) -> usize {
    let (side, opponent) = (word.side, word.side.other());
    let mut number = context.slice_numbers[opponent as usize];
    if mv.becomes != mv.kind {
        number -= weight_of_piece(side, mv.kind);
        number += weight_of_piece(side, mv.becomes);
    }
    for kind in Kind::ALL {
        let taken = (mv.captured & word.setup.get(opponent, kind)).count() as usize;
        number -= taken * weight_of_piece(opponent, kind);
    }
    number - mv.takes_open as usize * weight_of_piece(opponent, Kind::King)
}

/// Adds the value after a capture to `best`, for the squares of the open king in `among` with which
/// the capture is possible. The open king is the king whose squares are the bits of a word.
#[inline(always)]
pub fn add<W: Bitboard>(
    best: &mut Best<W>,
    context: &FirstPassContext<W>,
    word: &WordPositions<'_, W>,
    (targets, capture): (&UnitsAfterCaptures<W>, &Capture<W>),
    among: W,
) {
    let WordPositions { setup, side, .. } = *word;
    let mv = &capture.mv;
    let squares = mv.squares & among;
    if squares.is_empty() {
        return;
    }
    let goal = context.slice.kernel.goal;
    let Destination::Unit { child, unit } = capture.destination else {
        return best.add_known(squares, Known::without_moves(goal));
    };
    let child = context.children.get(child as usize);
    let (layout, (table, unit)) = (child.layout, targets.words(child, unit));
    let theirs = setup.get(side.other(), Kind::King) & !mv.captured;
    let mover = if mv.from == NO_SQUARE { W::EMPTY } else { W::bit(mv.from) };
    let own = setup.get(side, Kind::King) & !mover;
    let is_open_side = side == context.slice.open;
    match (mv.becomes == Kind::King, open_king_stays(mv)) {
        (true, false) => {
            // The capturing king is the open king in the value words of the slice after the
            // capture.
            let place = layout.word_of_kings(unit, theirs, own);
            best.add_choice(squares, table.at(place), mv.to, win_parity(goal));
        }
        (true, true) => {
            // The capturing king is a king of the row or of the column, so the values for different
            // landing squares are in different words.
            let (first, places) = if is_open_side {
                (layout.word_of_kings(unit, theirs, W::EMPTY), 1)
            } else {
                (layout.word_in_row(unit, 0, theirs), layout.columns)
            };
            let kings = OneMore::than(own);
            for to in mv.to.squares() {
                best.add(squares, table.at(first + kings.with(to) * places));
            }
        }
        (false, true) => {
            let (rows, columns) = if is_open_side { (theirs, own) } else { (own, theirs) };
            best.add(squares, table.at(layout.word_of_kings(unit, rows, columns)));
        }
        (false, false) => {
            let mut kings = Setup::default();
            kings.pieces[side as usize][Kind::King as usize] = own;
            kings.pieces[side.other() as usize][Kind::King as usize] = theirs;
            let (place, square) = layout.word_of(unit, &kings);
            best.add_choice(squares, table.at(place), W::bit(square), win_parity(goal));
        }
    }
}

/// Kinds of fixed pieces: all except kings. If a kind of piece is added to the program, this array
/// no longer compiles until the new kind is listed here.
const FIXED_KINDS: [Kind; KINDS - 1] = [Kind::Man, Kind::Parachutist];

type FixedPieces<W> = [[W; FIXED_KINDS.len()]; 2];

/// Finds the units (configurations of the men) that captures lead to, and caches them. Each thread
/// has its own cache.
#[derive(Debug)]
pub struct UnitsAfterCaptures<W> {
    /// Recent configurations of fixed pieces (all but kings), each with the result of
    /// [`UnitsAfterCaptures::unit`]. The index of an item is computed from the slice after the
    /// capture and a hash of the configuration.
    entries: Vec<(FixedPieces<W>, u32)>,
    /// Values of units whose slice is not held in memory as a whole. They are kept while captures
    /// of the current unit are searched for.
    held: Vec<Arc<WordTable<W>>>,
    /// Index in `held` of each unit (configuration of the men). The key is the index of the slice
    /// in [`Children`] and the index of the unit in that slice.
    places: FxHashMap<(usize, usize), u32>,
}

impl<W> Default for UnitsAfterCaptures<W> {
    fn default() -> Self {
        let (entries, held, places) = Default::default();
        UnitsAfterCaptures { entries, held, places }
    }
}

/// Number of remembered configurations of fixed pieces (all but kings) for each slice that captures
/// lead to; a power of two.
const ENTRIES_PER_CHILD: usize = 16;

impl<W: Bitboard> UnitsAfterCaptures<W> {
    /// Drops the values that were read for the captures of the previous unit (configuration of the
    /// men).
    pub fn begin_unit(&mut self) {
        if !self.held.is_empty() {
            self.entries.clear();
            self.held.clear();
            self.places.clear();
        }
    }

    /// Returns the number that stands for a unit (configuration of the men) after a capture. The
    /// fixed pieces (all but kings) of the unit are those of `after`. `number` is the index of its
    /// slice in `children`.
    ///
    /// If this slice is held in memory as a whole, the result is the index of the unit in the
    /// slice. Otherwise the result is an index into `held`, valid until the next call of
    /// [`UnitsAfterCaptures::begin_unit`].
    #[inline(always)]
    fn unit(&mut self, children: &Children<'_, W>, number: usize, after: &Setup<W>) -> u32 {
        let child = children.get(number);
        if !child.layout.has_fixed() && child.whole.is_some() {
            return 0;
        }
        let fixed = Side::BOTH.map(|side| FIXED_KINDS.map(|kind| after.get(side, kind)));
        let [[white, ..], [black, ..]] = fixed;
        let mixed = (white ^ black.shl(1)).widen() as u64;
        let slot = (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize % ENTRIES_PER_CHILD;
        let place = number * ENTRIES_PER_CHILD + slot;
        if self.entries.len() <= place {
            self.entries.resize(place + 1, ([[W::EMPTY; FIXED_KINDS.len()]; 2], u32::MAX));
        }
        let (known, unit) = self.entries[place];
        if known == fixed && unit != u32::MAX {
            return unit;
        }
        let unit = child.layout.unit_of(after);
        let unit = if child.whole.is_some() { unit as u32 } else { self.hold(children, (number, unit), after) };
        self.entries[place] = (fixed, unit);
        unit
    }

    #[inline(never)]
    fn hold(&mut self, children: &Children<'_, W>, (number, unit): (usize, usize), after: &Setup<W>) -> u32 {
        let UnitsAfterCaptures { held, places, .. } = self;
        *places.entry((number, unit)).or_insert_with(|| {
            let mut fixed = *after;
            fixed.pieces.iter_mut().for_each(|sets| sets[Kind::King as usize] = W::EMPTY);
            held.push(children.unit(number, unit, &fixed));
            held.len() as u32 - 1
        })
    }

    /// Returns the table with the values of a unit (configuration of the men), and the index of the
    /// unit in this table. `child` is the slice of the unit, and `unit` is a result of
    /// [`UnitsAfterCaptures::unit`].
    #[inline(always)]
    fn words<'t>(&'t self, child: &'t Child<'_, W>, unit: u32) -> (&'t WordTable<W>, usize) {
        match &child.whole {
            Some(table) => (table, unit as usize),
            None => (&self.held[unit as usize], 0),
        }
    }
}
