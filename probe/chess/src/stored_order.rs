//! The order of the cells in a table. `FORMAT.md` of `peatee-table` is the specification.

use std::sync::LazyLock;

use crate::combination::rank;
use crate::index::{Group, Index};
use crate::kings::KingPairs;
use crate::material::KINDS;
use crate::setup::Setup;
use crate::symmetry::Symmetry;

/// An order in which a table stores the positions of a slice. It maps the number of a position to a
/// *place*: the index of the cell that holds the value of the position.
///
/// A position number has one digit for each [`Group`] of pieces, and one digit for the pair of
/// kings. The stored order has the digits of the groups in another sequence. In place of the digit
/// of the pair, it has one digit for each king.
#[derive(Debug, Clone)]
pub struct StoredOrder {
    /// Digits of position numbers, the least significant first. The pair of kings is one digit.
    digits: Vec<Digit>,
    /// Number of combinations of the digits after the second king's digit.
    behind: u64,
    /// Number of combinations of the digits between the two kings' digits.
    between: u64,
    /// Number of cells for each combination of the digits before the first king's digit.
    before: u64,
    /// Data of each pair of king squares, indexed like [`KingPairs::pairs`].
    pairs: &'static [Pair],
    kings: &'static KingPairs,
    /// Groups of pieces in the order of their digits in position numbers, padded with empty groups.
    groups: [PlacedGroup; GROUPS_MAX],
    group_count: usize,
    /// Pairs of king squares as indices in [`KingPairs::pairs`], in one list for each square of the
    /// king that comes first in the order. A list is sorted by the square of the other king.
    of_first: &'static [Vec<u64>],
    /// Amount by which a position number grows when the index of the pair of kings grows by one.
    pair_stride: u64,
}

/// Maximum number of groups in a slice: five pieces besides the kings, all in groups of their own.
const GROUPS_MAX: usize = 5;
/// Number of groups for which an index is always computed, even if they are empty, which saves a
/// branch. Nearly all slices have at least this many groups.
const GROUPS_ALWAYS: usize = 2;

/// A group of pieces of one side and kind, with the weight of its digit in the index of a cell.
#[derive(Debug, Clone, Copy, Default)]
struct PlacedGroup {
    /// Index of the squares of the group in [`Setup::pieces`]: the side times [`KINDS`], plus the
    /// kind.
    bitboard: u8,
    /// Index of the first square on which pieces of the group can stand: 8 for pawns, otherwise 0.
    first_square: u8,
    /// True when the group has more than two pieces.
    is_many: bool,
    /// True when the digit of the group comes between the digits of the kings.
    is_between: bool,
    /// Mask: all ones when the group has two pieces, otherwise zero.
    if_two: u32,
    stride: u64,
}

/// A digit of position numbers: that of a group of pieces or of the pair of kings.
#[derive(Debug, Clone, Copy)]
struct Digit {
    ways: u64,
    /// Amount by which the position number grows when this digit grows by one.
    stride: u64,
    /// Part of the stored order to which this digit belongs, and the weight of the digit within
    /// this part. `None` for the pair of kings.
    stored: Option<(Part, u64)>,
}

/// The three parts of the stored order: the digits before the first king's digit, those between the
/// digits of the kings, and those after the second king's digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Before,
    Between,
    Behind,
}

/// Numbers from which the index of a cell is computed, for one pair of king squares. The first king
/// is the king whose digit comes first in the stored order.
#[derive(Debug, Clone, Copy, Default)]
struct Pair {
    /// Number of pairs of king squares whose first king is on an earlier square.
    first: u16,
    /// Number of pairs of king squares with the first king on the same square as in this pair.
    seconds: u8,
    /// Index of this pair among the pairs of king squares with the same square of the first king.
    place: u8,
}

impl StoredOrder {
    /// Creates the order in which the index of a cell (its place) is the number of its position.
    pub fn of_numbers(index: &Index) -> StoredOrder {
        let digits = index.pawns().len() + 2 + index.pieces().len();
        let in_sequence: Vec<u8> = (1..=digits as u8).collect();
        StoredOrder::new(index, &in_sequence).expect("all digits in their order")
    }

    /// Creates the order that stores `digits` from the most significant to the least. A digit is
    /// named by its index in position numbers, from 1: own pawns, pawns of the other side, own
    /// king, other king, then the other pieces. Returns `None` unless `digits` names each digit of
    /// the slice exactly once.
    pub fn new(index: &Index, digits: &[u8]) -> Option<StoredOrder> {
        let pawns = index.pawns().len();
        let kings = [pawns, pawns + 1];
        let count = pawns + 2 + index.pieces().len();
        let is_order = digits.len() == count && (1..=count as u8).all(|digit| digits.contains(&digit));
        if !is_order {
            return None;
        }
        let order: Vec<usize> = digits.iter().map(|&digit| usize::from(digit) - 1).collect();
        let ways = |digit: usize| match digit {
            _ if digit < pawns => index.pawns()[digit].ways,
            _ if kings.contains(&digit) => 1,
            _ => index.pieces()[digit - pawns - 2].ways,
        };
        let king_places: Vec<usize> = (0..count).filter(|&place| kings.contains(&order[place])).collect();
        let [first_king, second_king] = king_places[..] else { return None };
        let product = |digits: &[usize]| digits.iter().map(|&digit| ways(digit)).product::<u64>();
        let part_of = |place: usize| match place {
            _ if place < first_king => (Part::Before, first_king),
            _ if place < second_king => (Part::Between, second_king),
            _ => (Part::Behind, count),
        };
        let stored = |digit: usize| {
            let place = order.iter().position(|&other| other == digit).expect("each digit is there");
            let (part, end) = part_of(place);
            (part, product(&order[place + 1..end]))
        };
        // In numbers, the pair of kings is one digit, at the position of the other king.
        let (mut listed, mut stride, mut pair_stride) = (Vec::new(), 1, 1);
        for digit in (0..count).rev().filter(|&digit| digit != kings[0]) {
            let is_pair = digit == kings[1];
            let ways = if is_pair { index.kings().pairs().len() as u64 } else { ways(digit) };
            listed.push(Digit { ways, stride, stored: (!is_pair).then(|| stored(digit)) });
            pair_stride = if is_pair { stride } else { pair_stride };
            stride *= ways;
        }
        let own_is_first = order[first_king] == kings[0];
        let ByFirst { pairs, of_first } = ByFirst::of(index, if own_is_first { 0 } else { 1 });
        let [between, behind] = [&order[first_king + 1..second_king], &order[second_king + 1..]].map(product);
        let before = index.kings().pairs().len() as u64 * between * behind;
        let mut groups = [PlacedGroup::default(); GROUPS_MAX];
        let in_order = index.pawns().iter().zip(0..).chain(index.pieces().iter().zip(pawns + 2..));
        for (placed, (group, digit)) in groups.iter_mut().zip(in_order) {
            let (part, stride) = stored(digit);
            let stride = if part == Part::Before { stride * before } else { stride };
            *placed = PlacedGroup::new(group, part == Part::Between, stride);
        }
        Some(StoredOrder {
            digits: listed,
            behind,
            between,
            before,
            pairs,
            kings: index.kings(),
            groups,
            group_count: pawns + index.pieces().len(),
            of_first,
            pair_stride,
        })
    }

    /// Returns the index of the cell (the place) of a position of the slice.
    ///
    /// # Panics
    /// Panics when the kings touch, and may panic for a position of another slice.
    #[inline]
    pub fn place_of(&self, setup: &Setup) -> u64 {
        let listed = self.kings.listed(setup.kings).expect("kings do not touch");
        let mut symmetry = listed.symmetry();
        if listed.is_twofold() {
            symmetry = self.of_smaller_number(setup, symmetry);
        }
        // The first sum is over the groups outside the kings, the second over the groups between
        // them.
        let mut sums = [0; 2];
        let (always, more) = self.groups.split_at(GROUPS_ALWAYS);
        for group in always.iter().chain(&more[..self.group_count.saturating_sub(GROUPS_ALWAYS)]) {
            sums[usize::from(group.is_between)] += group.digit(setup, symmetry) * group.stride;
        }
        self.pairs[listed.pair()].place(self, sums[1]) + sums[0]
    }

    /// Returns `symmetry`, or `symmetry` followed by the exchange of files and ranks, whichever
    /// gives the position the smaller number. Both map the kings to the same squares, which are on
    /// the diagonal.
    #[cold]
    fn of_smaller_number(&self, setup: &Setup, symmetry: Symmetry) -> Symmetry {
        let digits = |symmetry| self.groups.each_ref().map(|group| group.digit(setup, symmetry));
        let other = symmetry.and_diagonal();
        if digits(other) < digits(symmetry) { other } else { symmetry }
    }

    /// Returns the index of the cell (the place) of the position with a number.
    #[inline(always)]
    pub fn place(&self, number: u64) -> u64 {
        let (mut rest, mut parts, mut pair) = (number, [0; 3], 0);
        for &Digit { ways, stored, .. } in &self.digits {
            // Division is faster below 2^32.
            let digit = match u32::try_from(rest) {
                Ok(short) => u64::from(short % ways as u32),
                Err(_) => rest % ways,
            };
            rest = match u32::try_from(rest) {
                Ok(short) => u64::from(short / ways as u32),
                Err(_) => rest / ways,
            };
            match stored {
                Some((part, stride)) => parts[part as usize] += digit * stride,
                None => pair = digit as usize,
            }
        }
        let [before, between, behind] = parts;
        self.pairs[pair].place(self, between) + before * self.before + behind
    }

    /// Returns a run of consecutive position numbers whose places (indices of cells) are equally
    /// spaced. The result has the place of `number`, with which the run begins, the distance
    /// between two places of the run, and the length of the run.
    pub fn run_from(&self, number: u64) -> (u64, u64, u64) {
        let place = self.place(number);
        let count = match self.digits.first() {
            Some(digit) if digit.stored.is_some() => digit.ways - number % digit.ways,
            _ => 1,
        };
        let step = if count > 1 { self.place(number + 1) - place } else { 0 };
        (place, step, count)
    }

    /// Creates the tables that give the position numbers of consecutive cells.
    pub fn numbers(&self) -> PlacedNumbers<'_> {
        let [of_before, of_between, of_behind] =
            [Part::Before, Part::Between, Part::Behind].map(|part| self.sums(part));
        let is_short = self.behind < SHORT_RUN_PLACES;
        let of_king = |pairs: &Vec<u64>| {
            let of_pairs = pairs.iter().map(|pair| pair * self.pair_stride);
            match is_short {
                true => FirstKing {
                    starts: vec![0],
                    steps: Some(of_pairs.flat_map(|pair| of_behind.iter().map(move |sum| pair + sum)).collect()),
                },
                false => FirstKing { starts: of_pairs.collect(), steps: None },
            }
        };
        let kings = self.of_first.iter().map(of_king).collect();
        PlacedNumbers { order: self, of_before, of_between, of_behind, kings }
    }

    /// Returns the amounts that the digits of `part` add to a position number, one for each
    /// combination of these digits, in the stored order.
    fn sums(&self, part: Part) -> Vec<u64> {
        let in_part = |digit: &&Digit| digit.stored.is_some_and(|(of, _)| of == part);
        let mut digits: Vec<Digit> = self.digits.iter().filter(in_part).copied().collect();
        digits.sort_by_key(|digit| std::cmp::Reverse(digit.stored.map(|(_, stride)| stride)));
        digits.iter().fold(vec![0], |sums, digit| {
            sums.iter().flat_map(|sum| (0..digit.ways).map(move |value| sum + value * digit.stride)).collect()
        })
    }
}

/// Minimum number of consecutive cells in a run in which both kings keep their squares. If such
/// runs would be shorter, each run covers all squares of the second king instead.
const SHORT_RUN_PLACES: u64 = 64;

/// Tables that give the position numbers of consecutive cells in a stored order. A place is the
/// index of a cell in this order.
#[derive(Debug)]
pub struct PlacedNumbers<'a> {
    order: &'a StoredOrder,
    /// Amounts that the digits before the first king's digit add to a position number, one for each
    /// combination of these digits.
    of_before: Vec<u64>,
    of_between: Vec<u64>,
    of_behind: Vec<u64>,
    /// Amounts that the squares of the two kings add to a position number, with an entry for each
    /// square of the first king.
    kings: Vec<FirstKing>,
}

/// Cells with the first king on one square, divided into runs of consecutive cells. The number of a
/// position is a sum of four amounts: the start of its run, its step in the run, and the amounts of
/// the digits before and between the kings.
#[derive(Debug)]
struct FirstKing {
    starts: Vec<u64>,
    /// Step of each cell in a run: the amount that the cell adds to the start of the run. All runs
    /// have the same steps. `None` if [`PlacedNumbers::of_behind`] has the steps.
    steps: Option<Vec<u64>>,
}

impl PlacedNumbers<'_> {
    /// Calls `see` for each run of consecutive cells, from the cell `first` of the stored order on,
    /// while `see` returns true. The arguments of `see` are a base number and a list with one step
    /// for each cell of the run. The position number of a cell is the base number plus its step.
    #[inline(always)]
    pub fn runs_from<'s>(&'s self, first: u64, mut see: impl FnMut(u64, &'s [u64]) -> bool) {
        let PlacedNumbers { order, of_before, of_between, of_behind, kings } = self;
        let mut skipped = (first % order.before) as usize;
        for before in &of_before[(first / order.before) as usize..] {
            for FirstKing { starts, steps } in kings {
                let steps = steps.as_ref().unwrap_or(of_behind);
                let runs = of_between.len() * starts.len();
                if skipped >= runs * steps.len() {
                    skipped -= runs * steps.len();
                    continue;
                }
                for run in skipped / steps.len()..runs {
                    let number = before + of_between[run / starts.len()] + starts[run % starts.len()];
                    if !see(number, &steps[skipped % steps.len()..]) {
                        return;
                    }
                    skipped = 0;
                }
            }
        }
    }

    /// Calls `see` with the position number of every cell from the cell `first` of the stored order
    /// on, while `see` returns true.
    pub fn from(&self, first: u64, mut see: impl FnMut(u64) -> bool) {
        self.runs_from(first, |number, steps| steps.iter().all(|step| see(number + step)));
    }
}

impl Pair {
    /// Returns the amount that the kings and the digits between the kings' digits add to a place
    /// (the index of a cell). `between` is the index of the combination of values of these digits.
    #[inline(always)]
    fn place(&self, order: &StoredOrder, between: u64) -> u64 {
        (u64::from(self.first) * order.between + between * u64::from(self.seconds) + u64::from(self.place))
            * order.behind
    }
}

impl PlacedGroup {
    fn new(group: &Group, is_between: bool, stride: u64) -> PlacedGroup {
        PlacedGroup {
            bitboard: (group.side * KINDS + group.kind as usize) as u8,
            first_square: group.first_square() as u8,
            is_many: group.count > 2,
            is_between,
            if_two: if group.count == 2 { u32::MAX } else { 0 },
            stride,
        }
    }

    /// Returns the digit that the pieces of this group contribute to the position number, after the
    /// symmetry is applied.
    #[inline(always)]
    fn digit(&self, setup: &Setup, symmetry: Symmetry) -> u64 {
        let squares = setup.pieces.as_flattened()[usize::from(self.bitboard)];
        if self.is_many {
            return rank(symmetry.bitboard(squares) >> self.first_square);
        }
        // A single piece is both the first and the last.
        let ends = [squares.trailing_zeros(), u64::BITS - 1 - squares.leading_zeros().min(u64::BITS - 1)];
        let ends = ends.map(|square| u32::from(symmetry.square(square as u8 % 64) - self.first_square));
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let pairs_below = high * high.wrapping_sub(1) / 2;
        u64::from(low + (pairs_below & self.if_two))
    }
}

/// The pairs of king squares, grouped by the square of the king that comes first in an order.
struct ByFirst {
    /// Data of each pair of king squares, indexed like [`KingPairs::pairs`].
    pairs: Vec<Pair>,
    /// Indices in [`KingPairs::pairs`] of the pairs with each square of the first king, sorted by
    /// the square of the other king. Squares without pairs are left out.
    of_first: Vec<Vec<u64>>,
}

impl ByFirst {
    /// Returns the pairs of king squares, grouped by the king of the side to move if `first` is 0,
    /// otherwise by the other king.
    fn of(index: &Index, first: usize) -> &'static ByFirst {
        static ALL: [[LazyLock<ByFirst>; 2]; 2] = [
            [
                LazyLock::new(|| ByFirst::new(KingPairs::without_pawns(), 0)),
                LazyLock::new(|| ByFirst::new(KingPairs::without_pawns(), 1)),
            ],
            [
                LazyLock::new(|| ByFirst::new(KingPairs::with_pawns(), 0)),
                LazyLock::new(|| ByFirst::new(KingPairs::with_pawns(), 1)),
            ],
        ];
        &ALL[usize::from(!index.pawns().is_empty())][first]
    }

    fn new(kings: &KingPairs, first: usize) -> ByFirst {
        let pairs = kings.pairs();
        let mut by_first = ByFirst { pairs: vec![Pair::default(); pairs.len()], of_first: Vec::new() };
        let mut before = 0;
        for square in 0..64 {
            // The pairs come in the order of the other king's square, since `pairs` is sorted.
            let numbers: Vec<u64> =
                (0..pairs.len() as u64).filter(|&pair| pairs[pair as usize][first] == square).collect();
            for (&pair, place) in numbers.iter().zip(0..) {
                by_first.pairs[pair as usize] = Pair { first: before, seconds: numbers.len() as u8, place };
            }
            before += numbers.len() as u16;
            if !numbers.is_empty() {
                by_first.of_first.push(numbers);
            }
        }
        by_first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Slice;

    fn index(name: &str) -> Index {
        Index::new(Slice::parse(name).expect("a slice"))
    }

    /// Returns every permutation of the digits `1..=count`.
    fn orders(count: u8) -> Vec<Vec<u8>> {
        (0..count).fold(vec![Vec::new()], |orders, _| {
            let longer = |order: &Vec<u8>| {
                let next = (1..=count).filter(|digit| !order.contains(digit));
                next.map(|digit| [&order[..], &[digit]].concat()).collect::<Vec<_>>()
            };
            orders.iter().flat_map(longer).collect()
        })
    }

    #[test]
    fn every_order_gives_each_number_a_place_of_its_own() {
        for name in ["KPvK", "KvKR", "KQvK"] {
            let index = index(name);
            for digits in orders(3) {
                let order = StoredOrder::new(&index, &digits).expect("an order");
                let mut numbers = Vec::new();
                order.numbers().from(0, |number| {
                    numbers.push(number);
                    true
                });
                assert_eq!(numbers.len() as u64, index.numbers(), "{name} {digits:?}");
                assert!((0..).zip(&numbers).all(|(place, &number)| order.place(number) == place), "{name} {digits:?}");
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                assert!((0..).zip(&sorted).all(|(place, &number)| number == place), "{name} {digits:?}");
            }
        }
    }

    #[test]
    fn places_of_numbers_beside_each_other_are_equally_far_apart() {
        for (name, count) in [("KPvKR", 4), ("KPvK", 3), ("KQRvK", 4)] {
            let index = index(name);
            for digits in orders(count) {
                let order = StoredOrder::new(&index, &digits).expect("an order");
                for first in (0..index.numbers()).step_by(1499) {
                    let (place, step, count) = order.run_from(first);
                    assert!((0..count).all(|at| order.place(first + at) == place + at * step), "{name} {digits:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_given_from_any_place_on() {
        let index = index("KPvKR");
        for digits in [[1, 2, 4, 3], [3, 1, 4, 2], [4, 3, 2, 1]] {
            let order = StoredOrder::new(&index, &digits).expect("an order");
            for first in (0..index.numbers()).step_by(9973) {
                let (mut place, end) = (first, (first + 5).min(index.numbers()));
                order.numbers().from(first, |number| {
                    assert_eq!(order.place(number), place);
                    place += 1;
                    place < end
                });
                assert_eq!(place, end);
            }
        }
    }

    #[test]
    fn the_kings_beside_each_other_are_table_order() {
        let index = index("KRvKN");
        let order = StoredOrder::new(&index, &[1, 2, 3, 4]).expect("an order");
        assert!((0..index.numbers()).step_by(7).all(|number| order.place(number) == number));
    }

    #[test]
    fn digits_of_other_slices_are_refused() {
        for digits in [&[1, 2][..], &[1, 2, 2], &[1, 2, 4], &[1, 2, 3, 4], &[0, 1, 2]] {
            assert!(StoredOrder::new(&index("KQvK"), digits).is_none(), "{digits:?}");
        }
    }
}
