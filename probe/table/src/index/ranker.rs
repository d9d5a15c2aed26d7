//! Converts a position of any slice to its number, by flat lists that describe all slices. Every
//! probe uses this code.
//!
//! [`SliceIndex`] has nested lists and branches on each class of squares. For positions of many
//! slices, the processor would mispredict half of the branches that depend on the slice or the
//! side. The ranker is therefore branch-free: one load finds the slice from its counts, and the
//! number is a sum with one term per piece. A term is a binomial coefficient (a number of ways to
//! place pieces on earlier squares) times the number of ways to place all later pieces.

use peatee_rules::variant::Mirror;
use peatee_rules::{Bitboard, KINDS, Kernel, Kind, Position, Setup, Side};

use super::counts::{Counts, Hash, IMPOSSIBLE_COUNTS, NO_COUNTS, SIDE_BITS, counts_of, with_side};
use super::slice_index::{self, Distribution, Level, SliceIndex};
use super::subsets::{BINOMIAL, MAX_K, MAX_N};
use crate::slice::{MAX_COUNT, Slice};

/// Number of slots. Each slot has the squares of the pieces of one side and kind.
const SLOTS: usize = 2 * KINDS;
/// Number of kinds in variants that have only men and kings. Nearly all variants are of this sort,
/// and with fewer kinds there is less work.
const USUAL_KINDS: usize = 2;
const USUAL_SLOTS: usize = 2 * USUAL_KINDS;

/// Number of positions in a batch of [`Ranker::find_many`].
const TOGETHER: usize = 32;

/// Number of entries of [`WAYS`] for each number of pieces.
const ROW: usize = 128;

/// Numbers of ways to place pieces. The entry at index `j * ROW + m + 1` is the number of ways to
/// place `j + 1` pieces on the first `m + j` free squares. The `+ 1` in the index saves the probe
/// an instruction.
static WAYS: [u64; MAX_K * ROW] = {
    let mut table = [0; MAX_K * ROW];
    let mut j = 0;
    while j + 1 < MAX_K {
        let mut m = 0;
        while m + j < MAX_N && m + 1 < ROW {
            table[j * ROW + m + 1] = BINOMIAL[m + j][j + 1];
            m += 1;
        }
        j += 1;
    }
    table
};

/// Term for one piece in the sum that is a position number.
#[derive(Debug, Clone, Copy)]
struct RankTerm<W> {
    class: W,
    /// Factor of the term: the number of ways to place the pieces of all later levels. A level is
    /// the pieces of one side and kind on the squares of one class. The squares of a kind are split
    /// into classes so that later kinds can stand on all squares of a class or on none.
    weight: u64,
    slot: u32,
    /// Index in [`WAYS`] of the first entry that applies to this piece. It depends on the number of
    /// pieces of the same side, kind and class of squares that stand on lower squares.
    row: u32,
}

/// Terms whose sum is the number of a position. Positions of a slice share a list of terms if they
/// have the same number of pieces in each class of squares. A class is a set of squares on which
/// the same later kinds can stand.
#[derive(Debug, Clone, Copy, Default)]
struct TermList {
    offset: u64,
    first_term: u32,
    terms: u32,
}

/// Digit of the distribution code of a position. This code is a number that tells how many pieces
/// stand on each class of squares: a set of squares on which the same later kinds can stand. A
/// digit is the number of pieces of one side and kind on the squares of `class`. The last class of
/// a side and kind needs no digit, because the other classes determine its number of pieces.
#[derive(Debug, Clone, Copy)]
struct RankDigit<W> {
    class: W,
    weight: u32,
    slot: u32,
}

/// Entry of the hash table: a slice, and the data that are needed to number its positions.
#[derive(Debug, Clone, Copy)]
struct Entry<W> {
    counts: Counts,
    slice: u32,
    /// Index in [`Ranker::term_lists`] of the first list of the slice. The list for a position has
    /// this index plus the distribution code, which the digits of the position form.
    first_list: u32,
    /// First digit of the distribution code, which tells how many pieces stand on each class of
    /// squares. If the slice needs no digit, this digit is 0 in all positions.
    digit: RankDigit<W>,
}

/// Address of a position in the tables: its slice and its number in the slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// Index of the slice in the list of slices that the ranker was made for.
    pub slice: u32,
    /// Position number in the slice, from 0.
    pub number: u64,
}

impl Address {
    /// Value of [`Address::slice`] for positions without an address: the position is impossible, or
    /// its slice is not in the list.
    const NOWHERE_SLICE: u32 = u32::MAX;
    /// Stands for the address of a position that has none: the position is impossible, or its slice
    /// is not in the list.
    pub const NOWHERE: Address = Address { slice: Self::NOWHERE_SLICE, number: 0 };
}

/// A position in the form in which tables have it. If the variant has a colour symmetry, the
/// position is turned so that White is to move.
#[derive(Debug, Clone, Copy)]
struct Normal<W, const S: usize> {
    sets: [W; S],
    /// Piece counts and side to move; [`IMPOSSIBLE_COUNTS`] for an impossible position.
    counts: Counts,
}

impl<W: Bitboard, const S: usize> Normal<W, S> {
    const NONE: Self = Normal { sets: [W::EMPTY; S], counts: IMPOSSIBLE_COUNTS };
}

/// Finds the slice of a position by its pieces, and the number of the position in the slice.
#[derive(Debug, Clone)]
pub struct Ranker<W> {
    /// Tables of the move generator, for the colour symmetry.
    kernel: Kernel<W>,
    squares: u32,
    /// Number of kinds of pieces that a position is tested for: [`USUAL_KINDS`] if the variant has
    /// no other kinds, else all.
    kinds: usize,
    /// Squares on which the pieces of each slot (side and kind) can stand.
    regions: [W; SLOTS],
    hash: Hash,
    /// Slices, indexed by the hash of their piece counts.
    entries: Vec<Entry<W>>,
    term_lists: Vec<TermList>,
    terms: Vec<RankTerm<W>>,
    /// Digits of the distribution code after the first digit, equally many for each slice. Empty
    /// for variants that have only men and kings.
    more_digits: Vec<RankDigit<W>>,
    more_digits_each: usize,
}

impl<W: Bitboard> Ranker<W> {
    /// Creates a ranker, which finds positions in the slices of these indices.
    pub fn new(kernel: &Kernel<W>, indices: &[SliceIndex<W>]) -> Self {
        let has_usual_kinds = Side::BOTH.iter().all(|&side| kernel.region(side, Kind::ALL[USUAL_KINDS]).is_empty());
        let kinds = if has_usual_kinds { USUAL_KINDS } else { KINDS };
        let counts: Vec<_> = indices.iter().map(|index| counts_of(index.slice)).collect();
        let hash = Hash::new(&counts);
        let no_digit = RankDigit { class: W::EMPTY, weight: 0, slot: 0 };
        let no_slice = Entry { counts: NO_COUNTS, slice: Address::NOWHERE_SLICE, first_list: 0, digit: no_digit };
        let mut ranker = Ranker {
            kernel: kernel.clone(),
            squares: kernel.all.count(),
            kinds,
            regions: [W::EMPTY; SLOTS],
            hash,
            entries: vec![no_slice; hash.slots()],
            term_lists: Vec::new(),
            terms: Vec::new(),
            more_digits: Vec::new(),
            more_digits_each: 0,
        };
        for side in Side::BOTH {
            for &kind in &Kind::ALL[..kinds] {
                let slot = ranker.slot(side, kind);
                ranker.regions[slot] = kernel.region(side, kind);
            }
        }
        let digits: Vec<_> = indices.iter().map(|index| ranker.digits_of(index)).collect();
        ranker.more_digits_each = digits.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1);
        for (slice, (index, mut digits)) in indices.iter().zip(digits).enumerate() {
            let first_list = ranker.add_term_lists(index, &digits);
            digits.resize(ranker.more_digits_each + 1, no_digit);
            let counts = counts[slice];
            ranker.entries[hash.slot(counts)] = Entry { counts, slice: slice as u32, first_list, digit: digits[0] };
            ranker.more_digits.extend(&digits[1..]);
        }
        ranker
    }

    fn slot(&self, side: Side, kind: Kind) -> usize {
        side as usize * self.kinds + kind as usize
    }

    fn digits_of(&self, index: &SliceIndex<W>) -> Vec<RankDigit<W>> {
        let mut weight = 1;
        let mut out = Vec::new();
        for (i, digit) in index.digits.iter().enumerate() {
            let group = |digit: &slice_index::Digit<W>| (digit.side, digit.kind);
            if index.digits.get(i + 1).is_some_and(|next| group(next) == group(digit)) {
                let count = index.slice.material.counts[digit.side as usize][digit.kind as usize];
                out.push(RankDigit { class: digit.class, weight, slot: self.slot(digit.side, digit.kind) as u32 });
                weight *= count as u32 + 1;
            }
        }
        out
    }

    /// Adds one list of terms for each distribution of the pieces over the classes of squares, in
    /// the order of their distribution codes. Returns the index of the list for code 0.
    fn add_term_lists(&mut self, index: &SliceIndex<W>, digits: &[RankDigit<W>]) -> u32 {
        let first = self.term_lists.len();
        for distribution in &index.distributions {
            let count = |digit: &RankDigit<W>| {
                let is_of = |level: &&Level<W>| {
                    self.slot(level.side, level.kind) as u32 == digit.slot && level.class == digit.class
                };
                distribution.levels.iter().find(is_of).map_or(0, |level| level.count as u32)
            };
            let code: u32 = digits.iter().map(|digit| digit.weight * count(digit)).sum();
            let at = first + code as usize;
            if at >= self.term_lists.len() {
                self.term_lists.resize(at + 1, TermList::default());
            }
            self.term_lists[at] = self.add_terms(distribution);
        }
        first as u32
    }

    fn add_terms(&mut self, distribution: &Distribution<W>) -> TermList {
        let first_term = self.terms.len() as u32;
        for (i, level) in distribution.levels.iter().enumerate() {
            let later = &distribution.levels[i + 1..];
            let weight = later.iter().fold(1u64, |weight, level| weight.saturating_mul(level.size));
            let slot = self.slot(level.side, level.kind) as u32;
            let term = |lower| RankTerm { class: level.class, weight, slot, row: lower as u32 * ROW as u32 };
            self.terms.extend((0..level.count).map(term));
        }
        TermList { offset: distribution.offset, first_term, terms: self.terms.len() as u32 - first_term }
    }

    /// Returns the index of a slice in the list given to [`Ranker::new`]; `None` if the list does
    /// not have it.
    pub fn slice(&self, slice: Slice) -> Option<usize> {
        let counts = counts_of(slice);
        let entry = &self.entries[self.hash.slot(counts)];
        (entry.counts == counts).then_some(entry.slice as usize)
    }

    /// Returns the address of a position, or [`Address::NOWHERE`] if the position is impossible or
    /// its slice is not listed.
    #[inline(always)]
    pub fn find(&self, position: &Position) -> Address {
        if self.kinds == USUAL_KINDS {
            self.find_among::<USUAL_KINDS, USUAL_SLOTS>(position)
        } else {
            self.find_among::<KINDS, SLOTS>(position)
        }
    }

    /// Finds the address of each position, as [`Ranker::find`] does, and calls `each` with the
    /// addresses in order.
    #[inline(always)]
    pub fn find_many(&self, positions: &[Position], each: impl FnMut(Address)) {
        if self.kinds == USUAL_KINDS {
            self.find_many_among::<USUAL_KINDS, USUAL_SLOTS>(positions, each);
        } else {
            self.find_many_among::<KINDS, SLOTS>(positions, each);
        }
    }

    /// Finds the addresses of many positions in two passes with little work per position. The
    /// processor looks a few hundred instructions ahead, so it works on several positions at a time
    /// if each takes few instructions.
    #[inline(always)]
    fn find_many_among<const K: usize, const S: usize>(&self, positions: &[Position], mut each: impl FnMut(Address)) {
        let mut normals = [Normal::<W, S>::NONE; TOGETHER];
        for positions in positions.chunks(TOGETHER) {
            for (position, normal) in positions.iter().zip(&mut normals) {
                self.put_normal::<K, S>(position, normal);
            }
            normals[..positions.len()].iter().for_each(|normal| each(self.rank(normal)));
        }
    }

    #[inline(always)]
    fn find_among<const K: usize, const S: usize>(&self, position: &Position) -> Address {
        let mut normal = Normal::NONE;
        self.put_normal::<K, S>(position, &mut normal);
        self.rank(&normal)
    }

    /// Writes the position to `normal` in the form in which tables have it. An output parameter
    /// avoids copying a returned value.
    #[inline(always)]
    fn put_normal<const K: usize, const S: usize>(&self, position: &Position, normal: &mut Normal<W, S>) {
        let mut sets = [W::EMPTY; S];
        let mut beyond = 0;
        for side in 0..2 {
            for kind in 0..KINDS {
                let wide = position.setup.pieces[side][kind];
                if kind < K {
                    sets[side * K + kind] = W::narrow(wide);
                    beyond |= wide ^ W::narrow(wide).widen();
                } else {
                    beyond |= wide;
                }
            }
        }
        let (mut outside, mut occupied, mut pieces, mut counts) = (W::EMPTY, W::EMPTY, 0, 0);
        for side in 0..2 {
            for kind in 0..K {
                let set = sets[side * K + kind];
                outside |= set & !self.regions[side * K + kind];
                occupied |= set;
                pieces += set.count();
                counts |= (set.count() as Counts) << (side as u32 * SIDE_BITS + kind as u32 * 8);
            }
        }
        // If fewer squares are occupied than there are pieces, two pieces stand on one square.
        if beyond != 0 || !outside.is_empty() || occupied.count() != pieces {
            normal.counts = IMPOSSIBLE_COUNTS;
            return;
        }
        let is_black = position.side == Side::Black;
        match self.kernel.mirror {
            None => *normal = Normal { sets, counts: with_side(counts, position.side) },
            Some(Mirror::HalfTurn) => {
                normal.sets = self.turned_for::<K, S>(&sets, is_black);
                normal.counts = counts.rotate_left(is_black as u32 * SIDE_BITS);
            }
            Some(Mirror::Files) if is_black => {
                *normal = Normal { sets: self.mirrored::<K, S>(&sets), counts: counts.rotate_left(SIDE_BITS) };
            }
            Some(Mirror::Files) => *normal = Normal { sets, counts },
        }
    }

    /// Returns the sets of squares unchanged if White is to move. If Black is to move, returns them
    /// with the board turned by half a turn and the colours swapped. Uses no branch.
    #[inline(always)]
    fn turned_for<const K: usize, const S: usize>(&self, sets: &[W; S], is_black: bool) -> [W; S] {
        let turn = if is_black { !W::EMPTY } else { W::EMPTY };
        let mut out = [W::EMPTY; S];
        for slot in 0..S {
            let turned = sets[(slot + K) % S].reversed_branchless(self.squares);
            out[slot] = (sets[slot] & !turn) | (turned & turn);
        }
        out
    }

    fn mirrored<const K: usize, const S: usize>(&self, sets: &[W; S]) -> [W; S] {
        let mut setup = Setup::default();
        for (slot, &set) in sets.iter().enumerate() {
            setup.pieces[slot / K][slot % K] = set;
        }
        let setup = self.kernel.mirrored(&setup);
        std::array::from_fn(|slot| setup.pieces[slot / K][slot % K])
    }

    #[inline(always)]
    #[allow(
        clippy::needless_range_loop,
        reason = "an iterator works out its length from two addresses, with a division"
    )]
    fn rank<const S: usize>(&self, Normal { sets, counts }: &Normal<W, S>) -> Address {
        let entry = &self.entries[self.hash.slot(*counts)];
        if entry.counts != *counts {
            return Address::NOWHERE;
        }
        let mut list = entry.first_list + code(&entry.digit, sets);
        if self.more_digits_each > 0 {
            let first = entry.slice as usize * self.more_digits_each;
            let digits = &self.more_digits[first..first + self.more_digits_each];
            list += digits.iter().map(|digit| code(digit, sets)).sum::<u32>();
        }
        let TermList { offset, first_term, terms: count } = self.term_lists[list as usize];
        let terms = &self.terms[first_term as usize..][..count as usize];
        let (mut number, mut occupied) = (offset, W::EMPTY);
        for i in 0..count as usize {
            let term = &terms[i];
            let free = term.class & !occupied;
            let rest = of_slot(sets, term.slot) & free;
            let ways = WAYS[(term.row + (free & rest.up_to_lowest()).count()) as usize % WAYS.len()];
            number = number.wrapping_add(term.weight.wrapping_mul(ways));
            occupied |= rest.lowest_only();
        }
        Address { slice: entry.slice, number }
    }
}

#[inline(always)]
fn code<W: Bitboard, const S: usize>(digit: &RankDigit<W>, sets: &[W; S]) -> u32 {
    digit.weight * (of_slot(sets, digit.slot) & digit.class).count()
}

/// Returns the set of squares in a slot (one side and kind of pieces). The index cannot be out of
/// range, so the compiler adds no check with a branch.
#[inline(always)]
fn of_slot<W: Bitboard, const S: usize>(sets: &[W; S], slot: u32) -> W {
    sets[if S.is_power_of_two() { slot as usize % S } else { (slot as usize).min(S - 1) }]
}

const _: () = assert!((MAX_COUNT as usize) < MAX_K);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice::slices;
    use peatee_rules::{Draughts, VARIANTS, Variant, with_kernel};

    #[test]
    fn numbers_are_those_of_the_index_in_every_slice() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            with_kernel!(game, kernel => {
                let indices: Vec<_> = slices(&game, 4).into_iter().map(|slice| SliceIndex::new(kernel, slice)).collect();
                let ranker = Ranker::new(kernel, &indices);
                for (place, index) in indices.iter().enumerate() {
                    let slice = index.slice();
                    assert_eq!(ranker.slice(slice), Some(place));
                    let mut cursor = index.cursor();
                    let step = (index.size() / 500).max(1) as usize;
                    for rank in (0..index.size()).step_by(step).chain([index.size() - 1]) {
                        let setup = *cursor.seek(rank);
                        let expected = Address { slice: place as u32, number: rank };
                        let position = Position { setup: setup.convert(), side: slice.side };
                        assert_eq!(ranker.find(&position), expected, "{} {slice}", variant.id);
                        if variant.mirror.is_some() {
                            let setup = kernel.mirrored(&setup).convert();
                            let turned = Position { setup, side: slice.side.other() };
                            assert_eq!(ranker.find(&turned), expected, "{} {slice} turned", variant.id);
                        }
                    }
                }
            });
        }
    }

    #[test]
    fn slices_that_are_not_listed_are_not_found() {
        let game = Draughts::new(Variant::named("english").unwrap());
        with_kernel!(game, kernel => {
            let listed: Vec<_> = slices(&game, 3).into_iter().step_by(2).collect();
            let indices: Vec<_> = listed.iter().map(|&slice| SliceIndex::new(kernel, slice)).collect();
            let ranker = Ranker::new(kernel, &indices);
            for slice in slices(&game, 4) {
                let setup = SliceIndex::new(kernel, slice).unrank(0).convert();
                let place = listed.iter().position(|&other| other == slice);
                assert_eq!(ranker.slice(slice), place);
                let found = ranker.find(&Position { setup, side: slice.side });
                assert_eq!((found != Address::NOWHERE).then_some(found.slice as usize), place, "{slice}");
            }
            assert_eq!(Ranker::new(kernel, &[]).find(&Position::empty(Side::White)), Address::NOWHERE);
        });
    }
}
