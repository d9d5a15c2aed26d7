//! Decodes one cell, or all runs, of a two-ended block.

use crate::format::page_layout::{BLOCK_BITS, BLOCK_BYTES, BlockParts, CountWidth, PHRASE_RUNS_MAX, StreamPairs};
use crate::format::pages::code::{Code, Meaning, positions_of};
use crate::format::pages::decoder::{BAD_CLASS, BAD_WORD, LOADED_BITS, TOO_LONG, TOO_SHORT};

/// Look-up tables with which two-ended blocks are decoded. They are small, because a probe makes
/// few look-ups and the tables of many slices should stay in the processor's caches.
#[derive(Debug)]
pub(super) struct TwoEndedDecoder {
    parts: BlockParts,
    /// Number of classes (Huffman codes) for each direction of reading.
    classes: usize,
    /// Length of the longest code word in bits.
    look_bits: u32,
    /// Maximum number of bits of a code word with its extra bits.
    bits_max: u32,
    /// First code word in the next [`TwoEndedDecoder::look_bits`] bits, indexed by class and these
    /// bits. The classes of streams that are read backward follow those that are read forward.
    words: Box<[StreamWord]>,
    /// Number of positions of each symbol, indexed by symbol, without the number in extra bits.
    /// The last entry is for [`StreamWord::none`] and larger than the number of positions of any
    /// block, so that decoding stops at it.
    positions: Box<[u32]>,
    /// Runs of each phrase (a symbol that stands for two other symbols), indexed by symbol.
    phrases: Box<[PhraseRuns]>,
}

/// Code word and its symbol. A symbol is a run of equal cells, or a phrase, which stands for two
/// other symbols. Extra bits may follow the code word of a run; they hold a number to add to the
/// length of the run. The fields are packed from the lowest bit up:
///
/// * 6 bits: the length of the code word with its extra bits.
/// * 5 bits: the number of extra bits.
/// * 5 bits: the class of the next symbol, which is the index of its Huffman code.
/// * 2 bits: the value of a run, or 3 for a phrase.
/// * 11 bits: the index of the symbol.
#[derive(Debug, Clone, Copy)]
struct StreamWord(u32);

/// Runs (equal cells in a row) of a phrase, which is a symbol that stands for two other symbols.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
struct PhraseRuns {
    /// For each run of the phrase except the last, the index of the first position after the run.
    /// All other entries are `u16::MAX`, which is larger than the index of any position of a
    /// phrase.
    ends: [u16; PHRASE_RUNS_MAX],
    /// Values of the runs, two bits each, the first in the lowest bits.
    values: u32,
}

/// Progress of decoding a stream of code words.
#[derive(Clone, Copy)]
struct Stream<'a> {
    block: &'a [u8; BLOCK_BYTES],
    /// True if the bits of the stream are read from the end of the block. The positions of such a
    /// stream are in descending order.
    is_backward: bool,
    /// Index of the class of the next symbol.
    class: usize,
    /// Number of bits of the block before the next code word, counted in the direction of reading.
    at: u32,
    /// Value of `at` after the last bit that can belong to the stream.
    end: u32,
    /// Next bits of the stream, in the highest bits of the word. At least `loaded` bits are valid.
    ahead: u64,
    loaded: i32,
}

impl StreamWord {
    const PHRASE: u32 = 3;
    /// Length of [`StreamWord::none`]. It is larger than that of any word.
    const NO_BITS: u32 = 63;

    fn new(word_bits: u8, meaning: Meaning, symbol: usize, class_after: usize) -> StreamWord {
        let (extra_bits, value) = match meaning {
            Meaning::Run { value, extra_bits, .. } => (extra_bits, value as u32),
            Meaning::Phrase { .. } => (0, Self::PHRASE),
        };
        let bits = (word_bits + extra_bits) as u32;
        StreamWord(bits | (extra_bits as u32) << 6 | (class_after as u32) << 11 | value << 16 | (symbol as u32) << 18)
    }

    /// Returns the entry for bits that begin no code word, of a code with this number of symbols.
    fn none(symbols: usize) -> StreamWord {
        StreamWord(Self::NO_BITS | (symbols as u32) << 18)
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0 & 63
    }

    #[inline(always)]
    fn class_after(self) -> usize {
        self.0 as usize >> 11 & 31
    }

    #[inline(always)]
    fn value(self) -> u32 {
        self.0 >> 16 & 3
    }

    #[inline(always)]
    fn symbol(self) -> usize {
        (self.0 >> 18) as usize
    }

    /// Returns the number in the extra bits. `ahead` holds the bits of the stream from the start of
    /// the code word, in its highest bits.
    #[inline(always)]
    fn number(self, ahead: u64) -> u32 {
        let extra_bits = self.0 >> 6 & 31;
        // Two shifts, because without extra bits a single shift would be by 64.
        (ahead << (self.bits() - extra_bits) >> 1 >> (u64::BITS - 1 - extra_bits)) as u32
    }
}

impl PhraseRuns {
    /// Returns the runs of each symbol, indexed by symbol.
    ///
    /// # Errors
    /// The reason why the code is refused: a phrase has too many runs.
    fn of(meanings: &[Meaning], positions: &[u32]) -> Result<Box<[PhraseRuns]>, &'static str> {
        let mut runs: Vec<Vec<(u8, u32)>> = Vec::with_capacity(meanings.len());
        for (&meaning, &positions) in meanings.iter().zip(positions) {
            runs.push(match meaning {
                Meaning::Run { value, .. } => vec![(value, positions)],
                Meaning::Phrase { first, second } => [&runs[first as usize][..], &runs[second as usize]].concat(),
            });
            if runs.last().is_some_and(|runs| runs.len() > PHRASE_RUNS_MAX) {
                return Err("its code has a phrase of too many runs");
            }
        }
        let of_symbol = |runs: Vec<(u8, u32)>| {
            let mut phrase = PhraseRuns { ends: [u16::MAX; PHRASE_RUNS_MAX], values: 0 };
            let mut end = 0;
            for (place, &(value, positions)) in runs.iter().enumerate() {
                end += positions;
                phrase.values |= (value as u32) << (2 * place);
                phrase.ends[place] = if place + 1 < runs.len() { end as u16 } else { u16::MAX };
            }
            phrase
        };
        Ok(runs.into_iter().map(of_symbol).collect())
    }

    #[inline(always)]
    fn value_at(&self, place: u32) -> u8 {
        let before: u16 = self.ends.iter().map(|&end| u16::from(end <= place as u16)).sum();
        (self.values >> (2 * before) & 3) as u8
    }

    /// Returns the value and the number of positions of each run, in order. `positions` is the
    /// number of positions of all runs together.
    fn runs(&self, positions: u32) -> impl DoubleEndedIterator<Item = (u8, u32)> {
        let count = 1 + self.ends.iter().filter(|&&end| end < u16::MAX).count();
        (0..count).map(move |run| {
            let start = if run > 0 { self.ends[run - 1] as u32 } else { 0 };
            let end = if run + 1 < count { self.ends[run] as u32 } else { positions };
            ((self.values >> (2 * run) & 3) as u8, end - start)
        })
    }
}

impl TwoEndedDecoder {
    /// Creates the look-up tables from the code (symbols and code lengths) of a table.
    ///
    /// # Errors
    /// The reason why the code is invalid, such as code lengths that form no prefix code.
    pub(super) fn new(code: &Code, width: CountWidth, pairs: StreamPairs) -> Result<TwoEndedDecoder, &'static str> {
        let directions = [Some(&code.forward), code.backward.as_ref()].map(|codes| codes.ok_or(BAD_CLASS));
        let directions = [directions[0]?, directions[1]?];
        let classes = code.forward.lengths.len();
        let positions = positions_of(&code.meanings)?;
        let longest = directions.iter().flat_map(|codes| codes.lengths.iter().flatten()).max();
        let look_bits = longest.map_or(1, |&bits| bits.max(1)) as u32;
        let mut words = Vec::with_capacity((2 * classes) << look_bits);
        for (codes, first_class) in directions.into_iter().zip([0, classes]) {
            for (of_class, lengths) in codes.words()?.iter().zip(&codes.lengths) {
                let mut lookups = vec![StreamWord::none(positions.len()); 1 << look_bits];
                for (symbol, (&word, &bits)) in
                    of_class.iter().zip(lengths).enumerate().filter(|(_, (_, bits))| **bits > 0)
                {
                    let class_after = first_class + codes.class_after[symbol] as usize;
                    let entry = StreamWord::new(bits, code.meanings[symbol], symbol, class_after);
                    let free_bits = look_bits - bits as u32;
                    let first = (word as usize) << free_bits;
                    lookups[first..first + (1 << free_bits)].fill(entry);
                }
                words.extend(lookups);
            }
        }
        let is_word = |word: &&StreamWord| word.bits() < StreamWord::NO_BITS;
        let bits_max = words.iter().filter(is_word).map(|word| word.bits()).max().unwrap_or(0);
        let phrases = PhraseRuns::of(&code.meanings, &positions)?;
        let parts = BlockParts::new(width, pairs, classes);
        let positions = positions.into_iter().chain([u32::MAX]).collect();
        Ok(TwoEndedDecoder { parts, classes, look_bits, bits_max, words: words.into(), positions, phrases })
    }

    /// Returns the value (0 loss, 1 draw, 2 win) of the position with index `place` in a block of
    /// `positions` positions.
    ///
    /// # Errors
    /// The reason why the block cannot be decoded up to that position.
    #[inline(always)]
    pub(super) fn cell(&self, block: &[u8; BLOCK_BYTES], positions: u32, place: u32) -> Result<u8, &'static str> {
        let (mut stream, mut left) = self.stream(block, positions, place)?;
        loop {
            let word = self.word(&stream);
            let positions = self.positions_of(word, &stream);
            if left < positions {
                stream.check(word)?;
                if word.value() != StreamWord::PHRASE {
                    return Ok(word.value() as u8);
                }
                let place = if stream.is_backward { positions - 1 - left } else { left };
                return Ok(self.phrases[word.symbol()].value_at(place));
            }
            left -= positions;
            stream.pass(word, self.bits_max)?;
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
        let first = self.of_first_pair(block, positions);
        let second = positions.checked_sub(first).ok_or(TOO_LONG)?;
        for (start, of_pair) in [(0, first), (first, second)] {
            let (in_front, mut bits) = (of_pair / 2, 0);
            if in_front > 0 {
                let (stream, _) = self.stream(block, positions, start)?;
                bits = self.runs_of_half(stream, in_front, of_pair, each)?;
            }
            if of_pair > 0 {
                let (stream, _) = self.stream(block, positions, start + of_pair - 1)?;
                let mut reversed = Vec::new();
                let mut keep = |value, positions| reversed.push((value, positions));
                bits += self.runs_of_half(stream, of_pair - in_front, of_pair, &mut keep)?;
                reversed.into_iter().rev().for_each(|(value, positions)| each(value, positions));
            }
            if bits > BLOCK_BITS as u32 {
                return Err(TOO_SHORT);
            }
        }
        Ok(())
    }

    /// Decodes the first `positions` positions of a stream in the direction of reading, and calls
    /// `each` with each run (equal cells in a row). `of_pair` is the number of positions of both
    /// streams of the pair. Returns the index of the bit after the last decoded code word, counted
    /// in the direction of reading.
    fn runs_of_half(
        &self,
        mut stream: Stream<'_>,
        positions: u32,
        of_pair: u32,
        each: &mut impl FnMut(u8, u32),
    ) -> Result<u32, &'static str> {
        let mut passed = 0;
        while passed < positions {
            let word = self.word(&stream);
            stream.check(word)?;
            let of_symbol = self.positions_of(word, &stream);
            let mut put = |(value, run): (u8, u32)| {
                let wanted = run.min(positions.saturating_sub(passed));
                passed += run;
                if wanted > 0 {
                    each(value, wanted);
                }
            };
            match (word.value() == StreamWord::PHRASE, stream.is_backward) {
                (false, _) => put((word.value() as u8, of_symbol)),
                (true, false) => self.phrases[word.symbol()].runs(of_symbol).for_each(put),
                (true, true) => self.phrases[word.symbol()].runs(of_symbol).rev().for_each(put),
            }
            if passed > of_pair {
                return Err(TOO_LONG);
            }
            stream.pass(word, self.bits_max)?;
        }
        Ok(stream.at)
    }

    /// Returns the stream that codes the position with index `place` in a block, and the number of
    /// positions that the stream codes before it.
    #[inline(always)]
    fn stream<'a>(
        &self,
        block: &'a [u8; BLOCK_BYTES],
        positions: u32,
        place: u32,
    ) -> Result<(Stream<'a>, u32), &'static str> {
        let first = self.of_first_pair(block, positions);
        let is_second = place >= first;
        let (of_pair, place) = if is_second { (positions.wrapping_sub(first), place - first) } else { (first, place) };
        let is_backward = place >= of_pair / 2;
        let left = if is_backward { of_pair.wrapping_sub(1).wrapping_sub(place) } else { place };
        let class_bits = self.parts.class_bits;
        let number = 2 * is_second as u32 + is_backward as u32;
        let class = (head_of(block) << (number * class_bits) >> (u64::BITS - class_bits)) as usize;
        if class >= self.classes {
            return Err(BAD_CLASS);
        }
        let bits = self.parts.streams(is_second);
        let (at, end) = match is_backward {
            true => (BLOCK_BITS as u32 - bits.end, BLOCK_BITS as u32 - bits.start),
            false => (bits.start, bits.end),
        };
        let class = if is_backward { self.classes + class } else { class };
        let mut stream = Stream { block, is_backward, class, at, end, ahead: 0, loaded: 0 };
        stream.load();
        Ok((stream, left))
    }

    /// Returns the number of positions of the first pair of streams of a block.
    #[inline(always)]
    fn of_first_pair(&self, block: &[u8; BLOCK_BYTES], positions: u32) -> u32 {
        match self.parts.pairs {
            StreamPairs::One => positions,
            StreamPairs::Two => {
                let bits = self.parts.count();
                (head_of(block) << bits.start >> (u64::BITS - (bits.end - bits.start))) as u32
            }
        }
    }

    /// Returns the number of positions of the next code word of a stream.
    #[inline(always)]
    fn positions_of(&self, word: StreamWord, stream: &Stream<'_>) -> u32 {
        self.positions[word.symbol()] + word.number(stream.ahead)
    }

    #[inline(always)]
    fn word(&self, stream: &Stream<'_>) -> StreamWord {
        self.words[stream.class << self.look_bits | (stream.ahead >> (u64::BITS - self.look_bits)) as usize]
    }
}

/// Returns the first 64 bits of a block.
#[inline(always)]
fn head_of(block: &[u8; BLOCK_BYTES]) -> u64 {
    block.first_chunk().map_or(0, |&bytes| u64::from_be_bytes(bytes))
}

impl Stream<'_> {
    /// Index of the last byte from which a whole 64-bit word can be read.
    const LAST_WORD_AT: usize = BLOCK_BYTES - size_of::<u64>();

    #[inline(always)]
    fn load(&mut self) {
        let byte = (self.at as usize / 8).min(Self::LAST_WORD_AT);
        let place = if self.is_backward { Self::LAST_WORD_AT - byte } else { byte };
        let word = self.block[place..].first_chunk().map_or(0, |&bytes| u64::from_be_bytes(bytes));
        let word = if self.is_backward { word.reverse_bits() } else { word };
        self.ahead = word.checked_shl(self.at - 8 * byte as u32).unwrap_or(0);
        self.loaded = LOADED_BITS as i32;
    }

    /// Checks that `word` is a valid code word and ends inside the stream.
    #[inline(always)]
    fn check(&self, word: StreamWord) -> Result<(), &'static str> {
        match word.bits() {
            StreamWord::NO_BITS => Err(BAD_WORD),
            bits if self.at + bits > self.end => Err(TOO_SHORT),
            _ => Ok(()),
        }
    }

    /// Moves past the code word `word`. Loads more bits if fewer than `bits_max` bits, the maximal
    /// length of a code word, are loaded.
    #[inline(always)]
    fn pass(&mut self, word: StreamWord, bits_max: u32) -> Result<(), &'static str> {
        self.class = word.class_after();
        self.at += word.bits();
        self.ahead <<= word.bits();
        self.loaded -= word.bits() as i32;
        if self.loaded < bits_max as i32 {
            if self.at > self.end {
                return Err(TOO_SHORT);
            }
            self.load();
        }
        Ok(())
    }
}
