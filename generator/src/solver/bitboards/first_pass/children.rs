//! Children: the slices that captures lead to, as value words.
//!
//! These slices are few and small next to the slice that is solved. Each is turned into value words
//! with a king of the same side open, so that a capture that leaves the open king alone reads one
//! word for all its squares. Where the open king may have been captured or have captured, the slice
//! is turned into words once more with a king of the capturing side open, so that one word holds
//! all landing squares of the capturing king; see [`View`].

use peatee_rules::{Bitboard, KINDS, Kernel, Kind, Side};
use peatee_table::{Material, Slice};
use rayon::prelude::*;

use crate::solver::bitboards::layout::bit_planes::{BitMatrices, read_planes};
use crate::solver::bitboards::layout::placements::OneMore;
use crate::solver::bitboards::layout::table_order::{Run, TableOrder, Visitor, matrix_size};
use crate::solver::bitboards::layout::units::Layout;
use crate::solver::bitboards::layout::word_table::WordTable;
use crate::solver::bitboards::value_word::{DIGITS, LOST, MAX_DIGITS, WON};
use crate::solver::known::Known;
use crate::solver::lookup::{Lookup, SliceArray};
use crate::solver::values::Values;
use crate::solver::wdl_cells::{CELLS_PER_WORD, draws_and_wins};

/// The values of one material with one side to move, colours as on the board of the slice that is
/// solved.
#[derive(Debug)]
pub struct Child<W> {
    /// How positions lie in words.
    pub layout: Layout<W>,
    /// The values.
    pub table: WordTable<W>,
}

/// All slices that captures lead to.
#[derive(Debug)]
pub struct Children<W> {
    list: Vec<Child<W>>,
    /// Places in `list` by [`Slice::number`], colours as on the board, and [`View`].
    places: Vec<[u16; 2]>,
}

/// Which king is open in the words of a slice that a capture leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The open king of the slice that is solved, or another king of its side; where that side has
    /// none left, one of the other side.
    Same = 0,
    /// A king of the side that has captured.
    Capturing = 1,
}

impl<W: Bitboard> Children<W> {
    /// Turns the slices among `successors` that captures from `material` lead to into value words.
    /// A king of `open` is open in `material`. Distances have `digits` digits, or as many as the
    /// slice needs when these are fewer.
    pub fn new(
        kernel: &Kernel<W>,
        material: &Material,
        open: Side,
        successors: &Lookup<W, Values>,
        digits: usize,
    ) -> Self {
        let mut wanted = Vec::new();
        let mut places = vec![[u16::MAX; 2]; Slice::NUMBERS];
        for array in successors.arrays() {
            for AfterCapture { slice, same, capturing } in after_captures(kernel, material, open, array.index.slice()) {
                let place = wanted.len() as u16;
                wanted.push((slice, array, same));
                wanted.extend((capturing != same).then_some((slice, array, capturing)));
                places[slice.number().expect("slices that are solved are small")] = [place, wanted.len() as u16 - 1];
            }
        }
        let list = wanted.par_iter().map(|&(slice, array, open)| child(kernel, slice, array, open, digits)).collect();
        Children { list, places }
    }

    /// The place of the slice with this [`Slice::number`].
    #[inline(always)]
    pub fn place(&self, slice_number: usize, view: View) -> usize {
        self.places[slice_number][view as usize] as usize
    }

    /// The child at a place.
    ///
    /// # Panics
    /// When the slice is missing: the list of successors would be wrong.
    #[inline(always)]
    pub fn get(&self, place: usize) -> &Child<W> {
        &self.list[place]
    }
}

/// The memory of the value words, in bytes, of those of `slices` that captures from `material` lead
/// to.
pub fn memory_bytes<W: Bitboard>(
    kernel: &Kernel<W>,
    material: &Material,
    open: Side,
    slices: &[Slice],
    digits: usize,
) -> u64 {
    let words = |slice: Slice, open: Option<Side>| {
        let layout = Layout::<W>::new(kernel, slice.material, open);
        (layout.units() * layout.unit_words() * (DIGITS + digits)) as u64
    };
    let views = slices.iter().flat_map(|&slice| after_captures(kernel, material, open, slice));
    let words_of = |AfterCapture { slice, same, capturing }| {
        words(slice, same) + if capturing == same { 0 } else { words(slice, capturing) }
    };
    views.map(words_of).sum::<u64>() * size_of::<W>() as u64
}

/// By how much one more piece of that kind and side increases [`Slice::number`].
#[inline(always)]
pub fn weight_of_piece(side: Side, kind: Kind) -> usize {
    1 << (3 * ((1 - side as usize) * KINDS + (KINDS - 1 - kind as usize)))
}

/// A slice that captures lead to, colours as on the board, and whose king is open in its words, by
/// [`View`].
struct AfterCapture {
    slice: Slice,
    same: Option<Side>,
    /// Equal to `same` where one view serves for both.
    capturing: Option<Side>,
}

/// The colourings of `slice` (none, one or two) that captures from `material` lead to, a king of
/// `open` being open there.
fn after_captures<W: Bitboard>(
    kernel: &Kernel<W>,
    material: &Material,
    open: Side,
    slice: Slice,
) -> impl Iterator<Item = AfterCapture> {
    colourings(kernel, slice).into_iter().filter(|&slice| is_after_capture(material, slice)).map(move |slice| {
        let open_side = |side| Layout::<W>::open_side(&slice.material, Some(side));
        let capturing = if open == slice.side { slice.side.other() } else { open };
        AfterCapture { slice, same: open_side(open), capturing: open_side(capturing) }
    })
}

/// A slice with the colours as on the board: where the game has a colour symmetry, with either
/// colour to move.
fn colourings<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) -> Vec<Slice> {
    let mirrored = Slice { material: slice.material.swapped(), side: slice.side.other() };
    if kernel.mirror.is_some() { vec![slice, mirrored] } else { vec![slice] }
}

/// True when a capture from `before` may lead to `after`: the side to move has lost pieces, the
/// other side none.
fn is_after_capture(before: &Material, after: Slice) -> bool {
    let own = after.side as usize;
    let fewer = before.counts[own].iter().zip(&after.material.counts[own]).all(|(before, after)| after <= before);
    fewer
        && after.material.of_side(after.side) < before.of_side(after.side)
        && after.material.of_side(after.side.other()) == before.of_side(after.side.other())
}

/// Turns the values of one slice into value words.
fn child<W: Bitboard>(
    kernel: &Kernel<W>,
    slice: Slice,
    array: &SliceArray<W, Values>,
    open: Option<Side>,
    digits: usize,
) -> Child<W> {
    let layout = Layout::new(kernel, slice.material, open);
    let digits = digits.min(digits_needed(&array.entries));
    let mut table = WordTable::new(&layout, DIGITS + digits);
    let order = TableOrder::new(kernel, array.index.slice(), slice.side, &layout);
    let mut reader = Reader { values: &array.entries, table: &mut table, matrices: BitMatrices::default() };
    order.visit(0..order.groups(), &mut reader);
    copy_to_other_open_kings(kernel, &layout, &mut table, |square| order.square_order(square));
    Child { layout, table }
}

/// Reads the value word of a run, with as many digits as `word` has room for.
#[inline(always)]
pub fn read_run<W: Bitboard>(values: &Values, run: &Run<'_, W>, word: &mut [W]) {
    let (won, lost) = match values {
        Values::Wdl(wdl) => {
            let (mut won, mut draws) = (W::EMPTY, W::EMPTY);
            for first in (0..run.count).step_by(CELLS_PER_WORD) {
                let [draw, win] = draws_and_wins(wdl.cells_from(run.number + first as usize));
                draws |= W::narrow(draw as u128).shl(first);
                won |= W::narrow(win as u128).shl(first);
            }
            let all = W::first_n(run.count);
            (won & all, all & !(won | draws))
        }
        Values::Plies(values) => {
            // The bits of `Known`: the winner, then the plies, whose lowest bit follows from the
            // winner.
            let planes = read_planes::<W>(&values[run.number..][..run.count as usize]);
            let is_decided = W::first_n(run.count) & !planes.iter().fold(!W::EMPTY, |all, &plane| all & plane);
            for (digit, &plane) in word[DIGITS..].iter_mut().zip(&planes[DIGITS..]) {
                *digit = run.scatter(plane & is_decided);
            }
            (planes[0] & is_decided, is_decided & !planes[0])
        }
    };
    word[WON] = run.scatter(won);
    word[LOST] = run.scatter(lost);
}

/// Writes the values of runs into value words, with one of the kings of the open king's side as the
/// open one.
struct Reader<'a, W> {
    values: &'a Values,
    table: &'a mut WordTable<W>,
    matrices: BitMatrices<W>,
}

impl<W: Bitboard> Visitor<W> for Reader<'_, W> {
    #[inline(always)]
    fn run_in_word(&mut self, place: usize, run: &Run<'_, W>) {
        let stride = self.table.stride;
        let mut word = [W::EMPTY; DIGITS + MAX_DIGITS];
        read_run(self.values, run, &mut word[..stride]);
        for (all, word) in self.table.words[place * stride..][..stride].iter_mut().zip(word) {
            *all |= word;
        }
    }

    fn runs_across_words(&mut self, words: &[(u8, usize)], runs: &[(u8, Run<'_, W>)]) {
        let stride = self.table.stride;
        let mut word = [W::EMPTY; DIGITS + MAX_DIGITS];
        self.matrices.clear(matrix_size(words, runs), stride);
        for (square, run) in runs {
            read_run(self.values, run, &mut word[..stride]);
            self.matrices.put(*square, &word[..stride]);
        }
        self.matrices.transpose();
        for &(square, place) in words {
            for (all, &word) in self.table.words[place * stride..][..stride].iter_mut().zip(self.matrices.row(square)) {
                *all |= word;
            }
        }
    }
}

/// Copies each value from the place where the first king of its side, by `order`, is the open one
/// to the places where the others are.
fn copy_to_other_open_kings<W: Bitboard>(
    kernel: &Kernel<W>,
    layout: &Layout<W>,
    table: &mut WordTable<W>,
    order: impl Fn(u8) -> u8,
) {
    let (_, columns) = layout.placements();
    if columns.len() == 1 {
        return;
    }
    let stride = table.stride;
    // For every column: its first king, and for every square after that king the column in which
    // this king is replaced by one on that square.
    let others: Vec<(u8, Vec<(u8, usize)>)> = columns
        .iter()
        .map(|&kings| {
            let first = kings.squares().min_by_key(|&square| order(square)).unwrap_or(0);
            let numbers = OneMore::than(kings & !W::bit(first));
            let behind = (kernel.all & !kings).squares().filter(|&square| order(square) > order(first));
            (first, behind.map(|square| (square, numbers.with(square) * stride)).collect())
        })
        .collect();
    table.words.par_chunks_mut(columns.len() * stride).for_each(|row| {
        for (column, (first, others)) in others.iter().enumerate() {
            for word in column * stride..(column + 1) * stride {
                let digit = word - column * stride;
                let mut filled = row[word];
                for &(square, other) in others {
                    filled |= (row[other + digit].shr(*first as u32) & W::bit(0)).shl(square as u32);
                }
                row[word] = filled;
            }
        }
    });
}

/// The number of binary digits of half the longest distance.
pub fn digits_needed(values: &Values) -> usize {
    match values {
        Values::Plies(values) => {
            // Without branches, so that the compiler compares many values at once.
            let plies = |known: &Known| if known.is_draw() { 0 } else { known.plies() };
            let longest = values.par_chunks(1 << 16).map(|part| part.iter().map(plies).max().unwrap_or(0)).max();
            (u16::BITS - (longest.unwrap_or(0) / 2).leading_zeros()) as usize
        }
        Values::Wdl(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::values::{WdlArray, cell_of};
    use peatee_rules::{Game, Variant, with_kernel};
    use peatee_table::index::SliceIndex;

    /// Every position is looked up with each king of its side as the open one.
    #[test]
    fn every_value_is_found_wherever_its_open_king_is() {
        let game = Game::new(Variant::named("english").expect("a variant"));
        with_kernel!(game, kernel => {
            for name in ["KKvK", "KvKK", "KMvM", "MvKM", "MMvM", "KKvM", "KvMM", "KKKvM", "MvKKM"] {
                let slice = Slice::parse(&game, name).expect("a slice");
                let index = SliceIndex::new(kernel, slice);
                let values: Vec<Known> =
                    (0..index.size()).map(|i| [Known::lost(0), Known::DRAW, Known::won(1)][(i * i / 7 % 3) as usize]).collect();
                let bytes = values.chunks(4).map(|four| four.iter().enumerate().fold(0, |b, (i, &k)| b | cell_of(k) << (2 * i)));
                let entries = Values::Wdl(WdlArray::new(values.len(), bytes.collect()));
                let array = SliceArray { index, entries };
                for on_board in colourings(kernel, slice) {
                    for open in Side::BOTH {
                        let open = Layout::<u64>::open_side(&on_board.material, Some(open));
                        let Child { layout, table } = child(kernel, on_board, &array, open, 0);
                        let mut cursor = array.index.cursor();
                        for (number, &known) in values.iter().enumerate() {
                            let setup = cursor.seek(number as u64);
                            let setup = if on_board.side == slice.side { *setup } else { kernel.mirrored(setup) };
                            let unit = layout.unit_of(&setup);
                            let own = open.map_or(u64::EMPTY, |open| setup.get(open, Kind::King).widen() as u64);
                            let places: Vec<(usize, u8)> = match open {
                                None => vec![(unit, 0)],
                                Some(_) => own.squares().map(|square| {
                                    (layout.place_with(unit, &setup, <_>::narrow((own & !u64::bit(square)).widen())), square)
                                }).collect(),
                            };
                            for (place, square) in places {
                                let word = table.at(place);
                                assert_eq!(
                                    (word[WON].has(square), word[LOST].has(square)),
                                    (known.is_won(), !known.is_won() && !known.is_draw()),
                                    "{on_board} {number}, {open:?} open"
                                );
                            }
                        }
                    }
                }
            }
        });
    }

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
