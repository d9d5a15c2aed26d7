//! Values of all positions under one class of counters. A value has two bits, because thousands of
//! classes of a material with four pieces must fit into memory.

use super::Wdl;

/// One value for every position number.
#[derive(Debug, Default)]
pub struct Cells(Vec<u8>);

const CELLS_PER_BYTE: usize = 4;
const CELL_BITS: u32 = 2;
const CELL_MASK: u8 = (1 << CELL_BITS) - 1;

impl Cells {
    /// Creates `size` values that are all draws.
    pub fn drawn(size: usize) -> Cells {
        let draws = (0..CELLS_PER_BYTE as u32).fold(0, |byte, place| byte | (Wdl::Draw as u8) << (place * CELL_BITS));
        Cells(vec![draws; size.div_ceil(CELLS_PER_BYTE)])
    }

    #[inline(always)]
    pub fn get(&self, number: usize) -> u8 {
        cell(&self.0, number)
    }

    /// Replaces a value. Returns true when the value changes.
    #[inline(always)]
    pub fn replace(&mut self, number: usize, value: u8) -> bool {
        let has_changed = self.get(number) != value;
        let (byte, shift) = (&mut self.0[number / CELLS_PER_BYTE], shift(number));
        *byte = *byte & !(CELL_MASK << shift) | value << shift;
        has_changed
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Returns the value of the position with this number in the bytes of [`Cells`].
#[inline(always)]
pub fn cell(bytes: &[u8], number: usize) -> u8 {
    bytes[number / CELLS_PER_BYTE] >> shift(number) & CELL_MASK
}

#[inline(always)]
fn shift(number: usize) -> u32 {
    (number % CELLS_PER_BYTE) as u32 * CELL_BITS
}
