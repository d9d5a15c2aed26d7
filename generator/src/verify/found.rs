//! What a look at some positions finds, and the WDL table that it is compared with.

use peatee_probe::internals::Table;
use peatee_table::format::{CaptureCells, Cell};

use crate::error::Error;
use crate::read;

/// A position whose stored value is not what its moves, or the DTW table, say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wrong {
    /// Its number in the slice.
    pub number: u64,
    /// What the cell should hold.
    pub expected_cell: u32,
}

/// What was found among some positions.
#[derive(Debug, Default)]
pub struct Found {
    /// How many were compared; the others are captures that the table leaves out.
    pub compared: u64,
    /// The wrong ones, by number.
    pub wrong: Vec<Wrong>,
}

impl Found {
    /// All of some parts.
    pub fn of(parts: Vec<Found>) -> Found {
        parts.into_iter().fold(Found::default(), |mut all, part| {
            all.compared += part.compared;
            all.wrong.extend(part.wrong);
            all
        })
    }
}

/// The cells of a WDL table whose slice has a DTW table.
pub struct Beside {
    cells: Vec<u8>,
    /// Whether the table leaves captures out.
    pub leaves_captures_out: bool,
}

impl Beside {
    /// Reads them.
    pub fn new(table: &Table) -> Result<Self, Error> {
        let leaves_captures_out = table.header().captures == CaptureCells::LeftOut;
        Ok(Beside { cells: read::whole_cells(table)?, leaves_captures_out })
    }

    /// The cell of a position.
    #[inline(always)]
    pub fn cell(&self, number: u64) -> u32 {
        Cell::Wdl.read(&self.cells, number as usize)
    }
}
