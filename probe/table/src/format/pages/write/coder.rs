//! Trains a code, and encodes runs into blocks.

use super::by_class::class_behind;
use super::classes::{FIRST_CLASS, class_after};
use super::huffman::code_lengths;
use super::phrases::Phrases;
use super::runs::{Run, RunSymbols, Symbols};
use super::variants::Variants;
use crate::format::page_layout::{BLOCK_BYTES, BlockStarts, CLASS_BITS, CountWidth, PageShape, SYMBOLS_MAX};
use crate::format::pages::code::{Code, Meaning, positions_of};

/// Options for the choice of a code. More Huffman codes, and more symbols that stand for two
/// symbols, make smaller tables with larger codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Maximal number of symbols that stand for two other symbols.
    pub phrases: usize,
    /// Number of Huffman codes for each of the values loss, draw and win: 1 to 5.
    pub clusters: usize,
    /// True when the Huffman code of the next symbol depends on the current symbol and on the
    /// Huffman code of the current symbol; false when it depends on the current symbol only.
    pub is_by_class: bool,
    /// True for short pages (1024 bytes, with blocks of 16 bytes), false for long pages.
    pub is_short: bool,
}

impl Effort {
    /// Usual options, which make small tables.
    pub const FULL: Effort = Effort { phrases: 128, clusters: 3, is_by_class: false, is_short: false };
    /// Options that make large tables with short runs as small as possible. The decoding tables are
    /// two thirds larger than with [`Effort::FULL`].
    pub const DENSE: Effort = Effort { phrases: 128, clusters: 5, is_by_class: true, is_short: false };
    /// Options for sets of many tables, whose decoding tables would not all stay in the processor's
    /// caches. They choose short pages, few Huffman codes, and more symbols that stand for two
    /// symbols.
    pub const FEW_CLASSES: Effort = Effort { phrases: 512, clusters: 1, is_by_class: false, is_short: true };
    /// Options with the smallest code, for tables so small that a larger code would take more bytes
    /// than it saves.
    pub const LEAST: Effort = Effort { phrases: 0, clusters: 1, is_by_class: false, is_short: false };
}

/// Mean run length, in positions, above which the runs of a table count as long. The pages then use
/// more bits to say which positions each block holds.
const LONG_RUN_POSITIONS: u64 = 128;

/// Bytes of a block, and the number of positions that the block covers. A block of a short page
/// uses only the first 16 bytes.
pub type Block = ([u8; BLOCK_BYTES], u32);

/// Encodes runs of equal cells into the blocks of a table.
#[derive(Debug)]
pub struct PageCoder {
    code: Code,
    words: Vec<Vec<u16>>,
    run_symbols: RunSymbols,
    phrases: Phrases,
    /// Meaning of each symbol before it is copied into variants. The variants of a symbol have the
    /// same meaning, but different Huffman codes for the next symbol.
    meanings: Vec<Meaning>,
    /// Index in the stored code of the variant that is used for a symbol, indexed by the Huffman
    /// code and the symbol.
    variants: Vec<Vec<u16>>,
    /// Number of positions that each symbol of the stored code covers, indexed by variant.
    positions: Vec<u32>,
    shape: PageShape,
}

impl PageCoder {
    /// Chooses a code for the runs of equal cells of a table. `sample` holds the runs of some parts
    /// of the table, or all runs if `is_whole` is true.
    pub fn train(sample: &[Vec<Run>], is_whole: bool, effort: Effort) -> PageCoder {
        let of_sample: u64 = sample.iter().flatten().map(|run| run.positions as u64).sum();
        let runs = sample.iter().map(Vec::len).sum::<usize>() as u64;
        let has_long_runs = of_sample > runs * LONG_RUN_POSITIONS;
        let shape = match (effort.is_short, has_long_runs) {
            (true, _) => PageShape::Short(BlockStarts::for_pages_of(0, has_long_runs)),
            (false, true) => PageShape::Long(CountWidth::Wide),
            (false, false) => PageShape::Long(CountWidth::Narrow),
        };
        let run_symbols = RunSymbols::choose(sample, is_whole, shape);
        let mut meanings = run_symbols.meanings.clone();
        let mut symbols: Vec<Symbols> = sample.iter().map(|runs| run_symbols.of(runs)).collect();
        let most_phrases = effort.phrases.min(SYMBOLS_MAX.saturating_sub(meanings.len()));
        let phrases = Phrases::choose(&mut meanings, &mut symbols, most_phrases);
        let behind = match effort.is_by_class {
            true => class_behind(&meanings, &symbols, effort.clusters),
            false => vec![class_after(&meanings, &symbols, effort.clusters); 3 * effort.clusters],
        };
        let chosen = Variants::choose(&meanings, &behind, &symbols);
        let mut counts = chosen.counts(&symbols);
        let Variants { meanings: of_variants, class_after, of_class: variants } = chosen;
        // Parts of the table outside the sample may have a run of any length in any class.
        for any in (0..3).filter_map(|value| run_symbols.any(value)) {
            let of_classes = counts.iter_mut().zip(&variants);
            of_classes.for_each(|(counts, variants)| counts[variants[any as usize] as usize] += 1);
        }
        let lengths = counts.iter().map(|of_class| code_lengths(of_class)).collect();
        let code = Code { meanings: of_variants, class_after, lengths };
        let words = code.words().expect("package-merge gives the lengths of a prefix code");
        let positions = positions_of(&code.meanings).expect("phrases are pairs of earlier symbols");
        let mut coder = PageCoder { code, words, run_symbols, phrases, meanings, variants, positions, shape };
        if effort.is_short {
            // The mean number of positions in a page is known only after the sample is encoded.
            let blocks: usize = sample.iter().map(|runs| coder.encode(runs).len()).sum();
            let of_page = of_sample * coder.shape.blocks() as u64 / blocks.max(1) as u64;
            coder.shape = PageShape::Short(BlockStarts::for_pages_of(of_page, has_long_runs));
        }
        coder
    }

    /// Encodes the runs of a chunk ([`CHUNK_POSITIONS`](super::CHUNK_POSITIONS) positions), in
    /// order, into blocks.
    pub fn encode(&self, runs: &[Run]) -> Vec<Block> {
        let mut symbols = self.run_symbols.of(runs);
        self.phrases.apply(&mut symbols.list);
        let mut extra = symbols.extra.into_iter();
        let mut blocks = BlockWriter { blocks: Vec::new(), block: self.open_block(FIRST_CLASS), coder: self };
        for symbol in symbols.list {
            let number = if self.extra_bits(symbol) > 0 { extra.next().unwrap_or(0) } else { 0 };
            blocks.put(symbol, number);
        }
        blocks.finish()
    }

    pub(in crate::format::pages) fn code_bytes(&self) -> Vec<u8> {
        self.code.to_bytes()
    }

    pub(super) fn shape(&self) -> PageShape {
        self.shape
    }

    fn open_block(&self, class: usize) -> OpenBlock {
        let mut block = OpenBlock { bytes: [0; BLOCK_BYTES], at: 0, positions: 0, class };
        block.put_bits(class as u32, CLASS_BITS);
        block.at = self.shape.head_bits();
        block
    }

    fn extra_bits(&self, symbol: u16) -> u8 {
        match self.meanings[symbol as usize] {
            Meaning::Run { extra_bits, .. } => extra_bits,
            Meaning::Phrase { .. } => 0,
        }
    }

    /// Returns the index in the stored code of the variant that is used for a symbol in the Huffman
    /// code `class`, and the length of its code word in bits. The length is 0 when this Huffman
    /// code has no word for the symbol.
    fn variant(&self, class: usize, symbol: u16) -> (usize, usize) {
        let variant = self.variants[class][symbol as usize] as usize;
        (variant, self.code.lengths[class][variant] as usize)
    }
}

struct BlockWriter<'a> {
    blocks: Vec<Block>,
    block: OpenBlock,
    coder: &'a PageCoder,
}

struct OpenBlock {
    bytes: [u8; BLOCK_BYTES],
    at: usize,
    positions: u32,
    /// Index of the Huffman code of the next symbol.
    class: usize,
}

impl BlockWriter<'_> {
    /// Adds a symbol, with `number` in its extra bits. If the current Huffman code has no word for
    /// the symbol, adds a replacement: the two symbols that the symbol stands for, or for a run the
    /// symbol for runs of any length.
    fn put(&mut self, symbol: u16, number: u32) {
        let coder = self.coder;
        if coder.variant(self.block.class, symbol).1 > 0 {
            return self.put_word(symbol, number);
        }
        match coder.meanings[symbol as usize] {
            Meaning::Phrase { first, second } => {
                self.put(first, 0);
                self.put(second, 0);
            }
            Meaning::Run { value, base, .. } => {
                let any = coder.run_symbols.any(value).expect("a code of a part of a table has symbols of any run");
                self.put_word(any, base + number - 1);
            }
        }
    }

    /// Adds a symbol for which the current Huffman code has a code word. Starts a new block if the
    /// current block is full.
    fn put_word(&mut self, symbol: u16, number: u32) {
        let coder = self.coder;
        let (variant, bits) = coder.variant(self.block.class, symbol);
        let extra_bits = coder.extra_bits(symbol);
        let positions = coder.positions[variant] + number;
        let is_full = self.block.at + bits + extra_bits as usize > 8 * coder.shape.block_bytes()
            || self.block.positions + positions > coder.shape.positions_max();
        if is_full {
            let next = coder.open_block(self.block.class);
            self.close(next);
        }
        self.block.put_bits(coder.words[self.block.class][variant].into(), bits);
        self.block.put_bits(number, extra_bits.into());
        self.block.positions += positions;
        self.block.class = coder.code.class_after[variant] as usize;
    }

    fn close(&mut self, next: OpenBlock) {
        let full = std::mem::replace(&mut self.block, next);
        self.blocks.push((full.bytes, full.positions));
    }

    fn finish(mut self) -> Vec<Block> {
        if self.block.positions > 0 {
            self.close(self.coder.open_block(FIRST_CLASS));
        }
        self.blocks
    }
}

impl OpenBlock {
    /// Appends the lowest `bits` bits of a number, the highest of them first.
    fn put_bits(&mut self, number: u32, bits: usize) {
        if bits == 0 {
            return;
        }
        // The number has at most 25 bits, which fit in a 64-bit word together with the bits of the
        // first byte that are in use.
        let shifted = (number as u64) << (u64::BITS as usize - bits) >> (self.at % 8);
        let first = self.at / 8;
        for (byte, new) in self.bytes[first..].iter_mut().zip(shifted.to_be_bytes()) {
            *byte |= new;
        }
        self.at += bits;
    }
}
