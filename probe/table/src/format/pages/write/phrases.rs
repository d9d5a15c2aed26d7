//! Phrases: symbols for pairs of symbols, chosen by the bits they save.
//!
//! The algorithm is Re-Pair (Larsson and Moffat, "Off-line dictionary-based compression", 2000)
//! with another choice of pairs. Re-Pair takes the most frequent pairs; this code takes pairs whose
//! code word should be shorter than the two words it replaces.

use super::runs::Symbols;
use crate::bit_cost::{COST_BITS, log2};
use crate::format::pages::code::{Meaning, PHRASE_POSITIONS_MAX};

/// Symbols that stand for two symbols (phrases), grouped by the round in which they were chosen. No
/// symbol occurs in two pairs of a round, so all pairs of a round can be replaced in one pass.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    /// For each round, the chosen pairs of symbols, each with the symbol that replaces the pair.
    rounds: Vec<Vec<([u16; 2], u16)>>,
}

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
/// Divisor that limits the size of a round. A round chooses at most `wanted / ROUND_PART + 1`
/// pairs, where `wanted` is the number of pairs to choose in all rounds.
const ROUND_PART: usize = 24;

impl Phrases {
    /// Chooses up to `wanted` pairs of symbols that together cover at most `runs_max` runs. Adds a
    /// symbol for each pair to `meanings`, and replaces the pairs in the sample.
    pub(super) fn choose(
        meanings: &mut Vec<Meaning>,
        sample: &mut [Symbols],
        wanted: usize,
        runs_max: usize,
    ) -> Phrases {
        let mut phrases = Phrases::default();
        let symbols_max = meanings.len() + wanted;
        let mut sizes: Vec<Size> =
            meanings.iter().map(|&meaning| Size { positions: positions_of_run(meaning), runs: 1 }).collect();
        while meanings.len() < symbols_max {
            let is_allowed = |[first, second]: [u16; 2]| {
                let size = sizes[first as usize].with(sizes[second as usize]);
                size.positions <= PHRASE_POSITIONS_MAX && size.runs <= runs_max
            };
            let most = (symbols_max - meanings.len()).min(1 + wanted / ROUND_PART);
            let round = best_pairs(sizes.len(), is_allowed, sample, most);
            if round.is_empty() {
                break;
            }
            let first_symbol = meanings.len() as u16;
            let round: Vec<([u16; 2], u16)> = round.into_iter().zip(first_symbol..).collect();
            for &([first, second], _) in &round {
                sizes.push(sizes[first as usize].with(sizes[second as usize]));
                meanings.push(Meaning::Phrase { first, second });
            }
            let replacement = Replacement::of(&round, sizes.len());
            sample.iter_mut().for_each(|symbols| replacement.apply(&mut symbols.list));
            phrases.rounds.push(round);
        }
        phrases
    }

    /// Replaces the chosen pairs in a list of symbols.
    pub(super) fn apply(&self, list: &mut Vec<u16>) {
        for round in &self.rounds {
            let symbols = round.last().map_or(0, |&(_, symbol)| symbol as usize + 1);
            Replacement::of(round, symbols).apply(list);
        }
    }
}

/// Numbers of positions and of runs (equal cells in a row) of a symbol.
#[derive(Clone, Copy)]
struct Size {
    positions: u32,
    runs: usize,
}

impl Size {
    fn with(self, other: Size) -> Size {
        Size { positions: self.positions.saturating_add(other.positions), runs: self.runs + other.runs }
    }
}

/// Returns the number of positions that a symbol covers. For a symbol with extra bits, returns a
/// number above [`PHRASE_POSITIONS_MAX`], so that the symbol is chosen for no pair.
fn positions_of_run(meaning: Meaning) -> u32 {
    match meaning {
        Meaning::Run { base, extra_bits: 0, .. } => base,
        _ => PHRASE_POSITIONS_MAX + 1,
    }
}

/// Returns at most `most` allowed pairs of symbols: those that save the most bits.
fn best_pairs(symbols: usize, is_allowed: impl Fn([u16; 2]) -> bool, sample: &[Symbols], most: usize) -> Vec<[u16; 2]> {
    let mut counts = vec![0u64; symbols];
    let mut pairs = vec![0u32; symbols * symbols];
    for list in sample.iter().map(|symbols| &symbols.list) {
        list.iter().for_each(|&symbol| counts[symbol as usize] += 1);
        let mut before = None;
        for pair in list.array_windows::<2>() {
            let place = pair[0] as usize * symbols + pair[1] as usize;
            // Of the two pairs in three equal symbols in a row, only one can be replaced.
            let overlaps = pair[0] == pair[1] && before == Some(place);
            before = if overlaps { None } else { Some(place) };
            pairs[place] += !overlaps as u32;
        }
    }
    let total: u64 = counts.iter().sum();
    let mut gains: Vec<(i64, [u16; 2])> = Vec::new();
    for (first, of_first) in pairs.chunks(symbols).enumerate() {
        for (second, &count) in of_first.iter().enumerate().filter(|&(_, &count)| count >= LEAST_PAIRS) {
            let pair = [first as u16, second as u16];
            if !is_allowed(pair) {
                continue;
            }
            let (together, apart) = (count as u64 * total, counts[first] * counts[second]);
            let bits_each = log2(together) as i64 - log2(apart) as i64 + PAIR_BIAS;
            let gain = count as i64 * bits_each;
            if gain > LEAST_BITS << COST_BITS {
                gains.push((gain, pair));
            }
        }
    }
    gains.sort_unstable_by_key(|&(gain, pair)| (std::cmp::Reverse(gain), pair));
    let least = gains.first().map_or(0, |&(best, _)| best / NEAR_BEST.1 * NEAR_BEST.0);
    let mut is_used = vec![false; symbols];
    let mut chosen = Vec::new();
    for (_, pair) in gains.into_iter().take_while(|&(gain, _)| gain >= least) {
        if chosen.len() < most && pair.iter().all(|&symbol| !is_used[symbol as usize]) {
            pair.iter().for_each(|&symbol| is_used[symbol as usize] = true);
            chosen.push(pair);
        }
    }
    chosen
}

/// Pairs of symbols that one round replaces in lists of symbols.
struct Replacement {
    /// For each symbol that begins a pair, the second symbol of the pair and the symbol that
    /// replaces the pair; [`NO_SYMBOL`] twice for all other symbols.
    of_first: Vec<[u16; 2]>,
}

const NO_SYMBOL: u16 = u16::MAX;

impl Replacement {
    fn of(round: &[([u16; 2], u16)], symbols: usize) -> Replacement {
        let mut of_first = vec![[NO_SYMBOL; 2]; symbols];
        for &([first, second], symbol) in round {
            of_first[first as usize] = [second, symbol];
        }
        Replacement { of_first }
    }

    fn apply(&self, list: &mut Vec<u16>) {
        let Some(&last) = list.last() else { return };
        let (mut written, mut was_pair) = (0, false);
        // The loop body has no branches, so the processor can overlap the tests of successive
        // pairs.
        for read in 0..list.len() - 1 {
            let (first, next) = (list[read], list[read + 1]);
            let [second, symbol] = self.of_first[first as usize];
            let is_pair = (next == second) & !was_pair;
            list[written] = if is_pair { symbol } else { first };
            written += !was_pair as usize;
            was_pair = is_pair;
        }
        list[written] = last;
        list.truncate(written + !was_pair as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_that_always_comes_together_becomes_a_symbol() {
        let run = |value, base| Meaning::Run { value, base, extra_bits: 0 };
        let mut meanings = vec![run(0, 1), run(1, 5), run(2, 9), run(0, 3)];
        let list: Vec<u16> = (0..4000u32).flat_map(|i| if i * i % 7 < 3 { vec![0, 1] } else { vec![2, 3] }).collect();
        let mut sample = [Symbols { list: list.clone(), extra: Vec::new() }];
        let phrases = Phrases::choose(&mut meanings, &mut sample, 2, usize::MAX);
        assert_eq!(meanings.len(), 6);
        assert!(meanings[4..].contains(&Meaning::Phrase { first: 0, second: 1 }));
        assert!(meanings[4..].contains(&Meaning::Phrase { first: 2, second: 3 }));
        assert_eq!(sample[0].list.len(), 4000);
        let mut again = list;
        phrases.apply(&mut again);
        assert_eq!(again, sample[0].list);
    }

    #[test]
    fn runs_with_extra_bits_are_in_no_phrase() {
        let mut meanings = vec![
            Meaning::Run { value: 0, base: 64, extra_bits: 4 },
            Meaning::Run { value: 1, base: 5, extra_bits: 0 },
            Meaning::Run { value: 2, base: 5, extra_bits: 0 },
        ];
        let list: Vec<u16> = (0..4000u16).flat_map(|i| if i % 3 == 0 { [0, 1] } else { [2, 2] }).collect();
        Phrases::choose(&mut meanings, &mut [Symbols { list, extra: Vec::new() }], 8, usize::MAX);
        for meaning in &meanings[3..] {
            let Meaning::Phrase { first, second } = meaning else { panic!("{meaning:?}") };
            assert!(*first != 0 && *second != 0);
        }
    }
}
