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
use super::placements::{OneMore, choose, number_of, placement};
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
        for (number, values) in (chunk * together..).zip(values.chunks_mut(run)) {
            let setup = match &mut cursor {
                Some(cursor) => *cursor.seek((number / opponents) as u64),
                None => Setup::default(),
            };
            writer.write_run(setup, placement(number % opponents, opponent_kings), own_kings, values);
        }
    });
    values
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
enum Source<W> {
    /// The open king belongs to the side to move: a row.
    Row { first: usize },
    /// It belongs to the opponent: a bit in a column of one unit.
    Column { first: usize, square: u8 },
    /// There is none.
    Word { place: usize, kings: std::marker::PhantomData<W> },
}

impl<'a, W: Word> Writer<'a, W> {
    fn new(kernel: &'a Kernel<W>, slice: Slice, side: Side, layout: &'a Layout<W>, table: &'a WordTable<W>) -> Self {
        let turn = |square: u8| {
            let mut setup = Setup::<W>::default();
            setup.pieces[Side::White as usize][Kind::King as usize] = W::bit(square);
            kernel.mirrored(&setup).get(Side::Black, Kind::King).lowest()
        };
        let squares = 0..kernel.squares as u8;
        let map = if side == slice.side { squares.collect() } else { squares.map(turn).collect() };
        Writer { kernel, slice, side, layout, table, map, win_parity: win_parity(kernel.goal) }
    }

    /// Writes the values of all placements of the side to move's kings; `opponent` is a placement on the free squares.
    fn write_run(&self, setup: Setup<W>, opponent: W, own_kings: usize, values: &mut [Known]) {
        let free: Vec<u8> = (self.kernel.all & !setup.occupied()).squares().collect();
        let mut taken = W::EMPTY;
        let mut opponents = W::EMPTY;
        for nth in opponent.squares() {
            taken |= W::bit(free[nth as usize]);
            opponents |= W::bit(self.map[free[nth as usize] as usize]);
        }
        let fixed = if self.side == self.slice.side { setup } else { self.kernel.mirrored(&setup) };
        let first = self.layout.unit_of(&fixed) * self.layout.unit_words();
        let columns = self.layout.columns;
        let source = match self.layout.open {
            Some(open) if open == self.side => Source::Row { first: first + number_of(opponents) * columns },
            Some(_) => {
                let column = number_of(opponents.without_lowest());
                Source::Column { first: first + column, square: opponents.lowest() }
            }
            None => Source::Word { place: first, kings: std::marker::PhantomData },
        };
        // The squares left for the side to move, lowest first in the slice's order, as squares of the board.
        let left: Vec<u8> =
            free.iter().filter(|&&square| !taken.has(square)).map(|&square| self.map[square as usize]).collect();
        let mut next = values.iter_mut();
        self.place(&source, &left, W::EMPTY, own_kings, &mut next);
        debug_assert!(next.next().is_none());
    }

    /// Places the kings that are left, highest first: the lowest one runs fastest.
    fn place(&self, source: &Source<W>, left: &[u8], kings: W, count: usize, out: &mut std::slice::IterMut<Known>) {
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
                let place = first + number_of(kings);
                lowest.iter().zip(out).for_each(|(&king, out)| *out = value(place, king));
            }
            Source::Column { first, square } if count == 1 => {
                let rows = OneMore::than(kings);
                let row = |king: u8| first + rows.with(king) * self.layout.columns;
                lowest.iter().zip(out).for_each(|(&king, out)| *out = value(row(king), *square));
            }
            // The side to move has no kings.
            Source::Column { first, square } => out.take(1).for_each(|out| *out = value(*first, *square)),
            Source::Word { place, .. } => out.take(1).for_each(|out| *out = value(*place, 0)),
        }
    }
}
