//! From value words to one value per position, in the order of tables.
//!
//! A table's order places the fixed pieces, then the opponent's kings, then those of the side to move, each as a
//! combination of the squares still free. Here the opponent's kings are placed once per run of values, and the kings of
//! the side to move are walked through in that order.

use peatee_probe::Slice;
use peatee_probe::index::SliceIndex;
use peatee_rules::{Kernel, Kind, Setup, Side, Word};
use rayon::prelude::*;

use super::best::{LOST, WON, conversion_at, value_at};
use super::layout::{Layout, WordTable, fixed_index};
use super::placements::{MAX_KINGS, OneMore, choose, number_of, placement};
use super::start::win_parity;
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
    let writer = Writer::new(kernel, slice, side, layout, table);
    let Shape { units, opponents, run, .. } = writer.shape;
    let positions = units * opponents * run;
    // Threads take so many runs at a time; their parts begin with a byte of their own.
    let together = ((1 << 12) / run.max(1) + 1).next_multiple_of(8);
    let knows_captures = table.stride > table.value_words;
    let mut captures = vec![0u8; if knows_captures { positions.div_ceil(8) } else { 0 }];
    // One part for each part of the values, empty ones where nothing is known of captures.
    let mut capture_parts: Vec<&mut [u8]> = captures.chunks_mut(run * together / 8).collect();
    capture_parts.resize_with((units * opponents).div_ceil(together), Default::default);
    let values = if form != Form::Signs {
        let win_parity = win_parity(kernel.goal);
        let mut values = vec![Known::DRAW; positions];
        values.par_chunks_mut(run * together).zip(capture_parts).enumerate().for_each(|(part, (values, captures))| {
            let (first, runs, values) = (part * together, values.len() / run, values.iter_mut());
            let captures = Bits::new(captures);
            if form == Form::ToEnd {
                let read = |word: &[W], square| value_at(word, square, win_parity);
                writer.write_runs(first, runs, &mut Out { values: PlyOut { values, read }, captures });
            } else {
                let values = PlyOut { values, read: conversion_at };
                writer.write_runs(first, runs, &mut Out { values, captures });
            }
        });
        Values::Plies(values)
    } else {
        let mut cells = vec![0; positions.div_ceil(SIGNS_PER_BYTE)];
        let parts = cells.par_chunks_mut(run * together / SIGNS_PER_BYTE).zip(capture_parts);
        parts.enumerate().for_each(|(part, (cells, captures))| {
            let runs = together.min(units * opponents - part * together);
            let values = SignOut { cells: Bits::new(cells) };
            writer.write_runs(part * together, runs, &mut Out { values, captures: Bits::new(captures) });
        });
        Values::Signs(Signs::new(positions, cells))
    };
    (values, knows_captures.then(|| CaptureMask::new(captures)))
}

/// Takes the values of a slice in order.
trait ValueOut<W> {
    /// The next value: that at a square of a value word.
    fn put(&mut self, word: &[W], square: u8);
    /// There are no more.
    fn finish(&mut self);
}

/// Takes the positions of a slice in order.
struct Out<'a, V> {
    values: V,
    /// Where the side to move must capture.
    captures: Bits<'a>,
}

impl<V> Out<'_, V> {
    #[inline(always)]
    fn put<W: Word>(&mut self, (word, quiet): (&[W], Option<W>), square: u8)
    where
        V: ValueOut<W>,
    {
        self.values.put(word, square);
        if let Some(quiet) = quiet {
            self.captures.put(!quiet.has(square) as u8, 1);
        }
    }
}

/// Fills bytes, lowest bits first.
struct Bits<'a> {
    bytes: std::slice::IterMut<'a, u8>,
    byte: u8,
    filled: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a mut [u8]) -> Self {
        Bits { bytes: bytes.iter_mut(), byte: 0, filled: 0 }
    }

    /// Writes so many bits, a number that divides 8.
    #[inline(always)]
    fn put(&mut self, bits: u8, count: u32) {
        self.byte |= bits << self.filled;
        self.filled += count;
        if self.filled == u8::BITS {
            self.finish();
        }
    }

    /// Writes the byte that is being filled, if any.
    #[inline(always)]
    fn finish(&mut self) {
        if self.filled > 0
            && let Some(byte) = self.bytes.next()
        {
            *byte = self.byte;
            (self.byte, self.filled) = (0, 0);
        }
    }
}

/// Writes values in plies, as `read` finds them at a square of a value word.
struct PlyOut<'a, F> {
    values: std::slice::IterMut<'a, Known>,
    read: F,
}

impl<W: Word, F: Fn(&[W], u8) -> Known> ValueOut<W> for PlyOut<'_, F> {
    #[inline(always)]
    fn put(&mut self, word: &[W], square: u8) {
        if let Some(value) = self.values.next() {
            *value = (self.read)(word, square);
        }
    }

    fn finish(&mut self) {}
}

/// Writes signs as cells of a WDL table.
struct SignOut<'a> {
    cells: Bits<'a>,
}

impl<W: Word> ValueOut<W> for SignOut<'_> {
    #[inline(always)]
    fn put(&mut self, word: &[W], square: u8) {
        let (won, lost) = (word[WON].has(square), word[LOST].has(square));
        self.cells.put((won as u8) << 1 | !(won | lost) as u8, u8::BITS / SIGNS_PER_BYTE as u32);
    }

    fn finish(&mut self) {
        self.cells.finish();
    }
}

/// How many there are of what a table's order runs through.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Configurations of the fixed pieces.
    units: usize,
    opponent_kings: usize,
    own_kings: usize,
    /// Placements of the opponent's kings.
    opponents: usize,
    /// Placements of the kings of the side to move once the others stand.
    run: usize,
}

impl Shape {
    fn of<W: Word>(kernel: &Kernel<W>, slice: Slice, fixed: Option<&SliceIndex<W>>) -> Self {
        let kings = |side: Side| slice.material.counts[side as usize][Kind::King as usize] as usize;
        let (own_kings, opponent_kings) = (kings(slice.side), kings(slice.side.other()));
        let fixed_pieces = slice.material.pieces() as usize - own_kings - opponent_kings;
        let free = kernel.squares as usize - fixed_pieces;
        Shape {
            units: fixed.map_or(1, |index| index.size() as usize),
            opponent_kings,
            own_kings,
            opponents: choose(free, opponent_kings),
            run: choose(free - opponent_kings, own_kings),
        }
    }
}

/// By square: where it comes to lie when the board is turned for the other colour; nothing in games without that symmetry.
pub fn turned<W: Word>(kernel: &Kernel<W>) -> Vec<u8> {
    let turn = |square: u8| {
        let mut setup = Setup::<W>::default();
        setup.pieces[Side::White as usize][Kind::King as usize] = W::bit(square);
        kernel.mirrored(&setup).get(Side::Black, Kind::King).lowest()
    };
    kernel.mirror.map_or(Vec::new(), |_| (0..kernel.squares as u8).map(turn).collect())
}

/// A choice of places in colexicographic order.
struct Places {
    /// Lowest first.
    squares: [u8; MAX_KINGS + 1],
    count: usize,
}

impl Places {
    fn new(number: usize, count: usize) -> Self {
        let mut squares = [u8::MAX; MAX_KINGS + 1];
        for (place, square) in squares.iter_mut().zip(placement::<u128>(number, count).squares()) {
            *place = square;
        }
        Places { squares, count }
    }

    /// The next choice.
    #[inline(always)]
    fn advance(&mut self) {
        for i in 0..self.count {
            self.squares[i] += 1;
            if self.squares[i] < self.squares[i + 1] {
                return;
            }
            self.squares[i] = i as u8;
        }
    }
}

struct Writer<'a, W> {
    kernel: &'a Kernel<W>,
    slice: Slice,
    /// The side to move, on the board.
    side: Side,
    layout: &'a Layout<W>,
    table: &'a WordTable<W>,
    /// Numbers the configurations of the fixed pieces as the table does.
    fixed: Option<SliceIndex<W>>,
    shape: Shape,
    /// From the slice's squares to those of the board.
    map: Vec<u8>,
}

/// Where the values of a run come from.
enum Source {
    /// The open king belongs to the side to move: a row.
    Row { first: usize },
    /// It belongs to the opponent: a bit in a column of one unit.
    Column { first: usize, square: u8 },
}

impl<'a, W: Word> Writer<'a, W> {
    fn new(kernel: &'a Kernel<W>, slice: Slice, side: Side, layout: &'a Layout<W>, table: &'a WordTable<W>) -> Self {
        let map = if side == slice.side { (0..kernel.squares as u8).collect() } else { turned(kernel) };
        let fixed = fixed_index(kernel, slice);
        let shape = Shape::of(kernel, slice, fixed.as_ref());
        Writer { kernel, slice, side, layout, table, fixed, shape, map }
    }

    /// Writes so many runs from the one with number `first` on.
    fn write_runs<V: ValueOut<W>>(&self, first: usize, runs: usize, out: &mut Out<V>) {
        let Shape { opponent_kings, opponents, .. } = self.shape;
        let mut cursor = self.fixed.as_ref().map(SliceIndex::cursor);
        let mut number = first;
        while number < first + runs {
            let setup = match &mut cursor {
                Some(cursor) => *cursor.seek((number / opponents) as u64),
                None => Setup::default(),
            };
            let unit = UnitRuns::new(self, &setup);
            let in_unit = number % opponents;
            let mut places = Places::new(in_unit, opponent_kings);
            let end = (number + opponents - in_unit).min(first + runs);
            for _ in number..end {
                unit.write_run(&places.squares[..opponent_kings], out);
                places.advance();
            }
            number = end;
        }
        out.values.finish();
        out.captures.finish();
    }
}

/// The runs of one unit.
struct UnitRuns<'a, W> {
    writer: &'a Writer<'a, W>,
    /// The first word.
    first: usize,
    /// The free squares, in the slice's order, as squares of the board.
    free: [u8; 128],
    free_count: usize,
}

impl<'a, W: Word> UnitRuns<'a, W> {
    /// `setup` holds the fixed pieces, as the slice has them.
    fn new(writer: &'a Writer<'a, W>, setup: &Setup<W>) -> Self {
        let mut free = [0; 128];
        let squares = writer.kernel.all & !setup.occupied();
        for (place, square) in free.iter_mut().zip(squares.squares()) {
            *place = writer.map[square as usize];
        }
        let fixed = if writer.side == writer.slice.side { *setup } else { writer.kernel.mirrored(setup) };
        let first = writer.layout.unit_of(&fixed) * writer.layout.unit_words();
        UnitRuns { writer, first, free, free_count: squares.count() as usize }
    }

    /// Writes the values of all placements of the side to move's kings, the opponent's standing on these free squares.
    #[inline(always)]
    fn write_run<V: ValueOut<W>>(&self, opponent: &[u8], out: &mut Out<V>) {
        let writer = self.writer;
        let own_kings = writer.shape.own_kings;
        let opponents = opponent.iter().fold(W::EMPTY, |set, &nth| set | W::bit(self.free[nth as usize]));
        let source = if writer.layout.open == Some(writer.side) {
            Source::Row { first: self.first + number_of(opponents) * writer.layout.columns }
        } else {
            let column = number_of(opponents.without_lowest());
            Source::Column { first: self.first + column, square: opponents.lowest() }
        };
        if own_kings == 0 {
            return writer.place(&source, &[], W::EMPTY, 0, out);
        }
        // The squares left for the side to move.
        let mut left = [0; 128];
        let mut start = 0;
        for (taken, &nth) in opponent.iter().enumerate() {
            let end = nth as usize;
            left[start - taken..end - taken].copy_from_slice(&self.free[start..end]);
            start = end + 1;
        }
        let count = self.free_count - opponent.len();
        left[start - opponent.len()..count].copy_from_slice(&self.free[start..self.free_count]);
        writer.place(&source, &left[..count], W::EMPTY, own_kings, out);
    }
}

impl<W: Word> Writer<'_, W> {
    /// Places the kings that are left, highest first: the lowest one runs fastest.
    fn place<V: ValueOut<W>>(&self, source: &Source, left: &[u8], kings: W, count: usize, out: &mut Out<V>) {
        if count > 1 {
            for highest in count - 1..left.len() {
                self.place(source, &left[..highest], kings | W::bit(left[highest]), count - 1, out);
            }
            return;
        }
        let lowest = if count == 1 { left } else { &[] };
        match *source {
            Source::Row { first } => {
                let word = self.table.with_quiet_at(first + number_of(kings));
                lowest.iter().for_each(|&king| out.put(word, king));
            }
            Source::Column { first, square } if count == 1 => {
                let rows = OneMore::than(kings);
                let row = |king: u8| first + rows.with(king) * self.layout.columns;
                lowest.iter().for_each(|&king| out.put(self.table.with_quiet_at(row(king)), square));
            }
            // The side to move has no kings.
            Source::Column { first, square } => out.put(self.table.with_quiet_at(first), square),
        }
    }
}
