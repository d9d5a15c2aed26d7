//! Variants of a symbol stand for the same run or phrase, but a different class (Huffman code)
//! follows each. A stored code has only one next class per symbol. With variants, the next class
//! can still depend on the class of the symbol.

use super::classes::FIRST_CLASS;
use super::runs::Symbols;
use crate::format::page_layout::SYMBOLS_MAX;
use crate::format::pages::code::Meaning;

/// Least number of occurrences for which a symbol gets one more variant. A variant is a copy of the
/// symbol with another Huffman code for the next symbol.
const LEAST_OCCURRENCES: u64 = 4;

/// Symbols of the stored code. Each symbol is stored as one or more adjacent variants: copies that
/// differ in the Huffman code of the next symbol.
#[derive(Debug)]
pub(super) struct Variants {
    pub meanings: Vec<Meaning>,
    pub class_after: Vec<u8>,
    /// Index of the variant (copy) that is used for a symbol, indexed by the Huffman code that
    /// codes the symbol and by the symbol.
    pub of_class: Vec<Vec<u16>>,
}

impl Variants {
    /// Chooses the most frequent variants in the sample, as many as a code can hold. A variant is a
    /// copy of a symbol with another Huffman code for the next symbol. `behind` is the Huffman code
    /// of the next symbol, indexed by the Huffman code of the current symbol and by the current
    /// symbol.
    pub(super) fn choose(meanings: &[Meaning], behind: &[Vec<u8>], sample: &[Symbols]) -> Variants {
        let chosen = chosen_classes(behind, sample, SYMBOLS_MAX.saturating_sub(meanings.len()));
        let mut first_variant: Vec<u16> = Vec::with_capacity(meanings.len());
        let mut variants = Variants { meanings: Vec::new(), class_after: Vec::new(), of_class: Vec::new() };
        for (&meaning, classes) in meanings.iter().zip(&chosen) {
            first_variant.push(variants.meanings.len() as u16);
            // The two symbols of a phrase only say which runs it stands for, so any of their
            // variants will do.
            let meaning = match meaning {
                Meaning::Phrase { first, second } => {
                    Meaning::Phrase { first: first_variant[first as usize], second: first_variant[second as usize] }
                }
                run => run,
            };
            variants.meanings.extend(classes.iter().map(|_| meaning));
            variants.class_after.extend(classes);
        }
        let in_class = |of_class: &Vec<u8>| {
            let place = |(class, chosen): (&u8, &Vec<u8>)| chosen.iter().position(|it| it == class).unwrap_or(0);
            let places = of_class.iter().zip(&chosen).map(place);
            first_variant.iter().zip(places).map(|(&first, place)| first + place as u16).collect()
        };
        variants.of_class = behind.iter().map(in_class).collect();
        variants
    }

    /// Counts how often the sample has each variant in each Huffman code. The result is indexed by
    /// Huffman code and variant.
    pub(super) fn counts(&self, sample: &[Symbols]) -> Vec<Vec<u64>> {
        let mut counts = vec![vec![0; self.meanings.len()]; self.of_class.len()];
        for symbols in sample {
            let mut class = FIRST_CLASS;
            for &symbol in &symbols.list {
                let variant = self.of_class[class][symbol as usize] as usize;
                counts[class][variant] += 1;
                class = self.class_after[variant] as usize;
            }
        }
        counts
    }
}

/// Chooses which variants (copies) each symbol gets. A variant belongs to one Huffman code of the
/// next symbol. Returns these Huffman codes for each symbol, the most frequent first. Every symbol
/// gets at least one variant, and all symbols together get at most `room` more.
fn chosen_classes(behind: &[Vec<u8>], sample: &[Symbols], mut room: usize) -> Vec<Vec<u8>> {
    let symbols = behind[0].len();
    let mut occurrences = vec![vec![0u64; behind.len()]; symbols];
    for list in sample.iter().map(|symbols| &symbols.list) {
        let mut class = FIRST_CLASS;
        for &symbol in list {
            class = behind[class][symbol as usize] as usize;
            occurrences[symbol as usize][class] += 1;
        }
    }
    let mut chosen = Vec::with_capacity(symbols);
    let mut others = Vec::new();
    for (symbol, of_symbol) in occurrences.iter().enumerate() {
        let ranked = |class: &usize| (std::cmp::Reverse(of_symbol[*class]), *class);
        let often = (0..behind.len()).filter(|&class| of_symbol[class] > 0).min_by_key(ranked);
        let first = often.map_or(behind[FIRST_CLASS][symbol], |class| class as u8);
        let enough = |&(class, &n): &(usize, &u64)| n >= LEAST_OCCURRENCES && class as u8 != first;
        others.extend(of_symbol.iter().enumerate().filter(enough).map(|(class, &n)| (n, symbol, class as u8)));
        chosen.push(vec![first]);
    }
    others.sort_unstable_by_key(|&(n, symbol, class)| (std::cmp::Reverse(n), symbol, class));
    for (_, symbol, class) in others {
        if room == 0 {
            break;
        }
        chosen[symbol].push(class);
        room -= 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_has_a_variant_for_each_class_behind_it() {
        let run = |value, base| Meaning::Run { value, base, extra_bits: 0 };
        let meanings = [run(0, 1), run(1, 2), Meaning::Phrase { first: 0, second: 1 }];
        // The class after symbol 0 depends on the class of symbol 0, so symbol 0 needs two
        // variants.
        let behind = [vec![1, 0, 1], vec![0, 0, 1]];
        let sample = [Symbols { list: [0, 0, 1, 2].repeat(9), extra: Vec::new() }];
        let variants = Variants::choose(&meanings, &behind, &sample);
        let phrase = Meaning::Phrase { first: 0, second: 2 };
        assert_eq!(variants.meanings, [run(0, 1), run(0, 1), run(1, 2), phrase]);
        assert_eq!(variants.class_after.len(), 4);
        let class_of = |class: usize, symbol: usize| variants.class_after[variants.of_class[class][symbol] as usize];
        for (class, symbols) in behind.iter().enumerate() {
            for (symbol, &wanted) in symbols.iter().enumerate() {
                assert_eq!(class_of(class, symbol), wanted, "class {class}, symbol {symbol}");
            }
        }
        assert_eq!(variants.counts(&sample).iter().flatten().sum::<u64>(), 36);
    }

    #[test]
    fn a_full_code_has_one_variant_of_each_symbol() {
        let meanings: Vec<Meaning> =
            (1..=SYMBOLS_MAX as u32).map(|base| Meaning::Run { value: 0, base, extra_bits: 0 }).collect();
        let behind = [vec![1; SYMBOLS_MAX], vec![0; SYMBOLS_MAX]];
        let sample = [Symbols { list: vec![7; 100], extra: Vec::new() }];
        let variants = Variants::choose(&meanings, &behind, &sample);
        assert_eq!(variants.meanings, meanings);
        assert_eq!(variants.of_class[0], variants.of_class[1]);
    }
}
