//! Values of the slices that moves lead to, as words.
//!
//! Slices that captures lead to are few and small next to the slice that is solved: they are turned into words with a
//! king of the same side open, so that a capture that leaves the open king alone finds one word for all its squares; and
//! where the open king may have been captured, once more with a king of the side that captured open, so that one word
//! holds all squares on which the capturing king may land.
//! Slices that a quiet move leads to by crowning a man are as large as the slice itself, and only positions with the king
//! on the last row are asked for: these are looked up one by one.

use peatee_probe::{Material, Slice};
use peatee_rules::{KINDS, Kernel, Kind, Setup, Side, Word};
use rayon::prelude::*;

use super::best::{DIGITS, LOST, WON};
use super::layout::{Layout, WordTable};
use crate::solver::lookup::{Lookup, SliceArray};
use crate::solver::{Known, Values};

/// The values of one material with one side to move.
#[derive(Debug)]
pub struct Child<W> {
    /// How they are laid out.
    pub layout: Layout<W>,
    /// The values.
    pub table: WordTable<W>,
}

/// All that captures lead to.
#[derive(Debug)]
pub struct Children<W> {
    list: Vec<Child<W>>,
    /// Places in `list` by [`Slice::number`], colours as on the board; see [`View`].
    places: Vec<[u16; 2]>,
}

/// Which king is open in the words of a slice that a capture leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The king that is open in the slice that is solved, or another of its side; where that side has none, one of the
    /// other side.
    Same = 0,
    /// A king of the side that has captured.
    Capturing = 1,
}

impl<W: Word> Children<W> {
    /// Turns the slices among `known` that captures from `material` lead to into words with a king of `open` open and
    /// distances of so many digits, or as many as they need if that is fewer.
    pub fn new(kernel: &Kernel<W>, material: &Material, open: Side, known: &Lookup<W, Values>, digits: usize) -> Self {
        let mut wanted = Vec::new();
        let mut places = vec![[u16::MAX; 2]; Slice::NUMBERS];
        for array in known.arrays() {
            for slice in on_the_board(kernel, array.index.slice()) {
                if is_after_capture(material, slice) {
                    let same = Layout::<W>::open_side(&slice.material, Some(open));
                    let capturing = Layout::<W>::open_side(&slice.material, Some(slice.side.other()));
                    let takes_open = open == slice.side;
                    let place = wanted.len() as u16;
                    wanted.push((slice, array, same));
                    let has_both = takes_open && capturing != same;
                    places[slice.number().expect("slices that are solved are small")] =
                        [place, place + has_both as u16];
                    if has_both {
                        wanted.push((slice, array, capturing));
                    }
                }
            }
        }
        let list = wanted.par_iter().map(|&(slice, array, open)| child(kernel, slice, array, open, digits)).collect();
        Children { list, places }
    }

    /// The place of a slice in the list, from its [`Slice::number`].
    #[inline(always)]
    pub fn number(&self, slice: usize, view: View) -> usize {
        self.places[slice][view as usize] as usize
    }

    /// The values of a slice.
    ///
    /// # Panics
    /// When the slice is not there: the list of successors would be wrong.
    #[inline(always)]
    pub fn of(&self, number: usize) -> &Child<W> {
        &self.list[number]
    }
}

/// By how much [`Slice::number`] grows with one more piece of that kind and side.
#[inline(always)]
pub fn weight_of_piece(side: Side, kind: Kind) -> usize {
    1 << (3 * ((1 - side as usize) * KINDS + (KINDS - 1 - kind as usize)))
}

/// A slice as it stands on the board: where the game has a colour symmetry, with either colour to move.
fn on_the_board<W: Word>(kernel: &Kernel<W>, slice: Slice) -> Vec<Slice> {
    let turned = Slice { material: slice.material.swapped(), side: slice.side.other() };
    if kernel.mirror.is_some() { vec![slice, turned] } else { vec![slice] }
}

/// True when a capture from `before` may have led to `after`: the side to move has lost pieces, the other none.
fn is_after_capture(before: &Material, after: Slice) -> bool {
    let own = after.side as usize;
    let fewer = before.counts[own].iter().zip(&after.material.counts[own]).all(|(before, after)| after <= before);
    fewer
        && after.material.of_side(after.side) < before.of_side(after.side)
        && after.material.of_side(after.side.other()) == before.of_side(after.side.other())
}

fn child<W: Word>(
    kernel: &Kernel<W>,
    slice: Slice,
    array: &SliceArray<W, Values>,
    open: Option<Side>,
    digits: usize,
) -> Child<W> {
    let layout = Layout::new(kernel, slice.material, open);
    let digits = digits.min(digits_needed(&array.entries));
    let mut table = WordTable::new(&layout, DIGITS + digits);
    let mut cursor = array.index.cursor();
    let turned = slice.side != array.index.slice().side;
    let mut fixed = Setup::default();
    let mut unit = None;
    for (number, known) in array.entries.iter().enumerate() {
        if known.is_draw() {
            continue;
        }
        let setup = cursor.seek(number as u64);
        let setup = if turned { kernel.mirrored(setup) } else { *setup };
        let men = without_kings(&setup);
        if unit.is_none() || men != fixed {
            (fixed, unit) = (men, Some(layout.unit_of(&setup)));
        }
        store(&layout, &mut table, unit.unwrap_or(0), &setup, known);
    }
    Child { layout, table }
}

/// The digits of the longest distance.
fn digits_needed(values: &Values) -> usize {
    match values {
        Values::Plies(values) => {
            let decided = values.iter().filter(|known| !known.is_draw());
            let longest = decided.map(|known| known.plies()).max().unwrap_or(0);
            (u16::BITS - (longest / 2).leading_zeros()) as usize
        }
        Values::Signs(_) => 0,
    }
}

fn without_kings<W: Word>(setup: &Setup<W>) -> Setup<W> {
    let mut men = *setup;
    men.pieces.iter_mut().for_each(|kinds| kinds[Kind::King as usize] = W::EMPTY);
    men
}

/// Writes a value wherever the position is.
fn store<W: Word>(layout: &Layout<W>, table: &mut WordTable<W>, unit: usize, setup: &Setup<W>, known: Known) {
    let mut put = |place: usize, square: u8| {
        let word = &mut table.words[place * table.stride..(place + 1) * table.stride];
        word[if known.is_won() { WON } else { LOST }] |= W::bit(square);
        let half = known.plies() / 2;
        for (i, digit) in word[DIGITS..].iter_mut().enumerate() {
            if half >> i & 1 == 1 {
                *digit |= W::bit(square);
            }
        }
    };
    let Some(open) = layout.open else { return put(unit, 0) };
    let own = setup.get(open, Kind::King);
    for square in own.squares() {
        put(layout.place_with(unit, setup, own & !W::bit(square)), square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_piece_adds_its_weight_to_the_number_of_a_slice() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let slice = Slice { material: Material { counts: [[1, 2, 0], [0, 3, 1]] }, side };
                let mut more = slice;
                more.material.counts[side as usize][kind as usize] += 1;
                let number = |slice: Slice| slice.number().expect("a small slice");
                assert_eq!(number(more), number(slice) + weight_of_piece(side, kind));
            }
        }
    }
}
