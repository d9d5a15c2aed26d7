//! 32 cells of a WDL table in one `u64`: two bits each, the first in the lowest bits.

use peatee_table::Wdl;

pub const CELLS_PER_WORD: usize = 32;

/// Reads up to 16 bytes as one little-endian number, padded with zeros.
#[inline(always)]
pub fn read_bits(bytes: &[u8]) -> u128 {
    match bytes.first_chunk() {
        Some(bytes) => u128::from_le_bytes(*bytes),
        None => bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | byte as u128),
    }
}

/// Returns 32 cells of two bits each. `draws` and `wins` have one bit per position; a position in
/// neither of them is a loss.
#[inline(always)]
pub fn from_draws_and_wins(draws: u32, wins: u32) -> u64 {
    const { assert!(Wdl::Loss as u8 == 0 && Wdl::Draw as u8 == 1 && Wdl::Win as u8 == 2) };
    spread(draws) | spread(wins) << 1
}

/// Returns the draws and the wins among 32 cells, with one bit per position in each number: the
/// inverse of [`from_draws_and_wins`].
#[inline(always)]
pub fn draws_and_wins(cells: u64) -> [u32; 2] {
    [gather_even(cells), gather_even(cells >> 1)]
}

#[inline(always)]
pub fn all(cell: u8) -> u64 {
    LOW_BITS * cell as u64
}

#[inline(always)]
pub fn differing(a: u64, b: u64) -> u32 {
    let bits = a ^ b;
    gather_even(bits | bits >> 1)
}

/// Returns one bit per cell, set where the cell differs from `value`. A cell with both bits set may
/// be written as a loss or as a draw, and so differs from neither.
#[inline(always)]
pub fn others(cells: u64, value: u8) -> u32 {
    let bits = cells ^ all(value);
    let either = if value == Wdl::Win as u8 { 0 } else { cells & cells >> 1 };
    let others = (bits | bits >> 1) & !either & LOW_BITS;
    // Most words of tables with long runs have only one value.
    if others == 0 { 0 } else { gather_even(others) }
}

const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// Shifts and masks by which 32 adjacent bits are spread to the even bits of 64 bits. Each step
/// moves the upper half of every group of bits; the groups are 32, 16, 8, 4 and 2 bits long.
const SPREADS: [(u32, u64); 5] = [
    (16, 0x0000_ffff_0000_ffff),
    (8, 0x00ff_00ff_00ff_00ff),
    (4, 0x0f0f_0f0f_0f0f_0f0f),
    (2, 0x3333_3333_3333_3333),
    (1, LOW_BITS),
];

/// Moves bit `i` to bit `2 * i`.
#[inline(always)]
fn spread(bits: u32) -> u64 {
    SPREADS.iter().fold(bits as u64, |bits, &(by, mask)| (bits | bits << by) & mask)
}

/// Moves bit `2 * i` to bit `i`: the inverse of [`spread`].
#[inline(always)]
fn gather_even(bits: u64) -> u32 {
    SPREADS.iter().rev().fold(bits, |bits, &(by, mask)| {
        let apart = bits & mask;
        apart | apart >> by
    }) as u32
}
