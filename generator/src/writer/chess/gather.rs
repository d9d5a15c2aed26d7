//! Puts what is found of a slice into the order of a table.

use std::ops::Range;

use peatee_chess::PlacedNumbers;

use crate::chess::solver::Entry;

/// The entries of some places of a table.
pub fn gathered(entries: &[Entry], numbers: &PlacedNumbers, places: Range<usize>) -> Vec<Entry> {
    let count = places.len();
    let mut gathered = Vec::with_capacity(count);
    if count == 0 {
        return gathered;
    }
    let mut runs: Option<Runs> = None;
    let mut left = count;
    numbers.runs_from(places.start as u64, |number, steps| {
        let steps = &steps[..steps.len().min(left)];
        left -= steps.len();
        match &mut runs {
            Some(runs) if runs.goes_on(number, steps) => runs.count += 1,
            _ => {
                let next = Runs { number: number as usize, steps, count: 1 };
                if let Some(runs) = runs.replace(next) {
                    runs.put(entries, &mut gathered);
                }
            }
        }
        left > 0
    });
    if let Some(runs) = runs {
        runs.put(entries, &mut gathered);
    }
    gathered
}

/// Runs of places that follow each other. Each begins with the number behind that of the one
/// before, and the same is added for its places: so their entries stand beside each other.
struct Runs<'a> {
    number: usize,
    steps: &'a [u64],
    count: usize,
}

impl Runs<'_> {
    /// As many entries fill a line of a cache.
    const COUNT_MAX: usize = 32;

    fn goes_on(&self, number: u64, steps: &[u64]) -> bool {
        number as usize == self.number + self.count && self.count < Self::COUNT_MAX && std::ptr::eq(steps, self.steps)
    }

    fn put(&self, entries: &[Entry], onto: &mut Vec<Entry>) {
        let Runs { number, steps, count } = *self;
        if count == 1 {
            onto.extend(steps.iter().map(|&step| entries[number + step as usize]));
            return;
        }
        let (first, length) = (onto.len(), steps.len());
        onto.resize(first + count * length, Entry::NO_POSITION);
        let onto = &mut onto[first..];
        for (place, &step) in steps.iter().enumerate() {
            let beside = &entries[number + step as usize..][..count];
            onto[place..].iter_mut().step_by(length).zip(beside).for_each(|(entry, &found)| *entry = found);
        }
    }
}

/// What `of` says of each of eight entries.
#[inline(always)]
pub fn of_eight(eight: &[Entry; 8], of: impl Fn(Entry) -> u8) -> [u8; 8] {
    let mut numbers = [0; 8];
    numbers.iter_mut().zip(eight).for_each(|(number, &entry)| *number = of(entry));
    numbers
}

/// Eight numbers below four, two bits each.
#[inline(always)]
pub fn two_bits_each(numbers: [u8; 8]) -> u16 {
    let mut word = u64::from_le_bytes(numbers);
    word = (word | word >> 6) & 0x000f_000f_000f_000f;
    word = (word | word >> 12) & 0x0000_00ff_0000_00ff;
    (word | word >> 24) as u16
}

/// Eight numbers below two, a bit each.
#[inline(always)]
pub fn a_bit_each(numbers: [u8; 8]) -> u8 {
    (u64::from_le_bytes(numbers).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Known;
    use peatee_chess::{Index, Slice, StoredOrder};

    /// What is left of a run may be as long as the next run, which is that of another king.
    #[test]
    fn entries_are_gathered_in_every_order() {
        let index = Index::new(Slice::parse("KQvK").expect("a slice"));
        let entries: Vec<Entry> = (0..index.numbers())
            .map(|number| Entry::NO_POSITION.with_value(Known::lost((number * number % 251) as u16)))
            .collect();
        for digits in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            let order = StoredOrder::new(&index, &digits).expect("an order");
            let numbers = order.numbers();
            let mut expected = Vec::new();
            numbers.from(0, |number| {
                expected.push(entries[number as usize]);
                true
            });
            for first in (0..entries.len()).step_by(7) {
                let places = first..entries.len().min(first + 100);
                assert_eq!(gathered(&entries, &numbers, places.clone()), expected[places], "{digits:?}");
            }
        }
    }

    #[test]
    fn numbers_take_their_bits_in_order() {
        assert_eq!(two_bits_each([3, 0, 1, 2, 0, 3, 2, 1]), 0b01_10_11_00_10_01_00_11);
        assert_eq!(a_bit_each([1, 0, 1, 1, 0, 0, 0, 1]), 0b1000_1101);
    }
}
