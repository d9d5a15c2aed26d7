//! Chooses the class of the next symbol (the Huffman code that codes it) for each pair of current
//! symbol and class of the current symbol.

use super::classes::{FIRST_CLASS, bits_of, class_after, last_values};
use super::runs::Symbols;
use crate::format::pages::code::Meaning;

/// Number of rounds. A round chooses, for each symbol in each class (Huffman code), the class of
/// the next symbol that codes the following symbols in the fewest bits. A round also changes the
/// classes of those symbols and can make the total worse, so the best round is kept.
const ROUNDS: usize = 8;
/// Approximate number of symbols that are read in each round.
const SYMBOLS: usize = 1 << 18;

/// Returns the class (index of the Huffman code) of the next symbol, indexed by the class of the
/// current symbol and by the current symbol. Each of the values loss, draw and win has `clusters`
/// classes of its own. These classes are used after a symbol whose last run has that value.
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

/// Statistics of the sample: how often each symbol occurs in each class (Huffman code), and which
/// symbols follow.
struct Followed {
    /// Number of occurrences of a symbol in a class, indexed by class and symbol.
    counts: Vec<Vec<u64>>,
    /// Symbols that follow a symbol in a class (Huffman code). There is one list for each pair of
    /// class and symbol; the lists are concatenated.
    next: Vec<u16>,
    /// Index in `next` of the end of the list of each pair of class and symbol. The list of the
    /// next pair starts there.
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

/// Calls `each` for every symbol of the lists. The arguments of `each` are the class (Huffman code)
/// in which the symbol is coded, the symbol, and the next symbol of the list if there is one.
fn in_classes(lists: &[&[u16]], behind: &[Vec<u8>], mut each: impl FnMut(usize, usize, Option<u16>)) {
    for list in lists {
        let mut class = FIRST_CLASS;
        for (number, &symbol) in list.iter().enumerate() {
            each(class, symbol as usize, list.get(number + 1).copied());
            class = behind[class][symbol as usize] as usize;
        }
    }
}
