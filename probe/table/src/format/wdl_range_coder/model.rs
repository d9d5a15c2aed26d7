//! What reader and writer share: probabilities, the questions about runs, and their order.

/// One yes or no: how often it was yes lately, of 4096, and how often it was asked, up to
/// [`SLOWEST`].
#[derive(Debug, Clone, Copy)]
pub struct Bit {
    yes: u16,
    asked: u8,
}

/// Bits of a probability.
const PROBABILITY_BITS: u32 = 12;
/// A probability moves by this part of the way, as a power of two, once it has been asked about so
/// often.
const SLOWEST: u8 = 4;
/// The surest a probability gets.
const SUREST: u16 = (1 << PROBABILITY_BITS) - 32;

impl Bit {
    const NEW: Bit = Bit { yes: 1 << (PROBABILITY_BITS - 1), asked: 0 };

    /// The part of an interval of this width that stands for yes.
    #[inline(always)]
    pub fn split(&self, width: u32) -> u32 {
        (width >> PROBABILITY_BITS) * self.yes as u32
    }

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

/// Lengths below `2^SIZES` can be written: more than a block has positions.
pub const SIZES: usize = 25;
/// How many digits of a length, from the highest, depend on each other.
const DEPENDENT_DIGITS: usize = 5;

/// The questions about runs.
#[derive(Debug)]
pub struct Models {
    /// Which value is next: by the values of this run and the one before.
    next: [[Bit; 3]; 3],
    /// Whether a length has more digits: by value, digits of the length two runs ago, digits so
    /// far.
    size: [[[Bit; SIZES]; SIZES]; 3],
    /// The digits after the first: by value, number of digits, digits so far.
    digits: [[[Bit; 1 << DEPENDENT_DIGITS]; SIZES]; 3],
    /// Digits after those: by number of digits and place.
    low_digits: [[Bit; SIZES]; SIZES],
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
