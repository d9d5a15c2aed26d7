//! Cells of a WDL table in the order in which the table stores them, 32 per word, with the set of
//! free cells (cells that may have any content).

use std::io;
use std::ops::Range;

use super::blocks::parts;
use super::fill::{Free, wdl_runs};
use super::runs::Run;
use crate::parallel;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::wdl_cells::CELLS_PER_WORD;
use crate::solver::values::{CELLS_PER_BYTE, WdlArray};
use crate::spill::spill_vec::Backing;

/// Number of positions whose cells one task puts into the stored order. It is a multiple of the
/// number of cells or bits in a byte, so that no two tasks write into the same byte.
const POSITIONS_PER_TASK: usize = 1 << 14;

/// Packed cells of some positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedCells {
    positions: usize,
    /// Cells of two bits each, 32 per word. The cells behind the last position are 0.
    words: Vec<u64>,
    /// Set of the free cells, eight bits per byte.
    free: Vec<u8>,
}

impl PackedCells {
    /// Packs the cells of positions. `cell` returns the content of a cell, a number below four, and
    /// `is_free` returns true when the cell may have any content. `behind` stands behind the last
    /// position; its cell is 0 and not free.
    pub fn new<T: Copy>(
        mut entries: Vec<T>,
        behind: T,
        cell: impl Fn(T) -> u8,
        is_free: impl Fn(T) -> bool,
    ) -> PackedCells {
        let count = entries.len();
        entries.resize(count.next_multiple_of(8), behind);
        let mut words = vec![0u64; count.div_ceil(CELLS_PER_WORD)];
        let mut free = Vec::with_capacity(count.div_ceil(8));
        for (eight, place) in entries.as_chunks::<8>().0.iter().zip(0..) {
            let bits = u64::from(two_bits_each(of_eight(eight, &cell)));
            words[place * 8 / CELLS_PER_WORD] |= bits << (16 * (place % (CELLS_PER_WORD / 8)));
            free.push(a_bit_each(of_eight(eight, |entry| u8::from(is_free(entry)))));
        }
        PackedCells { positions: count, words, free }
    }

    /// Returns the runs of equal cells.
    pub fn runs(&self) -> Vec<Run> {
        wdl_runs(&self.words, Free::new(&self.free, self.positions))
    }
}

/// Packs cells one after the other.
#[derive(Debug)]
pub struct CellPacker {
    /// The last cells, which do not fill a word yet, in the highest bits.
    word: u64,
    /// Set of the free cells among them, in the highest bits.
    free: u32,
    packed: PackedCells,
}

impl CellPacker {
    /// Creates a packer without cells, with room for `positions` cells.
    pub fn with_room(positions: usize) -> CellPacker {
        let words = Vec::with_capacity(positions.div_ceil(CELLS_PER_WORD));
        let free = Vec::with_capacity(positions.next_multiple_of(CELLS_PER_WORD) / 8);
        CellPacker { word: 0, free: 0, packed: PackedCells { positions: 0, words, free } }
    }

    /// Adds a cell for each item. `at` returns two bytes for an item: the lowest two bits of the
    /// first are the cell, and the lowest bit of the second is 1 if the cell is free. The other
    /// bits have no meaning.
    #[inline(always)]
    pub fn extend<T: Copy>(&mut self, mut items: &[T], at: impl Fn(T) -> [u8; 2]) {
        while !items.is_empty() {
            let room = CELLS_PER_WORD - self.packed.positions % CELLS_PER_WORD;
            let (now, later) = items.split_at(room.min(items.len()));
            let (mut word, mut free) = (self.word, self.free);
            for &item in now {
                let [cell, is_free] = at(item);
                word = word >> 2 | u64::from(cell) << (u64::BITS - 2);
                free = free >> 1 | u32::from(is_free) << (u32::BITS - 1);
            }
            (self.word, self.free) = (word, free);
            self.packed.positions += now.len();
            if now.len() == room {
                self.packed.words.push(word);
                self.packed.free.extend(free.to_le_bytes());
            }
            items = later;
        }
    }

    pub fn finish(self) -> PackedCells {
        let CellPacker { word, free, mut packed } = self;
        let last = packed.positions % CELLS_PER_WORD;
        if last > 0 {
            packed.words.push(word >> (2 * (CELLS_PER_WORD - last)));
            packed.free.extend((free >> (CELLS_PER_WORD - last)).to_le_bytes());
            packed.free.truncate(packed.positions.div_ceil(8));
        }
        packed
    }
}

/// Returns all cells of a table of `positions` positions, and the set of free cells. `packed`
/// returns the cells of a range of places in the stored order. `room` is the storage, memory or a
/// file, for the result.
///
/// # Errors
/// When there is too little room.
pub fn all_in_order(
    positions: usize,
    room: &Backing,
    packed: &(dyn Fn(Range<usize>) -> PackedCells + Sync),
) -> io::Result<(WdlArray, CaptureMask)> {
    let mut cells = room.zeros(positions.div_ceil(CELLS_PER_BYTE))?;
    let mut free = room.zeros(positions.div_ceil(8))?;
    let of_task = cells.chunks_mut(POSITIONS_PER_TASK / CELLS_PER_BYTE).zip(free.chunks_mut(POSITIONS_PER_TASK / 8));
    parallel::for_each(of_task.zip(parts(positions, POSITIONS_PER_TASK)), &|((cells, free), places)| {
        let packed = packed(places);
        for (cells, word) in cells.chunks_mut(size_of::<u64>()).zip(packed.words) {
            cells.copy_from_slice(&word.to_le_bytes()[..cells.len()]);
        }
        free.copy_from_slice(&packed.free);
    });
    Ok((WdlArray::new(positions, cells), CaptureMask::new(free)))
}

#[inline(always)]
pub fn of_eight<T: Copy>(eight: &[T; 8], of: impl Fn(T) -> u8) -> [u8; 8] {
    let mut numbers = [0; 8];
    numbers.iter_mut().zip(eight).for_each(|(number, &entry)| *number = of(entry));
    numbers
}

/// Packs eight numbers, each below four, into two bits each.
#[inline(always)]
pub fn two_bits_each(numbers: [u8; 8]) -> u16 {
    let mut word = u64::from_le_bytes(numbers);
    word = (word | word >> 6) & 0x000f_000f_000f_000f;
    word = (word | word >> 12) & 0x0000_00ff_0000_00ff;
    (word | word >> 24) as u16
}

/// Packs eight numbers, each below two, into one bit each.
#[inline(always)]
pub fn a_bit_each(numbers: [u8; 8]) -> u8 {
    (u64::from_le_bytes(numbers).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}
