//! From value words to one value per position, in the order of tables.
//!
//! A table's order places the fixed pieces, then the opponent's kings, then those of the side to move, each as a
//! combination of the squares still free. Here the opponent's kings are placed once per run of values, and the kings of
//! the side to move are walked through in that order.

use peatee_probe::Slice;
use peatee_rules::{Kernel, Kind, Setup, Side, Word};
use rayon::prelude::*;

use super::best::value_at;
use super::layout::{Layout, WordTable, fixed_index};
use super::placements::{MAX_KINGS, OneMore, choose, number_of, placement};
use super::start::win_parity;
use crate::solver::Known;

/// The values of `slice`, which on the board has `side` to move and is turned where `side` is not that of the slice.
pub fn values<W: Word>(
    kernel: &Kernel<W>,
    slice: Slice,
    side: Side,
    layout: &Layout<W>,
    table: &WordTable<W>,
) -> Vec<Known> {
    let writer = Writer::new(kernel, slice, side, layout, table);
    let fixed = fixed_index(kernel, slice);
    let units = fixed.as_ref().map_or(1, |index| index.size() as usize);
    let pieces = |side: Side| slice.material.counts[side as usize];
    let fixed_pieces: u32 =
        Side::BOTH.map(|side| pieces(side).iter().sum::<u8>() - pieces(side)[Kind::King as usize]).iter().sum::<u8>()
            as u32;
    let free = (kernel.squares - fixed_pieces) as usize;
    let opponent_kings = pieces(slice.side.other())[Kind::King as usize] as usize;
    let own_kings = pieces(slice.side)[Kind::King as usize] as usize;
    let opponents = choose(free, opponent_kings);
    let run = choose(free - opponent_kings, own_kings);
    let mut values = vec![Known::DRAW; units * opponents * run];
    let together = (1 << 12) / run.max(1) + 1;
    values.par_chunks_mut(run * together).enumerate().for_each(|(chunk, values)| {
        let mut cursor = fixed.as_ref().map(|index| index.cursor());
        let mut number = chunk * together;
        let mut runs = values.chunks_mut(run);
        while runs.len() > 0 {
            let setup = match &mut cursor {
                Some(cursor) => *cursor.seek((number / opponents) as u64),
                None => Setup::default(),
            };
            let unit = UnitRuns::new(&writer, &setup);
            let first = number % opponents;
            let mut places = Places::new(first, opponent_kings);
            for values in runs.by_ref().take(opponents - first) {
                unit.write_run(&places.squares[..opponent_kings], own_kings, values);
                places.advance();
                number += 1;
            }
        }
    });
    values
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
    /// From the slice's squares to those of the board.
    map: Vec<u8>,
    win_parity: u16,
}

/// Where the values of a run come from.
enum Source {
    /// The open king belongs to the side to move: a row.
    Row { first: usize },
    /// It belongs to the opponent: a bit in a column of one unit.
    Column { first: usize, square: u8 },
    /// There is none.
    Word { place: usize },
}

impl<'a, W: Word> Writer<'a, W> {
    fn new(kernel: &'a Kernel<W>, slice: Slice, side: Side, layout: &'a Layout<W>, table: &'a WordTable<W>) -> Self {
        let map = if side == slice.side { (0..kernel.squares as u8).collect() } else { turned(kernel) };
        Writer { kernel, slice, side, layout, table, map, win_parity: win_parity(kernel.goal) }
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
    fn write_run(&self, opponent: &[u8], own_kings: usize, values: &mut [Known]) {
        let writer = self.writer;
        let opponents = opponent.iter().fold(W::EMPTY, |set, &nth| set | W::bit(self.free[nth as usize]));
        let source = match writer.layout.open {
            Some(open) if open == writer.side => {
                Source::Row { first: self.first + number_of(opponents) * writer.layout.columns }
            }
            Some(_) => {
                let column = number_of(opponents.without_lowest());
                Source::Column { first: self.first + column, square: opponents.lowest() }
            }
            None => Source::Word { place: self.first },
        };
        let mut next = values.iter_mut();
        if own_kings == 0 {
            return writer.place(&source, &[], W::EMPTY, 0, &mut next);
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
        writer.place(&source, &left[..count], W::EMPTY, own_kings, &mut next);
        debug_assert!(next.next().is_none());
    }
}

impl<W: Word> Writer<'_, W> {
    /// Places the kings that are left, highest first: the lowest one runs fastest.
    fn place(&self, source: &Source, left: &[u8], kings: W, count: usize, out: &mut std::slice::IterMut<Known>) {
        if count > 1 {
            for highest in count - 1..left.len() {
                self.place(source, &left[..highest], kings | W::bit(left[highest]), count - 1, out);
            }
            return;
        }
        let value = |place: usize, square: u8| value_at(self.table.at(place), square, self.win_parity);
        let lowest = if count == 1 { left } else { &[] };
        match source {
            Source::Row { first } => {
                let word = self.table.at(first + number_of(kings));
                lowest.iter().zip(out).for_each(|(&king, out)| *out = value_at(word, king, self.win_parity));
            }
            Source::Column { first, square } if count == 1 => {
                let rows = OneMore::than(kings);
                let row = |king: u8| first + rows.with(king) * self.layout.columns;
                lowest.iter().zip(out).for_each(|(&king, out)| *out = value(row(king), *square));
            }
            // The side to move has no kings.
            Source::Column { first, square } => out.take(1).for_each(|out| *out = value(*first, *square)),
            Source::Word { place } => out.take(1).for_each(|out| *out = value(*place, 0)),
        }
    }
}
