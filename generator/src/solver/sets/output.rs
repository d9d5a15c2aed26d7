//! From value words to one value per position, in the order of tables.

use std::ops::Range;

use peatee_rules::{Kernel, Side, Word};
use peatee_table::Slice;
use rayon::prelude::*;

use super::best::{DIGITS, LOST, WON};
use super::layout::{Layout, WordTable};
use super::planes::{Block, KNOWN_BITS, write_known};
use super::start::win_parity;
use super::walk::{Line, Visit, Walk, block_size};
use crate::capture_mask::CaptureMask;
use crate::solver::cells::{self, from_draws_and_wins};
use crate::solver::values::{SIGNS_PER_BYTE, Signs};
use crate::solver::{Known, Values};

/// What value words say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Who wins.
    Signs,
    /// Half the plies to the end of the game, too.
    ToEnd,
    /// The plies to a conversion, too.
    ToConversion,
}

/// Positions that one thread writes together.
const POSITIONS_TOGETHER: usize = 1 << 15;

/// Parts of so many positions that are put together at a time.
const PARTS_TOGETHER: usize = 1 << 6;

/// The values of `slice`, which on the board has `side` to move and is turned where `side` is not that of the slice; and
/// in which positions it must capture, as far as `table` knows.
pub fn values<W: Word>(
    kernel: &Kernel<W>,
    slice: Slice,
    side: Side,
    layout: &Layout<W>,
    table: &WordTable<W>,
    form: Form,
) -> (Values, Option<CaptureMask>) {
    let walk = Walk::new(kernel, slice, side, layout);
    let (positions, groups) = (walk.positions(), walk.groups());
    let knows_captures = table.stride > table.value_words;
    let mut values = match form {
        Form::Signs => Values::Signs(Signs::new(positions, vec![0; positions.div_ceil(SIGNS_PER_BYTE)])),
        Form::ToEnd | Form::ToConversion => Values::Plies(vec![Known::DRAW; positions]),
    };
    let mut captures = vec![0; if knows_captures { positions.div_ceil(u8::BITS as usize) } else { 0 }];
    let together = (POSITIONS_TOGETHER * groups / positions.max(1)).max(1);
    let parts: Vec<usize> = (0..groups).step_by(together).collect();
    for parts in parts.chunks(PARTS_TOGETHER) {
        let part = |&first: &usize| {
            let groups = first..(first + together).min(groups);
            let positions = walk.first_of(groups.start)..walk.first_of(groups.end);
            let mut part = Part {
                table,
                first: positions.start,
                form,
                win_parity: win_parity(kernel.goal),
                cells: Bits::new(if form == Form::Signs { 2 * positions.start..2 * positions.end } else { 0..0 }),
                values: vec![Known::DRAW; if form == Form::Signs { 0 } else { positions.len() }],
                captures: Bits::new(if knows_captures { positions } else { 0..0 }),
                block: Block::default(),
            };
            walk.visit(groups, &mut part);
            part
        };
        for part in parts.par_iter().map(part).collect::<Vec<Part<W>>>() {
            match &mut values {
                Values::Signs(signs) => part.cells.put_into(signs.bytes_mut()),
                Values::Plies(values) => values[part.first..][..part.values.len()].copy_from_slice(&part.values),
            }
            part.captures.put_into(&mut captures);
        }
    }
    (values, knows_captures.then(|| CaptureMask::new(captures)))
}

/// A range of a row of bits, lowest bits of bytes first.
struct Bits {
    /// The byte that the first of these is in the whole row.
    first: usize,
    bytes: Vec<u8>,
}

/// What may be written behind the last byte: zeros.
const MARGIN_BYTES: usize = size_of::<u128>();

impl Bits {
    fn new(bits: Range<usize>) -> Self {
        let first = bits.start / u8::BITS as usize;
        Bits { first, bytes: vec![0; bits.end.div_ceil(u8::BITS as usize) - first + MARGIN_BYTES] }
    }

    /// Writes at most 64 bits at a place in the whole row, where there are zeros so far.
    #[inline(always)]
    fn put(&mut self, at: usize, bits: u64) {
        let byte = at / u8::BITS as usize - self.first;
        let place = self.bytes[byte..].first_chunk_mut().expect("there is a margin");
        *place = (u128::from_le_bytes(*place) | (bits as u128) << (at % u8::BITS as usize)).to_le_bytes();
    }

    /// Puts all of it into the whole row. Bytes at its ends may hold bits of others.
    fn put_into(&self, all: &mut [u8]) {
        let bytes = &self.bytes[..self.bytes.len() - MARGIN_BYTES];
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

/// Writes a range of positions.
struct Part<'a, W> {
    table: &'a WordTable<W>,
    /// The number of the first position.
    first: usize,
    form: Form,
    win_parity: u16,
    /// Where only signs are wanted, the cells of a WDL table.
    cells: Bits,
    /// Otherwise.
    values: Vec<Known>,
    /// Where the side to move must capture.
    captures: Bits,
    block: Block<W>,
}

impl<W: Word> Part<'_, W> {
    /// Writes a line, given the words it lies in, as many as a place of the table has.
    #[inline(always)]
    fn put(&mut self, line: &Line<'_, W>, word: impl Fn(usize) -> W) {
        let (won, lost) = (line.gather(word(WON)), line.gather(word(LOST)));
        let all = W::first_n(line.count);
        let draws = all & !(won | lost);
        if self.form == Form::Signs {
            for first in (0..line.count).step_by(cells::TOGETHER) {
                let part = |word: W| word.lowered(first).widen() as u32;
                self.cells.put(2 * (line.number + first as usize), from_draws_and_wins(part(draws), part(won)));
            }
        } else {
            // The bits of [`Known`]: who wins, then the plies.
            let mut planes = [draws; KNOWN_BITS];
            planes[0] |= won;
            let mut at = 1;
            if self.form == Form::ToEnd {
                planes[at] |= if self.win_parity == 1 { won } else { lost };
                at += 1;
            }
            for digit in DIGITS..self.table.value_words {
                planes[at] |= line.gather(word(digit));
                at += 1;
            }
            let values = &mut self.values[line.number - self.first..][..line.count as usize];
            write_known(&planes, values);
        }
        if self.table.stride > self.table.value_words {
            let captures = all & !line.gather(word(self.table.value_words));
            for first in (0..line.count).step_by(u64::BITS as usize) {
                self.captures.put(line.number + first as usize, captures.lowered(first).widen() as u64);
            }
        }
    }
}

impl<W: Word> Visit<W> for Part<'_, W> {
    #[inline(always)]
    fn row(&mut self, place: usize, line: &Line<'_, W>) {
        let table = self.table;
        let words = &table.words[place * table.stride..][..table.stride];
        self.put(line, |number| words[number]);
    }

    fn block(&mut self, words: &[(u8, usize)], lines: &[(u8, Line<'_, W>)]) {
        let table = self.table;
        let mut block = std::mem::take(&mut self.block);
        block.clear(block_size(words, lines), table.stride);
        for &(square, place) in words {
            block.put(square, &table.words[place * table.stride..][..table.stride]);
        }
        block.turn();
        for &(square, ref line) in lines {
            let words = block.row(square);
            self.put(line, |number| words[number]);
        }
        self.block = block;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Entries;
    use crate::solver::sets::best::value_at;
    use peatee_rules::{Game, Kind, Variant, with_kernel};
    use peatee_table::index::SliceIndex;

    /// One position of a value word, read bit by bit.
    fn simple_value<W: Word>(word: &[W], square: u8, form: Form, win_parity: u16) -> Known {
        let known = value_at(word, square, win_parity);
        let digits = || (0..).zip(&word[DIGITS..]).map(|(i, digit)| (digit.has(square) as u16) << i).sum();
        match form {
            Form::ToEnd => known,
            _ if known.is_draw() => Known::DRAW,
            Form::Signs if known.is_won() => Known::won(1),
            Form::Signs => Known::lost(0),
            Form::ToConversion if known.is_won() => Known::won(digits()),
            Form::ToConversion => Known::lost(digits()),
        }
    }

    /// Words without a pattern; the open king is the first of its side in the order of the table.
    fn check<W: Word>(kernel: &Kernel<W>, slice: Slice, side: Side, open: Option<Side>, form: Form) {
        let is_turned = side != slice.side;
        let material = if is_turned { slice.material.swapped() } else { slice.material };
        let layout = Layout::new(kernel, material, open);
        let digits = if form == Form::Signs { 0 } else { 6 };
        let mut table = WordTable::with_quiet(&layout, DIGITS + digits);
        let mut state = 0x9e37_79b9_7f4a_7c15u128;
        for words in table.words.chunks_mut(table.stride) {
            for word in &mut *words {
                state = state.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15).wrapping_add(1);
                *word = W::narrow(state >> 40);
            }
            words[LOST] &= !words[WON];
        }
        let win_parity = win_parity(kernel.goal);
        let (values, captures) = values(kernel, slice, side, &layout, &table, form);
        let captures = captures.expect("the words say where captures are");
        let index = SliceIndex::new(kernel, slice);
        assert_eq!(values.len() as u64, index.size());
        let mut cursor = index.cursor();
        for number in 0..values.len() {
            let setup = *cursor.seek(number as u64);
            let on_board = if is_turned { kernel.mirrored(&setup) } else { setup };
            let unit = layout.unit_of(&on_board);
            let (place, square) = match layout.open {
                None => (unit, 0),
                Some(open) => {
                    let open_of_slice = if is_turned { open.other() } else { open };
                    let first = W::bit(setup.get(open_of_slice, Kind::King).lowest());
                    let first = if is_turned { kernel.turned(first) } else { first };
                    let others = on_board.get(open, Kind::King) & !first;
                    (layout.place_with(unit, &on_board, others), first.lowest())
                }
            };
            let quiet = table.words[place * table.stride + table.value_words];
            let expected = simple_value(table.at(place), square, form, win_parity);
            assert_eq!(values.at(number), expected, "{slice} {number} {form:?}, {open:?} open");
            assert_eq!(captures.has(number as u64), !quiet.has(square), "{slice} {number}");
        }
    }

    #[test]
    fn every_value_is_written_where_its_position_is() {
        for (variant, names) in [
            ("english", &["KvK", "KMvK", "KvKM", "KKvK", "KvKK", "KKvKM", "KMvKK", "MvKK", "KKvM", "KKKvM", "MvM"][..]),
            ("international", &["KvK", "KMvK", "KvKK"]),
            ("oneway", &["KvK", "KvKK"]),
            ("canadian", &["KvK", "KvM"]),
        ] {
            let game = Game::new(Variant::named(variant).expect("a variant"));
            with_kernel!(game, kernel => {
                for name in names {
                    let slice = Slice::parse(&game, name).expect("a slice");
                    let sides = if kernel.mirror.is_some() { &Side::BOTH[..] } else { &[slice.side] };
                    for &side in sides {
                        for open in Side::BOTH {
                            for form in [Form::Signs, Form::ToEnd, Form::ToConversion] {
                                check(kernel, slice, side, Some(open), form);
                            }
                        }
                    }
                }
            });
        }
    }
}
