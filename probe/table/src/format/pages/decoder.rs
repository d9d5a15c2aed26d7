//! Decodes one cell, or all runs, of a block of a long page.

use super::code::{Code, Meaning, positions_of};
use crate::format::page_layout::{BLOCK_BITS, BLOCK_BYTES, CLASS_BITS, CODE_BITS};

#[derive(Debug)]
pub(super) struct Decoder {
    pub(super) classes: u8,
    /// Look-up table that decodes all code words that end within the next [`CODE_BITS`] bits. The
    /// index is made of the current Huffman code and these bits.
    pub(super) steps: Box<[Step]>,
    /// Look-up table that decodes only the first code word in the next [`CODE_BITS`] bits. The
    /// index is made of the current Huffman code and these bits.
    pub(super) words: Box<[Word]>,
    pub(super) symbols: Box<[Symbol]>,
}

/// Result of decoding several code words at once, packed from the lowest bit up:
///
/// * 4 bits: the total length of the code words in bits.
/// * 4 bits: the index of the Huffman code of the next symbol.
/// * 1 bit: set when the first code word must be decoded alone.
/// * 23 bits: the number of positions that the code words cover.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step(u32);

impl Step {
    const POSITIONS_BITS: u32 = 23;
    pub(super) const POSITIONS_MAX: u32 = (1 << Step::POSITIONS_BITS) - 1;
    /// Bits of a `Step` whose first code word must be decoded alone. The number of positions is the
    /// largest possible, so that no decoder skips the word.
    const SLOW: u32 = 1 << 8 | Step::POSITIONS_MAX << 9;

    fn new(bits: u32, class: u8, positions: u32) -> Step {
        Step(bits | (class as u32) << 4 | positions << 9)
    }
    #[inline(always)]
    pub(super) const fn bits(self) -> u32 {
        self.0 & 15
    }
    #[inline(always)]
    pub(super) const fn class(self) -> usize {
        (self.0 >> 4 & 15) as usize
    }
    #[inline(always)]
    const fn is_slow(self) -> bool {
        self.0 & 1 << 8 != 0
    }
    #[inline(always)]
    pub(super) const fn positions(self) -> u32 {
        self.0 >> 9
    }
}

/// Symbol that a code word stands for. The lowest 10 bits are the index of the symbol. The next 4
/// bits are the length of the word, or 0 when the bits that were looked up begin no code word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word(u16);

impl Word {
    #[inline(always)]
    pub(super) fn symbol(self) -> usize {
        (self.0 & ((1 << CODE_BITS) - 1)) as usize
    }
    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        (self.0 >> CODE_BITS) as u32
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    /// Number of positions that the symbol covers. For a run with extra bits after its code word,
    /// the number in these bits must be added.
    pub(super) positions: u32,
    /// Value of a run (0 loss, 1 draw, 2 win), or index of the first of the two symbols that this
    /// symbol stands for.
    pub(super) value_or_first: u16,
    /// [`Symbol::IS_RUN`] for a run, or index of the second of the two symbols that this symbol
    /// stands for.
    pub(super) second: u16,
    pub(super) extra_bits: u8,
    pub(super) class_after: u8,
}

impl Symbol {
    pub(super) const IS_RUN: u16 = u16::MAX;
}

/// Number of entries of [`Decoder::steps`] for each Huffman code: one for each value of the next
/// [`CODE_BITS`] bits.
const LOOKUPS: usize = 1 << CODE_BITS;
/// Number of look-ups that the decoder makes in one block before it turns to another block. The
/// loaded bits would suffice for one look-up more. That look-up is seldom needed, because the
/// requested position is nearly always reached before.
const LOOKUPS_AT_ONCE: u32 = LOADED_BITS / CODE_BITS - 1;
/// Number of valid bits that a load of 64 bits provides, even if they begin at the last bit of a
/// byte.
pub(super) const LOADED_BITS: u32 = 57;

pub(super) const BAD_CLASS: &str = "a block begins with a class that its code does not have";
pub(super) const BAD_WORD: &str = "a block has bits that are no code word";
pub(super) const TOO_SHORT: &str = "the code words of a block end before its positions";
pub(super) const TOO_LONG: &str = "the code words of a block cover too many positions";

impl Decoder {
    /// Creates the look-up tables from the code (symbols and code lengths) of a table.
    ///
    /// # Errors
    /// The reason why the code is invalid, such as code lengths that form no prefix code.
    pub(super) fn new(code: &Code) -> Result<Decoder, &'static str> {
        let positions = positions_of(&code.meanings)?;
        let symbol = |(meaning, (&positions, &class_after)): (&Meaning, (&u32, &u8))| match *meaning {
            Meaning::Run { value, extra_bits, .. } => {
                Symbol { positions, value_or_first: value.into(), second: Symbol::IS_RUN, extra_bits, class_after }
            }
            Meaning::Phrase { first, second } => {
                Symbol { positions, value_or_first: first, second, extra_bits: 0, class_after }
            }
        };
        let symbols: Box<[Symbol]> =
            code.meanings.iter().zip(positions.iter().zip(&code.forward.class_after)).map(symbol).collect();
        let of_code = code.forward.words()?;
        let mut words = Vec::with_capacity(of_code.len() * LOOKUPS);
        for (of_class, lengths) in of_code.iter().zip(&code.forward.lengths) {
            let mut lookups = [Word(0); LOOKUPS];
            for (symbol, (&word, &bits)) in of_class.iter().zip(lengths).enumerate().filter(|(_, (_, bits))| **bits > 0)
            {
                let free_bits = CODE_BITS - bits as u32;
                let first = (word as usize) << free_bits;
                lookups[first..first + (1 << free_bits)].fill(Word(symbol as u16 | (bits as u16) << CODE_BITS));
            }
            words.extend(lookups);
        }
        let steps = (0..words.len()).map(|lookup| step(&words, &symbols, lookup)).collect();
        Ok(Decoder { classes: of_code.len() as u8, steps, words: words.into(), symbols })
    }

    /// Returns the value (0 loss, 1 draw, 2 win) of the position with index `place` in a block.
    ///
    /// # Errors
    /// The reason why the block cannot be decoded up to that position.
    #[inline(always)]
    pub(super) fn cell(&self, block: &[u8; BLOCK_BYTES], place: u32) -> Result<u8, &'static str> {
        let bits = Bits::new(block);
        let mut class = self.first_class(block)?;
        let mut left = place;
        let mut at = CLASS_BITS;
        while at < BLOCK_BITS {
            let mut ahead = bits.from(at);
            let mut loaded = LOADED_BITS;
            while loaded >= CODE_BITS {
                let lookup = class << CODE_BITS | (ahead >> (u64::BITS - CODE_BITS)) as usize;
                let mut step = self.steps[lookup];
                if step.is_slow() || left < step.positions() {
                    let (word, symbol) = self.word(lookup)?;
                    let positions = symbol.positions + bits.number(at + word.bits() as usize, symbol.extra_bits);
                    if left < positions {
                        let is_inside = at + word.bits() as usize + symbol.extra_bits as usize <= BLOCK_BITS;
                        return if is_inside { Ok(value_in(&self.symbols, symbol, left)) } else { Err(TOO_SHORT) };
                    }
                    if symbol.extra_bits > 0 || positions >> Step::POSITIONS_BITS > 0 {
                        left -= positions;
                        class = symbol.class_after as usize;
                        at += word.bits() as usize + symbol.extra_bits as usize;
                        break;
                    }
                    step = Step::new(word.bits(), symbol.class_after, positions);
                }
                left -= step.positions();
                class = step.class();
                at += step.bits() as usize;
                ahead <<= step.bits();
                loaded -= step.bits();
            }
        }
        Err(TOO_SHORT)
    }

    /// Prepares to decode a block step by step up to the position with index `place`.
    /// [`Decoder::advance`] and [`Decoder::word_of`] make the steps.
    ///
    /// # Errors
    /// The reason why the block cannot be decoded at all.
    #[inline(always)]
    pub(super) fn walk<'a>(&self, block: &'a [u8; BLOCK_BYTES], place: u32) -> Result<Walk<'a>, &'static str> {
        Ok(Walk { bits: Bits::new(block), class: self.first_class(block)?, at: CLASS_BITS, left: place })
    }

    /// Decodes the code words of [`LOOKUPS_AT_ONCE`] look-ups. Returns false when decoding stopped
    /// before and [`Decoder::word_of`] must continue. Decoding stops when the next words may hold
    /// the requested position, or when the next word must be decoded alone. Uses no branches, so
    /// that the processor overlaps the decoding of several blocks.
    #[inline(always)]
    pub(super) fn advance(&self, walk: &mut Walk<'_>) -> bool {
        let is_inside = walk.at < BLOCK_BITS;
        let mut ahead = walk.bits.from(walk.at);
        let (mut class, mut left, mut used) = (walk.class, walk.left, 0);
        let mut goes = is_inside;
        for _ in 0..LOOKUPS_AT_ONCE {
            let step = self.steps[class << CODE_BITS | (ahead >> (u64::BITS - CODE_BITS)) as usize];
            // A look-up at which decoding stops consumes no bits, so the remaining look-ups of the
            // loop only repeat it.
            goes = is_inside & !step.is_slow() & (left >= step.positions());
            let taken = Step(if goes { step.0 } else { (class as u32) << 4 });
            left -= taken.positions();
            used += taken.bits();
            ahead <<= taken.bits();
            class = taken.class();
        }
        (walk.class, walk.left, walk.at) = (class, left, walk.at + used as usize);
        goes
    }

    /// Decodes one code word. Returns `None` if the requested position comes after the positions of
    /// this word; otherwise returns the value of the requested position, or an error.
    #[inline(always)]
    pub(super) fn word_of(&self, walk: &mut Walk<'_>) -> Option<Result<u8, &'static str>> {
        if walk.at >= BLOCK_BITS {
            return Some(Err(TOO_SHORT));
        }
        let (word, symbol) = match self.word(walk.lookup()) {
            Ok(found) => found,
            Err(reason) => return Some(Err(reason)),
        };
        let behind_word = walk.at + word.bits() as usize;
        let positions = symbol.positions + walk.bits.number(behind_word, symbol.extra_bits);
        let behind = behind_word + symbol.extra_bits as usize;
        if walk.left < positions {
            let is_inside = behind <= BLOCK_BITS;
            return Some(if is_inside { Ok(value_in(&self.symbols, symbol, walk.left)) } else { Err(TOO_SHORT) });
        }
        walk.left -= positions;
        walk.at = behind;
        walk.class = symbol.class_after as usize;
        None
    }

    /// Decodes the remaining code words up to the requested position and returns the value of that
    /// position.
    ///
    /// # Errors
    /// The reason why the block cannot be decoded up to that position.
    pub(super) fn finish(&self, mut walk: Walk<'_>) -> Result<u8, &'static str> {
        loop {
            while self.advance(&mut walk) {}
            if let Some(end) = self.word_of(&mut walk) {
                return end;
            }
        }
    }

    /// Calls `each` with the value and the number of positions of every run (equal cells in a row)
    /// of a block, in order. The numbers add up to `positions`.
    ///
    /// # Errors
    /// The reason why the block does not decode to that many positions.
    pub(super) fn runs(
        &self,
        block: &[u8; BLOCK_BYTES],
        positions: u32,
        each: &mut impl FnMut(u8, u32),
    ) -> Result<(), &'static str> {
        let bits = Bits::new(block);
        let mut class = self.first_class(block)?;
        let (mut at, mut left) = (CLASS_BITS, positions);
        while left > 0 {
            if at >= BLOCK_BITS {
                return Err(TOO_SHORT);
            }
            let (word, symbol) = self.word(class << CODE_BITS | (bits.from(at) >> (u64::BITS - CODE_BITS)) as usize)?;
            at += word.bits() as usize;
            let of_symbol = symbol.positions + bits.number(at, symbol.extra_bits);
            at += symbol.extra_bits as usize;
            if at > BLOCK_BITS {
                return Err(TOO_SHORT);
            }
            left = left.checked_sub(of_symbol).ok_or(TOO_LONG)?;
            runs_of(&self.symbols, symbol, of_symbol, each);
            class = symbol.class_after as usize;
        }
        Ok(())
    }

    /// Returns the entry of [`Decoder::words`] at index `lookup`, and the symbol of this code word.
    /// Returns an error when the entry has no code word.
    #[inline(always)]
    fn word(&self, lookup: usize) -> Result<(Word, &Symbol), &'static str> {
        let word = self.words[lookup];
        match self.symbols.get(word.symbol()) {
            Some(symbol) if word.bits() > 0 => Ok((word, symbol)),
            _ => Err(BAD_WORD),
        }
    }

    /// Returns the index of the Huffman code of the first symbol of a block.
    #[inline(always)]
    fn first_class(&self, block: &[u8; BLOCK_BYTES]) -> Result<usize, &'static str> {
        let class = block[0] >> (u8::BITS as usize - CLASS_BITS);
        if class < self.classes { Ok(class as usize) } else { Err(BAD_CLASS) }
    }
}

/// Returns the value at index `place` of the positions that a symbol covers. If the symbol stands
/// for two symbols, goes on with one of them until a run is found.
#[inline(always)]
pub(super) fn value_in<'a>(symbols: &'a [Symbol], mut symbol: &'a Symbol, mut place: u32) -> u8 {
    while symbol.second != Symbol::IS_RUN {
        let first = &symbols[symbol.value_or_first as usize];
        if place < first.positions {
            symbol = first;
        } else {
            place -= first.positions;
            symbol = &symbols[symbol.second as usize];
        }
    }
    symbol.value_or_first as u8
}

/// Calls `each` with the value and the length of each run of a symbol. The symbol covers
/// `positions` positions. If it stands for two other symbols, the function calls itself for both.
///
/// The recursion ends, because the two symbols stand earlier in the list. It has few calls, because
/// a symbol has at most as many runs as positions.
pub(super) fn runs_of(symbols: &[Symbol], symbol: &Symbol, positions: u32, each: &mut impl FnMut(u8, u32)) {
    if symbol.second == Symbol::IS_RUN {
        return each(symbol.value_or_first as u8, positions);
    }
    for part in [symbol.value_or_first, symbol.second] {
        let part = &symbols[part as usize];
        runs_of(symbols, part, part.positions, each);
    }
}

/// Computes the entry of [`Decoder::steps`] at index `lookup`. The entry covers the complete code
/// words in its bits, but ends before the first symbol with extra bits.
fn step(words: &[Word], symbols: &[Symbol], lookup: usize) -> Step {
    let (mut class, mut ahead) = (lookup >> CODE_BITS, lookup & (LOOKUPS - 1));
    let (mut bits, mut positions) = (0, 0);
    loop {
        let word = words[class << CODE_BITS | ahead];
        let symbol = &symbols[word.symbol()];
        let is_simple = word.bits() > 0 && symbol.extra_bits == 0;
        let together = positions + symbol.positions;
        if !is_simple || bits + word.bits() > CODE_BITS || together >> Step::POSITIONS_BITS > 0 {
            break;
        }
        bits += word.bits();
        positions = together;
        class = symbol.class_after as usize;
        ahead = ahead << word.bits() & (LOOKUPS - 1);
        if bits == CODE_BITS {
            break;
        }
    }
    if bits == 0 { Step(Step::SLOW) } else { Step::new(bits, class as u8, positions) }
}

/// Progress of decoding the code words of a block up to a requested position.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    bits: Bits<'a>,
    /// Index of the Huffman code of the next symbol.
    class: usize,
    at: usize,
    /// Number of positions between the start of the next symbol and the requested position.
    left: u32,
}

impl Walk<'_> {
    #[inline(always)]
    fn lookup(&self) -> usize {
        self.class << CODE_BITS | (self.bits.from(self.at) >> (u64::BITS - CODE_BITS)) as usize
    }
}

/// Bits of a block, numbered from the highest bit of the first byte.
#[derive(Clone, Copy)]
struct Bits<'a>(&'a [u8; BLOCK_BYTES]);

impl<'a> Bits<'a> {
    /// Index of the last byte from which a whole 64-bit word can be read.
    const LAST_WORD_AT: usize = BLOCK_BYTES - size_of::<u64>();

    #[inline(always)]
    fn new(block: &'a [u8; BLOCK_BYTES]) -> Bits<'a> {
        Bits(block)
    }

    /// Returns at least [`LOADED_BITS`] bits, from bit `at` on, in the highest bits of the result.
    /// Bits after the end of the block are zero.
    #[inline(always)]
    fn from(&self, at: usize) -> u64 {
        let byte = (at / 8).min(Self::LAST_WORD_AT);
        let word = self.0[byte..].first_chunk().map_or(0, |&bytes| u64::from_be_bytes(bytes));
        word.checked_shl((at - 8 * byte) as u32).unwrap_or(0)
    }

    /// Returns the number that is stored in `bits` bits, from bit `at` on.
    #[inline(always)]
    fn number(&self, at: usize, bits: u8) -> u32 {
        if bits == 0 { 0 } else { (self.from(at) >> (u64::BITS - bits as u32)) as u32 }
    }
}
