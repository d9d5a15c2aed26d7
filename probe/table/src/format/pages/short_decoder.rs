//! Decodes one cell, or all runs, of a short block.

use crate::format::page_layout::{CODE_BITS, InShortBlock};
use crate::format::pages::code::Code;
use crate::format::pages::decoder::{
    BAD_CLASS, BAD_WORD, Decoder, Step, Symbol, TOO_LONG, TOO_SHORT, Word, runs_of, value_in,
};

/// Look-up tables with which short blocks are decoded. All data of a look-up lies together in
/// memory, because a probe makes few look-ups and the tables are rarely in the cache.
#[derive(Debug)]
pub(super) struct ShortDecoder {
    classes: u8,
    /// Look-up table for the next code words. Its index consists of the index of the current
    /// Huffman code and the next [`CODE_BITS`] bits of the block.
    lookups: Box<[Lookup]>,
    /// Symbols of the code. They have details that a [`Lookup`] does not contain.
    symbols: Box<[Symbol]>,
}

#[derive(Debug, Clone, Copy)]
struct Lookup {
    /// Result of decoding all complete code words in the bits that form the index of this entry.
    all: Step,
    /// Result of decoding only the first code word in the bits that form the index of this entry.
    first: FirstWord,
}

/// First code word in the bits that form the index of a `Lookup`, and its symbol, packed from the
/// lowest bit up:
///
/// * 4 bits: the length of the code word, or 0 when the bits begin no code word.
/// * 2 bits: the value of a run without extra bits, or 3 for all other symbols.
/// * 4 bits: the index of the Huffman code after such a run.
/// * 22 bits: the number of positions of such a run, or the index of another symbol.
#[derive(Debug, Clone, Copy)]
struct FirstWord(u32);

impl FirstWord {
    const OTHER: u32 = 3;
    const NUMBER_SHIFT: u32 = 10;
    /// Longest run that a [`FirstWord`] can hold, in positions.
    const POSITIONS_MAX: u32 = (1 << (u32::BITS - Self::NUMBER_SHIFT)) - 1;

    fn new(word: Word, symbols: &[Symbol]) -> FirstWord {
        let Some(symbol) = symbols.get(word.symbol()).filter(|_| word.bits() > 0) else { return FirstWord(0) };
        let is_run = symbol.second == Symbol::IS_RUN && symbol.extra_bits == 0;
        let rest = match is_run && symbol.positions <= Self::POSITIONS_MAX {
            true => {
                (symbol.value_or_first as u32) << 4
                    | (symbol.class_after as u32) << 6
                    | symbol.positions << Self::NUMBER_SHIFT
            }
            false => Self::OTHER << 4 | (word.symbol() as u32) << Self::NUMBER_SHIFT,
        };
        FirstWord(word.bits() | rest)
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0 & 15
    }

    #[inline(always)]
    fn value(self) -> u32 {
        self.0 >> 4 & 3
    }

    #[inline(always)]
    fn class_after(self) -> usize {
        (self.0 >> 6 & 15) as usize
    }

    #[inline(always)]
    fn number(self) -> u32 {
        self.0 >> Self::NUMBER_SHIFT
    }
}

impl ShortDecoder {
    /// Creates the look-up tables from the code (symbols and code lengths) of a table.
    ///
    /// # Errors
    /// The reason why the code is invalid, such as code lengths that form no prefix code.
    pub(super) fn new(code: &Code) -> Result<ShortDecoder, &'static str> {
        let decoder = Decoder::new(code)?;
        let lookups = decoder.steps.iter().zip(&decoder.words);
        let lookups =
            lookups.map(|(&all, &word)| Lookup { all, first: FirstWord::new(word, &decoder.symbols) }).collect();
        Ok(ShortDecoder { classes: decoder.classes, lookups, symbols: decoder.symbols })
    }

    /// Returns the value (0 loss, 1 draw, 2 win) of the requested position of a block.
    ///
    /// # Errors
    /// The reason why the block cannot be decoded up to that position.
    #[inline(always)]
    pub(super) fn cell(&self, block: InShortBlock) -> Result<u8, &'static str> {
        let InShortBlock { mut class, mut bits, mut room, mut left } = block;
        if class >= self.classes.into() {
            return Err(BAD_CLASS);
        }
        // A step for a word that must be decoded alone claims `POSITIONS_MAX` positions and must
        // not be taken.
        if left >= Step::POSITIONS_MAX {
            return Err(TOO_SHORT);
        }
        loop {
            let lookup = self.lookups[lookup_index(class, bits)];
            let (used, positions);
            if left >= lookup.all.positions() {
                (used, positions, class) = (lookup.all.bits(), lookup.all.positions(), lookup.all.class());
            } else if lookup.first.value() != FirstWord::OTHER {
                (used, positions) = (lookup.first.bits(), lookup.first.number());
                if left < positions {
                    return if used <= room { Ok(lookup.first.value() as u8) } else { Err(TOO_SHORT) };
                }
                if used == 0 {
                    return Err(BAD_WORD);
                }
                class = lookup.first.class_after();
            } else {
                let symbol = &self.symbols[lookup.first.number() as usize];
                used = lookup.first.bits() + symbol.extra_bits as u32;
                positions = symbol.positions + number_behind(bits, lookup.first.bits(), symbol);
                if left < positions {
                    return if used <= room { Ok(value_in(&self.symbols, symbol, left)) } else { Err(TOO_SHORT) };
                }
                class = symbol.class_after as usize;
            }
            left -= positions;
            bits <<= used;
            room = room.checked_sub(used).ok_or(TOO_SHORT)?;
        }
    }

    /// Calls `each` with the value and the number of positions of every run (equal cells in a row)
    /// of a block, in order. The numbers add up to `positions`.
    ///
    /// # Errors
    /// The reason why the block does not decode to that many positions.
    pub(super) fn runs(
        &self,
        block: InShortBlock,
        positions: u32,
        each: &mut impl FnMut(u8, u32),
    ) -> Result<(), &'static str> {
        let InShortBlock { mut class, mut bits, mut room, .. } = block;
        if class >= self.classes.into() {
            return Err(BAD_CLASS);
        }
        let mut left = positions;
        while left > 0 {
            let first = self.lookups[lookup_index(class, bits)].first;
            let other = (first.value() == FirstWord::OTHER).then(|| &self.symbols[first.number() as usize]);
            let (used, of_symbol, class_after) = match other {
                None if first.bits() == 0 => return Err(BAD_WORD),
                None => (first.bits(), first.number(), first.class_after()),
                Some(symbol) => (
                    first.bits() + symbol.extra_bits as u32,
                    symbol.positions + number_behind(bits, first.bits(), symbol),
                    symbol.class_after as usize,
                ),
            };
            room = room.checked_sub(used).ok_or(TOO_SHORT)?;
            left = left.checked_sub(of_symbol).ok_or(TOO_LONG)?;
            match other {
                None => each(first.value() as u8, of_symbol),
                Some(symbol) => runs_of(&self.symbols, symbol, of_symbol, each),
            }
            bits <<= used;
            class = class_after;
        }
        Ok(())
    }
}

/// Returns the index in [`ShortDecoder::lookups`] for a Huffman code and the highest [`CODE_BITS`]
/// bits of `bits`.
#[inline(always)]
fn lookup_index(class: usize, bits: u128) -> usize {
    class << CODE_BITS | (bits >> (u128::BITS - CODE_BITS)) as usize
}

/// Returns the number in the extra bits of a symbol. The extra bits follow the code word, which has
/// `word_bits` bits.
#[inline(always)]
fn number_behind(bits: u128, word_bits: u32, symbol: &Symbol) -> u32 {
    // Two shifts, because for a symbol without extra bits a single shift would be by 64.
    let behind = (bits << word_bits >> u64::BITS) as u64;
    (behind >> 1 >> (u64::BITS - 1 - symbol.extra_bits as u32)) as u32
}
