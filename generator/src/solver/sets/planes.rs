//! Values of positions that follow each other as bit planes, one word for each bit of a value, and back.

use peatee_rules::Word;

use crate::solver::Known;

/// Bits of [`Known`].
pub const KNOWN_BITS: usize = u16::BITS as usize;

/// Positions whose values are taken apart at a time.
const TOGETHER: usize = 8;
/// Positions whose values are put together at a time.
const WRITTEN_TOGETHER: usize = 16;

/// Square blocks of bits, one for each word of a value, which are turned together.
#[derive(Debug)]
pub struct Block<W> {
    value_words: usize,
    /// Row after row; a row of each block.
    rows: Vec<W>,
}

impl<W: Word> Default for Block<W> {
    fn default() -> Self {
        Block { value_words: 1, rows: Vec::new() }
    }
}

impl<W: Word> Block<W> {
    /// Empty blocks of so many rows, a power of two, for values of so many words.
    pub fn clear(&mut self, size: usize, value_words: usize) {
        self.value_words = value_words;
        self.rows.clear();
        self.rows.resize(size * value_words, W::EMPTY);
    }

    /// Fills in one row of each block.
    #[inline(always)]
    pub fn put(&mut self, row: u8, value: &[W]) {
        self.rows[row as usize * self.value_words..][..self.value_words].copy_from_slice(value);
    }

    /// One row of each block.
    #[inline(always)]
    pub fn row(&self, row: u8) -> &[W] {
        &self.rows[row as usize * self.value_words..][..self.value_words]
    }

    /// Turns all blocks, rows to columns: bit `column` of row `row` becomes bit `row` of row `column`.
    pub fn turn(&mut self) {
        let mut width = self.rows.len() / self.value_words / 2;
        // The columns in the lower half of each square of twice that width.
        let mut lower = W::first_n(width as u32);
        while width > 0 {
            let half = width * self.value_words;
            for square in self.rows.chunks_exact_mut(2 * half) {
                let (low, high) = square.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    let differing = (low.lowered(width as u32) ^ *high) & lower;
                    *low = *low ^ differing.raised(width as u32);
                    *high = *high ^ differing;
                }
            }
            width /= 2;
            lower = lower ^ lower.raised(width as u32);
        }
    }
}

/// Turns eight bytes, rows to columns: bit `i` of byte `j` becomes bit `j` of byte `i`.
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

/// Writes values, given their bits: `planes[i]` holds bit `i` of each, the first one's lowest.
#[inline(always)]
pub fn write_known<W: Word>(planes: &[W; KNOWN_BITS], values: &mut [Known]) {
    // High bits of a distance are rare: there the planes say no more than which values are draws.
    let (low, high) = planes.split_at(KNOWN_BITS / 2);
    let are_equal = high.iter().all(|&plane| plane == high[0]);
    for (part, values) in values.chunks_mut(WRITTEN_TOGETHER).enumerate() {
        let sixteen = |plane: W| plane.lowered((part * WRITTEN_TOGETHER) as u32).widen() as u16;
        let mut numbers = [0; WRITTEN_TOGETHER];
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

/// Sets `bits` in the numbers whose bit in `plane` is set.
#[inline(always)]
fn add_where(numbers: &mut [u16; WRITTEN_TOGETHER], plane: u16, bits: u16) {
    // Without branches and each number on its own, so that all are worked on at once.
    for (i, number) in numbers.iter_mut().enumerate() {
        *number |= if plane & 1 << i == 0 { 0 } else { bits };
    }
}

/// The bits of values, as [`write_known`] takes them.
#[inline(always)]
pub fn read_known<W: Word>(values: &[Known]) -> [W; KNOWN_BITS] {
    let mut planes = [W::EMPTY; KNOWN_BITS];
    for (part, values) in values.chunks(TOGETHER).enumerate() {
        let mut halves = [[0u8; TOGETHER]; 2];
        for (i, value) in values.iter().enumerate() {
            [halves[0][i], halves[1][i]] = value.0.to_le_bytes();
        }
        for (planes, half) in planes.chunks_exact_mut(8).zip(halves) {
            let bytes = transpose_bytes(u64::from_le_bytes(half)).to_le_bytes();
            for (plane, byte) in planes.iter_mut().zip(bytes) {
                *plane |= W::narrow(byte as u128).raised((part * TOGETHER) as u32);
            }
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that follow no pattern.
    fn noise() -> impl FnMut() -> u128 {
        let mut state = 0x9e37_79b9_7f4a_7c15u128;
        move || {
            state = state.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15).wrapping_add(1);
            state >> 50 ^ state
        }
    }

    fn check_turned<W: Word>(size: u8, value_words: usize) {
        let mut next = noise();
        let mut block = Block::<W>::default();
        block.clear(size as usize, value_words);
        let within = W::first_n(size as u32);
        let before: Vec<Vec<W>> =
            (0..size).map(|_| (0..value_words).map(|_| W::narrow(next()) & within).collect()).collect();
        for (row, value) in (0..).zip(&before) {
            block.put(row, value);
        }
        block.turn();
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            let expected = before[row as usize].iter().map(|word| word.has(column));
            assert!(block.row(column).iter().map(|word| word.has(row)).eq(expected), "{size}: {row} {column}");
        }
    }

    #[test]
    fn blocks_are_turned() {
        for value_words in [1, 3, 9] {
            for size in [1, 2, 32] {
                check_turned::<u32>(size, value_words);
            }
            check_turned::<u64>(32, value_words);
            check_turned::<u64>(64, value_words);
            check_turned::<u128>(128, value_words);
        }
    }

    #[test]
    fn values_come_back() {
        let mut next = noise();
        for count in 0..=64usize {
            // Every other time as mostly: draws, and numbers that are not high.
            let mostly = |bits: u16| if bits.is_multiple_of(5) { Known::DRAW } else { Known(bits & 0xff) };
            let value = |bits: u16| if count.is_multiple_of(2) { Known(bits) } else { mostly(bits) };
            let values: Vec<Known> = (0..count).map(|_| value(next() as u16)).collect();
            let planes = read_known::<u64>(&values);
            for (i, value) in values.iter().enumerate() {
                assert!((0..KNOWN_BITS).all(|bit| planes[bit].has(i as u8) == (value.0 >> bit & 1 == 1)));
            }
            let mut back = vec![Known::DRAW; count];
            write_known(&planes, &mut back);
            assert_eq!(back, values);
        }
    }
}
