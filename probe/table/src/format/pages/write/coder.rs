//! Trains a code, and encodes runs into blocks.

use super::by_class::class_behind;
use super::classes::{FIRST_CLASS, class_after};
use super::huffman::code_lengths;
use super::phrases::Phrases;
use super::runs::{Run, RunSymbols, SymbolLimits, Symbols, mirrored};
use super::variants::Variants;
use crate::format::page_layout::{
    BLOCK_BYTES, BlockStarts, CLASS_BITS, CODE_BITS, CountWidth, PHRASE_RUNS_MAX, PageShape, SYMBOLS_MAX, StreamPairs,
};
use crate::format::pages::code::{ClassCodes, Code, Meaning, positions_of};

/// Options for the choice of a code, which is stored in the table: the symbols and the lengths of
/// their code words. More Huffman codes, and more symbols that stand for two symbols, make the
/// stored code longer and the rest of the table shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Maximum number of symbols that stand for two other symbols.
    pub phrases: usize,
    /// Number of Huffman codes for each of the values loss, draw and win: 1 to 5.
    pub clusters: usize,
    /// True when the Huffman code of the next symbol depends on the current symbol and on the
    /// Huffman code of the current symbol; false when it depends on the current symbol only.
    pub is_by_class: bool,
    /// Kind of the pages: long, short or two-ended.
    pub pages: PageKind,
}

/// Kind of the pages of a table. The coder that makes the pages chooses the other details of their
/// layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// Pages of 4096 bytes, with blocks of 64 bytes that are read from one end.
    Long,
    /// Pages of 1024 bytes, with blocks of 16 bytes.
    Short,
    /// Long pages with blocks that are read from both ends.
    TwoEnded {
        /// Maximum length of a code word in bits, at most 10. Shorter words make larger tables with
        /// smaller decoding tables.
        word_bits: u32,
        /// Number of bits per 1000 positions below which the blocks of a table get two pairs of
        /// streams instead of one. A stream is a sequence of code words. One stream of a pair is
        /// read forward, the other backward.
        two_pairs_below: u64,
    },
}

impl Effort {
    /// Usual options, which make small tables.
    pub const FULL: Effort = Effort { phrases: 128, clusters: 3, is_by_class: false, pages: PageKind::Long };
    /// Options that make large tables with short runs as small as possible. The decoding tables are
    /// two thirds larger than with [`Effort::FULL`].
    pub const DENSE: Effort = Effort { phrases: 128, clusters: 5, is_by_class: true, pages: PageKind::Long };
    /// Options for sets of many tables, whose decoding tables would not all stay in the processor's
    /// caches. They choose short pages, few Huffman codes, and more symbols that stand for two
    /// symbols.
    pub const FEW_CLASSES: Effort = Effort { phrases: 512, clusters: 1, is_by_class: false, pages: PageKind::Short };
    /// Options with the fewest symbols and Huffman codes. They are for tables so small that storing
    /// more of them would take more bytes than it saves.
    pub const LEAST: Effort = Effort { phrases: 0, clusters: 1, is_by_class: false, pages: PageKind::Long };
    /// Options with blocks that are read from both ends and with small decoding tables: a probe
    /// takes half the time, and tables are about a fifteenth larger than with [`Effort::FULL`].
    pub const TWO_ENDED: Effort = Effort {
        phrases: 96,
        clusters: 1,
        is_by_class: false,
        pages: PageKind::TwoEnded { word_bits: 8, two_pairs_below: TWO_PAIRS_BELOW },
    };
    /// Options for tables with many short runs, in a set whose other tables have the options
    /// [`Effort::TWO_ENDED`].
    pub const TWO_ENDED_DENSE: Effort = Effort {
        phrases: 160,
        clusters: 2,
        is_by_class: false,
        pages: PageKind::TwoEnded { word_bits: 9, two_pairs_below: TWO_PAIRS_BELOW },
    };

    /// Returns the options for one table of a set that is made with the options `self`. `sample`
    /// holds the runs of some parts of the table. If `is_whole`, it holds all runs of the table.
    #[must_use]
    pub fn for_runs(self, sample: &[&[Run]], is_whole: bool) -> Effort {
        let runs = sample.iter().map(|runs| runs.len()).sum::<usize>() as u64;
        let positions: u64 = sample.iter().copied().flatten().map(|run| run.positions as u64).sum();
        match self {
            Effort::FULL if !is_whole && positions < SHORT_RUN_POSITIONS * runs => Effort::DENSE,
            Effort::TWO_ENDED if runs >= MANY_RUNS && positions < LONG_RUN_POSITIONS * runs => Effort::TWO_ENDED_DENSE,
            other => other,
        }
    }

    fn word_bits(self) -> u32 {
        match self.pages {
            PageKind::Long | PageKind::Short => CODE_BITS,
            PageKind::TwoEnded { word_bits, .. } => word_bits,
        }
    }

    /// Returns the limits on the number of symbols for single runs. If code words are short, the
    /// limits leave code words for the phrases, which are symbols for two other symbols.
    fn symbol_limits(self) -> SymbolLimits {
        match self.pages {
            PageKind::Long | PageKind::Short => SymbolLimits::WIDE,
            PageKind::TwoEnded { word_bits, .. } => {
                SymbolLimits { exact_one_in: TWO_ENDED_EXACT_ONE_IN, symbols: (1 << word_bits) - self.phrases }
            }
        }
    }
}

/// Mean run length, in positions, below which [`Effort::DENSE`] makes smaller tables. Its
/// additional Huffman codes then save more bytes than they take in the file.
const SHORT_RUN_POSITIONS: u64 = 40;
/// Number of runs from which [`Effort::TWO_ENDED_DENSE`] makes smaller tables. Its additional
/// symbols and Huffman codes then save more bytes than they take in the file.
const MANY_RUNS: u64 = 1 << 16;
/// Number of bits per 1000 positions below which [`Effort::TWO_ENDED`] makes blocks with two pairs
/// of streams. A stream is a sequence of code words. One stream of a pair is read forward, the
/// other backward. In a set of tables, the tables below this limit have half of the positions but
/// only a tenth of the bytes.
const TWO_PAIRS_BELOW: u64 = 20;
/// In two-ended pages, a run length gets a symbol of its own if at least one in this many runs has
/// that length.
const TWO_ENDED_EXACT_ONE_IN: u64 = 1000;

/// Mean run length, in positions, above which the runs of a table count as long. The pages then use
/// more bits to say which positions each block holds.
const LONG_RUN_POSITIONS: u64 = 128;

/// Classes (Huffman codes) of one direction of reading, chosen for a sample.
struct TrainedClasses {
    codes: ClassCodes,
    /// Symbols of the stored code. They are variants of the symbols that were chosen for the
    /// sample: copies that differ in the Huffman code of the next symbol.
    meanings: Vec<Meaning>,
    /// Index in `meanings` of the variant (copy) that is used for a symbol, indexed by the Huffman
    /// code that codes the symbol and by the symbol.
    variants: Vec<Vec<u16>>,
    /// Number of bits that the sample takes when it is encoded with these classes.
    bits: u64,
}

impl TrainedClasses {
    fn of(meanings: &[Meaning], symbols: &[Symbols], run_symbols: &RunSymbols, effort: Effort) -> TrainedClasses {
        let behind = match effort.is_by_class {
            true => class_behind(meanings, symbols, effort.clusters),
            false => vec![class_after(meanings, symbols, effort.clusters); 3 * effort.clusters],
        };
        let chosen = Variants::choose(meanings, &behind, symbols);
        let mut counts = chosen.counts(symbols);
        let Variants { meanings, class_after, of_class: variants } = chosen;
        // Parts of the table outside the sample may have a run of any length in any class.
        for any in (0..3).filter_map(|value| run_symbols.any(value)) {
            let of_classes = counts.iter_mut().zip(&variants);
            of_classes.for_each(|(counts, variants)| counts[variants[any as usize] as usize] += 1);
        }
        let lengths: Vec<Vec<u8>> = counts.iter().map(|of_class| code_lengths(of_class, effort.word_bits())).collect();
        let bits_of = |(symbol, &bits): (usize, &u8)| match meanings[symbol] {
            Meaning::Run { extra_bits, .. } => bits as u64 + extra_bits as u64,
            Meaning::Phrase { .. } => bits as u64,
        };
        let of_class = |(counts, lengths): (&Vec<u64>, &Vec<u8>)| {
            let bits = lengths.iter().enumerate().map(bits_of);
            counts.iter().zip(bits).map(|(count, bits)| count * bits).sum::<u64>()
        };
        let bits = counts.iter().zip(&lengths).map(of_class).sum();
        TrainedClasses { codes: ClassCodes { class_after, lengths }, meanings, variants, bits }
    }
}

/// Bytes of a block, and the number of positions that the block covers. A block of a short page
/// uses only the first 16 bytes.
pub type Block = ([u8; BLOCK_BYTES], u32);

/// Encodes runs of equal cells into the blocks of a table.
#[derive(Debug)]
pub struct PageCoder {
    pub(super) code: Code,
    /// Code words, indexed by class and symbol.
    words: Vec<Vec<u16>>,
    pub(super) run_symbols: RunSymbols,
    phrases: Phrases,
    /// Meaning of each symbol before it is copied into variants. The variants of a symbol have the
    /// same meaning, but different Huffman codes for the next symbol.
    meanings: Vec<Meaning>,
    /// Index in the stored code of the variant (copy) that is used for a symbol, indexed by the
    /// Huffman code that codes the symbol and by the symbol.
    variants: Vec<Vec<u16>>,
    /// Number of positions that each symbol of the stored code covers, indexed by variant.
    pub(super) positions: Vec<u32>,
    shape: PageShape,
}

impl PageCoder {
    /// Chooses a code for the runs of equal cells of a table. `sample` holds the runs of some parts
    /// of the table, or all runs if `is_whole` is true.
    pub fn train(sample: &[&[Run]], is_whole: bool, effort: Effort) -> PageCoder {
        let of_sample: u64 = sample.iter().copied().flatten().map(|run| run.positions as u64).sum();
        let runs = sample.iter().map(|runs| runs.len()).sum::<usize>() as u64;
        let has_long_runs = of_sample > runs * LONG_RUN_POSITIONS;
        let width = if has_long_runs { CountWidth::Wide } else { CountWidth::Narrow };
        let (mut shape, runs_max) = match effort.pages {
            PageKind::Long => (PageShape::Long(width), usize::MAX),
            PageKind::Short => (PageShape::Short(BlockStarts::for_pages_of(0, has_long_runs)), usize::MAX),
            PageKind::TwoEnded { .. } => (PageShape::TwoEnded(width, StreamPairs::One), PHRASE_RUNS_MAX),
        };
        // With short code words, there may be runs that only a symbol for any length can code.
        let has_any = !is_whole || shape.is_two_ended();
        let run_symbols = RunSymbols::choose(sample, !has_any, shape, effort.symbol_limits());
        let mut meanings = run_symbols.meanings.clone();
        let mut symbols: Vec<Symbols> = sample.iter().map(|runs| run_symbols.of(runs)).collect();
        let most_phrases = effort.phrases.min(SYMBOLS_MAX.saturating_sub(meanings.len()));
        let phrases = Phrases::choose(&mut meanings, &mut symbols, most_phrases, runs_max);
        let forward = TrainedClasses::of(&meanings, &symbols, &run_symbols, effort);
        let mut backward = None;
        if let PageKind::TwoEnded { two_pairs_below, .. } = effort.pages {
            if 1000 * forward.bits < two_pairs_below.saturating_mul(of_sample) {
                shape = PageShape::TwoEnded(width, StreamPairs::Two);
            }
            let (meanings, symbols) = mirrored(&meanings, symbols);
            backward = Some(TrainedClasses::of(&meanings, &symbols, &run_symbols, effort).codes);
        }
        let words = forward.codes.words().expect("package-merge gives the lengths of a prefix code");
        let positions = positions_of(&forward.meanings).expect("phrases are pairs of earlier symbols");
        let code = Code { meanings: forward.meanings, forward: forward.codes, backward };
        let variants = forward.variants;
        let mut coder = PageCoder { code, words, run_symbols, phrases, meanings, variants, positions, shape };
        if effort.pages == PageKind::Short {
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
        let with_number = |symbol| {
            let number = if self.extra_bits(symbol) > 0 { extra.next().unwrap_or(0) } else { 0 };
            (symbol, number)
        };
        let symbols = symbols.list.into_iter().map(with_number);
        if let PageShape::TwoEnded(width, pairs) = self.shape {
            return self.two_ended_blocks(symbols.collect(), width, pairs);
        }
        let mut blocks = BlockWriter { blocks: Vec::new(), block: self.open_block(FIRST_CLASS), coder: self };
        symbols.for_each(|(symbol, number)| blocks.put(symbol, number));
        blocks.finish()
    }

    pub(in crate::format::pages) fn code_bytes(&self) -> Vec<u8> {
        self.code.to_bytes()
    }

    pub(super) fn shape(&self) -> PageShape {
        self.shape
    }

    fn open_block(&self, class: usize) -> OpenBlock {
        let mut bits = BlockBits::default();
        bits.put(class as u32, CLASS_BITS);
        bits.at = self.shape.head_bits();
        OpenBlock { bits, positions: 0, class }
    }

    pub(super) fn extra_bits(&self, symbol: u16) -> u8 {
        match self.meanings[symbol as usize] {
            Meaning::Run { extra_bits, .. } => extra_bits,
            Meaning::Phrase { .. } => 0,
        }
    }

    /// Replaces a symbol for which a Huffman code has no word by one or two symbols for the same
    /// runs, each with the number in its extra bits. A phrase is replaced by its two symbols. A run
    /// (equal cells in a row) is replaced by the symbol for runs of any length.
    pub(super) fn without_word(&self, symbol: u16, number: u32) -> ((u16, u32), Option<(u16, u32)>) {
        match self.meanings[symbol as usize] {
            Meaning::Phrase { first, second } => ((first, 0), Some((second, 0))),
            Meaning::Run { value, base, .. } => {
                let any = self.run_symbols.any(value).expect("a code of a part of a table has symbols of any run");
                ((any, base + number - 1), None)
            }
        }
    }

    /// Returns the index in the stored code of the variant (copy) that the Huffman code `class`
    /// uses for a symbol. Also returns the length of its code word in bits, which is 0 when this
    /// Huffman code has no word for the symbol.
    fn variant(&self, class: usize, symbol: u16) -> (usize, usize) {
        let variant = self.variants[class][symbol as usize] as usize;
        (variant, self.code.forward.lengths[class][variant] as usize)
    }
}

struct BlockWriter<'a> {
    blocks: Vec<Block>,
    block: OpenBlock,
    coder: &'a PageCoder,
}

struct OpenBlock {
    bits: BlockBits,
    positions: u32,
    /// Index of the Huffman code of the next symbol.
    class: usize,
}

impl BlockWriter<'_> {
    /// Adds a symbol, with `number` in its extra bits. If the current Huffman code has no word for
    /// the symbol, adds its replacement: the two symbols of a phrase, or the symbol for runs of any
    /// length.
    fn put(&mut self, symbol: u16, number: u32) {
        let coder = self.coder;
        if coder.variant(self.block.class, symbol).1 > 0 {
            return self.put_word(symbol, number);
        }
        let (first, second) = coder.without_word(symbol, number);
        self.put(first.0, first.1);
        second.into_iter().for_each(|(symbol, number)| self.put(symbol, number));
    }

    /// Adds a symbol for which the current Huffman code has a code word. Starts a new block if the
    /// current block is full.
    fn put_word(&mut self, symbol: u16, number: u32) {
        let coder = self.coder;
        let (variant, bits) = coder.variant(self.block.class, symbol);
        let extra_bits = coder.extra_bits(symbol);
        let positions = coder.positions[variant] + number;
        let is_full = self.block.bits.at + bits + extra_bits as usize > 8 * coder.shape.block_bytes()
            || self.block.positions + positions > coder.shape.positions_max();
        if is_full {
            let next = coder.open_block(self.block.class);
            self.close(next);
        }
        self.block.bits.put(coder.words[self.block.class][variant].into(), bits);
        self.block.bits.put(number, extra_bits.into());
        self.block.positions += positions;
        self.block.class = coder.code.forward.class_after[variant] as usize;
    }

    fn close(&mut self, next: OpenBlock) {
        let full = std::mem::replace(&mut self.block, next);
        self.blocks.push((full.bits.bytes, full.positions));
    }

    fn finish(mut self) -> Vec<Block> {
        if self.block.positions > 0 {
            self.close(self.coder.open_block(FIRST_CLASS));
        }
        self.blocks
    }
}

/// Bits of a block, written from the highest to the lowest bit of each byte.
#[derive(Clone, Copy)]
pub(super) struct BlockBits {
    pub bytes: [u8; BLOCK_BYTES],
    /// Number of bits that are already written.
    pub at: usize,
}

impl Default for BlockBits {
    fn default() -> Self {
        BlockBits { bytes: [0; BLOCK_BYTES], at: 0 }
    }
}

impl BlockBits {
    /// Appends the lowest `bits` bits of a number, starting with the highest of these bits.
    pub(super) fn put(&mut self, number: u32, bits: usize) {
        if bits == 0 {
            return;
        }
        // The number has at most 27 bits, which fit in a 64-bit word together with the bits of the
        // first byte that are in use.
        let shifted = (number as u64) << (u64::BITS as usize - bits) >> (self.at % 8);
        let first = self.at / 8;
        for (byte, new) in self.bytes[first..].iter_mut().zip(shifted.to_be_bytes()) {
            *byte |= new;
        }
        self.at += bits;
    }
}
