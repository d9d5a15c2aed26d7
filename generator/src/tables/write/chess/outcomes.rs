//! Writes WDL tables of chess. A cell is a lower bound of the value: it is less than the value only
//! if a capture gives the value.

use std::io;
use std::ops::Range;

use peatee_chess::{Index, PlacedNumbers, StoredOrder};
use peatee_table::Metric;
use peatee_table::format::Header;
use peatee_table::format::pages::Effort;

use super::gather::gather_entries;
use super::header::counted_header;
use super::order::best_order;
use crate::solver::chess::{Entry, NumberedValues};
use crate::spill::spill_vec::Backing;
use crate::tables::write::fill::LOSS_OR_DRAW;
use crate::tables::write::ordered_cells::{PackedCells, all_in_order};
use crate::tables::write::runs::{Costs, Lengths, repeated_ends};
use crate::tables::write::wdl::{WdlCoding, WdlSource};

const SAMPLE_PART_POSITIONS: usize = 1 << 12;
const SAMPLE_PARTS: usize = 1 << 7;
/// Divisor that limits the sample: of the n ranges of positions of a table, at most n /
/// `SAMPLE_ONE_IN` + 1 are in the sample.
const SAMPLE_ONE_IN: usize = 32;

/// Returns the bytes of the WDL table of a slice.
///
/// # Errors
/// When compression fails.
pub fn table_bytes(of_slice: &NumberedValues, coding: WdlCoding) -> io::Result<Vec<u8>> {
    let entries = &of_slice.entries;
    let header = counted_header(of_slice, Metric::Wdl);
    let index = Index::new(of_slice.slice);
    let (order, group_order) = match coding {
        WdlCoding::Blocks => (StoredOrder::of_numbers(&index), header.group_order),
        WdlCoding::Pages | WdlCoding::SmallPages | WdlCoding::QuickPages => {
            let chosen = best_order(&index, |order| cost(entries, order));
            (chosen.order, chosen.header)
        }
    };
    let numbers = order.numbers();
    let packed = |places| packed(entries, &numbers, places);
    let (wdl, left_out) = all_in_order(entries.len(), &Backing::Memory, &packed)?;
    let source = WdlSource { wdl: &wdl, left_out: Some(&left_out) };
    let header = Header { group_order, ..header };
    match coding {
        WdlCoding::QuickPages => source.pages(header, Effort::LEAST),
        WdlCoding::SmallPages => source.or_smaller(source.pages(header.clone(), Effort::FULL)?, header),
        WdlCoding::Pages => source.or_smaller(source.pages(header.clone(), Effort::FEW_CLASSES)?, header),
        WdlCoding::Blocks => source.blocks(header),
    }
}

/// Estimates from a sample how many bits the runs of equal cells take if the cells are in this
/// order.
fn cost(entries: &[Entry], order: &StoredOrder) -> u64 {
    let numbers = order.numbers();
    let all_parts = entries.len().div_ceil(SAMPLE_PART_POSITIONS);
    let sample_parts = all_parts.min(SAMPLE_PARTS).min(all_parts / SAMPLE_ONE_IN + 1);
    let mut lengths = Lengths::default();
    for part in 0..sample_parts {
        let first = part * all_parts / sample_parts * SAMPLE_PART_POSITIONS;
        let places = first..entries.len().min(first + SAMPLE_PART_POSITIONS);
        let runs = packed(entries, &numbers, places).runs();
        lengths.add(&runs, &repeated_ends(&runs));
    }
    Costs::of(&lengths).total(&lengths)
}

/// Returns the cells with the indices `places` in the order in which the table stores them.
fn packed(entries: &[Entry], numbers: &PlacedNumbers, places: Range<usize>) -> PackedCells {
    PackedCells::new(gather_entries(entries, numbers, places), Entry::LOST, cell, is_free)
}

/// Returns true when the cell of an entry is free: the table may store any value.
#[inline(always)]
fn is_free(entry: Entry) -> bool {
    !entry.is_position() | entry.is_won_by_capture()
}

/// Returns the content of the cell of an entry that is not free; [`LOSS_OR_DRAW`] if the table may
/// store either a loss or a draw.
#[inline(always)]
fn cell(entry: Entry) -> u8 {
    let is_either = entry.is_draw() & entry.is_saved_by_capture();
    entry.wdl_cell() | if is_either { LOSS_OR_DRAW } else { 0 }
}
