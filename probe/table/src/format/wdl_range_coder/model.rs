//! The model that encoder and decoder share: the yes-no decisions that describe the runs, their
//! order, and their probabilities.

/// Adaptive probability of a yes-no decision: the recent frequency of yes in units of 1/4096, and
/// the number of uses, which stops at [`SLOWEST`].
#[derive(Debug, Clone, Copy)]
pub struct Bit {
    yes: u16,
    asked: u8,
}

const PROBABILITY_BITS: u32 = 12;
/// Number of uses after which a probability adapts at its slowest rate. From then on, each use
/// moves the probability by `2^-SLOWEST` of its distance to 0 or 1.
const SLOWEST: u8 = 4;
/// Largest probability, in units of 1/4096.
const SUREST: u16 = (1 << PROBABILITY_BITS) - 32;

impl Bit {
    const NEW: Bit = Bit { yes: 1 << (PROBABILITY_BITS - 1), asked: 0 };

    /// Returns the width of the part of the range coder's interval that stands for yes. `width` is
    /// the width of the whole interval.
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

/// Coder of yes-no decisions: the encoder writes the decision `yes` and returns it, the decoder
/// ignores `yes` and returns the decision that it reads.
pub trait Coder {
    fn bit(&mut self, model: &mut Bit, yes: bool) -> bool;
}

/// Width below which the interval is widened by one byte.
pub const NARROW: u32 = 1 << 24;

/// Maximum number of binary digits of a run length. A block has fewer positions than `2^SIZES`.
pub const SIZES: usize = 25;
/// Number of binary digits of a run length whose probabilities depend on the digits before them.
/// These are the first digits after the leading 1.
const DEPENDENT_DIGITS: usize = 5;

/// Adaptive probabilities of all decisions that describe a run of equal cells.
#[derive(Debug)]
pub struct Models {
    /// Probabilities that the next run has the higher of its two possible values, indexed by the
    /// values of the previous and the current run.
    next: [[Bit; 3]; 3],
    /// Probabilities that a run length has one more binary digit after the leading 1. Indexed by:
    ///
    /// * the value of the run,
    /// * the number of digits after the leading 1 in the length two runs ago,
    /// * the number of digits of this length that are already known to follow the leading 1.
    size: [[[Bit; SIZES]; SIZES]; 3],
    /// Probabilities of the first [`DEPENDENT_DIGITS`] binary digits of a run length after the
    /// leading 1. Indexed by:
    ///
    /// * the value of the run,
    /// * the number of digits of the length,
    /// * the number that the leading 1 and the digits already known form.
    digits: [[[Bit; 1 << DEPENDENT_DIGITS]; SIZES]; 3],
    /// Probabilities of the remaining binary digits of a run length. Indexed by the number of
    /// digits of the length, and by the exponent of the power of two that the digit stands for.
    low_digits: [[Bit; SIZES]; SIZES],
}

impl Models {
    pub const NEW: Models = Models {
        next: [[Bit::NEW; 3]; 3],
        size: [[[Bit::NEW; SIZES]; SIZES]; 3],
        digits: [[[Bit::NEW; 1 << DEPENDENT_DIGITS]; SIZES]; 3],
        low_digits: [[Bit::NEW; SIZES]; SIZES],
    };

    /// Encodes or decodes the length of a run with this value, from 1 to `2^SIZES - 1`, and returns
    /// it. `size_before` is the number of binary digits after the leading 1 in the length two runs
    /// ago.
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

    /// Encodes or decodes the value of the next run and returns it. The current run has the value
    /// `value`, the run before it `before`.
    #[inline(always)]
    pub fn next(&mut self, coder: &mut impl Coder, before: usize, value: usize, next: usize) -> usize {
        let [low, high] = [[1, 2], [0, 2], [0, 1]][value];
        if coder.bit(&mut self.next[before][value], next == high) { high } else { low }
    }
}

/// Values and lengths of the last two runs of a block, on which the probabilities depend. Encoder
/// and decoder always have equal copies.
#[derive(Debug)]
pub struct Place {
    pub value: usize,
    pub before: usize,
    /// Number of binary digits after the leading 1 in the length of the last run, and in the length
    /// of the run before it.
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
