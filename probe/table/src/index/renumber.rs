//! Converts the position numbers of one order of groups to those of another order of groups. A
//! group is all pieces of one side and kind.

use std::ops::Range;

use peatee_rules::{Bitboard, Kind, Setup, Side};

use super::slice_index::{Level, SliceIndex};
use super::subsets::binomial;

impl<W: Bitboard> SliceIndex<W> {
    /// Calls `see` for runs of consecutive positions that together have the position numbers
    /// `numbers`, in order. The arguments of `see` are a base number and a list with one step for
    /// each position of the run. The number that `other` gives to a position is the base number
    /// plus its step. `other` must be an index of the same slice with another order of groups.
    ///
    /// In a run, one piece moves over free squares while all others stay. How far it moves the
    /// number in the other order depends only on the pieces of the other groups, so runs share
    /// their steps as long as these pieces stay.
    #[inline(always)]
    pub fn renumber(&self, numbers: Range<u64>, other: &SliceIndex<W>, mut see: impl FnMut(u64, &[u64])) {
        let mut cursor = self.cursor();
        let mut steps = Steps::<W>::none();
        let mut row = 0..0;
        let mut number = numbers.start;
        while number < numbers.end {
            let setup = *cursor.seek(number);
            let (next_row, level, free) = cursor.row();
            let is_new_row = next_row != row;
            row = next_row;
            let set = setup.get(level.side, level.kind);
            let lowest = set.lowest_only();
            let distribution = other.distribution_of(&setup);
            if is_new_row || steps.distribution != distribution || (steps.squares & lowest).is_empty() {
                steps.fill(other, distribution, (level.side, level.kind), &setup, free);
            }
            // Squares to which the lowest piece can still move in the run.
            let mut ahead = free & !lowest.up_to_lowest();
            for end in [set & !lowest, ahead & !steps.squares] {
                if !end.is_empty() {
                    ahead &= end.up_to_lowest() & !end;
                }
            }
            let first = (steps.squares & lowest.up_to_lowest()).count() as usize - 1;
            let count = (numbers.end - number).min(1 + u64::from(ahead.count()));
            let of_run = &steps.list[first..][..count as usize];
            see(other.rank(&setup) - of_run[0], of_run);
            number += count;
        }
    }
}

/// Amounts by which the number of a position in some order of groups grows as the lowest piece of a
/// group moves up while all other groups stay.
struct Steps<W> {
    /// Index of the distribution of the positions.
    distribution: usize,
    /// Squares of the piece: the free squares of one class. On them, the distribution is the same.
    squares: W,
    /// For each of the squares, the amount since the lowest of them.
    list: Vec<u64>,
}

impl<W: Bitboard> Steps<W> {
    fn none() -> Self {
        Steps { distribution: usize::MAX, squares: W::EMPTY, list: Vec::new() }
    }

    /// Computes the steps of the lowest piece of this side and kind. `free` holds the squares that
    /// no other group occupies.
    fn fill(
        &mut self,
        order: &SliceIndex<W>,
        distribution: usize,
        (side, kind): (Side, Kind),
        setup: &Setup<W>,
        free: W,
    ) {
        let levels = &order.distributions[distribution].levels;
        let own = setup.get(side, kind);
        let is_of_piece = |level: &Level<W>| {
            (level.side, level.kind) == (side, kind) && !(level.class & own.lowest_only()).is_empty()
        };
        let place = levels.iter().position(is_of_piece).expect("the piece is of some level");
        let class = levels[place].class;
        (self.distribution, self.squares) = (distribution, free & class);
        self.list.clear();
        self.list.resize(self.squares.count() as usize, 0);
        // The pieces that the order places before a level, without those of the group.
        let others = setup.occupied() & !own;
        let mut before = others;
        let mut weight = 1;
        for level in levels[place + 1..].iter().rev() {
            let set = setup.get(level.side, level.kind) & level.class & !own;
            before &= !set;
            // A piece that is passed has one more free square below it.
            if !(level.class & class).is_empty() {
                let below = |square: u8| (level.class & !before & W::below(square)).count() as usize;
                for (lower, square) in set.squares().enumerate() {
                    self.pass(square, || weight * binomial(below(square) - 1, lower));
                }
            }
            weight *= level.size;
        }
        // The squares of pieces that the order places later are free when the piece is placed.
        (class & others & !before).squares().for_each(|square| self.pass(square, || weight));
        let mut total = 0;
        for step in self.list.iter_mut().skip(1) {
            total += *step + weight;
            *step = total;
        }
    }

    /// Adds an amount to the step over `square`, unless none of the squares is below or above it.
    fn pass(&mut self, square: u8, amount: impl Fn() -> u64) {
        let first = (self.squares & W::below(square)).count() as usize;
        if let Some(step) = self.list.get_mut(first).filter(|_| first > 0) {
            *step += amount();
        }
    }
}
