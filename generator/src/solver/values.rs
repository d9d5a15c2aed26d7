//! The values of a slice in memory, by position number.

use peatee_table::Wdl;
use peatee_table::format::Cell;
use rayon::prelude::*;

use super::cells;
use super::objective::Known;

/// One entry for every position of a slice.
pub trait Entries {
    /// What is known of a position.
    type Entry: Copy;

    /// The entry of the position with that number.
    fn at(&self, number: usize) -> Self::Entry;

    /// The number of positions.
    fn len(&self) -> usize;

    /// True when there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory the entries take, in bytes.
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

/// The values of a slice: with their distances, or, in an eighth of the memory, only who wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// Two bytes a position.
    Plies(Vec<Known>),
    /// Two bits a position.
    Signs(Signs),
}

impl Values {
    /// All values in order.
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
            Values::Signs(signs) => signs.at(number),
        }
    }

    fn len(&self) -> usize {
        match self {
            Values::Plies(values) => values.len(),
            Values::Signs(signs) => signs.positions,
        }
    }

    fn memory_bytes(&self) -> u64 {
        match self {
            Values::Plies(values) => values.memory_bytes(),
            Values::Signs(signs) => signs.cells.memory_bytes(),
        }
    }
}

/// Win, draw or loss of every position, as the cells of a WDL table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signs {
    positions: usize,
    cells: Vec<u8>,
}

/// Cells in a byte.
pub const SIGNS_PER_BYTE: usize = 4;

impl Signs {
    /// From the cells of a WDL table, four to a byte.
    ///
    /// # Panics
    /// When there are more or fewer cells than positions.
    pub fn new(positions: usize, cells: Vec<u8>) -> Self {
        assert_eq!(cells.len(), positions.div_ceil(SIGNS_PER_BYTE), "cells of {positions} positions");
        Signs { positions, cells }
    }

    /// Of values in plies.
    pub fn of(values: &[Known]) -> Self {
        let cells = |known: &[Known]| {
            known.iter().zip(0..).fold(0, |cells, (&known, place)| cells | (cell_of(known) as u64) << (2 * place))
        };
        let mut bytes = vec![0; values.len().div_ceil(SIGNS_PER_BYTE)];
        let together = cells::TOGETHER / SIGNS_PER_BYTE;
        bytes.par_chunks_mut(together).zip(values.par_chunks(cells::TOGETHER)).with_min_len(1 << 10).for_each(
            |(bytes, known)| {
                let cells = cells(known).to_le_bytes();
                bytes.copy_from_slice(&cells[..bytes.len()]);
            },
        );
        Signs::new(values.len(), bytes)
    }

    /// The cells, four to a byte; behind the last there are zero bits.
    pub fn bytes(&self) -> &[u8] {
        &self.cells
    }

    /// The same, to be filled.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.cells
    }

    /// The cells of 32 positions that follow each other, the first in the lowest two bits; behind the last there are zeros.
    #[inline(always)]
    pub fn cells_from(&self, number: usize) -> u64 {
        (cells::read_bits(&self.cells[number / SIGNS_PER_BYTE..]) >> (2 * (number % SIGNS_PER_BYTE))) as u64
    }

    /// The cell of a position.
    #[inline(always)]
    pub fn cell(&self, number: usize) -> u8 {
        Cell::Wdl.read(&self.cells, number) as u8
    }

    /// Who wins; a win counts as one ply away and a loss as none.
    #[inline(always)]
    fn at(&self, number: usize) -> Known {
        match Wdl::of_cell(self.cell(number) as u32) {
            Wdl::Loss => Known::lost(0),
            Wdl::Win => Known::won(1),
            Wdl::Draw => Known::DRAW,
        }
    }

    /// How many positions are losses, draws and wins.
    pub fn counts(&self) -> [u64; 3] {
        let full = self.positions / SIGNS_PER_BYTE;
        let count = |bytes: &[u8]| {
            let ones = |mask: u8| bytes.iter().map(|byte| (byte & mask).count_ones() as u64).sum::<u64>();
            [ones(0b0101_0101), ones(0b1010_1010)]
        };
        let [mut draws, mut wins] =
            self.cells[..full].par_chunks(1 << 16).map(count).reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        for number in full * SIGNS_PER_BYTE..self.positions {
            let known = self.at(number);
            draws += known.is_draw() as u64;
            wins += known.is_won() as u64;
        }
        [self.positions as u64 - draws - wins, draws, wins]
    }
}

/// The cell of a value in a WDL table.
#[inline(always)]
pub fn cell_of(known: Known) -> u8 {
    // Without branches, so that many are worked out at a time.
    known.is_draw() as u8 * Wdl::Draw as u8 + known.is_won() as u8 * Wdl::Win as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_back_and_counted() {
        let values: Vec<Known> =
            (0..1001usize).map(|i| [Known::lost(0), Known::DRAW, Known::won(1)][(i * i / 7) % 3]).collect();
        let byte =
            |four: &[Known]| four.iter().enumerate().fold(0, |byte, (i, &known)| byte | cell_of(known) << (2 * i));
        let signs = Signs::new(values.len(), values.chunks(SIGNS_PER_BYTE).map(byte).collect());
        let count = |wanted: Known| values.iter().filter(|&&known| known == wanted).count() as u64;
        assert_eq!(signs.counts(), [Known::lost(0), Known::DRAW, Known::won(1)].map(count));
        assert_eq!(Signs::of(&values), signs);
        let read = Values::Signs(signs);
        assert_eq!(read.iter().collect::<Vec<_>>(), values);
        assert_eq!(read.memory_bytes(), 251);
    }
}
