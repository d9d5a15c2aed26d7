//! Reading runs, and the models that reader and writer share.

/// One yes or no: how often it was yes lately, of 4096, and how often it was asked, up to
/// [`SLOWEST`].
#[derive(Debug, Clone, Copy)]
pub struct Bit {
    pub yes: u16,
    pub asked: u8,
}

/// Bits of a probability.
pub const PROBABILITY_BITS: u32 = 12;
/// A probability moves by this part of the way, as a power of two, once it has been asked about so
/// often.
pub const SLOWEST: u8 = 4;
/// The surest a probability gets.
pub const SUREST: u16 = (1 << PROBABILITY_BITS) - 32;

impl Bit {
    pub const NEW: Bit = Bit { yes: 1 << (PROBABILITY_BITS - 1), asked: 0 };

    #[inline(always)]
    pub fn learn(&mut self, yes: bool) {
        self.asked = (self.asked + 1).min(SLOWEST);
        if yes {
            self.yes = (self.yes + (((1 << PROBABILITY_BITS) - self.yes) >> self.asked)).min(SUREST);
        } else {
            self.yes = (self.yes - (self.yes >> self.asked)).max((1 << PROBABILITY_BITS) - SUREST);
        }
    }
}

/// What says yes or no: the encoder writes what it is told, the decoder reads and says.
pub trait Coder {
    fn bit(&mut self, model: &mut Bit, yes: bool) -> bool;
}

/// Below this width of the interval a byte is finished.
pub const NARROW: u32 = 1 << 24;

#[derive(Debug)]
pub struct Decoder<'a> {
    /// Where in the interval the number lies.
    pub offset: u32,
    pub width: u32,
    pub rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Decoder { offset: 0, width: u32::MAX, rest: bytes };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    #[inline(always)]
    pub fn shift(&mut self) {
        let next = match self.rest.split_first() {
            Some((&first, rest)) => {
                self.rest = rest;
                first
            }
            None => 0,
        };
        self.offset = self.offset << 8 | next as u32;
    }
}

impl Coder for Decoder<'_> {
    #[inline(always)]
    fn bit(&mut self, model: &mut Bit, _yes: bool) -> bool {
        let split = (self.width >> PROBABILITY_BITS) * model.yes as u32;
        let yes = self.offset < split;
        if yes {
            self.width = split;
        } else {
            self.offset -= split;
            self.width -= split;
        }
        while self.width < NARROW {
            self.width <<= 8;
            self.shift();
        }
        model.learn(yes);
        yes
    }
}

/// Lengths below `2^SIZES` can be written: more than a block has positions.
pub const SIZES: usize = 25;
/// How many digits of a length, from the highest, depend on each other.
pub const DEPENDENT_DIGITS: usize = 5;

/// The questions about runs.
#[derive(Debug)]
pub struct Models {
    /// Which value is next: by the values of this run and the one before.
    pub next: [[Bit; 3]; 3],
    /// Whether a length has more digits: by value, digits of the length two runs ago, digits so
    /// far.
    pub size: [[[Bit; SIZES]; SIZES]; 3],
    /// The digits after the first: by value, number of digits, digits so far.
    pub digits: [[[Bit; 1 << DEPENDENT_DIGITS]; SIZES]; 3],
    /// Digits after those: by number of digits and place.
    pub low_digits: [[Bit; SIZES]; SIZES],
}

impl Models {
    pub const NEW: Models = Models {
        next: [[Bit::NEW; 3]; 3],
        size: [[[Bit::NEW; SIZES]; SIZES]; 3],
        digits: [[[Bit::NEW; 1 << DEPENDENT_DIGITS]; SIZES]; 3],
        low_digits: [[Bit::NEW; SIZES]; SIZES],
    };

    /// Codes a length of at least 1, below `2^SIZES`; `size_before` is the number of digits after
    /// the first that the length two runs ago has.
    #[inline(always)]
    pub fn length(&mut self, coder: &mut impl Coder, value: usize, size_before: usize, length: u32) -> u32 {
        let mut size = 0;
        let wanted = length.max(1).ilog2() as usize;
        while size + 1 < SIZES && coder.bit(&mut self.size[value][size_before][size], wanted > size) {
            size += 1;
        }
        let mut digits = 1u32;
        for place in (0..size).rev() {
            let model = match size - 1 - place < DEPENDENT_DIGITS {
                true => &mut self.digits[value][size][digits as usize],
                false => &mut self.low_digits[size][place],
            };
            digits = digits << 1 | coder.bit(model, length >> place & 1 == 1) as u32;
        }
        digits
    }

    /// Codes which value comes after `value`, before which there was `before`.
    #[inline(always)]
    pub fn next(&mut self, coder: &mut impl Coder, before: usize, value: usize, next: usize) -> usize {
        let [low, high] = [[1, 2], [0, 2], [0, 1]][value];
        if coder.bit(&mut self.next[before][value], next == high) { high } else { low }
    }
}

/// Where the coding of a block stands: the same for writer and reader.
#[derive(Debug)]
pub struct Place {
    pub value: usize,
    pub before: usize,
    /// Digits after the first of the lengths of the run before and the one before that.
    pub sizes: [usize; 2],
}

impl Place {
    pub fn at_start(value: usize) -> Self {
        Place { value, before: value, sizes: [0; 2] }
    }

    #[inline(always)]
    pub fn step(&mut self, length: u32, next: usize) {
        self.sizes = [length.ilog2() as usize, self.sizes[0]];
        (self.before, self.value) = (self.value, next);
    }
}

/// Reads a block of `cells_bytes` bytes.
///
/// # Errors
/// A reason, when the bytes are no such block.
pub fn decode(bytes: &[u8], cells_bytes: usize) -> Result<Box<[u8]>, &'static str> {
    let (&first, body) = bytes.split_first().ok_or("it has no first value")?;
    if first > 2 {
        return Err("its first value is none");
    }
    let count = 4 * cells_bytes;
    let mut cells = vec![0u8; cells_bytes];
    let (mut coder, mut models) = (Decoder::new(body), Box::new(Models::NEW));
    let mut place = Place::at_start(first as usize);
    let mut start = 0;
    while start < count {
        let length = models.length(&mut coder, place.value, place.sizes[1], 0);
        let end = start + length as usize;
        if end > count {
            return Err("a run goes beyond its end");
        }
        fill(&mut cells, start, end, place.value as u8);
        start = end;
        if start < count {
            let next = models.next(&mut coder, place.before, place.value, 0);
            place.step(length, next);
        }
    }
    if coder.rest.is_empty() { Ok(cells.into()) } else { Err("bytes are left over") }
}

/// Sets the cells from `start` to before `end`, which are 0 so far.
#[inline(always)]
pub fn fill(cells: &mut [u8], start: usize, end: usize, value: u8) {
    let whole = value * 0b0101_0101;
    let (first, last) = (start / 4, end / 4);
    let (from, to) = (2 * (start % 4), 2 * (end % 4));
    let above = u8::MAX << from;
    let below = !(u8::MAX << to);
    if first == last {
        cells[first] |= whole & above & below;
        return;
    }
    cells[first] |= whole & above;
    cells[first + 1..last].fill(whole);
    if to > 0 {
        cells[last] |= whole & below;
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode::encode;
    use super::*;
    use proptest::prelude::*;

    fn packed(runs: &[(u8, usize)]) -> Vec<u8> {
        let values: Vec<u8> = runs.iter().flat_map(|&(value, length)| std::iter::repeat_n(value % 3, length)).collect();
        let four = |four: &[u8]| (0..4).fold(0, |byte, i| byte | four.get(i).copied().unwrap_or(0) << (2 * i));
        values.chunks(4).map(four).collect()
    }

    proptest! {
        #[test]
        fn blocks_come_back(runs in prop::collection::vec((0u8..3, prop_oneof![1usize..9, 1usize..200, 1usize..9000]), 0..300)) {
            let cells = packed(&runs);
            let written = encode(&cells);
            let read = decode(&written, cells.len());
            prop_assert_eq!(read.as_deref(), Ok(&cells[..]));
        }

        #[test]
        fn any_bytes_give_cells_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..400), length in 0usize..5000) {
            if let Ok(cells) = decode(&bytes, length) {
                prop_assert_eq!(cells.len(), length);
                prop_assert!(cells.iter().all(|byte| byte & (byte >> 1) & 0b0101_0101 == 0));
            }
        }
    }

    #[test]
    fn noise_and_carries_come_back() {
        let mut random = fastrand::Rng::with_seed(7);
        for length in [1usize, 2, 3, 64, 1000, 20_000] {
            for _ in 0..40 {
                let cells: Vec<u8> =
                    (0..length).map(|_| (0..4).fold(0, |byte, _| byte << 2 | random.u8(..3))).collect();
                assert_eq!(decode(&encode(&cells), length).as_deref(), Ok(&cells[..]));
            }
        }
    }

    #[test]
    fn long_runs_take_few_bytes() {
        let cells = packed(&[(2, 9_000), (0, 3), (2, 9_000), (0, 3), (2, 9_000), (1, 1)]);
        assert!(encode(&cells).len() < 24, "{}", encode(&cells).len());
    }

    #[test]
    fn what_is_left_over_is_an_error() {
        let cells = packed(&[(1, 100), (2, 50), (0, 50)]);
        let mut written = encode(&cells);
        assert!(decode(&[], cells.len()).is_err());
        assert!(decode(&[3], cells.len()).is_err());
        written.extend([0, 0, 0, 0, 9]);
        assert!(decode(&written, cells.len()).is_err());
    }
}
