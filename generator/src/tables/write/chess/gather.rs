//! Puts the results of a slice, which are in the order of position numbers, into the stored order
//! of a table.

use std::ops::Range;

use peatee_chess::PlacedNumbers;

/// Returns the values of the positions whose cells have the indices `places` in the order in which
/// the table stores them.
pub fn gather_entries<T: Copy>(entries: &[T], numbers: &PlacedNumbers, places: Range<usize>) -> Vec<T> {
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

/// Consecutive runs of cells, in the order in which the table stores the cells. All runs have the
/// same number of cells. In each run, the position number of the cell with index `i` is the base
/// number of the run plus `steps[i]`.
///
/// The base number of the first run is `number`. From run to run, the base number grows by one.
/// Therefore the entries of all runs at the same step are adjacent in memory.
struct Runs<'a> {
    number: usize,
    steps: &'a [u64],
    count: usize,
}

impl Runs<'_> {
    /// Maximum number of runs that are gathered together: the number of entries in a cache line.
    const COUNT_MAX: usize = 32;

    fn goes_on(&self, number: u64, steps: &[u64]) -> bool {
        number as usize == self.number + self.count && self.count < Self::COUNT_MAX && std::ptr::eq(steps, self.steps)
    }

    fn put<T: Copy>(&self, entries: &[T], onto: &mut Vec<T>) {
        let Runs { number, steps, count } = *self;
        if count == 1 {
            onto.extend(steps.iter().map(|&step| entries[number + step as usize]));
            return;
        }
        let (first, length) = (onto.len(), steps.len());
        onto.resize(first + count * length, entries[number]);
        let onto = &mut onto[first..];
        for (place, &step) in steps.iter().enumerate() {
            let beside = &entries[number + step as usize..][..count];
            onto[place..].iter_mut().step_by(length).zip(beside).for_each(|(entry, &found)| *entry = found);
        }
    }
}
