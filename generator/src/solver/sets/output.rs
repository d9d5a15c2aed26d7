//! From value words to one value per position, in the order of tables.

use peatee_probe::Slice;
use peatee_rules::{Kernel, Side, Word};
use rayon::prelude::*;

use super::best::{LOST, WON, conversion_at, value_at};
use super::layout::{Layout, WordTable};
use super::start::win_parity;
use super::walk::{Shape, Visit, Walk};
use crate::capture_mask::CaptureMask;
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
    let Shape { units, opponents, run, .. } = walk.shape;
    let positions = units * opponents * run;
    // Threads take so many runs at a time; their parts begin with a byte of their own.
    let together = ((1 << 12) / run.max(1) + 1).next_multiple_of(8);
    let runs_in = |part: usize| together.min(units * opponents - part * together);
    let knows_captures = table.stride > table.value_words;
    let mut captures = vec![0u8; if knows_captures { positions.div_ceil(8) } else { 0 }];
    // One part for each part of the values, empty ones where nothing is known of captures.
    let mut capture_parts: Vec<&mut [u8]> = captures.chunks_mut(run * together / 8).collect();
    capture_parts.resize_with((units * opponents).div_ceil(together), Default::default);
    let values = if form == Form::Signs {
        let mut cells = vec![0; positions.div_ceil(SIGNS_PER_BYTE)];
        let parts = cells.par_chunks_mut(run * together / SIGNS_PER_BYTE).zip(capture_parts);
        parts.enumerate().for_each(|(part, (cells, captures))| {
            let mut out = SignOut { table, cells: Bits::new(cells), captures: Bits::new(captures) };
            walk.runs(part * together, runs_in(part), &mut out);
            out.cells.finish();
            out.captures.finish();
        });
        Values::Signs(Signs::new(positions, cells))
    } else {
        let win_parity = win_parity(kernel.goal);
        let mut values = vec![Known::DRAW; positions];
        let parts = values.par_chunks_mut(run * together).zip(capture_parts);
        parts.enumerate().for_each(|(part, (values, captures))| {
            // Which form it is the processor guesses right.
            let read = |word: &[W], square| match form {
                Form::ToConversion => conversion_at(word, square),
                _ => value_at(word, square, win_parity),
            };
            let mut out = PlyOut { table, values: values.iter_mut(), captures: Bits::new(captures), read };
            walk.runs(part * together, runs_in(part), &mut out);
            out.captures.finish();
        });
        Values::Plies(values)
    };
    (values, knows_captures.then(|| CaptureMask::new(captures)))
}

/// Fills bytes, lowest bits first.
struct Bits<'a> {
    bytes: std::slice::IterMut<'a, u8>,
    waiting: u128,
    count: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a mut [u8]) -> Self {
        Bits { bytes: bytes.iter_mut(), waiting: 0, count: 0 }
    }

    /// Writes so many bits, at most 64.
    #[inline(always)]
    fn put(&mut self, bits: u64, count: u32) {
        self.waiting |= (bits as u128) << self.count;
        self.count += count;
        if self.count >= u64::BITS {
            // The bits first: what comes first is asked once more at the end.
            for (from, to) in (self.waiting as u64).to_le_bytes().into_iter().zip(&mut self.bytes) {
                *to = from;
            }
            self.waiting >>= u64::BITS;
            self.count -= u64::BITS;
        }
    }

    /// Writes what is left, the last byte filled up with zero bits.
    fn finish(&mut self) {
        let left = self.count.div_ceil(u8::BITS) as usize;
        for (from, to) in self.waiting.to_le_bytes().into_iter().take(left).zip(&mut self.bytes) {
            *to = from;
        }
    }
}

/// Writes values in plies, as `read` finds them at a square of a value word.
struct PlyOut<'a, W, F> {
    table: &'a WordTable<W>,
    values: std::slice::IterMut<'a, Known>,
    captures: Bits<'a>,
    read: F,
}

impl<W: Word, F: Fn(&[W], u8) -> Known> Visit for PlyOut<'_, W, F> {
    #[inline(always)]
    fn visit(&mut self, count: usize, position: impl Fn(usize) -> (usize, u8)) {
        for (i, value) in (0..count).zip(&mut self.values) {
            let (place, square) = position(i);
            let (word, quiet) = self.table.with_quiet_at(place);
            *value = (self.read)(word, square);
            if let Some(quiet) = quiet {
                self.captures.put(!quiet.has(square) as u64, 1);
            }
        }
    }
}

/// Writes signs as cells of a WDL table.
struct SignOut<'a, W> {
    table: &'a WordTable<W>,
    cells: Bits<'a>,
    captures: Bits<'a>,
}

/// Cells that are put together before they are written.
const CELLS_TOGETHER: usize = 32;

impl<W: Word> Visit for SignOut<'_, W> {
    #[inline(always)]
    fn visit(&mut self, count: usize, position: impl Fn(usize) -> (usize, u8)) {
        for first in (0..count).step_by(CELLS_TOGETHER) {
            let some = CELLS_TOGETHER.min(count - first);
            let (mut cells, mut captures, mut knows_captures) = (0, 0, false);
            for i in 0..some {
                let (place, square) = position(first + i);
                let (word, quiet) = self.table.with_quiet_at(place);
                let (won, lost) = (word[WON].has(square), word[LOST].has(square));
                cells |= ((won as u64) << 1 | !(won | lost) as u64) << (2 * i);
                if let Some(quiet) = quiet {
                    captures |= (!quiet.has(square) as u64) << i;
                    knows_captures = true;
                }
            }
            self.cells.put(cells, 2 * some as u32);
            if knows_captures {
                self.captures.put(captures, some as u32);
            }
        }
    }
}
