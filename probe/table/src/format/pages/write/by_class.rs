//! The class behind a symbol, where the class in which it stands decides too.

use super::classes::{bits_of, class_after, last_values};
use super::runs::Symbols;
use crate::format::pages::code::Meaning;

/// Rounds in which symbols in their classes move to the class behind them whose code suits what
/// follows. A round changes in which classes symbols stand, so the best round counts.
const ROUNDS: usize = 8;
/// About so many symbols of the sample are looked at in a round.
const SYMBOLS: usize = 1 << 18;

/// By class and symbol: the class behind the symbol. Each of the three values has `clusters`
/// classes, which stand behind the symbols that end with it.
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
        for of_place in followed.places.chunk_by(|a, b| (a.class, a.symbol) == (b.class, b.symbol)) {
            let Follower { class, symbol, .. } = of_place[0];
            let first = last[symbol as usize] * clusters as u8;
            let cost = |to: &u8| of_place.iter().map(|it| bits[*to as usize][it.next as usize]).sum::<u64>();
            let cheapest = (first..first + clusters as u8).min_by_key(cost);
            behind[class as usize][symbol as usize] = cheapest.unwrap_or(first);
        }
    }
    best.1
}

/// A symbol that stands in a class, and the symbol that follows it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Follower {
    class: u8,
    symbol: u16,
    next: u16,
}

/// What stands in which class, and what follows it.
struct Followed {
    /// By class and symbol: how often the symbol stands in the class.
    counts: Vec<Vec<u64>>,
    /// In ascending order.
    places: Vec<Follower>,
}

impl Followed {
    fn of(lists: &[&[u16]], behind: &[Vec<u8>]) -> Followed {
        let mut counts: Vec<Vec<u64>> = behind.iter().map(|symbols| vec![0; symbols.len()]).collect();
        let mut places = Vec::with_capacity(lists.iter().map(|list| list.len()).sum());
        for list in lists {
            let mut class = super::coder::FIRST_CLASS as u8;
            for (number, &symbol) in list.iter().enumerate() {
                counts[class as usize][symbol as usize] += 1;
                places.extend(list.get(number + 1).map(|&next| Follower { class, symbol, next }));
                class = behind[class as usize][symbol as usize];
            }
        }
        places.sort_unstable();
        Followed { counts, places }
    }
}
