//! Converts value words to values in table order, one per position, and to the set of positions in
//! which the side to move must capture.

use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::Slice;

use super::layout::bit_planes::{BitMatrices, KNOWN_BITS, write_planes};
use super::layout::table_order::{SquareRun, TableOrder, Visitor, matrix_size};
use super::layout::units::Layout;
use super::layout::word_table::WordTable;
use super::value_word::{DIGITS, LOST, WON, win_parity};
use crate::parallel;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::known::Known;
use crate::solver::values::wdl_cells::{CELLS_PER_WORD, from_draws_and_wins, read_bits};
use crate::solver::values::{CELLS_PER_BYTE, Values, WdlArray};

/// Kind of values that are stored for positions: win, draw or loss (WDL), with at most one kind of
/// distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueForm {
    Wdl,
    /// Win, draw or loss, and half the plies to the end of the game.
    ToEnd,
    /// Win, draw or loss, and the plies to the next conversion or reset.
    ToEvent,
}

const POSITIONS_PER_TASK: usize = 1 << 15;

/// Number of tasks whose bits are held in memory before they are copied to the result.
const TASKS_PER_BATCH: usize = 1 << 6;

/// Source of the values of solved units (configurations of the men). For each placement of all
/// kings but one there is a value word: the values for all squares of the remaining king.
pub trait ValueWords<W>: Copy + Sync {
    fn value_words(self) -> usize;

    /// Returns the number of machine words from one value word to the next: [`Self::value_words`],
    /// plus one if each value word is followed by a word of the positions without captures.
    fn stride(self) -> usize;

    fn word(self, place: usize, number: usize) -> W;

    fn copy(self, place: usize, to: &mut [W]);
}

impl<W: Bitboard> ValueWords<W> for &WordTable<W> {
    #[inline(always)]
    fn value_words(self) -> usize {
        self.value_words
    }

    #[inline(always)]
    fn stride(self) -> usize {
        self.stride
    }

    #[inline(always)]
    fn word(self, place: usize, number: usize) -> W {
        self.words[place * self.stride + number]
    }

    #[inline(always)]
    fn copy(self, place: usize, to: &mut [W]) {
        to.copy_from_slice(&self.words[place * self.stride..][..self.stride]);
    }
}

/// Returns which side is to move when the solver's board shows a position of `slice`. The board
/// shows positions of the slice `upright` as they are. In a game with a colour symmetry, the board
/// shows positions of any other slice mirrored, with the colours and the side to move exchanged.
pub fn side_on_board<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, upright: Slice) -> Side {
    let is_mirrored = slice != upright && kernel.mirror.is_some();
    if is_mirrored { slice.side.other() } else { slice.side }
}

/// Returns the values of `slice` in table order, read from `words`. Also returns the set of
/// positions in which the side to move must capture, if `words` holds it.
///
/// `words` holds the values of positions on the solver's board, and `side` is the side to move
/// there. If `side` differs from the side to move of `slice`, the board shows the positions of
/// `slice` mirrored, with the colours exchanged.
pub fn values<W: Bitboard>(
    kernel: &Kernel<W>,
    (slice, side): (Slice, Side),
    layout: &Layout<W>,
    words: impl ValueWords<W>,
    form: ValueForm,
) -> (Values, Option<CaptureMask>) {
    let order = TableOrder::new(kernel, slice, side, layout);
    let positions = order.positions();
    let knows_captures = words.stride() > words.value_words();
    let is_wdl = form == ValueForm::Wdl;
    let mut plies = vec![Known::DRAW; if is_wdl { 0 } else { positions }];
    let mut cells = vec![0; if is_wdl { positions.div_ceil(CELLS_PER_BYTE) } else { 0 }];
    let mut captures = vec![0; if knows_captures { positions.div_ceil(u8::BITS as usize) } else { 0 }];
    let mut tasks = tasks(&order, order.groups(), &mut plies).into_iter();
    let one_task = |task: OutputTask<'_>| {
        let mut part = OutputPart::new(words, form, win_parity(kernel.goal), task.positions, task.values);
        order.visit(task.groups, &mut part);
        (part.cells, part.captures)
    };
    loop {
        let batch: Vec<OutputTask<'_>> = tasks.by_ref().take(TASKS_PER_BATCH).collect();
        if batch.is_empty() {
            break;
        }
        for (of_cells, of_captures) in parallel::map(batch, &one_task) {
            of_cells.copy_into(&mut cells);
            of_captures.copy_into(&mut captures);
        }
    }
    let values = if is_wdl { Values::Wdl(WdlArray::new(positions, cells)) } else { Values::Plies(plies.into()) };
    (values, knows_captures.then(|| CaptureMask::new(captures)))
}

/// A range of groups in table order, and the memory to which their values are written. A group is a
/// sequence of consecutive positions; see [`TableOrder::groups`].
pub struct OutputTask<'a> {
    pub groups: Range<usize>,
    pub positions: Range<usize>,
    /// Memory to which the values of `positions` are written; empty if only win, draw or loss is
    /// wanted.
    pub values: &'a mut [Known],
}

/// Divides the first `groups` groups into tasks. A group is a sequence of consecutive positions;
/// see [`TableOrder::groups`]. `values` is the memory for the value of each position; it is empty
/// if only win, draw or loss is wanted.
pub fn tasks<'v, W: Bitboard>(
    order: &TableOrder<'_, W>,
    groups: usize,
    values: &'v mut [Known],
) -> Vec<OutputTask<'v>> {
    let positions = order.first_of(groups);
    let groups_per_task = (POSITIONS_PER_TASK * groups / positions.max(1)).max(1);
    let mut rest = values;
    let task = |first: usize| {
        let groups = first..(first + groups_per_task).min(groups);
        let positions = order.first_of(groups.start)..order.first_of(groups.end);
        let count = positions.len().min(rest.len());
        OutputTask { groups, positions, values: rest.split_off_mut(..count).expect("it has as many") }
    };
    (0..groups).step_by(groups_per_task).map(task).collect()
}

/// A range of bits of a long bit array. The first bit of each byte is its lowest bit.
#[derive(Debug)]
pub struct BitRange {
    /// Index of the first byte of `bytes` among the bytes of the long array.
    first: usize,
    /// Bytes of the long array that hold the range; empty for an empty range.
    bytes: Vec<u8>,
}

pub const PUT_BYTES: usize = size_of::<u64>();

/// Number of padding bytes after the last byte, so that [`BitRange::put`] can always write a whole
/// `u128`.
const MARGIN_BYTES: usize = size_of::<u128>();

impl BitRange {
    pub fn new(bits: Range<usize>) -> Self {
        BitRange::reusing(bits, Vec::new())
    }

    fn reusing(bits: Range<usize>, mut bytes: Vec<u8>) -> Self {
        let first = bits.start / u8::BITS as usize;
        let margin_bytes = if bits.is_empty() { 0 } else { MARGIN_BYTES };
        bytes.clear();
        bytes.resize(bits.end.div_ceil(u8::BITS as usize) - first + margin_bytes, 0);
        BitRange { first, bytes }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.bytes.len().saturating_sub(MARGIN_BYTES)]
    }

    /// Returns the bits, padded with zeros to a multiple of [`PUT_BYTES`].
    pub fn padded_bytes(&self) -> &[u8] {
        &self.bytes[..self.bytes().len().next_multiple_of(PUT_BYTES)]
    }

    /// Writes up to 64 bits into the range. The first of them gets the index `at` in the long
    /// array. These bits of the range must be zero before the call.
    #[inline(always)]
    fn put(&mut self, at: usize, bits: u64) {
        let byte = at / u8::BITS as usize - self.first;
        let place = self.bytes[byte..].first_chunk_mut().expect("there is a margin");
        *place = (u128::from_le_bytes(*place) | (bits as u128) << (at % u8::BITS as usize)).to_le_bytes();
    }

    /// Copies the bits of a part of this range into the range. These bits of the range must be zero
    /// before the call.
    pub fn add(&mut self, part: &BitRange) {
        for (byte, &bits) in self.bytes[part.first - self.first..].iter_mut().zip(&part.bytes) {
            *byte |= bits;
        }
    }

    /// Copies the bits of this range to the array `all`, beginning at bit `at` of `all`. The range
    /// must begin with bit 0 of its own long array. The bits of `all` to which it is copied must be
    /// zero before the call.
    pub fn copy_to(&self, at: usize, all: &mut [u8]) {
        put_bits(self.bytes(), at, all);
    }

    /// Copies this range to its place in the long array `all`. Keeps bits of other ranges in the
    /// first and the last byte.
    fn copy_into(&self, all: &mut [u8]) {
        let bytes = self.bytes();
        if let [first, .., last] = bytes {
            let end = self.first + bytes.len() - 1;
            all[self.first] |= first;
            all[self.first + 1..end].copy_from_slice(&bytes[1..bytes.len() - 1]);
            all[end] |= last;
        } else if let [only] = bytes {
            all[self.first] |= only;
        }
    }
}

pub fn put_bits(bytes: &[u8], at: usize, all: &mut [u8]) {
    let (mut byte, shift) = (at / u8::BITS as usize, at % u8::BITS as usize);
    for chunk in bytes.chunks(PUT_BYTES) {
        let bits = chunk.first_chunk().map_or_else(|| read_bits(chunk), |whole| u64::from_le_bytes(*whole) as u128);
        let bits: u128 = bits << shift;
        if let Some(place) = all[byte..].first_chunk_mut() {
            *place = (u128::from_le_bytes(*place) | bits).to_le_bytes();
        } else {
            // The bits beyond the last byte of the array are zeros.
            all[byte..].iter_mut().zip(bits.to_le_bytes()).for_each(|(all, bits)| *all |= bits);
        }
        byte += PUT_BYTES;
    }
}

/// Memory of a finished [`OutputPart`], for reuse by the next one.
#[derive(Debug)]
pub struct OutputMemory<W> {
    bits: [Vec<u8>; 2],
    matrices: BitMatrices<W>,
}

impl<W: Bitboard> Default for OutputMemory<W> {
    fn default() -> Self {
        OutputMemory { bits: Default::default(), matrices: BitMatrices::default() }
    }
}

impl<W> OutputMemory<W> {
    pub fn of(bits: [BitRange; 2], matrices: BitMatrices<W>) -> Self {
        OutputMemory { bits: bits.map(|range| range.bytes), matrices }
    }
}

/// Collects the values of a range of positions in table order, for one task.
pub struct OutputPart<'a, W, S> {
    words: S,
    first: usize,
    form: ValueForm,
    win_parity: u16,
    /// Win, draw or loss, two bits per position; empty unless the form is [`ValueForm::Wdl`].
    cells: BitRange,
    /// Values with distances; empty if the form is [`ValueForm::Wdl`].
    values: &'a mut [Known],
    /// One bit per position, set when the side to move must capture.
    captures: BitRange,
    matrices: BitMatrices<W>,
}

impl<'a, W: Bitboard, S: ValueWords<W>> OutputPart<'a, W, S> {
    /// Prepares to collect the values of the range `positions`. The values are read from `words`.
    pub fn new(words: S, form: ValueForm, win_parity: u16, positions: Range<usize>, values: &'a mut [Known]) -> Self {
        OutputPart::reusing((words, form), win_parity, positions, values, OutputMemory::default())
    }

    pub fn reusing(
        (words, form): (S, ValueForm),
        win_parity: u16,
        positions: Range<usize>,
        values: &'a mut [Known],
        memory: OutputMemory<W>,
    ) -> Self {
        let OutputMemory { bits: [cells, captures], matrices } = memory;
        let cell_bits = if form == ValueForm::Wdl { 2 * positions.start..2 * positions.end } else { 0..0 };
        let knows_captures = words.stride() > words.value_words();
        OutputPart {
            words,
            first: positions.start,
            form,
            win_parity,
            cells: BitRange::reusing(cell_bits, cells),
            values,
            captures: BitRange::reusing(if knows_captures { positions } else { 0..0 }, captures),
            matrices,
        }
    }

    /// Returns the WDL cells, and the bits that are set when the side to move must capture; also
    /// returns the memory of the matrices for reuse.
    pub fn into_bits(self) -> ([BitRange; 2], BitMatrices<W>) {
        ([self.cells, self.captures], self.matrices)
    }

    /// Writes the values of a run (consecutive positions that differ only in the square of one
    /// king). `word(i)` returns word `i` of the words that hold the values: won positions, lost
    /// positions, and one word for each binary digit of the distance. One more word may follow; it
    /// holds the positions without captures.
    #[inline(always)]
    fn put(&mut self, run: &SquareRun<'_, W>, word: impl Fn(usize) -> W) {
        let (won, lost) = (run.gather(word(WON)), run.gather(word(LOST)));
        let all = W::first_n(run.count);
        let draws = all & !(won | lost);
        if self.form == ValueForm::Wdl {
            for first in (0..run.count).step_by(CELLS_PER_WORD) {
                let part = |word: W| word.shr(first).widen() as u32;
                self.cells.put(2 * (run.number + first as usize), from_draws_and_wins(part(draws), part(won)));
            }
        } else {
            // The lowest bit of a [`Known`] is set if the position is won. The bits above hold the
            // plies.
            let mut planes = [draws; KNOWN_BITS];
            planes[0] |= won;
            let mut at = 1;
            if self.form == ValueForm::ToEnd {
                planes[at] |= if self.win_parity == 1 { won } else { lost };
                at += 1;
            }
            for digit in DIGITS..self.words.value_words() {
                planes[at] |= run.gather(word(digit));
                at += 1;
            }
            let values = &mut self.values[run.number - self.first..][..run.count as usize];
            write_planes(&planes, values);
        }
        let value_words = self.words.value_words();
        if self.words.stride() > value_words {
            let captures = all & !run.gather(word(value_words));
            for first in (0..run.count).step_by(u64::BITS as usize) {
                self.captures.put(run.number + first as usize, captures.shr(first).widen() as u64);
            }
        }
    }
}

impl<W: Bitboard, S: ValueWords<W>> Visitor<W> for OutputPart<'_, W, S> {
    #[inline(always)]
    fn run_in_word(&mut self, place: usize, run: &SquareRun<'_, W>) {
        let words = self.words;
        self.put(run, |number| words.word(place, number));
    }

    fn runs_across_words(&mut self, words: &[(u8, usize)], runs: &[(u8, SquareRun<'_, W>)]) {
        let mut matrices = std::mem::take(&mut self.matrices);
        matrices.clear(matrix_size(words, runs), self.words.stride());
        for &(square, place) in words {
            self.words.copy(place, matrices.row_mut(square));
        }
        matrices.transpose();
        for &(square, ref run) in runs {
            let words = matrices.row(square);
            self.put(run, |number| words[number]);
        }
        self.matrices = matrices;
    }
}
