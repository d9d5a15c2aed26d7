//! Code of a table of pages: symbols, classes (Huffman codes) and code lengths, and how files store
//! them.

use crate::format::page_layout::{CLASSES_MAX, CODE_BITS, EXTRA_BITS_MAX, SYMBOLS_MAX};

/// Cells that a symbol of the compressed data stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A run of equal cells. The length in positions is `base` plus the number in the extra bits
    /// after the code word.
    Run { value: u8, base: u32, extra_bits: u8 },
    /// Two other symbols. They come earlier in the list of symbols and have no extra bits.
    Phrase { first: u16, second: u16 },
}

/// Code of a table: its symbols and their code words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Code {
    /// Meaning of each symbol. The symbols for runs come first, sorted by value and base; then the
    /// symbols for two other symbols.
    pub meanings: Vec<Meaning>,
    pub forward: ClassCodes,
    /// Huffman codes for the code words that are read backward from the end of a block, as many as
    /// in `forward`. `None` for tables whose blocks are read only forward.
    pub backward: Option<ClassCodes>,
}

/// Up to 15 Huffman codes (classes) for the symbols. The preceding symbol decides which of them is
/// used for the next symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClassCodes {
    /// Index of the Huffman code of the next symbol, indexed by the symbol before.
    pub class_after: Vec<u8>,
    /// Lengths of the code words in bits, indexed by Huffman code and symbol; 0 when the Huffman
    /// code has no word for the symbol.
    pub lengths: Vec<Vec<u8>>,
}

pub(super) const PHRASE_POSITIONS_MAX: u32 = u16::MAX as u32;

impl ClassCodes {
    /// Returns the code words, indexed by Huffman code and symbol. Each Huffman code is canonical:
    /// its words are assigned in order of length, then of symbol.
    ///
    /// # Errors
    /// The reason why the lengths of a Huffman code form no prefix code.
    pub(super) fn words(&self) -> Result<Vec<Vec<u16>>, &'static str> {
        let of_class = |lengths: &Vec<u8>| {
            let mut words = vec![0; lengths.len()];
            let (mut next, mut bits_before) = (0u32, 0);
            for bits in 1..=CODE_BITS as u8 {
                for (symbol, _) in lengths.iter().enumerate().filter(|&(_, &length)| length == bits) {
                    next <<= bits - bits_before;
                    bits_before = bits;
                    if next >> bits != 0 {
                        return Err("the lengths of its code words form no prefix code");
                    }
                    words[symbol] = next as u16;
                    next += 1;
                }
            }
            Ok(words)
        };
        self.lengths.iter().map(of_class).collect()
    }

    #[cfg(feature = "write")]
    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.extend(&self.class_after);
        for lengths in &self.lengths {
            bytes.extend(lengths.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |second| second << 4)));
        }
    }

    fn take(rest: &mut &[u8], classes: usize, symbols: usize) -> Result<ClassCodes, &'static str> {
        let class_after = take_some(rest, symbols)?.to_vec();
        if class_after.iter().any(|&class| class as usize >= classes) {
            return Err("its code has an impossible class");
        }
        let mut lengths = Vec::with_capacity(classes);
        for _ in 0..classes {
            let pairs = take_some(rest, symbols.div_ceil(2))?;
            let of_class: Vec<u8> = pairs.iter().flat_map(|pair| [pair & 15, pair >> 4]).take(symbols).collect();
            if of_class.iter().any(|&length| length as u32 > CODE_BITS) {
                return Err("its code has a code word that is too long");
            }
            lengths.push(of_class);
        }
        Ok(ClassCodes { class_after, lengths })
    }
}

impl Code {
    #[cfg(feature = "write")]
    fn runs(&self) -> usize {
        self.meanings.iter().take_while(|meaning| matches!(meaning, Meaning::Run { .. })).count()
    }

    #[cfg(feature = "write")]
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let (symbols, runs) = (self.meanings.len(), self.runs());
        let mut bytes = vec![self.forward.lengths.len() as u8];
        bytes.extend((runs as u16).to_le_bytes());
        bytes.extend(((symbols - runs) as u16).to_le_bytes());
        let (mut heads, mut bases, mut phrases) = (Vec::new(), Vec::new(), Vec::new());
        let mut before = (0, 0);
        for &meaning in &self.meanings {
            match meaning {
                Meaning::Run { value, base, extra_bits } => {
                    heads.push(value | extra_bits << 2);
                    put_number(&mut bases, if before.0 == value { base - before.1 } else { base });
                    before = (value, base);
                }
                Meaning::Phrase { first, second } => {
                    phrases.extend(first.to_le_bytes());
                    phrases.extend(second.to_le_bytes());
                }
            }
        }
        bytes.extend(heads);
        bytes.extend(bases);
        bytes.extend(phrases);
        self.forward.put(&mut bytes);
        self.backward.iter().for_each(|backward| backward.put(&mut bytes));
        bytes
    }

    /// Reads a code (symbols and code lengths) from bytes. With `is_two_ended`, the code has
    /// Huffman codes for reading blocks forward, and others for reading them backward.
    ///
    /// # Errors
    /// The reason why the bytes are not a valid code.
    pub(super) fn from_bytes(bytes: &[u8], is_two_ended: bool) -> Result<Code, &'static str> {
        let mut rest = bytes;
        let [classes, a, b, c, d] = take(&mut rest)?;
        let (classes, runs, phrases) =
            (classes as usize, u16::from_le_bytes([a, b]) as usize, u16::from_le_bytes([c, d]) as usize);
        let symbols = runs + phrases;
        if !(1..=CLASSES_MAX).contains(&classes) || runs == 0 || symbols > SYMBOLS_MAX {
            return Err("its code has too few or too many symbols or classes");
        }
        let heads = take_some(&mut rest, runs)?;
        let mut meanings = Vec::with_capacity(symbols);
        let mut before = (0, 0);
        for &head in heads {
            let (value, extra_bits) = (head & 3, head >> 2);
            let number = take_number(&mut rest)?;
            let base = if before.0 == value { number.checked_add(before.1) } else { Some(number) };
            before = (value, base.unwrap_or(0));
            match base {
                Some(base @ 1..) if base <= 1 << EXTRA_BITS_MAX && value <= 2 && extra_bits <= EXTRA_BITS_MAX => {
                    meanings.push(Meaning::Run { value, base, extra_bits });
                }
                _ => return Err("its code has an impossible run"),
            }
        }
        for _ in 0..phrases {
            let [a, b, c, d] = take(&mut rest)?;
            meanings.push(Meaning::Phrase { first: u16::from_le_bytes([a, b]), second: u16::from_le_bytes([c, d]) });
        }
        let forward = ClassCodes::take(&mut rest, classes, symbols)?;
        let backward = is_two_ended.then(|| ClassCodes::take(&mut rest, classes, symbols)).transpose()?;
        if !rest.is_empty() {
            return Err("bytes follow its code");
        }
        let code = Code { meanings, forward, backward };
        positions_of(&code.meanings)?;
        Ok(code)
    }
}

/// Returns the number of positions that each symbol covers. For a run with extra bits after its
/// code word, this is the base, to which the number in these bits must be added.
///
/// # Errors
/// The reason why a phrase (a symbol for two symbols) is invalid. It refers to a later symbol or to
/// a symbol with extra bits, or it covers too many positions.
pub(super) fn positions_of(meanings: &[Meaning]) -> Result<Vec<u32>, &'static str> {
    let mut positions: Vec<u32> = Vec::with_capacity(meanings.len());
    for &meaning in meanings {
        let part = |symbol: u16| match meanings.get(symbol as usize) {
            Some(Meaning::Run { extra_bits: 1.., .. }) => None,
            _ => positions.get(symbol as usize).copied(),
        };
        positions.push(match meaning {
            Meaning::Run { base, .. } => base,
            Meaning::Phrase { first, second } => match (part(first), part(second)) {
                (Some(first), Some(second)) if first.saturating_add(second) <= PHRASE_POSITIONS_MAX => first + second,
                _ => return Err("its code has an impossible phrase"),
            },
        });
    }
    Ok(positions)
}

/// Writes a number in LEB128: seven bits to a byte, lowest first, with the high bit set in all
/// bytes but the last.
#[cfg(feature = "write")]
fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 1 << 7 {
        bytes.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(rest: &mut &[u8]) -> Result<u32, &'static str> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let [byte] = take(rest)?;
        number |= ((byte & 0x7f) as u32) << shift;
        if byte >> 7 == 0 {
            return Ok(number);
        }
    }
    Err("its code has a number that is too long")
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], &'static str> {
    take_some(rest, N).map(|bytes| std::array::from_fn(|i| bytes[i]))
}

fn take_some<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], &'static str> {
    let (bytes, behind) = rest.split_at_checked(count).ok_or("its code ends too early")?;
    *rest = behind;
    Ok(bytes)
}
