//! The values of a slice in memory, by position number: two bytes with distances, two bits without.

pub mod capture_mask;
pub mod known;
pub mod wdl_cells;

use std::io;

use peatee_table::Wdl;
use peatee_table::format::Cell;

use self::known::Known;
use self::wdl_cells::CELLS_PER_WORD;
use crate::parallel;
use crate::spill::spill_vec::{Backing, SpillBytes, SpillVec};

pub trait Entries {
    type Entry: Copy;

    fn at(&self, number: usize) -> Self::Entry;

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn memory_bytes(&self) -> u64;
}

impl<T: Copy> Entries for Vec<T> {
    type Entry = T;

    #[inline(always)]
    fn at(&self, number: usize) -> T {
        self[number]
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn memory_bytes(&self) -> u64 {
        std::mem::size_of_val(self.as_slice()) as u64
    }
}

/// The values of a slice: with distances or, in an eighth of the memory, only WDL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// Win, draw or loss with a distance in plies: two bytes per position.
    Plies(SpillVec<Known>),
    /// Win, draw or loss without a distance: two bits per position.
    Wdl(WdlArray),
}

impl Values {
    /// Moves the values to the memory or file of `room`.
    ///
    /// # Errors
    /// Returns the errors of [`Backing::moved`].
    pub fn moved(self, room: &Backing) -> io::Result<Self> {
        Ok(match self {
            Values::Plies(values) => Values::Plies(room.moved(values)?),
            Values::Wdl(WdlArray { positions, cells }) => {
                Values::Wdl(WdlArray { positions, cells: room.moved(cells)? })
            }
        })
    }

    pub fn iter(&self) -> impl Iterator<Item = Known> {
        (0..self.len()).map(|number| self.at(number))
    }
}

impl Entries for Values {
    type Entry = Known;

    #[inline(always)]
    fn at(&self, number: usize) -> Known {
        match self {
            Values::Plies(values) => values[number],
            Values::Wdl(wdl) => wdl.at(number),
        }
    }

    fn len(&self) -> usize {
        match self {
            Values::Plies(values) => values.len(),
            Values::Wdl(wdl) => wdl.positions,
        }
    }

    fn memory_bytes(&self) -> u64 {
        match self {
            Values::Plies(values) => values.memory_bytes(),
            Values::Wdl(wdl) => wdl.cells.memory_bytes(),
        }
    }
}

/// Win, draw or loss of every position, as 2-bit cells in the layout of a WDL table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WdlArray {
    positions: usize,
    cells: SpillBytes,
}

pub const CELLS_PER_BYTE: usize = 4;

impl WdlArray {
    /// Creates an array from the bytes of a WDL table, four cells to a byte.
    ///
    /// # Panics
    /// Panics when the number of bytes does not match `positions`.
    pub fn new(positions: usize, cells: impl Into<SpillBytes>) -> Self {
        let cells = cells.into();
        assert_eq!(cells.len(), positions.div_ceil(CELLS_PER_BYTE), "cells of {positions} positions");
        WdlArray { positions, cells }
    }

    pub fn of(values: &[Known]) -> Self {
        let mut wdl = WdlArray::new(values.len(), vec![0; values.len().div_ceil(CELLS_PER_BYTE)]);
        wdl.fill(values);
        wdl
    }

    /// Creates an array as [`WdlArray::of`] does, with the cells in `room`: in memory or in a file.
    ///
    /// # Errors
    /// Returns an error when there is too little room.
    pub fn in_room(values: &[Known], room: &Backing) -> io::Result<Self> {
        let mut wdl = WdlArray::new(values.len(), room.zeros::<u8>(values.len().div_ceil(CELLS_PER_BYTE))?);
        wdl.fill(values);
        Ok(wdl)
    }

    fn fill(&mut self, values: &[Known]) {
        let cells = |known: &[Known]| {
            known.iter().zip(0..).fold(0, |cells, (&known, place)| cells | (cell_of(known) as u64) << (2 * place))
        };
        let bytes_per_word = CELLS_PER_WORD / CELLS_PER_BYTE;
        let tasks = self.cells.chunks_mut(bytes_per_word << 10).zip(values.chunks(CELLS_PER_WORD << 10));
        parallel::for_each(tasks, &|(bytes, known)| {
            for (bytes, known) in bytes.chunks_mut(bytes_per_word).zip(known.chunks(CELLS_PER_WORD)) {
                let cells = cells(known).to_le_bytes();
                bytes.copy_from_slice(&cells[..bytes.len()]);
            }
        });
    }

    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Returns the cells, four to a byte. Unused bits of the last byte are zero.
    pub fn bytes(&self) -> &[u8] {
        &self.cells
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.cells
    }

    /// Returns the 2-bit cells of 32 positions from `number` on. The first cell is in the lowest
    /// two bits. Cells past the end are zero.
    #[inline(always)]
    pub fn cells_from(&self, number: usize) -> u64 {
        (wdl_cells::read_bits(&self.cells[number / CELLS_PER_BYTE..]) >> (2 * (number % CELLS_PER_BYTE))) as u64
    }

    #[inline(always)]
    pub fn cell(&self, number: usize) -> u8 {
        Cell::Wdl.read(&self.cells, number) as u8
    }

    /// Returns the WDL of a position as a value with nominal plies: 1 for a win, 0 for a loss.
    #[inline(always)]
    fn at(&self, number: usize) -> Known {
        match Wdl::of_cell(self.cell(number) as u32) {
            Wdl::Loss => Known::lost(0),
            Wdl::Win => Known::won(1),
            Wdl::Draw => Known::DRAW,
        }
    }

    #[inline(always)]
    pub fn set_draw(&mut self, number: usize) {
        let shift = 2 * (number % CELLS_PER_BYTE);
        let cells = &mut self.cells[number / CELLS_PER_BYTE];
        *cells = *cells & !(0b11 << shift) | (Wdl::Draw as u8) << shift;
    }

    pub fn counts(&self) -> [u64; 3] {
        let full = self.positions / CELLS_PER_BYTE;
        let count = |bytes: &[u8]| {
            let ones = |mask: u8| bytes.iter().map(|byte| (byte & mask).count_ones() as u64).sum::<u64>();
            [ones(0b0101_0101), ones(0b1010_1010)]
        };
        let parts = parallel::map(self.cells[..full].chunks(1 << 16), &count);
        let [mut draws, mut wins] = parts.into_iter().fold([0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        for number in full * CELLS_PER_BYTE..self.positions {
            let known = self.at(number);
            draws += known.is_draw() as u64;
            wins += known.is_won() as u64;
        }
        [self.positions as u64 - draws - wins, draws, wins]
    }
}

/// Returns the 2-bit number that stands for a value in a WDL table.
#[inline(always)]
pub fn cell_of(known: Known) -> u8 {
    // There are no branches, so that the compiler vectorises loops over this function.
    known.is_draw() as u8 * Wdl::Draw as u8 + known.is_won() as u8 * Wdl::Win as u8
}

/// Returns the number that stands for a value in a table of distances: plies + 1, or 0 for a draw.
#[inline(always)]
pub fn distance_cell_of(known: Known) -> u16 {
    // There are no branches, so that the compiler vectorises loops over this function. A draw has
    // all bits set.
    (known.plies() + 1) & (u16::MAX >> 1)
}
