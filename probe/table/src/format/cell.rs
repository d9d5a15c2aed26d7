//! Cells: a cell is the encoded value of one position, before compression.

/// Type of a cell: the encoding, in bits or bytes, of the value of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// Two bits, four positions to a byte, the first in the lowest bits: 0 loss, 1 draw, 2 win.
    Wdl = 0,
    /// One byte: 0 draw, otherwise plies + 1.
    Short = 1,
    /// Two bytes, little endian: 0 draw, otherwise plies + 1.
    Long = 2,
    /// Two bytes, little endian: 0 draw, otherwise an index from 1 into the requirement list of the
    /// table. A requirement is the condition of a win; see [`requirement`](crate::requirement).
    Requirement = 3,
    /// Two bytes, little endian: 0 loss, 1 draw, 2 win, otherwise an index from 3 into the list of
    /// run patterns of the table; see [`run_pattern`](crate::run_pattern).
    RunPattern = 4,
    /// Two bytes, little endian: 0 for one stair or a draw, otherwise an index from 1 into the list
    /// of staircases of the table; see [`staircase`](crate::staircase).
    Staircase = 5,
    /// Two bytes, little endian: an index from 0 into the list of staircases that the table has for
    /// the DTM of the position less its DTZ; see [`staircase`](crate::staircase).
    RankedStaircase = 6,
}

impl Cell {
    /// Returns true when the cells are indices into a list at the end of the table.
    pub const fn has_list(self) -> bool {
        matches!(self, Cell::Requirement | Cell::RunPattern | Cell::Staircase | Cell::RankedStaircase)
    }

    /// Returns the number of bits of a cell.
    const fn bits(self) -> u32 {
        match self {
            Cell::Wdl => 2,
            Cell::Short => 8,
            Cell::Long | Cell::Requirement | Cell::RunPattern | Cell::Staircase | Cell::RankedStaircase => 16,
        }
    }

    pub(super) fn from_number(number: u8) -> Option<Cell> {
        use Cell::*;
        [Wdl, Short, Long, Requirement, RunPattern, Staircase, RankedStaircase]
            .into_iter()
            .find(|&cell| cell as u8 == number)
    }

    /// Returns the number in the cell at index `place`:
    ///
    /// * WDL: 0 loss, 1 draw, 2 win.
    /// * Distances: 0 draw, otherwise plies + 1.
    /// * Requirements: 0 draw, otherwise an index from 1 into the requirement list.
    /// * Run patterns: 0 loss, 1 draw, 2 win, otherwise an index from 3 into the list of run
    ///   patterns.
    /// * Staircases: 0 for one stair, otherwise an index from 1 into the list of staircases.
    /// * Ranked staircases: an index from 0 into the list of staircases for the DTM of the position
    ///   less its DTZ.
    ///
    /// # Panics
    /// Panics when `cells` ends before the cell.
    #[inline(always)]
    pub fn read(self, cells: &[u8], place: usize) -> u32 {
        match self.bits() {
            2 => (cells[place / 4] >> (2 * (place % 4)) & 3) as u32,
            8 => cells[place] as u32,
            _ => u16::from_le_bytes([cells[2 * place], cells[2 * place + 1]]) as u32,
        }
    }

    /// Writes a number to the cell at index `place`. Returns false when the cell is too small for
    /// it.
    ///
    /// # Panics
    /// Panics when `cells` ends before the cell.
    #[must_use]
    pub fn write(self, cells: &mut [u8], place: usize, number: u32) -> bool {
        match self.bits() {
            2 => {
                let shift = 2 * (place % 4);
                let byte = &mut cells[place / 4];
                *byte = *byte & !(3 << shift) | (number as u8 & 3) << shift;
                number < 3
            }
            8 => {
                cells[place] = number as u8;
                number <= u8::MAX as u32
            }
            _ => {
                cells[2 * place..2 * place + 2].copy_from_slice(&(number as u16).to_le_bytes());
                number <= u16::MAX as u32
            }
        }
    }

    /// Returns the number of bytes that `positions` cells take.
    #[inline(always)]
    pub const fn bytes_of(self, positions: u32) -> usize {
        (self.bits() as usize * positions as usize).div_ceil(8)
    }
}

/// Content of the cells of positions in which the side to move must capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CaptureCells {
    /// Value of the position, as in all other cells.
    Stored = 0,
    /// Arbitrary content. The value of the position is that of its best capture, which tables with
    /// fewer pieces contain.
    LeftOut = 1,
    /// Chess only. In WDL tables, a lower bound of the value: the value is the better of this bound
    /// and the value of the best capture. In tables of distances, only positions in which a capture
    /// or pawn move wins have such cells: a probe computes the distance from the cell and from the
    /// fact that such a move wins. See *Cells that captures bound* in `FORMAT.md`.
    Bound = 2,
}

impl CaptureCells {
    pub(super) fn from_number(number: u8) -> Option<CaptureCells> {
        [CaptureCells::Stored, CaptureCells::LeftOut, CaptureCells::Bound]
            .into_iter()
            .find(|&captures| captures as u8 == number)
    }
}
