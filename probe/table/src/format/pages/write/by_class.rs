//! Chooses the class of the next symbol (the Huffman code that codes it) for each pair of current
//! symbol and class of the current symbol.

use super::classes::{FIRST_CLASS, bits_of, class_after, last_values};
use super::runs::Symbols;
use crate::format::pages::code::Meaning;

/// Number of rounds in which the Huffman codes of next symbols are chosen. For each pair of a
/// symbol and its own Huffman code, a round chooses the Huffman code that codes the next symbols in
/// the fewest bits. Each choice also changes the Huffman codes of later symbols and can make the
/// total worse, so the best round is kept.
const ROUNDS: usize = 8;
/// Approximate number of symbols that are read in each round.
const SYMBOLS: usize = 1 << 18;

/// Returns the index of the Huffman code (class) of the next symbol, indexed by the Huffman code of
/// the current symbol and by the current symbol. Each of the values loss, draw and win has
/// `clusters` Huffman codes of its own, which are used after symbols whose last run has this value.
pub(super) fn class_behind(meanings: &[Meaning], sample: &[Symbols], clusters: usize) -> Vec<Vec<u8>> {
    let last = last_values(meanings);
    let total: usize = sample.iter().map(|symbols| symbols.list.len()).sum();
    let some: Vec<&[u16]> =
        sample.iter().step_by(total.div_ceil(SYMBOLS).max(1)).map(|symbols| &symbols.list[..]).collect();
    let mut behind = vec![class_after(meanings, sample, clusters); 3 * clusters];
    let mut best = (u64::MAX, Vec::new());
    for _ in 0..=ROUNDS {
        let followed = Followed::of(&some, &behind);
        let bits: Vec<Vec<u64>> = followed.counts.iter().map(|of_class| bits_of(of_class)).collect();
        let total: u64 = followed.counts.iter().flatten().zip(bits.iter().flatten()).map(|(n, bits)| n * bits).sum();
        if total < best.0 {
            best = (total, behind.clone());
        }
        for (class, of_class) in behind.iter_mut().enumerate() {
            for (symbol, behind) in of_class.iter_mut().enumerate() {
                let next = followed.next(class, symbol);
                if next.is_empty() {
                    continue;
                }
                let first = last[symbol] * clusters as u8;
                let cost = |to: &u8| next.iter().map(|&next| bits[*to as usize][next as usize]).sum::<u64>();
                *behind = (first..first + clusters as u8).min_by_key(cost).unwrap_or(first);
            }
        }
    }
    best.1
}

/// Statistics of the sample: how often each Huffman code codes each symbol, and which symbols
/// follow.
struct Followed {
    /// Number of occurrences in the sample, indexed by Huffman code and symbol.
    counts: Vec<Vec<u64>>,
    /// Lists of the symbols that come next in the sample, one after the other. There is one list
    /// for each pair of a symbol and the Huffman code that codes it.
    next: Vec<u16>,
    /// Index in `next` of the end of each list, which is also the start of the list after it.
    ends: Vec<u32>,
}

impl Followed {
    fn of(lists: &[&[u16]], behind: &[Vec<u8>]) -> Followed {
        let symbols = behind[0].len();
        let mut counts: Vec<Vec<u64>> = vec![vec![0; symbols]; behind.len()];
        let mut ends = vec![0u32; behind.len() * symbols];
        in_classes(lists, behind, |class, symbol, following| {
            counts[class][symbol] += 1;
            ends[class * symbols + symbol] += following.is_some() as u32;
        });
        // Here each entry becomes the start of its list. Filling the list moves the entry to the
        // end of the list.
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut next = vec![0; total as usize];
        in_classes(lists, behind, |class, symbol, following| {
            let end = &mut ends[class * symbols + symbol];
            if let Some(following) = following {
                next[*end as usize] = following;
                *end += 1;
            }
        });
        Followed { counts, next, ends }
    }

    fn next(&self, class: usize, symbol: usize) -> &[u16] {
        let place = class * self.counts[0].len() + symbol;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.next[start as usize..self.ends[place] as usize]
    }
}

/// Calls `each` for every symbol of the lists. The arguments of `each` are the index of the Huffman
/// code of the symbol, the symbol, and the next symbol of the list if there is one.
fn in_classes(lists: &[&[u16]], behind: &[Vec<u8>], mut each: impl FnMut(usize, usize, Option<u16>)) {
    for list in lists {
        let mut class = FIRST_CLASS;
        for (number, &symbol) in list.iter().enumerate() {
            each(class, symbol as usize, list.get(number + 1).copied());
            class = behind[class][symbol as usize] as usize;
        }
    }
}
