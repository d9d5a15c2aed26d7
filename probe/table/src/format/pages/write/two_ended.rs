//! Encodes symbols into two-ended blocks.

use std::ops::Range;

use super::classes::FIRST_CLASS;
use super::coder::{Block, BlockBits, PageCoder};
use crate::format::page_layout::{BLOCK_BITS, BlockParts, CountWidth, StreamPairs};
use crate::format::pages::code::ClassCodes;

/// Code words of a chunk in one direction of reading.
struct Words<'a> {
    codes: &'a ClassCodes,
    words: Vec<Vec<u16>>,
    /// Class of each symbol of the chunk: the index of the Huffman code that codes it.
    class: Vec<u8>,
    /// Number of bits of the code words and extra bits before each symbol of the chunk. The last
    /// entry is the total number of bits.
    bits_before: Vec<u32>,
}

/// Symbols of a chunk, each with the number in its extra bits.
type Chunk = Vec<(u16, u32)>;

/// Encodes the symbols of a chunk.
struct BlockPacker<'a> {
    coder: &'a PageCoder,
    symbols: Chunk,
    /// Number of positions before each symbol of the chunk. The last entry is the total number of
    /// positions.
    positions_before: Vec<u32>,
    forward: Words<'a>,
    backward: Words<'a>,
    parts: BlockParts,
    positions_max: u32,
}

/// Symbols that one pair of streams codes.
struct PairSymbols {
    all: Range<usize>,
    /// Index of the first symbol after the symbols of the forward stream.
    forward_end: usize,
    /// Index of the first symbol of the backward stream. A symbol with positions on both sides of
    /// the middle of the pair is in both streams.
    backward_start: usize,
}

impl PageCoder {
    /// Encodes the symbols of a chunk, each with the number in its extra bits, into two-ended
    /// blocks.
    pub(super) fn two_ended_blocks(&self, symbols: Chunk, width: CountWidth, pairs: StreamPairs) -> Vec<Block> {
        let backward = self.code.backward.as_ref().expect("a code of two-ended blocks has both directions");
        let directions = [&self.code.forward, backward];
        let symbols = self.with_words(symbols, directions);
        let mut positions_before = vec![0];
        let mut before = 0;
        for &(symbol, number) in &symbols {
            before += self.positions[symbol as usize] + number;
            positions_before.push(before);
        }
        let [forward_class, backward_class] = classes(&symbols, directions);
        let direction = |codes, class| Words::new(self, &symbols, codes, class);
        let (forward, backward) = (direction(directions[0], forward_class), direction(directions[1], backward_class));
        let parts = BlockParts::new(width, pairs, self.code.forward.lengths.len());
        let positions_max = width.positions_max();
        BlockPacker { coder: self, symbols, positions_before, forward, backward, parts, positions_max }.blocks()
    }

    /// Replaces each symbol for which the Huffman code of at least one direction has no word. The
    /// result has words for all symbols in both directions.
    fn with_words(&self, mut symbols: Chunk, directions: [&ClassCodes; 2]) -> Chunk {
        loop {
            let classes = classes(&symbols, directions);
            let has_words = |place: usize, symbol: u16| {
                let word =
                    |(codes, class): (&ClassCodes, &Vec<u8>)| codes.lengths[class[place] as usize][symbol as usize];
                directions.into_iter().zip(&classes).all(|of_direction| word(of_direction) > 0)
            };
            if symbols.iter().enumerate().all(|(place, &(symbol, _))| has_words(place, symbol)) {
                return symbols;
            }
            let replaced = symbols.iter().enumerate().flat_map(|(place, &(symbol, number))| {
                let (first, second) = match has_words(place, symbol) {
                    true => ((symbol, number), None),
                    false => self.without_word(symbol, number),
                };
                std::iter::once(first).chain(second)
            });
            symbols = replaced.collect();
        }
    }
}

/// Returns the class of each symbol (the index of its Huffman code) for reading forward, and for
/// reading backward.
fn classes(symbols: &Chunk, [forward, backward]: [&ClassCodes; 2]) -> [Vec<u8>; 2] {
    let after = |codes: &ClassCodes, &(symbol, _): &(u16, u32)| codes.class_after[symbol as usize];
    let first = [FIRST_CLASS as u8];
    let (without_last, without_first) = (symbols.len().saturating_sub(1), symbols.len().min(1));
    let in_front = symbols[..without_last].iter().map(|symbol| after(forward, symbol));
    let behind = symbols[without_first..].iter().map(|symbol| after(backward, symbol));
    [first.into_iter().chain(in_front).collect(), behind.chain(first).collect()]
}

impl<'a> Words<'a> {
    fn new(coder: &PageCoder, symbols: &Chunk, codes: &'a ClassCodes, class: Vec<u8>) -> Words<'a> {
        let words = codes.words().expect("package-merge gives the lengths of a prefix code");
        let mut bits_before = vec![0];
        let mut before = 0;
        for (&(symbol, _), &class) in symbols.iter().zip(&class) {
            before += codes.lengths[class as usize][symbol as usize] as u32 + coder.extra_bits(symbol) as u32;
            bits_before.push(before);
        }
        Words { codes, words, class, bits_before }
    }

    fn bits_of(&self, symbols: Range<usize>) -> u32 {
        self.bits_before[symbols.end] - self.bits_before[symbols.start]
    }

    fn put(&self, bits: &mut BlockBits, place: usize, (symbol, number): (u16, u32), extra_bits: u8) {
        let (class, symbol) = (self.class[place] as usize, symbol as usize);
        bits.put(self.words[class][symbol].into(), self.codes.lengths[class][symbol].into());
        bits.put(number, extra_bits.into());
    }
}

impl BlockPacker<'_> {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut start = 0;
        while start < self.symbols.len() {
            let first = self.longest_pair(start, false, self.positions_max);
            let of_first = self.positions_in(&first.all);
            let mut pairs = vec![first];
            if self.parts.pairs == StreamPairs::Two {
                pairs.push(self.longest_pair(pairs[0].all.end, true, self.positions_max - of_first));
            }
            let all = start..pairs.iter().fold(start, |_, pair| pair.all.end);
            blocks.push((self.bytes(&pairs, of_first), self.positions_in(&all)));
            start = all.end;
        }
        blocks
    }

    /// Returns as many symbols from `start` on as fit into the streams of a pair, but with at most
    /// `positions_max` positions.
    fn longest_pair(&self, start: usize, is_second: bool, positions_max: u32) -> PairSymbols {
        let streams = self.parts.streams(is_second);
        let room = streams.end - streams.start;
        let mut longest = self.pair(start..start, start);
        while longest.all.end < self.symbols.len() {
            let next = self.pair(start..longest.all.end + 1, longest.forward_end);
            if self.positions_in(&next.all) > positions_max || self.bits_of(&next) > room {
                break;
            }
            longest = next;
        }
        longest
    }

    /// Divides the symbols `all` between the two streams of a pair. `forward_end` is a lower bound
    /// of `PairSymbols::forward_end`, from which the search begins.
    fn pair(&self, all: Range<usize>, mut forward_end: usize) -> PairSymbols {
        let middle = self.positions_before[all.start] + self.positions_in(&all) / 2;
        while self.positions_before[forward_end] < middle {
            forward_end += 1;
        }
        let is_split = self.positions_before[forward_end] > middle;
        PairSymbols { backward_start: forward_end - is_split as usize, forward_end, all }
    }

    fn positions_in(&self, symbols: &Range<usize>) -> u32 {
        self.positions_before[symbols.end] - self.positions_before[symbols.start]
    }

    fn bits_of(&self, pair: &PairSymbols) -> u32 {
        let PairSymbols { all, forward_end, backward_start } = pair;
        self.forward.bits_of(all.start..*forward_end) + self.backward.bits_of(*backward_start..all.end)
    }

    /// Returns the bytes of a block. `of_first` is the number of positions of the first pair.
    fn bytes(&self, pairs: &[PairSymbols], of_first: u32) -> [u8; BLOCK_BITS / 8] {
        // The bits of the streams that are read backward, as if the block were read from its end.
        let (mut block, mut from_end) = (BlockBits::default(), BlockBits::default());
        let class_bits = self.parts.class_bits as usize;
        for PairSymbols { all, .. } in pairs {
            let class_of = |class: &[u8], place: usize| class.get(place).copied().unwrap_or(0) as u32;
            block.put(class_of(&self.forward.class, all.start), class_bits);
            block.put(class_of(&self.backward.class, all.end.max(1) - 1), class_bits);
        }
        let count = self.parts.count();
        block.put(of_first, (count.end - count.start) as usize);
        for (is_second, PairSymbols { all, forward_end, backward_start }) in [false, true].into_iter().zip(pairs) {
            let streams = self.parts.streams(is_second);
            let put = |direction: &Words<'_>, bits: &mut BlockBits, place: usize| {
                let symbol = self.symbols[place];
                direction.put(bits, place, symbol, self.coder.extra_bits(symbol.0));
            };
            block.at = streams.start as usize;
            (all.start..*forward_end).for_each(|place| put(&self.forward, &mut block, place));
            from_end.at = BLOCK_BITS - streams.end as usize;
            (*backward_start..all.end).rev().for_each(|place| put(&self.backward, &mut from_end, place));
        }
        let reversed = from_end.bytes.iter().rev().map(|byte| byte.reverse_bits());
        block.bytes.iter_mut().zip(reversed).for_each(|(byte, new)| *byte |= new);
        block.bytes
    }
}
