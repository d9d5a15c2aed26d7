//! Cells: how the value of one position is written down.

/// How one position is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// Two bits, four positions to a byte, the first in the lowest bits: 0 loss, 1 draw, 2 win.
    Wdl = 0,
    /// One byte: 0 draw, else plies + 1.
    Short = 1,
    /// Two bytes, little endian: 0 draw, else plies + 1.
    Long = 2,
    /// Two bytes, little endian: 0 draw, else a number in the list of requirements of the table,
    /// counted from 1; see [`requirement`](crate::requirement).
    Requirement = 3,
}

impl Cell {
    pub(super) fn from_number(number: u8) -> Option<Cell> {
        [Cell::Wdl, Cell::Short, Cell::Long, Cell::Requirement].into_iter().find(|&cell| cell as u8 == number)
    }

    /// The number in the cell at `place`: for WDL 0 loss, 1 draw, 2 win; for distances 0 draw, else
    /// plies + 1; for requirements 0 draw, else a number in their list.
    ///
    /// # Panics
    /// When `cells` ends before it.
    #[inline(always)]
    pub fn read(self, cells: &[u8], place: usize) -> u32 {
        match self {
            Cell::Wdl => (cells[place / 4] >> (2 * (place % 4)) & 3) as u32,
            Cell::Short => cells[place] as u32,
            Cell::Long | Cell::Requirement => u16::from_le_bytes([cells[2 * place], cells[2 * place + 1]]) as u32,
        }
    }

    /// Writes the number in the cell at `place`; false when it does not fit such a cell.
    ///
    /// # Panics
    /// When `cells` ends before it.
    #[must_use]
    pub fn write(self, cells: &mut [u8], place: usize, number: u32) -> bool {
        match self {
            Cell::Wdl => {
                let shift = 2 * (place % 4);
                let byte = &mut cells[place / 4];
                *byte = *byte & !(3 << shift) | (number as u8 & 3) << shift;
                number < 3
            }
            Cell::Short => {
                cells[place] = number as u8;
                number <= u8::MAX as u32
            }
            Cell::Long | Cell::Requirement => {
                cells[2 * place..2 * place + 2].copy_from_slice(&(number as u16).to_le_bytes());
                number <= u16::MAX as u32
            }
        }
    }

    /// How many bytes `positions` cells take.
    #[inline(always)]
    pub const fn bytes_of(self, positions: u32) -> usize {
        match self {
            Cell::Wdl => positions.div_ceil(4) as usize,
            Cell::Short => positions as usize,
            Cell::Long | Cell::Requirement => 2 * positions as usize,
        }
    }
}

/// What the cells of positions hold in which the side to move must capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CaptureCells {
    /// The value, as all other cells.
    Stored = 0,
    /// Anything. The value is that of the best capture, and is read from the tables of fewer
    /// pieces.
    LeftOut = 1,
    /// In chess a bound, which the best capture makes a value; in tables of distances too where a
    /// capture or pawn move wins. See *Cells that captures bound* in `FORMAT.md`.
    Bound = 2,
}

impl CaptureCells {
    pub(super) fn from_number(number: u8) -> Option<CaptureCells> {
        [CaptureCells::Stored, CaptureCells::LeftOut, CaptureCells::Bound]
            .into_iter()
            .find(|&captures| captures as u8 == number)
    }
}
