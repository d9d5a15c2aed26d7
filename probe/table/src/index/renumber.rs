//! Converts the position numbers of one order of groups to those of another order of groups. A
//! group is all pieces of one side and kind.

use std::ops::Range;

use peatee_rules::{Bitboard, Kind, Setup, Side};

use super::slice_index::{Level, SliceIndex};

impl<W: Bitboard> SliceIndex<W> {
    /// Calls `each` for every position number in `numbers`, in order. The arguments are this number
    /// and the number that `other` gives to the same position. `other` must be an index of the same
    /// slice with another order of groups.
    ///
    /// Most numbers in the other order are computed by adding a constant to the previous number.
    /// This is possible while one piece steps over free squares. The rank of its square then grows
    /// by one per step. The ranks of the other pieces change only when the moving piece passes one
    /// of them.
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
            // Squares to which the lowest piece can still move while the others stay.
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

/// Positions with consecutive numbers, which differ only in the squares of the pieces placed last.
struct Row<W> {
    numbers: Range<u64>,
    level: Level<W>,
    free: W,
    /// Free squares that a piece can reach by a plain step from the previous free square. In a
    /// plain step, the rank of the piece in the other order of groups grows by exactly one, and no
    /// piece stands between the two squares.
    plain: W,
}

impl<W: Bitboard> Row<W> {
    fn none() -> Self {
        let level = Level { side: Side::White, kind: Kind::Man, class: W::EMPTY, count: 0, size: 0 };
        Row { numbers: 0..0, level, free: W::EMPTY, plain: W::EMPTY }
    }

    fn new(numbers: Range<u64>, level: &Level<W>, free: W, other: &SliceIndex<W>, setup: &Setup<W>) -> Self {
        let (side, kind) = (level.side, level.kind);
        let own = setup.get(side, kind);
        let others = setup.occupied() & !own;
        let mut row = Row { numbers, level: level.clone(), free, plain: W::EMPTY };
        let levels = &other.distributions[other.distribution_of(setup)].levels;
        let before = levels.iter().take_while(|level| (level.side, level.kind) != (side, kind));
        let taken_before =
            before.fold(W::EMPTY, |taken, level| taken | setup.get(level.side, level.kind) & level.class);
        // The last group has one class in this order, but may have several in the other order. A
        // move to a square of another class changes the distribution, so `plain` does not contain
        // that square.
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

    /// Returns by how much the number in the other order of groups grows when the piece on `square`
    /// moves to the next free square.
    fn weight(&self, other: &SliceIndex<W>, setup: &Setup<W>, square: W) -> u64 {
        let levels = &other.distributions[other.distribution_of(setup)].levels;
        let is_of_piece = |level: &Level<W>| {
            (level.side, level.kind) == (self.level.side, self.level.kind) && !(level.class & square).is_empty()
        };
        let place = levels.iter().position(is_of_piece).expect("the piece is of some level");
        levels[place + 1..].iter().map(|level| level.size).product()
    }
}
