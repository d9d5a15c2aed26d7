//! Resolves captures that tables leave out. A position with a capture has the value of its best
//! capture, which is read from tables with fewer pieces.
//!
//! After a capture the opponent may have to capture too, so this continues through slices with
//! fewer and fewer pieces. Quiet moves are never generated. A part of a table that probes often
//! need is expanded: all its captures are resolved and the values are kept in memory, so that a
//! probe reads one cell.

use std::ops::Range;

use peatee_rules::{Bitboard, Captures, Draughts, Kernel, KernelMove, Kind, Position, Setup, Side, with_kernel};
use peatee_table::format::CaptureCells;
use peatee_table::index::{GroupOrder, SliceIndex};
use peatee_table::{FileError, Metric, Slice, Value, Wdl};

use crate::error::ProbeError;
use crate::os::processor::for_this_processor;
use crate::table::{DueExpansion, ExpansionStep, Table};
use crate::tables::Tables;

/// Returns the metric by which captures are compared to find the best one. For DTC this is WDL,
/// because every capture is a conversion and has the DTC 1. For other metrics it is the metric
/// itself. Captures are never compared for DTR tables, which store the values of captures.
const fn weighed_by(metric: Metric) -> Metric {
    match metric {
        Metric::Dtc => Metric::Wdl,
        Metric::Wdl | Metric::Dtw | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => {
            metric
        }
    }
}

fn cell_of(value: Value, metric: Metric) -> u32 {
    match metric {
        // A capture is a conversion, so its DTC is 1.
        Metric::Dtc => Value { plies: if value.wdl == Wdl::Draw { None } else { Some(1) }, ..value }.cell(metric),
        Metric::Wdl | Metric::Dtw | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => {
            value.cell(metric)
        }
    }
}

/// Consecutive positions of a slice, given by their numbers in one order of groups.
#[derive(Debug, Clone)]
pub struct CellRange {
    /// Order in which the groups of pieces are placed to number the positions.
    pub order: GroupOrder,
    /// Position numbers in this order of groups.
    pub numbers: Range<u64>,
}

/// Selects the positions whose value is computed from their best capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolved {
    /// All positions in which the side to move has a capture.
    All,
    /// Positions that may follow a promotion: the side that has just moved has a king on a
    /// promotion square. The cells of all other positions with captures remain arbitrary.
    AfterPromotion,
}

impl Resolved {
    fn contains<W: Bitboard>(self, kernel: &Kernel<W>, setup: &Setup<W>, side: Side) -> bool {
        let moved = side.other();
        self == Resolved::All || !(setup.get(moved, Kind::King) & kernel.promotion(moved)).is_empty()
    }
}

impl Tables<Draughts> {
    /// Returns the number for the cell of a position that is not decoded in memory. If the side to
    /// move has a capture, computes the number from the best capture.
    #[cold]
    pub(crate) fn resolve_captures(&self, position: &Position, table: &Table, number: u64) -> Result<u32, ProbeError> {
        match self.captured_cell(position, table, number)? {
            Some(cell) => Ok(cell),
            None => table.raw_cell(number).map_err(|error| table.unreadable(error)),
        }
    }

    /// Returns the number for the cell of a position with a capture, computed from the best
    /// capture; `None` if there is no capture. May decode the surrounding part of the table into
    /// memory.
    pub(crate) fn captured_cell(
        &self,
        position: &Position,
        table: &Table,
        number: u64,
    ) -> Result<Option<u32>, ProbeError> {
        table.check_list().map_err(|error| table.unreadable(error))?;
        self.expand_when_due(position, table, number);
        // The memory is fetched while the captures are computed.
        table.fetch(number);
        let metric = table.header().metric;
        let best = for_this_processor!({
            with_kernel!(self.game(), kernel => {
                let setup = position.setup.convert();
                self.best_capture(kernel, &setup, position.side, metric, &mut Captures::default())
            })
        })?;
        if let Some(due) = best.and_then(|cell| table.keep(number, cell)) {
            self.expand_part(Slice::of(self.game(), position), table, due);
        }
        Ok(best)
    }

    /// Records a probe of a position. If probes often need the part of the table around the
    /// position, decodes the cells of this part into memory.
    #[inline(always)]
    pub(crate) fn expand_when_due(&self, position: &Position, table: &Table, number: u64) {
        if let Some(due) = table.record_access(number) {
            self.expand_part(Slice::of(self.game(), position), table, due);
        }
    }

    /// Decodes the cells of a part of a table into memory: all cells, or only the cells of
    /// positions without captures, as `step` says. Does nothing when a needed table is missing or
    /// damaged, because later probes report the error.
    #[cold]
    fn expand_part(&self, slice: Slice, table: &Table, DueExpansion { part, step }: DueExpansion) {
        let header = table.header();
        let numbers = table.positions_of(part);
        let Ok(mut cells) = table.decode_part(part) else { return };
        match step {
            ExpansionStep::All => {
                let range = CellRange { order: header.group_order, numbers };
                let resolved = self.resolve_cells(slice, table, range, &mut cells, Resolved::All);
                if resolved.is_ok() {
                    table.expand_cells(part, step, |place| Some(header.cell.read(&cells, place)));
                }
            }
            ExpansionStep::WithoutCaptures => {
                let is_left_out = self.have_captures(slice, header.group_order, numbers);
                let cell = |place: usize| (!is_left_out[place]).then(|| header.cell.read(&cells, place));
                table.expand_cells(part, step, cell);
            }
        }
    }

    fn have_captures(&self, slice: Slice, order: GroupOrder, numbers: Range<u64>) -> Vec<bool> {
        for_this_processor!(with_kernel!(self.game(), kernel => {
            let index = SliceIndex::in_order(kernel, slice, order).expect("the order of a table that is open");
            let mut cursor = index.cursor();
            numbers.map(|number| kernel.has_capture(cursor.seek(number), slice.side)).collect()
        }))
    }

    #[inline(always)]
    fn best_capture<W: Bitboard>(
        &self,
        kernel: &Kernel<W>,
        setup: &Setup<W>,
        side: Side,
        metric: Metric,
        captures: &mut Captures<W>,
    ) -> Result<Option<u32>, ProbeError> {
        // Most positions have no capture, and this test is faster than a list of the captures.
        if !kernel.has_capture(setup, side) {
            return Ok(None);
        }
        captures.clear();
        kernel.captures(setup, side, captures);
        let mut best: Option<Value> = None;
        let after =
            |mv: &KernelMove<W>| Position { setup: kernel.after(setup, side, mv).convert(), side: side.other() };
        for (place, mv) in captures.moves.iter().enumerate() {
            let value = match self.cell(&after(mv), weighed_by(metric)) {
                Ok(Some(cell)) => Value::of_cell(cell, weighed_by(metric), kernel.goal),
                Ok(None) => Value::decided(0, kernel.goal),
                Err(error) => {
                    self.touch_others(&error, captures.moves[place + 1..].iter().map(after), weighed_by(metric));
                    return Err(error);
                }
            };
            let value = value.before_move();
            best = Some(value.or_better(best));
            if weighed_by(metric) == Metric::Wdl && value.wdl == Wdl::Win {
                break;
            }
        }
        Ok(best.map(|value| cell_of(value, metric)))
    }

    /// Reads the cells of the positions after the other captures, if `error` says that bytes of the
    /// first have not arrived. The files then know all ranges that the captures need, and the
    /// caller can fetch them at the same time.
    #[cold]
    fn touch_others(&self, error: &ProbeError, others: impl Iterator<Item = Position>, metric: Metric) {
        if error.needed_range().is_some() {
            others.for_each(|after| drop(self.cell(&after, metric)));
        }
    }

    /// Returns the cells of one block in the order of the file. Computes the cells of the positions
    /// that `wanted` selects from their best captures.
    ///
    /// # Errors
    /// The block is damaged or cannot be read, or a table of fewer pieces is missing, damaged or
    /// cannot be read.
    #[doc(hidden)]
    pub fn resolved_block(
        &self,
        slice: Slice,
        table: &Table,
        block: u64,
        wanted: Resolved,
    ) -> Result<Box<[u8]>, ProbeError> {
        let failed = |error| table.unreadable(error);
        if let Some(cells) = table.expanded_block(block) {
            return Ok(cells);
        }
        let mut cells = table.decode(block).map_err(failed)?;
        let header = table.header();
        let first = block * header.block_positions as u64;
        let numbers = first..first + header.positions_in_block(block) as u64;
        self.resolve_cells(slice, table, CellRange { order: header.group_order, numbers }, &mut cells, wanted)?;
        Ok(cells)
    }

    /// Computes the cells of positions with captures from their best captures. `cells` are the
    /// cells of the positions in a range, and `wanted` selects the positions.
    ///
    /// # Errors
    /// The errors of [`Tables::resolved_block`].
    ///
    /// # Panics
    /// Panics when the order does not fit the slice.
    #[doc(hidden)]
    pub fn resolve_cells(
        &self,
        slice: Slice,
        table: &Table,
        CellRange { order, numbers }: CellRange,
        cells: &mut [u8],
        wanted: Resolved,
    ) -> Result<(), ProbeError> {
        let header = table.header();
        if header.captures != CaptureCells::LeftOut {
            return Ok(());
        }
        with_kernel!(self.game(), kernel => {
            let index = SliceIndex::in_order(kernel, slice, order).expect("the order of a table that is open");
            let mut cursor = index.cursor();
            let mut captures = Captures::default();
            for (place, number) in numbers.enumerate() {
                let setup = cursor.seek(number);
                if !wanted.contains(kernel, setup, slice.side) {
                    continue;
                }
                let best = self.best_capture(kernel, setup, slice.side, header.metric, &mut captures)?;
                if best.is_some_and(|cell| !header.cell.write(cells, place, cell)) {
                    let reason = "a capture leads to a distance that does not fit its cells";
                    let error = FileError::Header { reason };
                    return Err(table.unreadable(error));
                }
            }
        });
        Ok(())
    }
}
