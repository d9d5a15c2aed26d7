//! Phrases: symbols for pairs of symbols, chosen by the bits they save.
//!
//! The algorithm is Re-Pair (Larsson and Moffat, "Off-line dictionary-based compression", 2000)
//! with another choice of pairs. Re-Pair takes the most frequent pairs; this code takes pairs whose
//! code word should be shorter than the two words it replaces.

use super::pairs::{PairCounts, Replacement};
use super::runs::Symbols;
use crate::format::pages::code::{Meaning, PHRASE_POSITIONS_MAX};

/// Symbols that stand for two symbols (phrases), grouped by the round in which they were chosen. No
/// symbol occurs in two pairs of a round, so all pairs of a round can be replaced in one pass.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    /// For each round, the chosen pairs of symbols, each with the symbol that replaces the pair.
    rounds: Vec<Vec<([u16; 2], u16)>>,
}

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
        let mut counts = PairCounts::of(sample, symbols_max);
        while meanings.len() < symbols_max {
            let is_allowed = |[first, second]: [u16; 2]| {
                let size = sizes[first as usize].with(sizes[second as usize]);
                size.positions <= PHRASE_POSITIONS_MAX && size.runs <= runs_max
            };
            let most = (symbols_max - meanings.len()).min(1 + wanted / ROUND_PART);
            let round = counts.best(is_allowed, most);
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
            counts.replace(&replacement, sample);
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
