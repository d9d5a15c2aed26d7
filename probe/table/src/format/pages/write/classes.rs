//! Chooses the class of the next symbol (the Huffman code that codes it) from the current symbol
//! only. Symbols with similar successors lead to the same class.

use super::runs::Symbols;
use crate::bit_cost::log2;
use crate::format::pages::code::{Meaning, positions_of};

/// Index of the Huffman code of the first symbol of a chunk.
pub(super) const FIRST_CLASS: usize = 0;
/// Number of rounds. A round chooses, for each symbol, the Huffman code that needs the fewest bits
/// for the symbols that follow it.
const ROUNDS: usize = 12;

/// Chooses, for each symbol, the class (Huffman code) of the symbol after it. Returns the indices
/// of these classes. Each of the values loss, draw and win has `clusters` classes, which are used
/// after symbols whose last run has this value. Among these classes, symbols with similar
/// successors get the same class. They are grouped by the k-means method, with the number of bits
/// of code as the distance.
pub(super) fn class_after(meanings: &[Meaning], sample: &[Symbols], clusters: usize) -> Vec<u8> {
    let symbols = meanings.len();
    let last = last_values(meanings);
    if clusters == 1 {
        return last;
    }
    // For each symbol, the symbols that follow it, with their frequency.
    let mut next = vec![0u32; symbols * symbols];
    for list in sample.iter().map(|symbols| &symbols.list) {
        list.array_windows::<2>().for_each(|&[a, b]| next[a as usize * symbols + b as usize] += 1);
    }
    let next: Vec<Vec<(usize, u64)>> = next
        .chunks(symbols)
        .map(|row| row.iter().enumerate().filter(|&(_, &n)| n > 0).map(|(symbol, &n)| (symbol, n as u64)).collect())
        .collect();
    let occurrences: Vec<u64> = next.iter().map(|row| row.iter().map(|&(_, n)| n).sum()).collect();
    let mut class = first_classes(meanings, &last, &occurrences, clusters);
    for _ in 0..ROUNDS {
        let mut counts = vec![vec![0u64; symbols]; 3 * clusters];
        for (row, &class) in next.iter().zip(&class) {
            row.iter().for_each(|&(symbol, n)| counts[class as usize][symbol] += n);
        }
        let bits: Vec<Vec<u64>> = counts.iter().map(|of_class| bits_of(of_class)).collect();
        for ((row, class), &last) in next.iter().zip(&mut class).zip(&last) {
            let first = last * clusters as u8;
            let cost = |class: &u8| row.iter().map(|&(symbol, n)| n * bits[*class as usize][symbol]).sum::<u64>();
            *class = (first..first + clusters as u8).min_by_key(cost).unwrap_or(first);
        }
    }
    class
}

/// Returns the costs of the code words of a Huffman code in units of 1/256 bit, estimated from the
/// number of occurrences of each symbol. A symbol that does not occur counts as a tenth of an
/// occurrence.
pub(super) fn bits_of(counts: &[u64]) -> Vec<u64> {
    let total = log2(10 * counts.iter().sum::<u64>() + 10);
    counts.iter().map(|&n| (total - log2(10 * n + 1)) as u64).collect()
}

pub(super) fn last_values(meanings: &[Meaning]) -> Vec<u8> {
    let mut last: Vec<u8> = Vec::with_capacity(meanings.len());
    for &meaning in meanings {
        last.push(match meaning {
            Meaning::Run { value, .. } => value,
            Meaning::Phrase { second, .. } => last[second as usize],
        });
    }
    last
}

/// Returns the choice with which the first round starts: for each symbol, the index of the Huffman
/// code of the next symbol. Symbols that end with the same value are divided among the Huffman
/// codes of this value by the number of positions they cover.
fn first_classes(meanings: &[Meaning], last: &[u8], occurrences: &[u64], clusters: usize) -> Vec<u8> {
    let positions = positions_of(meanings).expect("phrases are pairs of earlier symbols");
    let mut order: Vec<usize> = (0..meanings.len()).collect();
    order.sort_by_key(|&symbol| positions[symbol]);
    let mut total = [0u64; 3];
    last.iter().zip(occurrences).for_each(|(&value, &n)| total[value as usize] += n);
    let (mut class, mut before) = (vec![0; meanings.len()], [0u64; 3]);
    for symbol in order {
        let value = last[symbol] as usize;
        let cluster = (before[value] * clusters as u64 / total[value].max(1)).min(clusters as u64 - 1);
        class[symbol] = (value * clusters) as u8 + cluster as u8;
        before[value] += occurrences[symbol];
    }
    class
}
