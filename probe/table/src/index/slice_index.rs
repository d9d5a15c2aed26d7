//! Converts positions of one slice to numbers and back.

use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Kind, Setup, Side};

use super::group_order::{GroupName, GroupOrder, count};
use super::subsets::{BINOMIAL, rank_subset, unrank_subset};
use crate::slice::Slice;

/// Pieces of one side and kind on the squares of `class`, a set of squares on which the same later
/// kinds can stand. A position number has one digit for each level.
#[derive(Debug, Clone)]
pub(super) struct Level<W> {
    pub(super) side: Side,
    pub(super) kind: Kind,
    pub(super) class: W,
    pub(super) count: u8,
    /// Number of ways to choose the squares of these pieces.
    pub(super) size: u64,
}

/// Positions of a slice that have the same number of pieces of each side and kind on each class of
/// squares. A class is a set of squares on which the same later kinds can stand. The numbers of
/// these positions form a range of their own.
#[derive(Debug, Clone)]
pub(super) struct Distribution<W> {
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) levels: Vec<Level<W>>,
}

/// Digit of a distribution code, a number that tells how many pieces stand on each class of
/// squares. The digit is the number of pieces of one side and kind on the squares of `class`.
#[derive(Debug, Clone)]
pub(super) struct Digit<W> {
    pub(super) side: Side,
    pub(super) kind: Kind,
    pub(super) class: W,
    pub(super) weight: u32,
}

/// Numbering of the positions of one slice: each position has one number, from 0 without gaps.
#[derive(Debug, Clone)]
pub struct SliceIndex<W> {
    pub(super) slice: Slice,
    pub(super) digits: Vec<Digit<W>>,
    /// Index in `distributions`, indexed by distribution code (the number that the digits of a
    /// position form); `u32::MAX` if no position has the code.
    pub(super) distribution_of_code: Vec<u32>,
    pub(super) distributions: Vec<Distribution<W>>,
    pub(super) size: u64,
}

/// Pieces of one side and kind, with the classes into which their squares are split. Pieces of a
/// later group can stand on all squares of a class or on none.
struct Group<W> {
    side: Side,
    kind: Kind,
    count: u8,
    classes: Vec<W>,
}

impl<W: Bitboard> SliceIndex<W> {
    /// Creates the index of a slice in table order: men first, then the opponent's kings, then the
    /// kings of the side to move.
    pub fn new(kernel: &Kernel<W>, slice: Slice) -> Self {
        Self::in_order(kernel, slice, GroupOrder::TABLE_ORDER).expect("every slice has a table order")
    }

    /// Creates the index of a slice that places its groups of pieces in this order.
    ///
    /// # Errors
    /// The reason why the order is refused. It belongs to another slice, or it makes too many
    /// distributions (combinations of numbers of pieces on each class of squares).
    pub fn in_order(kernel: &Kernel<W>, slice: Slice, order: GroupOrder) -> Result<Self, &'static str> {
        let groups = order.groups(kernel, slice).ok_or("its order of groups is not one of its slice")?;
        let groups = with_classes(kernel, slice, &groups);
        let levels: usize = groups.iter().map(|group| group.classes.len()).sum();
        let codes = groups.iter().filter(|group| group.classes.len() > 1).fold(1u64, |codes, group| {
            codes.saturating_mul((group.count as u64 + 1).saturating_pow(group.classes.len() as u32))
        });
        if !order.is_table_order() && (levels > MAX_LEVELS || codes > CODES_MAX) {
            return Err("its order of groups makes too many distributions");
        }
        let mut digits = Vec::new();
        let mut weight = 1u32;
        for group in groups.iter().filter(|group| group.classes.len() > 1) {
            for &class in &group.classes {
                digits.push(Digit { side: group.side, kind: group.kind, class, weight });
                weight *= group.count as u32 + 1;
            }
        }
        let mut index = SliceIndex {
            slice,
            digits,
            distribution_of_code: vec![u32::MAX; weight as usize],
            distributions: Vec::new(),
            size: 0,
        };
        index.distribute(&groups, Vec::new(), 0);
        Ok(index)
    }

    /// Adds every distribution (numbers of pieces on each class of squares) that begins with
    /// `levels`. There is one for each way to spread the pieces of the remaining `groups` over
    /// their classes of squares. The sequence of distributions is fixed, because position numbers
    /// depend on it.
    fn distribute(&mut self, groups: &[Group<W>], levels: Vec<Level<W>>, code: u32) {
        let Some((group, rest)) = groups.split_first() else {
            // Slice names from outside can have more positions than 64 bits can count.
            let size = levels.iter().fold(1u64, |size, level| size.saturating_mul(level.size));
            if size > 0 {
                self.distribution_of_code[code as usize] = self.distributions.len() as u32;
                let levels = levels.into_iter().filter(|level| level.count > 0).collect();
                self.distributions.push(Distribution { offset: self.size, size, levels });
                self.size = self.size.saturating_add(size);
            }
            return;
        };
        for counts in compositions(group.count, group.classes.len()) {
            let mut levels = levels.clone();
            let mut code = code;
            for (&class, &count) in group.classes.iter().zip(&counts) {
                // The class of an earlier level either contains all squares of this class or none
                // of them, so this count is exact.
                let taken: u32 = levels.iter().filter(|l| !(l.class & class).is_empty()).map(|l| l.count as u32).sum();
                let free = class.count().saturating_sub(taken) as usize;
                let size = BINOMIAL[free][count as usize];
                levels.push(Level { side: group.side, kind: group.kind, class, count, size });
                let digit = self.digits.iter().find(|d| (d.side, d.kind, d.class) == (group.side, group.kind, class));
                code += digit.map_or(0, |digit| digit.weight * count as u32);
            }
            self.distribute(rest, levels, code);
        }
    }

    /// Returns the slice whose positions this index numbers.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    /// Returns the number of groups of pieces in the slice.
    pub fn groups(&self) -> usize {
        self.slice.material.counts.iter().flatten().filter(|&&count| count > 0).count()
    }

    /// Returns the number of positions in the slice; `u64::MAX` if there are that many or more.
    #[inline(always)]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of a position. The position must be legal and belong to the slice.
    #[inline(always)]
    pub fn rank(&self, setup: &Setup<W>) -> u64 {
        let number = self.distribution_of(setup);
        self.rank_from(&Partial { distribution: number, level: 0, rank: 0, occupied: W::EMPTY }, setup)
    }

    /// Returns the state of the numbering before the pieces of this side and kind are placed.
    /// Positions that differ only in these pieces share this state, so it need be computed only
    /// once for them. Returns `None` when the state depends on the squares of these pieces.
    #[inline(always)]
    pub fn partial(&self, setup: &Setup<W>, side: Side, kind: Kind) -> Option<Partial<W>> {
        if self.digits.iter().any(|digit| (digit.side, digit.kind) == (side, kind)) {
            return None;
        }
        let number = self.distribution_of(setup);
        let mut partial = Partial { distribution: number, level: 0, rank: 0, occupied: W::EMPTY };
        for level in &self.distributions[number].levels {
            if (level.side, level.kind) == (side, kind) {
                break;
            }
            partial.add(level, setup);
        }
        Some(partial)
    }

    /// Returns the number of a position, given the state that [`SliceIndex::partial`] returned for
    /// a position that differs only in the pieces of that side and kind.
    #[inline(always)]
    pub fn rank_from(&self, partial: &Partial<W>, setup: &Setup<W>) -> u64 {
        let distribution = &self.distributions[partial.distribution];
        let mut whole = partial.clone();
        for level in &distribution.levels[partial.level..] {
            whole.add(level, setup);
        }
        distribution.offset + whole.rank
    }

    #[inline(always)]
    pub(super) fn distribution_of(&self, setup: &Setup<W>) -> usize {
        if self.distributions.len() == 1 {
            return 0;
        }
        let mut code = 0;
        for digit in &self.digits {
            code += digit.weight * (setup.get(digit.side, digit.kind) & digit.class).count();
        }
        self.distribution_of_code[code as usize] as usize
    }

    /// Returns a cursor that converts position numbers to positions, fastest in ascending order.
    pub fn cursor(&self) -> Cursor<'_, W> {
        Cursor {
            index: self,
            distribution: usize::MAX,
            digits: [u64::MAX; MAX_LEVELS],
            run: 0..0,
            before_last: W::EMPTY,
            setup: Setup::default(),
        }
    }

    /// Returns the position with number `rank`.
    ///
    /// # Panics
    /// Panics when `rank` is not below [`SliceIndex::size`].
    pub fn unrank(&self, rank: u64) -> Setup<W> {
        *self.cursor().seek(rank)
    }
}

/// State of the numbering of a position after some of its pieces; see [`SliceIndex::partial`].
#[derive(Debug, Clone)]
pub struct Partial<W> {
    distribution: usize,
    /// Number of levels that are included in `rank`. A level is the pieces of one side and kind on
    /// one class of squares.
    level: usize,
    rank: u64,
    occupied: W,
}

impl<W: Bitboard> Partial<W> {
    #[inline(always)]
    fn add(&mut self, level: &Level<W>, setup: &Setup<W>) {
        let set = setup.get(level.side, level.kind) & level.class;
        self.rank = self.rank * level.size + rank_subset(set, level.class & !self.occupied);
        self.occupied |= set;
        self.level += 1;
    }
}

const MAX_LEVELS: usize = 16;
/// Maximum number of distribution codes that an order of groups from a file may need.
const CODES_MAX: u64 = 1 << 16;

/// Converts numbers of one slice to positions. Places only the pieces whose squares differ from
/// those of the position returned before.
#[derive(Debug, Clone)]
pub struct Cursor<'a, W> {
    index: &'a SliceIndex<W>,
    distribution: usize,
    digits: [u64; MAX_LEVELS],
    /// Numbers of the positions that differ from the current position only in the pieces that are
    /// placed last.
    run: Range<u64>,
    /// Squares that are occupied before the last pieces are placed.
    before_last: W,
    setup: Setup<W>,
}

impl<W: Bitboard> Cursor<'_, W> {
    /// Returns the position with number `rank`.
    ///
    /// # Panics
    /// Panics when `rank` is not below the size of the slice.
    #[inline(always)]
    pub fn seek(&mut self, rank: u64) -> &Setup<W> {
        assert!(rank < self.index.size, "position number {rank} of a slice of {}", self.index.size);
        let distributions = &self.index.distributions;
        if !self.run.contains(&rank) {
            let inside =
                distributions.get(self.distribution).is_some_and(|d| rank >= d.offset && rank < d.offset + d.size);
            if !inside {
                self.distribution = distributions.partition_point(|d| d.offset <= rank) - 1;
                self.digits = [u64::MAX; MAX_LEVELS];
                self.setup = Setup::default();
            }
            self.place_before_last(rank);
        }
        let last = distributions[self.distribution].levels.len() - 1;
        let digit = rank - self.run.start;
        if digit != self.digits[last] {
            self.digits[last] = digit;
            self.place(last, self.before_last);
        }
        &self.setup
    }

    /// Returns the numbers of the positions that differ from the current position only in the
    /// pieces that are placed last. Also returns the level of these pieces (side, kind and class of
    /// squares), and the squares that are free for them.
    pub(super) fn row(&self) -> (Range<u64>, &Level<W>, W) {
        let levels = &self.index.distributions[self.distribution].levels;
        let last = levels.last().expect("a slice has pieces");
        (self.run.clone(), last, last.class & !self.before_last)
    }

    /// Places the pieces of the position with number `rank`, except those of the last level (one
    /// side, kind and class of squares). Also sets `run` and `before_last`.
    fn place_before_last(&mut self, rank: u64) {
        let distribution = &self.index.distributions[self.distribution];
        let (last, others) = distribution.levels.split_last().expect("a slice has pieces");
        let mut rest = (rank - distribution.offset) / last.size;
        self.run.start = distribution.offset + rest * last.size;
        self.run.end = self.run.start + last.size;
        let mut digits = [0; MAX_LEVELS];
        for (digit, level) in digits[..others.len()].iter_mut().zip(others).rev() {
            *digit = rest % level.size;
            rest /= level.size;
        }
        let mut occupied = W::EMPTY;
        let mut changed = false;
        for (i, level) in others.iter().enumerate() {
            changed |= digits[i] != self.digits[i];
            self.digits[i] = digits[i];
            if changed {
                self.place(i, occupied);
            }
            occupied |= self.setup.get(level.side, level.kind) & level.class;
        }
        self.before_last = occupied;
        // The squares free for the last level may have changed, so its pieces must be placed again.
        self.digits[others.len()] = u64::MAX;
    }

    /// Places the pieces of one level (one side, kind and class of squares) on the squares that
    /// `digits` gives them.
    #[inline(always)]
    fn place(&mut self, level: usize, occupied: W) {
        let digit = self.digits[level];
        let level = &self.index.distributions[self.distribution].levels[level];
        let set = unrank_subset(digit, level.count, level.class & !occupied);
        let slot = &mut self.setup.pieces[level.side as usize][level.kind as usize];
        // Pieces of the same side and kind may stand in another class too; the level of that class
        // places them.
        *slot = (*slot & !level.class) | set;
    }
}

/// Returns the groups in the order of `ordered`. Splits the squares of each group into classes so
/// that later groups can stand on all squares of a class or on none.
fn with_classes<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, ordered: &[GroupName]) -> Vec<Group<W>> {
    let region = |(side, kind): GroupName| kernel.region(side, kind);
    let split = |i: usize| {
        let mut classes = vec![region(ordered[i])];
        for &later in &ordered[i + 1..] {
            classes = classes
                .into_iter()
                .flat_map(|class| [class & region(later), class & !region(later)])
                .filter(|class| !class.is_empty())
                .collect();
        }
        classes
    };
    let group = |i: usize| {
        let (side, kind) = ordered[i];
        Group { side, kind, count: count(slice, ordered[i]), classes: split(i) }
    };
    (0..ordered.len()).map(group).collect()
}

/// Returns all lists of `parts` numbers with the sum `total`.
fn compositions(total: u8, parts: usize) -> Vec<Vec<u8>> {
    if parts == 1 {
        return vec![vec![total]];
    }
    (0..=total)
        .flat_map(|first| {
            compositions(total - first, parts - 1).into_iter().map(move |mut rest| {
                rest.insert(0, first);
                rest
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice::slices;
    use peatee_rules::{Draughts, VARIANTS, Variant, with_kernel};

    #[test]
    fn ranks_and_positions_match_in_every_slice() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            for slice in slices(&game, 3) {
                with_kernel!(game, kernel => {
                    let index = SliceIndex::new(kernel, slice);
                    let mut cursor = index.cursor();
                    // Small slices are tested completely, larger ones in steps of a prime number.
                    let step = if index.size() < 20_000 { 1 } else { 1_009 };
                    for rank in (0..index.size()).step_by(step) {
                        let setup = *cursor.seek(rank);
                        assert_eq!(index.rank(&setup), rank, "{} {slice}", variant.id);
                        assert_eq!(index.unrank(rank), setup);
                        let position = peatee_rules::Position { setup: setup.convert(), side: slice.side };
                        assert_eq!(game.check(&position), Ok(()), "{} {slice} {rank}", variant.id);
                        assert_eq!(Slice::of(&game, &position), slice);
                    }
                });
            }
        }
    }

    #[test]
    fn orders_of_groups_number_the_same_positions() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            for slice in slices(&game, 4) {
                with_kernel!(game, kernel => {
                    let table_order = SliceIndex::new(kernel, slice);
                    let groups = table_order.groups();
                    // All orders of small slices are tested, and some orders of other slices.
                    for order in GroupOrder::all(groups).into_iter().step_by(1 + slice.material.pieces() as usize / 3) {
                        let Ok(index) = SliceIndex::in_order(kernel, slice, order) else { continue };
                        assert_eq!(index.size(), table_order.size(), "{} {slice} {order:?}", variant.id);
                        let first = index.size() / 3;
                        let numbers = first..index.size().min(first + 2000);
                        let mut expected = numbers.clone();
                        index.renumber(numbers, &table_order, |other, steps| {
                            for step in steps {
                                let number = expected.next().expect("no more positions than numbers");
                                let setup = index.unrank(number);
                                assert_eq!(index.rank(&setup), number, "{} {slice} {order:?}", variant.id);
                                assert_eq!(table_order.rank(&setup), other + step, "{} {slice} {order:?}", variant.id);
                            }
                        });
                        assert_eq!(expected.next(), None);
                    }
                    let wrong = GroupOrder::all(groups + 1).pop().expect("there is an order");
                    assert!(SliceIndex::in_order(kernel, slice, wrong).is_err());
                });
            }
        }
    }

    /// Checks the total numbers of positions against a formula and against the published tables of
    /// Chinook and MobyDam.
    #[test]
    fn totals_agree_with_the_published_counts() {
        let total = |id: &str, pieces: u8| {
            let game = Draughts::new(Variant::named(id).unwrap());
            let of = |slice: Slice| with_kernel!(game, kernel => SliceIndex::new(kernel, slice).size());
            slices(&game, pieces).into_iter().filter(|s| s.material.pieces() == pieces).map(of).sum::<u64>()
        };
        assert_eq!(
            [2, 3, 4, 5, 6].map(|n| total("english", n)),
            [3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676]
        );
        assert_eq!(
            [2, 3, 4, 5, 6].map(|n| total("international", n)),
            [8_845, 806_300, 41_971_200, 1_570_600_750, 46_198_758_750]
        );
    }
}
