//! Converts position numbers of one index to those of another order of groups.

use std::ops::Range;

use peatee_rules::{Bitboard, Kind, Setup, Side};

use super::slice_index::{Level, SliceIndex};

impl<W: Bitboard> SliceIndex<W> {
    /// Calls `each` with numbers of this index, in order, and the number of the same position in
    /// `other`, an index of the same slice in another order.
    ///
    /// While one piece steps over the free squares, its rank in the other order grows by one per
    /// square. Other ranks change only when it passes a piece. Most numbers are therefore the
    /// previous number plus a constant.
    #[inline(always)]
    pub fn renumber(&self, numbers: Range<u64>, other: &SliceIndex<W>, mut each: impl FnMut(u64, u64)) {
        let mut cursor = self.cursor();
        let mut row = Row::none();
        let mut number = numbers.start;
        while number < numbers.end {
            let mut setup = *cursor.seek(number);
            if !row.numbers.contains(&number) {
                let (numbers, level, free) = cursor.row();
                row = Row::new(numbers, level, free, other, &setup);
            }
            let set = setup.get(row.level.side, row.level.kind) & row.level.class;
            let lowest = set.lowest_only();
            let others = set & !lowest;
            // The squares of the lowest piece while the others stay.
            let mut ahead = row.free & !lowest.up_to_lowest();
            if !others.is_empty() {
                ahead &= others.up_to_lowest() & !others;
            }
            let mut place = other.rank(&setup);
            let mut weight = row.weight(other, &setup, lowest);
            each(number, place);
            number += 1;
            while !ahead.is_empty() && number < numbers.end {
                let next = ahead.lowest_only();
                ahead &= !next;
                if (next & row.plain).is_empty() {
                    let slot = &mut setup.pieces[row.level.side as usize][row.level.kind as usize];
                    *slot = (*slot & !row.level.class) | others | next;
                    place = other.rank(&setup);
                    weight = row.weight(other, &setup, next);
                } else {
                    place += weight;
                }
                each(number, place);
                number += 1;
            }
        }
    }
}

/// Positions that differ only in the squares of the last level.
struct Row<W> {
    numbers: Range<u64>,
    level: Level<W>,
    /// Squares that are free for the pieces of the level.
    free: W,
    /// Free squares that directly follow a free square in the ranks of the other order, with no
    /// piece between the two.
    plain: W,
}

impl<W: Bitboard> Row<W> {
    fn none() -> Self {
        let level = Level { side: Side::White, kind: Kind::Man, class: W::EMPTY, count: 0, size: 0 };
        Row { numbers: 0..0, level, free: W::EMPTY, plain: W::EMPTY }
    }

    /// Creates the row of a position from the state of the cursor.
    fn new(numbers: Range<u64>, level: &Level<W>, free: W, other: &SliceIndex<W>, setup: &Setup<W>) -> Self {
        let (side, kind) = (level.side, level.kind);
        let own = setup.get(side, kind);
        let others = setup.occupied() & !own;
        let mut row = Row { numbers, level: level.clone(), free, plain: W::EMPTY };
        let levels = &other.distributions[other.distribution_of(setup)].levels;
        let before = levels.iter().take_while(|level| (level.side, level.kind) != (side, kind));
        let taken_before =
            before.fold(W::EMPTY, |taken, level| taken | setup.get(level.side, level.kind) & level.class);
        // The last group has one class here, but may have several in the other order. There,
        // squares of another class are in the way, since they change the distribution.
        for class in other.classes(side, kind).into_iter().filter(|_| (own & !level.class).is_empty()) {
            let blocking = (class & !taken_before) | others | free;
            let mut squares = free & class;
            let mut below = W::EMPTY;
            while !squares.is_empty() {
                let square = squares.lowest_only();
                let between = square.up_to_lowest() & !square & !below;
                if !below.is_empty() && (between & blocking).is_empty() {
                    row.plain |= square;
                }
                below = square.up_to_lowest();
                squares &= !square;
            }
        }
        row
    }

    /// Returns the growth of the number in the other order when the piece on a square steps to the
    /// next free square.
    fn weight(&self, other: &SliceIndex<W>, setup: &Setup<W>, square: W) -> u64 {
        let levels = &other.distributions[other.distribution_of(setup)].levels;
        let is_of_piece = |level: &Level<W>| {
            (level.side, level.kind) == (self.level.side, self.level.kind) && !(level.class & square).is_empty()
        };
        let place = levels.iter().position(is_of_piece).expect("the piece is of some level");
        levels[place + 1..].iter().map(|level| level.size).product()
    }
}
