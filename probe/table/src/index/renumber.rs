//! From the numbers of an index to those of the same positions in another order of groups.

use std::ops::Range;

use peatee_rules::{Bitboard, Kind, Setup, Side};

use super::slice_index::{Level, SliceIndex};

impl<W: Bitboard> SliceIndex<W> {
    /// Calls `each` with numbers of this index, in order, and the number of the same position in an
    /// index of the same slice in another order.
    ///
    /// While one piece goes over the free squares and all others stand, its rank in the other order
    /// grows by one from square to square, and no other rank changes unless it passes a piece. So
    /// most numbers are the one before plus a constant.
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
            // The squares of the lowest piece while the others stand.
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

/// Positions that differ in the pieces of the last level only.
struct Row<W> {
    numbers: Range<u64>,
    level: Level<W>,
    /// The squares that the level leaves to its pieces.
    free: W,
    /// Those of them whose place in the other order is one more than that of the free square
    /// before, and between which and that square nothing stands.
    plain: W,
}

impl<W: Bitboard> Row<W> {
    fn none() -> Self {
        let level = Level { side: Side::White, kind: Kind::Man, class: W::EMPTY, count: 0, size: 0 };
        Row { numbers: 0..0, level, free: W::EMPTY, plain: W::EMPTY }
    }

    /// The row of a position, as the cursor gives it.
    fn new(numbers: Range<u64>, level: &Level<W>, free: W, other: &SliceIndex<W>, setup: &Setup<W>) -> Self {
        let (side, kind) = (level.side, level.kind);
        let own = setup.get(side, kind);
        let others = setup.occupied() & !own;
        let mut row = Row { numbers, level: level.clone(), free, plain: W::EMPTY };
        let levels = &other.distributions[other.distribution_of(setup)].levels;
        let before = levels.iter().take_while(|level| (level.side, level.kind) != (side, kind));
        let taken_before =
            before.fold(W::EMPTY, |taken, level| taken | setup.get(level.side, level.kind) & level.class);
        // The group that comes last is of one class here, but not in the other order. There the
        // squares of another class are in the way: the distribution changes.
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

    /// How much the number in the other order grows with the place of the piece on a square.
    fn weight(&self, other: &SliceIndex<W>, setup: &Setup<W>, square: W) -> u64 {
        let levels = &other.distributions[other.distribution_of(setup)].levels;
        let is_of_piece = |level: &Level<W>| {
            (level.side, level.kind) == (self.level.side, self.level.kind) && !(level.class & square).is_empty()
        };
        let place = levels.iter().position(is_of_piece).expect("the piece is of some level");
        levels[place + 1..].iter().map(|level| level.size).product()
    }
}
