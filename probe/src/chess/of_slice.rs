//! The tables of one slice of chess.

use super::error::{ProbeError, TableFault};
use crate::table::Table;
use peatee_chess::{Index, Setup, StoredOrder};
use peatee_table::format::CaptureCells;
use peatee_table::{FileError, Metric};

/// The tables of a slice.
#[derive(Debug)]
pub(super) struct OfSlice {
    pub index: Index,
    /// That of WDL stands by itself: it is asked for most.
    wdl: Option<Result<OpenTable, TableFault>>,
    others: Vec<(Metric, Result<OpenTable, TableFault>)>,
}

/// A table, and the order of its cells.
#[derive(Debug)]
pub(super) struct OpenTable {
    pub table: Table,
    pub order: StoredOrder,
}

impl OfSlice {
    /// Those of a slice that none is known of yet.
    pub(super) fn new(index: Index) -> OfSlice {
        OfSlice { index, wdl: None, others: Vec::new() }
    }

    /// Adds the table of a metric, or the reason why it cannot be used.
    pub(super) fn put(&mut self, metric: Metric, opened: Result<OpenTable, TableFault>) {
        match metric {
            Metric::Wdl => self.wdl = Some(opened),
            _ => self.others.push((metric, opened)),
        }
    }

    /// All its tables.
    pub(super) fn tables(&self) -> impl Iterator<Item = &Result<OpenTable, TableFault>> + Clone {
        self.wdl.iter().chain(self.others.iter().map(|(_, table)| table))
    }

    /// The table of a metric. A missing file counts as one that was never made.
    ///
    /// # Errors
    /// The file is damaged, swapped or unreadable.
    #[inline(always)]
    pub(super) fn table(&self, metric: Metric) -> Result<Option<&OpenTable>, ProbeError> {
        let found = match metric {
            Metric::Wdl => self.wdl.as_ref(),
            _ => self.others.iter().find(|(found, _)| *found == metric).map(|(_, table)| table),
        };
        match found {
            Some(Ok(open)) => Ok(Some(open)),
            Some(Err(fault)) if fault.is_damage() => Err(fault.clone().into()),
            _ => Ok(None),
        }
    }
}

impl OpenTable {
    /// The number in the cell of a position, as the file has it.
    ///
    /// # Errors
    /// When its block or page is damaged or cannot be read.
    #[inline]
    pub(super) fn cell(&self, setup: &Setup) -> Result<u32, ProbeError> {
        self.table.cell(self.order.place_of(setup)).map_err(|error| self.fault(error))
    }

    /// Whether captures bound its cells, and are no values without them.
    #[inline]
    pub(super) fn is_bound(&self) -> bool {
        self.table.header().captures == CaptureCells::Bound
    }

    /// Whether it has cells. Else its values are what the moves say.
    pub(super) fn has_cells(&self) -> bool {
        self.table.has_cells()
    }

    /// The error that says what is wrong with the file.
    pub(super) fn fault(&self, error: FileError) -> ProbeError {
        ProbeError::File { path: self.table.path().to_owned(), error }
    }
}
