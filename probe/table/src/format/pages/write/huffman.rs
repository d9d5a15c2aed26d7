//! Computes the code lengths of a Huffman code with a maximal word length.

/// Returns the word length in bits of each symbol in an optimal prefix code whose words have at
/// most `bits_max` bits. There must be enough such words for all symbols. The length is 0 for
/// symbols that do not occur. Uses the package-merge algorithm (Larmore and Hirschberg, "A fast
/// algorithm for optimal length-limited Huffman codes", 1990).
///
/// The algorithm makes a list for each maximal length from 1 to `bits_max`. A list holds items in
/// ascending order of their counts. The items are the symbols, and packages of two neighbouring
/// items from the list before.
pub(super) fn code_lengths(counts: &[u64], bits_max: u32) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    let mut symbols: Vec<usize> = (0..counts.len()).filter(|&symbol| counts[symbol] > 0).collect();
    if let [only] = symbols[..] {
        lengths[only] = 1;
    }
    if symbols.len() < 2 {
        return lengths;
    }
    symbols.sort_by_key(|&symbol| counts[symbol]);
    let mut lists: Vec<Vec<(u64, Item)>> = Vec::with_capacity(bits_max as usize);
    for _ in 0..bits_max {
        let before = lists.last().map_or(&[][..], Vec::as_slice);
        let packages = before.as_chunks::<2>().0.iter().map(|[a, b]| (a.0 + b.0, Item::Package));
        let mut list: Vec<(u64, Item)> = symbols.iter().map(|&symbol| (counts[symbol], Item::Symbol(symbol))).collect();
        list.extend(packages);
        // The sort is stable, so symbols precede packages of equal counts.
        list.sort_by_key(|&(count, _)| count);
        lists.push(list);
    }
    // The cheapest items of the last list are taken. A taken package takes two items of the list
    // before.
    let mut taken = 2 * symbols.len() - 2;
    for list in lists.iter().rev() {
        let mut packages = 0;
        for &(_, item) in &list[..taken] {
            match item {
                Item::Symbol(symbol) => lengths[symbol] += 1,
                Item::Package => packages += 1,
            }
        }
        taken = 2 * packages;
    }
    lengths
}

#[derive(Debug, Clone, Copy)]
enum Item {
    Symbol(usize),
    Package,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::page_layout::CODE_BITS;
    use proptest::prelude::*;

    fn bits(counts: &[u64], lengths: &[u8]) -> u64 {
        counts.iter().zip(lengths).map(|(&count, &length)| count * length as u64).sum()
    }

    /// Returns the total number of bits that Huffman's algorithm needs without a maximal length.
    /// This is the sum of the counts of all pairs that the algorithm joins.
    fn bits_without_limit(counts: &[u64]) -> u64 {
        let mut left: Vec<u64> = counts.iter().copied().filter(|&count| count > 0).collect();
        let mut sum = 0;
        while left.len() > 1 {
            left.sort_unstable_by(|a, b| b.cmp(a));
            let pair = left.pop().unwrap() + left.pop().unwrap();
            sum += pair;
            left.push(pair);
        }
        sum
    }

    #[test]
    fn skewed_counts_stay_within_the_limit() {
        let counts: Vec<u64> = (0..40).map(|i| 1 << i).collect();
        let lengths = code_lengths(&counts, CODE_BITS);
        assert_eq!(lengths.iter().max(), Some(&(CODE_BITS as u8)));
        assert_eq!(lengths.iter().map(|&length| 1 << (CODE_BITS - length as u32)).sum::<u32>(), 1 << CODE_BITS);
        assert_eq!(code_lengths(&[0, 0], CODE_BITS), [0, 0]);
        assert_eq!(code_lengths(&[0, 7], CODE_BITS), [0, 1]);
        assert_eq!(code_lengths(&[7, 1, 1], CODE_BITS), [1, 2, 2]);
        assert_eq!(code_lengths(&[70, 10, 1, 1], 2), [2, 2, 2, 2]);
    }

    proptest! {
        #[test]
        fn lengths_are_a_full_prefix_code_and_as_short_as_huffmans(counts in prop::collection::vec(0u64..50, 2..200)) {
            let lengths = code_lengths(&counts, CODE_BITS);
            let symbols = counts.iter().filter(|&&count| count > 0).count();
            prop_assert!(counts.iter().zip(&lengths).all(|(&count, &length)| (count > 0) == (length > 0)));
            if symbols > 1 {
                let room: u32 = lengths.iter().filter(|&&l| l > 0).map(|&l| 1 << (CODE_BITS - l as u32)).sum();
                prop_assert_eq!(room, 1 << CODE_BITS);
                // When the counts differ as little as here, only few words of Huffman's code exceed
                // the limit, so the limited code takes hardly more bits.
                let least = bits_without_limit(&counts);
                prop_assert!(bits(&counts, &lengths) >= least);
                prop_assert!(bits(&counts, &lengths) <= least + least / 50);
            }
        }
    }
}
