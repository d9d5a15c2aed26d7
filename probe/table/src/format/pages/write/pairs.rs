//! Numbers of symbols and of pairs of symbols in a sample, from which phrases (symbols for pairs)
//! are chosen. The numbers are kept up to date while pairs are replaced.

use std::cmp::Reverse;

use super::runs::Symbols;
use crate::bit_cost::{COST_BITS, log2};

/// Correction of the estimated saving for each occurrence of a pair, in units of 1/256 bit. The
/// correction is needed because the estimate ignores that the first symbol of a pair decides the
/// Huffman code of the second symbol.
const PAIR_BIAS: i64 = (3 << COST_BITS) / 10;
/// Number of bits that a symbol for a pair must save: the cost of one more symbol in the code.
const LEAST_BITS: i64 = 100;
/// Least number of occurrences of a pair that gets a symbol of its own.
const LEAST_PAIRS: u32 = 16;
/// Least saving of a pair that is chosen in a round, as a fraction of the best saving in this
/// round: numerator and denominator.
const NEAR_BEST: (i64, i64) = (3, 5);
/// Number of pairs that are tested at once, to skip them if none is wanted.
const AT_ONCE: usize = 16;
/// Bound on the error of a sum of three rounded logarithms, in units of 1/256 bit.
const LOG_ERROR: i64 = 8;

/// Numbers of symbols and of pairs of adjacent symbols in a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PairCounts {
    /// Occurrences of each symbol, with room for symbols that are chosen later.
    symbols: Vec<u64>,
    /// Occurrences of each pair, indexed by its first and then by its second symbol.
    pairs: Vec<u32>,
}

impl PairCounts {
    /// Counts the symbols and the pairs of a sample. All symbols, also those that are chosen later,
    /// are below `symbols_max`.
    pub(super) fn of(sample: &[Symbols], symbols_max: usize) -> PairCounts {
        let mut counts = PairCounts { symbols: vec![0; symbols_max], pairs: vec![0; symbols_max * symbols_max] };
        for list in sample.iter().map(|symbols| &symbols.list) {
            list.iter().for_each(|&symbol| counts.symbols[symbol as usize] += 1);
            for &[first, second] in list.array_windows::<2>() {
                *counts.pair(first, second) += (first != second) as u32;
            }
        }
        counts.count_twins(sample);
        counts
    }

    fn pair(&mut self, first: u16, second: u16) -> &mut u32 {
        &mut self.pairs[first as usize * self.symbols.len() + second as usize]
    }

    /// Counts the pairs of equal symbols. Of the two pairs in three equal symbols in a row, only
    /// one can be replaced, so only one counts.
    fn count_twins(&mut self, sample: &[Symbols]) {
        (0..self.symbols.len() as u16).for_each(|symbol| *self.pair(symbol, symbol) = 0);
        for list in sample.iter().map(|symbols| &symbols.list) {
            let mut was_twin = false;
            for windows in windows_at_once(list) {
                if !has_window(windows, |first, second| first == second) {
                    was_twin = false;
                    continue;
                }
                for &[first, second] in windows.array_windows::<2>() {
                    was_twin = first == second && !was_twin;
                    *self.pair(first, second) += was_twin as u32;
                }
            }
        }
    }

    /// Replaces pairs of symbols in the sample, and counts what changes.
    pub(super) fn replace(&mut self, replacement: &Replacement, sample: &mut [Symbols]) {
        for Symbols { list, .. } in sample.iter_mut() {
            let places = replacement.places(list);
            self.count_replaced(replacement, list, &places);
            replacement.replace(list, &places);
        }
        self.count_twins(sample);
    }

    /// Counts what changes when the pairs at `places` of a list are replaced, but for pairs of
    /// equal symbols.
    fn count_replaced(&mut self, replacement: &Replacement, list: &[u16], places: &[u32]) {
        let mut add = |first: u16, second: u16| *self.pair(first, second) += (first != second) as u32;
        // The symbol before the next place, after the replacement.
        let mut before = None;
        for (number, place) in places.iter().map(|&place| place as usize).enumerate() {
            let symbol = replacement.symbol(list[place]);
            if before.is_none() && place > 0 {
                before = Some(list[place - 1]);
            }
            if let Some(before) = before {
                add(before, symbol);
            }
            let is_followed = places.get(number + 1) == Some(&(place as u32 + 2));
            before = is_followed.then_some(symbol);
            if let Some(&next) = list.get(place + 2).filter(|_| !is_followed) {
                add(symbol, next);
            }
        }
        let mut remove = |first: u16, second: u16| *self.pair(first, second) -= (first != second) as u32;
        let mut end = 0;
        for place in places.iter().map(|&place| place as usize) {
            if place > end {
                remove(list[place - 1], list[place]);
            }
            remove(list[place], list[place + 1]);
            end = place + 2;
            if let Some(&next) = list.get(end) {
                remove(list[place + 1], next);
            }
        }
        for place in places.iter().map(|&place| place as usize) {
            self.symbols[list[place] as usize] -= 1;
            self.symbols[list[place + 1] as usize] -= 1;
            self.symbols[replacement.symbol(list[place]) as usize] += 1;
        }
    }

    /// Returns at most `most` allowed pairs of symbols: those that save the most bits. No symbol is
    /// in two of them.
    pub(super) fn best(&self, is_allowed: impl Fn([u16; 2]) -> bool, most: usize) -> Vec<[u16; 2]> {
        let total: u64 = self.symbols.iter().sum();
        let logs: Vec<i64> = self.symbols.iter().map(|&count| log2(count.max(1)) as i64).collect();
        let total_log = log2(total.max(1)) as i64 + PAIR_BIAS + LOG_ERROR;
        let mut gains: Vec<(i64, [u16; 2])> = Vec::new();
        // Every gain must be above this. It rises with the best gain.
        let mut above = LEAST_BITS << COST_BITS;
        for (first, of_first) in self.pairs.chunks(self.symbols.len()).enumerate() {
            if self.symbols[first] < LEAST_PAIRS.into() {
                continue;
            }
            for (place, counts) in of_first.chunks(AT_ONCE).enumerate() {
                // Most pairs are rare. The union of their bits tells so for many at once.
                const { assert!(LEAST_PAIRS.is_power_of_two()) };
                if counts.iter().fold(0, |bits, count| bits | count) < LEAST_PAIRS {
                    continue;
                }
                for (second, &count) in (AT_ONCE * place..).zip(counts).filter(|&(_, &count)| count >= LEAST_PAIRS) {
                    // An upper bound, which spares most pairs the exact logarithms.
                    let bits_max = ((count.ilog2() as i64 + 1) << COST_BITS) + total_log - logs[first] - logs[second];
                    let pair = [first as u16, second as u16];
                    if count as i64 * bits_max <= above || !is_allowed(pair) {
                        continue;
                    }
                    let gain = self.gain(pair, total);
                    if gain > above {
                        gains.push((gain, pair));
                        above = above.max(gain / NEAR_BEST.1 * NEAR_BEST.0 - 1);
                    }
                }
            }
        }
        gains.retain(|&(gain, _)| gain > above);
        gains.sort_unstable_by_key(|&(gain, pair)| (Reverse(gain), pair));
        let mut is_used = vec![false; self.symbols.len()];
        let mut chosen = Vec::new();
        for (_, pair) in gains {
            if chosen.len() < most && pair.iter().all(|&symbol| !is_used[symbol as usize]) {
                pair.iter().for_each(|&symbol| is_used[symbol as usize] = true);
                chosen.push(pair);
            }
        }
        chosen
    }

    /// Returns the saving of a pair in units of 1/256 bit. `total` is the number of all symbols.
    fn gain(&self, [first, second]: [u16; 2], total: u64) -> i64 {
        let count = self.pairs[first as usize * self.symbols.len() + second as usize];
        let (together, apart) = (count as u64 * total, self.symbols[first as usize] * self.symbols[second as usize]);
        count as i64 * (log2(together) as i64 - log2(apart) as i64 + PAIR_BIAS)
    }
}

/// Divides the pairs of adjacent symbols of a list into groups of [`AT_ONCE`] pairs. Returns the
/// symbols of each group. The last symbol of a group is also the first of the next.
fn windows_at_once(list: &[u16]) -> impl Iterator<Item = &[u16]> {
    let windows = list.len().saturating_sub(1);
    (0..windows).step_by(AT_ONCE).map(move |first| &list[first..=windows.min(first + AT_ONCE)])
}

/// Returns false when `is_wanted` is false for all pairs of adjacent symbols. The result for fewer
/// than [`AT_ONCE`] pairs is always true. There are no branches, so the compiler tests many pairs
/// at a time.
#[inline(always)]
fn has_window(symbols: &[u16], is_wanted: impl Fn(u16, u16) -> bool) -> bool {
    let Ok(symbols) = <&[u16; AT_ONCE + 1]>::try_from(symbols) else { return true };
    let mut wanted = [0; AT_ONCE];
    for (place, wanted) in wanted.iter_mut().enumerate() {
        *wanted = is_wanted(symbols[place], symbols[place + 1]) as u16;
    }
    wanted.iter().fold(0, |any, wanted| any | wanted) != 0
}

/// Pairs of symbols that one round replaces in lists of symbols.
pub(super) struct Replacement {
    pairs: Vec<[u16; 2]>,
    /// For each symbol that begins a pair, the second symbol of the pair and the symbol that
    /// replaces the pair; [`NO_SYMBOL`] twice for all other symbols.
    of_first: Vec<[u16; 2]>,
}

const NO_SYMBOL: u16 = u16::MAX;

impl Replacement {
    /// Creates the replacement of the pairs of a round. All symbols are below `symbols`.
    pub(super) fn of(round: &[([u16; 2], u16)], symbols: usize) -> Replacement {
        let mut of_first = vec![[NO_SYMBOL; 2]; symbols];
        for &([first, second], symbol) in round {
            of_first[first as usize] = [second, symbol];
        }
        Replacement { pairs: round.iter().map(|&(pair, _)| pair).collect(), of_first }
    }

    /// Replaces the pairs in a list.
    pub(super) fn apply(&self, list: &mut Vec<u16>) {
        let places = self.places(list);
        self.replace(list, &places);
    }

    /// Returns the symbol that replaces the pair that begins with `first`.
    fn symbol(&self, first: u16) -> u16 {
        self.of_first[first as usize][1]
    }

    /// Returns the indices in a list at which a pair begins that is to be replaced, in ascending
    /// order.
    fn places(&self, list: &[u16]) -> Vec<u32> {
        let mut places = Vec::new();
        // The first index at which the next pair can begin.
        let mut behind = 0;
        for (windows, start) in windows_at_once(list).zip((0..).step_by(AT_ONCE)) {
            let has_pair = |&[first, second]: &[u16; 2]| has_window(windows, |a, b| (a == first) & (b == second));
            if !self.pairs.iter().any(has_pair) {
                continue;
            }
            for (&[first, second], place) in windows.array_windows::<2>().zip(start..) {
                if second == self.of_first[first as usize][0] && place >= behind {
                    places.push(place);
                    behind = place + 2;
                }
            }
        }
        places
    }

    fn replace(&self, list: &mut Vec<u16>, places: &[u32]) {
        let mut written = places.first().map_or(list.len(), |&place| place as usize);
        for (number, &place) in places.iter().enumerate() {
            let place = place as usize;
            list[written] = self.symbol(list[place]);
            let end = places.get(number + 1).map_or(list.len(), |&next| next as usize);
            list.copy_within(place + 2..end, written + 1);
            written += end - place - 1;
        }
        list.truncate(written);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_those_of_the_lists_after_each_round(
            lists in prop::collection::vec(prop::collection::vec(0u16..4, 0..60), 1..4),
            rounds in prop::collection::vec([0u16..6, 0..6], 1..6),
        ) {
            let mut sample: Vec<Symbols> =
                lists.into_iter().map(|list| Symbols { list, extra: Vec::new() }).collect();
            let mut counts = PairCounts::of(&sample, 16);
            for (pair, symbol) in rounds.into_iter().zip(4..) {
                // No symbol occurs in two pairs of a round.
                let other = [3, 2];
                let mut round = vec![(pair, symbol)];
                round.extend(pair.iter().all(|symbol| !other.contains(symbol)).then_some((other, symbol + 6)));
                let replacement = Replacement::of(&round, 16);
                let mut replaced = sample.clone();
                counts.replace(&replacement, &mut replaced);
                for (symbols, before) in replaced.iter().zip(&sample) {
                    prop_assert_eq!(&symbols.list, &one_by_one(&replacement, &before.list));
                }
                sample = replaced;
                prop_assert_eq!(&counts, &PairCounts::of(&sample, 16));
            }
        }
    }

    proptest! {
        #[test]
        fn no_pair_is_better_than_the_best(lists in prop::collection::vec(0u16..9, 2000..4000)) {
            // Numbers that depend on the number before, so that some pairs are frequent.
            let list = lists.array_windows::<2>().map(|&[a, b]| if b < 6 { (a + 1) % 9 } else { b }).collect();
            let counts = PairCounts::of(&[Symbols { list, extra: Vec::new() }], 12);
            let total = counts.symbols.iter().sum();
            let is_allowed = |[first, second]: [u16; 2]| first != 2 && second != 5;
            let pairs = (0..9).flat_map(|first| (0..9).map(move |second| [first, second]));
            let mut gains: Vec<(i64, [u16; 2])> = pairs
                .filter(|&pair| is_allowed(pair) && counts.pairs[pair[0] as usize * 12 + pair[1] as usize] >= LEAST_PAIRS)
                .map(|pair| (counts.gain(pair, total), pair))
                .filter(|&(gain, _)| gain > LEAST_BITS << COST_BITS)
                .collect();
            gains.sort_unstable_by_key(|&(gain, pair)| (Reverse(gain), pair));
            let least = gains.first().map_or(0, |&(best, _)| best / NEAR_BEST.1 * NEAR_BEST.0);
            let mut expected: Vec<[u16; 2]> = Vec::new();
            for (_, pair) in gains.into_iter().filter(|&(gain, _)| gain >= least) {
                if expected.len() < 3 && !expected.as_flattened().iter().any(|symbol| pair.contains(symbol)) {
                    expected.push(pair);
                }
            }
            prop_assert_eq!(counts.best(is_allowed, 3), expected);
        }
    }

    /// Replaces the pairs from left to right.
    fn one_by_one(replacement: &Replacement, list: &[u16]) -> Vec<u16> {
        let mut replaced = Vec::new();
        let mut left = list;
        while let [first, rest @ ..] = left {
            let [second, symbol] = replacement.of_first[*first as usize];
            let is_pair = rest.first() == Some(&second);
            replaced.push(if is_pair { symbol } else { *first });
            left = &rest[is_pair as usize..];
        }
        replaced
    }
}
