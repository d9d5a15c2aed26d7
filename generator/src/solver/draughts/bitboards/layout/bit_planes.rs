//! Converts the values of consecutive positions to bit planes (one word for each bit of a value)
//! and back. Also transposes square bit matrices. All conversions swap smaller and smaller blocks
//! of bits, a well-known method (8x8 bit transpose,
//! <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating#Diagonal>).

use peatee_rules::Bitboard;

use crate::solver::values::known::Known;

pub const KNOWN_BITS: usize = u16::BITS as usize;

/// Number of values that [`read_planes`] transposes at a time: eight bytes of eight bits.
const VALUES_PER_TRANSPOSE: usize = 8;
const VALUES_PER_WRITE: usize = 16;

/// Square bit matrices that are transposed together. There is one matrix for the won positions, one
/// for the lost positions, and one for each binary digit of the distance.
#[derive(Debug)]
pub struct BitMatrices<W> {
    value_words: usize,
    /// Rows of all matrices: the first row of each matrix, then the second row of each matrix, and
    /// so on.
    rows: Vec<W>,
}

impl<W: Bitboard> Default for BitMatrices<W> {
    fn default() -> Self {
        BitMatrices { value_words: 1, rows: Vec::new() }
    }
}

impl<W: Bitboard> BitMatrices<W> {
    /// Makes `value_words` empty matrices with `size` rows. `size` must be a power of two.
    pub fn clear(&mut self, size: usize, value_words: usize) {
        self.value_words = value_words;
        self.rows.clear();
        self.rows.resize(size * value_words, W::EMPTY);
    }

    #[inline(always)]
    pub fn put(&mut self, row: u8, value: &[W]) {
        self.row_mut(row).copy_from_slice(value);
    }

    #[inline(always)]
    pub fn row_mut(&mut self, row: u8) -> &mut [W] {
        &mut self.rows[row as usize * self.value_words..][..self.value_words]
    }

    #[inline(always)]
    pub fn row(&self, row: u8) -> &[W] {
        &self.rows[row as usize * self.value_words..][..self.value_words]
    }

    /// Transposes all matrices: bit `column` of row `row` becomes bit `row` of row `column`.
    pub fn transpose(&mut self) {
        let mut width = self.rows.len() / self.value_words / 2;
        // Mask of the columns in the lower half of each block, which is twice `width` wide.
        let mut lower = W::first_n(width as u32);
        while width > 0 {
            let half = width * self.value_words;
            for square in self.rows.chunks_exact_mut(2 * half) {
                let (low, high) = square.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    let differing = (low.shr(width as u32) ^ *high) & lower;
                    *low = *low ^ differing.shl(width as u32);
                    *high = *high ^ differing;
                }
            }
            width /= 2;
            lower = lower ^ lower.shl(width as u32);
        }
    }
}

/// Transposes an 8x8 bit matrix that has one row in each byte: bit `i` of byte `j` becomes bit `j`
/// of byte `i`.
#[inline(always)]
fn transpose_bytes(bytes: u64) -> u64 {
    let swap = |bytes: u64, by: u32, mask: u64| {
        let differing = (bytes ^ bytes >> by) & mask;
        bytes ^ differing ^ differing << by
    };
    let bytes = swap(bytes, 7, 0x00aa_00aa_00aa_00aa);
    let bytes = swap(bytes, 14, 0x0000_cccc_0000_cccc);
    swap(bytes, 28, 0x0000_0000_f0f0_f0f0)
}

/// Assembles values from their bit planes: `planes[i]` holds bit `i` of each value. The lowest bit
/// of each plane belongs to the first value.
#[inline(always)]
pub fn write_planes<W: Bitboard>(planes: &[W; KNOWN_BITS], values: &mut [Known]) {
    // In most values the high bits are all zero, and in draws all one, so all high planes are
    // usually equal.
    let (low, high) = planes.split_at(KNOWN_BITS / 2);
    let are_equal = high.iter().all(|&plane| plane == high[0]);
    for (part, values) in values.chunks_mut(VALUES_PER_WRITE).enumerate() {
        let sixteen = |plane: W| plane.shr((part * VALUES_PER_WRITE) as u32).widen() as u16;
        let mut numbers = [0; VALUES_PER_WRITE];
        for (bit, &plane) in low.iter().enumerate() {
            add_where(&mut numbers, sixteen(plane), 1 << bit);
        }
        if are_equal {
            add_where(&mut numbers, sixteen(high[0]), 0xff00);
        } else {
            for (bit, &plane) in (low.len()..).zip(high) {
                add_where(&mut numbers, sixteen(plane), 1 << bit);
            }
        }
        values.iter_mut().zip(numbers).for_each(|(value, number)| *value = Known(number));
    }
}

#[inline(always)]
fn add_where(numbers: &mut [u16; VALUES_PER_WRITE], plane: u16, bits: u16) {
    // The loop body has no branch, so that the compiler vectorises the loop.
    for (i, number) in numbers.iter_mut().enumerate() {
        *number |= if plane & 1 << i == 0 { 0 } else { bits };
    }
}

/// Returns the bit planes of values: word `i` holds bit `i` of each value. Inverse of
/// [`write_planes`].
#[inline(always)]
pub fn read_planes<W: Bitboard>(values: &[Known]) -> [W; KNOWN_BITS] {
    let mut planes = [W::EMPTY; KNOWN_BITS];
    for (part, values) in values.chunks(VALUES_PER_TRANSPOSE).enumerate() {
        let mut halves = [[0u8; VALUES_PER_TRANSPOSE]; 2];
        for (i, value) in values.iter().enumerate() {
            [halves[0][i], halves[1][i]] = value.0.to_le_bytes();
        }
        for (planes, half) in planes.chunks_exact_mut(8).zip(halves) {
            let bytes = transpose_bytes(u64::from_le_bytes(half)).to_le_bytes();
            for (plane, byte) in planes.iter_mut().zip(bytes) {
                *plane |= W::narrow(byte as u128).shl((part * VALUES_PER_TRANSPOSE) as u32);
            }
        }
    }
    planes
}
