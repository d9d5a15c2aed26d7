//! The index of every slice as flat lists, for numbering positions of any slice in turn, as a probe does.
//!
//! [`SliceIndex`] keeps what it needs in lists of lists and chooses a way for each class of squares. Here a slice is found
//! from its counts by one load, and its number is a sum with one term for each piece: how many ways there are to stand
//! before that piece, from a table of binomial coefficients, times how many ways there are to place what comes after.

use peatee_rules::{KINDS, Setup, Side, Word};

use super::{BINOMIAL, Distribution, MAX_K, MAX_N, SliceIndex};
use crate::slice::{MAX_COUNT, Slice};

/// One for each side and kind, in the order in which a position holds its sets.
const SLOTS: usize = 2 * KINDS;

/// `WAYS[j][m]`: how many ways there are to place `j + 1` pieces of which the last stands before the free square `m + j`.
/// The last row fills up to a power of two.
static WAYS: [[u64; MAX_N - 1]; MAX_K] = {
    let mut table = [[0; MAX_N - 1]; MAX_K];
    let mut j = 0;
    while j + 1 < MAX_K {
        let mut m = 0;
        // A board has fewer free squares than the table of coefficients has rows.
        while m + j < MAX_N {
            if m < table[j].len() {
                table[j][m] = BINOMIAL[m + j][j + 1];
            }
            m += 1;
        }
        j += 1;
    }
    table
};

/// One piece of the positions of a distribution.
#[derive(Debug, Clone, Copy)]
struct Step<W> {
    /// The squares it may stand on.
    class: W,
    /// How many ways there are to place the levels after its own.
    weight: u64,
    slot: u8,
    /// How many pieces of its level stand on lower squares.
    lower: u8,
}

/// The positions of one distribution.
#[derive(Debug, Clone, Copy, Default)]
struct Program {
    offset: u64,
    first_step: u32,
    steps: u32,
}

/// One digit of the code that finds a position's distribution. The last class of a group needs none.
#[derive(Debug, Clone, Copy)]
struct Digit<W> {
    class: W,
    weight: u32,
    slot: u8,
}

/// Finds slices by their pieces and numbers their positions.
#[derive(Debug, Clone)]
pub(crate) struct Ranker<W> {
    /// The most pieces of each slot in any slice.
    most: [u8; SLOTS],
    /// A slice's place in `places` is the sum of these by its counts, and of the last one for Black to move.
    weights: [u32; SLOTS + 1],
    places: Vec<u32>,
    /// The first program of each slice; the code of the distribution leads to the others.
    first_programs: Vec<u32>,
    /// Every slice has the same number of digits, so that no branch depends on the slice.
    digits_each: usize,
    digits: Vec<Digit<W>>,
    programs: Vec<Program>,
    steps: Vec<Step<W>>,
}

const NO_PLACE: u32 = u32::MAX;

impl<W: Word> Ranker<W> {
    /// Of these slices; their numbers are their places in the list.
    pub fn new(indices: &[SliceIndex<W>]) -> Self {
        let mut most = [0; SLOTS];
        for index in indices {
            for (most, &count) in most.iter_mut().zip(index.slice.material.counts.as_flattened()) {
                *most = count.max(*most);
            }
        }
        let mut weights = [1; SLOTS + 1];
        for slot in 0..SLOTS {
            weights[slot + 1] = weights[slot] * (most[slot] as u32 + 1);
        }
        let digits: Vec<_> = indices.iter().map(digits_of).collect();
        let mut ranker = Ranker {
            most,
            weights,
            places: vec![NO_PLACE; 2 * weights[SLOTS] as usize],
            first_programs: Vec::with_capacity(indices.len()),
            digits_each: digits.iter().map(Vec::len).max().unwrap_or(0),
            digits: Vec::new(),
            programs: Vec::new(),
            steps: Vec::new(),
        };
        for (index, digits) in indices.iter().zip(digits) {
            ranker.add(index, digits);
        }
        ranker
    }

    fn add(&mut self, index: &SliceIndex<W>, digits: Vec<Digit<W>>) {
        let at = self.place_number(index.slice).expect("the table is made for these slices");
        self.places[at] = self.first_programs.len() as u32;
        let first_program = self.programs.len();
        self.first_programs.push(first_program as u32);
        for distribution in &index.distributions {
            let counts = |digit: &Digit<W>| {
                let level = |level: &&super::Level<W>| {
                    slot(level.side, level.kind as usize) == digit.slot && level.class == digit.class
                };
                distribution.levels.iter().find(level).map_or(0, |level| level.count as u32)
            };
            let code: u32 = digits.iter().map(|digit| digit.weight * counts(digit)).sum();
            let at = first_program + code as usize;
            if at >= self.programs.len() {
                self.programs.resize(at + 1, Program::default());
            }
            self.programs[at] = self.program(distribution);
        }
        let none = Digit { class: W::EMPTY, weight: 0, slot: 0 };
        self.digits.extend(digits.into_iter().chain(std::iter::repeat(none)).take(self.digits_each));
    }

    fn program(&mut self, distribution: &Distribution<W>) -> Program {
        let first_step = self.steps.len() as u32;
        for (i, level) in distribution.levels.iter().enumerate() {
            let later = &distribution.levels[i + 1..];
            let weight = later.iter().fold(1u64, |weight, level| weight.saturating_mul(level.size));
            let slot = slot(level.side, level.kind as usize);
            let steps = (0..level.count).map(|lower| Step { class: level.class, weight, slot, lower });
            self.steps.extend(steps);
        }
        Program { offset: distribution.offset, first_step, steps: self.steps.len() as u32 - first_step }
    }

    fn place_number(&self, slice: Slice) -> Option<usize> {
        let mut number = slice.side as u32 * self.weights[SLOTS];
        for (slot, &count) in slice.material.counts.as_flattened().iter().enumerate() {
            if count > self.most[slot] {
                return None;
            }
            number += count as u32 * self.weights[slot];
        }
        Some(number as usize)
    }

    /// The number of a slice.
    pub fn slice(&self, slice: Slice) -> Option<usize> {
        let place = self.places[self.place_number(slice)?];
        (place != NO_PLACE).then_some(place as usize)
    }

    /// The number of the slice of a legal position, and of the position in it.
    #[inline(always)]
    pub fn rank(&self, setup: &Setup<W>, side: Side) -> Option<(u32, u64)> {
        let sets: &[W; SLOTS] = setup.pieces.as_flattened().try_into().expect("as many as there are");
        let mut number = side as u32 * self.weights[SLOTS];
        let mut too_many = false;
        for slot in 0..SLOTS {
            let count = sets[slot].count();
            too_many |= count > self.most[slot] as u32;
            number = number.wrapping_add(count * self.weights[slot]);
        }
        let place = *self.places.get(number as usize)?;
        if too_many || place == NO_PLACE {
            return None;
        }
        let first_digit = place as usize * self.digits_each;
        let mut program = self.first_programs[place as usize];
        for digit in &self.digits[first_digit..first_digit + self.digits_each] {
            program += digit.weight * (sets[slot_of(digit.slot)] & digit.class).count();
        }
        let Program { offset, first_step, steps } = self.programs[program as usize];
        let (mut rank, mut occupied) = (offset, W::EMPTY);
        for step in &self.steps[first_step as usize..][..steps as usize] {
            let free = step.class & !occupied;
            let rest = sets[slot_of(step.slot)] & free;
            let before = (free & rest.below_lowest()).count() as usize;
            let ways = WAYS[step.lower as usize % MAX_K][before % (MAX_N - 1)];
            rank = rank.wrapping_add(step.weight.wrapping_mul(ways));
            occupied |= rest.lowest_only();
        }
        Some((place, rank))
    }
}

/// Tells the compiler that the number of a slot is in range, without a branch.
#[inline(always)]
fn slot_of(slot: u8) -> usize {
    (slot as usize).min(SLOTS - 1)
}

fn slot(side: Side, kind: usize) -> u8 {
    (side as usize * KINDS + kind) as u8
}

/// The digits of one slice, each group of classes without its last.
fn digits_of<W: Word>(index: &SliceIndex<W>) -> Vec<Digit<W>> {
    let mut weight = 1;
    let mut out = Vec::new();
    for (i, digit) in index.digits.iter().enumerate() {
        let group = |digit: &super::Digit<W>| (digit.side, digit.kind);
        if index.digits.get(i + 1).is_some_and(|next| group(next) == group(digit)) {
            let count = index.slice.material.counts[digit.side as usize][digit.kind as usize];
            out.push(Digit { class: digit.class, weight, slot: slot(digit.side, digit.kind as usize) });
            weight *= count as u32 + 1;
        }
    }
    out
}

const _: () = assert!((MAX_COUNT as usize) < MAX_K);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice::slices;
    use peatee_rules::{Game, VARIANTS, with_kernel};

    #[test]
    fn numbers_are_those_of_the_index_in_every_slice() {
        for variant in VARIANTS {
            let game = Game::new(variant);
            with_kernel!(game, kernel => {
                let indices: Vec<_> = slices(&game, 4).into_iter().map(|slice| SliceIndex::new(kernel, slice)).collect();
                let ranker = Ranker::new(&indices);
                for (place, index) in indices.iter().enumerate() {
                    assert_eq!(ranker.slice(index.slice()), Some(place));
                    let mut cursor = index.cursor();
                    let step = (index.size() / 500).max(1) as usize;
                    for rank in (0..index.size()).step_by(step).chain([index.size() - 1]) {
                        let setup = cursor.seek(rank);
                        let found = ranker.rank(setup, index.slice().side);
                        assert_eq!(found, Some((place as u32, rank)), "{} {}", variant.id, index.slice());
                    }
                }
            });
        }
    }

    #[test]
    fn slices_that_are_not_listed_are_not_found() {
        let game = Game::new(peatee_rules::Variant::named("english").unwrap());
        with_kernel!(game, kernel => {
            let listed: Vec<_> = slices(&game, 3).into_iter().step_by(2).collect();
            let indices: Vec<_> = listed.iter().map(|&slice| SliceIndex::new(kernel, slice)).collect();
            let ranker = Ranker::new(&indices);
            for slice in slices(&game, 4) {
                let setup = SliceIndex::new(kernel, slice).unrank(0);
                let place = listed.iter().position(|&other| other == slice);
                assert_eq!(ranker.slice(slice), place);
                assert_eq!(ranker.rank(&setup, slice.side).map(|(place, _)| place as usize), place, "{slice}");
            }
            assert_eq!(Ranker::new(&[]).rank(&peatee_rules::Setup::<u64>::default(), Side::White), None);
        });
    }
}
