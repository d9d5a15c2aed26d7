//! Wrong values found by the verifier, and the WDL table that is compared with a DTW table.

use peatee_probe::Tables;
use peatee_table::format::{CaptureCells, Cell};
use peatee_table::{Metric, Slice};

use crate::error::Error;
use crate::spill::spill_vec::{Backing, SpillBytes};
use crate::tables::read::cells;

/// A position whose stored value differs from the value given by its moves or by the DTW table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wrong {
    pub number: u64,
    pub expected_cell: u32,
}

#[derive(Debug, Default)]
pub struct VerifiedPart {
    /// Number of compared positions. The others have captures, whose values the table leaves out.
    pub compared: u64,
    /// The positions with wrong values, in the order of their numbers.
    pub wrong: Vec<Wrong>,
}

impl VerifiedPart {
    pub fn of(parts: Vec<VerifiedPart>) -> VerifiedPart {
        parts.into_iter().fold(VerifiedPart::default(), |mut all, part| {
            all.compared += part.compared;
            all.wrong.extend(part.wrong);
            all
        })
    }
}

/// The cells of a WDL table, which are compared with the DTW table of the same slice.
pub struct WdlCells {
    cells: SpillBytes,
    pub leaves_captures_out: bool,
}

impl WdlCells {
    pub fn new(tables: &Tables, slice: Slice) -> Result<Self, Error> {
        let table = cells::table(tables, slice, Metric::Wdl)?;
        let leaves_captures_out = table.header().captures == CaptureCells::LeftOut;
        Ok(WdlCells { cells: cells::whole_cells(tables.game(), slice, table, &Backing::Memory)?, leaves_captures_out })
    }

    #[inline(always)]
    pub fn cell(&self, number: u64) -> u32 {
        Cell::Wdl.read(&self.cells, number as usize)
    }
}
