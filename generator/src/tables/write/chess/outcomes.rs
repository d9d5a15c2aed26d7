//! Writes WDL tables of chess. A cell is a lower bound of the value: it is less than the value only
//! if a capture gives the value.

use std::io;
use std::ops::Range;

use peatee_chess::{Index, PlacedNumbers, StoredOrder};
use peatee_table::Metric;
use peatee_table::format::Header;
use peatee_table::format::pages::Effort;

use super::gather::{a_bit_each, gather_entries, of_eight, two_bits_each};
use super::header::counted_header;
use super::order::best_order;
use crate::parallel;
use crate::solver::chess::{Entry, NumberedValues};
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::wdl_cells::CELLS_PER_WORD;
use crate::solver::values::{CELLS_PER_BYTE, WdlArray};
use crate::tables::write::blocks::parts;
use crate::tables::write::fill::{Free, LOSS_OR_DRAW, wdl_runs};
use crate::tables::write::runs::{Costs, Lengths, repeated_ends};
use crate::tables::write::wdl::{WdlCoding, WdlSource};

const SAMPLE_PART_POSITIONS: usize = 1 << 12;
const SAMPLE_PARTS: usize = 1 << 7;
/// Divisor that limits the sample: of the n ranges of positions of a table, at most n /
/// `SAMPLE_ONE_IN` + 1 are in the sample.
const SAMPLE_ONE_IN: usize = 32;
/// Number of positions whose cells one task puts into the order in which the table stores them. It
/// is a multiple of the number of cells or bits in a byte, so that no two tasks write into the same
/// byte.
const POSITIONS_PER_TASK: usize = 1 << 16;

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
    let (wdl, left_out) = in_order(entries, &order);
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
        let count = places.len();
        let (cells, free) = packed(entries, &numbers, places);
        let runs = wdl_runs(&cells, Free::new(&free, count));
        lengths.add(&runs, &repeated_ends(&runs));
    }
    Costs::of(&lengths).total(&lengths)
}

/// Returns the WDL cells of a slice in the given order, and the set of free cells (cells that may
/// have any content).
fn in_order(entries: &[Entry], order: &StoredOrder) -> (WdlArray, CaptureMask) {
    let numbers = order.numbers();
    let positions = entries.len();
    let mut cells = vec![0; positions.div_ceil(CELLS_PER_BYTE)];
    let mut free = vec![0; positions.div_ceil(8)];
    let of_task = cells.chunks_mut(POSITIONS_PER_TASK / CELLS_PER_BYTE).zip(free.chunks_mut(POSITIONS_PER_TASK / 8));
    parallel::for_each(of_task.zip(parts(positions, POSITIONS_PER_TASK)), &|((cells, free), places)| {
        let (words, bits) = packed(entries, &numbers, places);
        for (cells, word) in cells.chunks_mut(size_of::<u64>()).zip(words) {
            cells.copy_from_slice(&word.to_le_bytes()[..cells.len()]);
        }
        free.copy_from_slice(&bits);
    });
    (WdlArray::new(positions, cells), CaptureMask::new(free))
}

/// Returns the cells with the indices `places` in the order in which the table stores them, 32 per
/// word. Also returns the set of free cells (cells that may have any content), eight bits per byte.
fn packed(entries: &[Entry], numbers: &PlacedNumbers, places: Range<usize>) -> (Vec<u64>, Vec<u8>) {
    let count = places.len();
    let mut entries = gather_entries(entries, numbers, places);
    // Behind the last place, the cells are 0 and not free.
    entries.resize(count.next_multiple_of(8), Entry::LOST);
    let (mut cells, mut free) = (vec![0u64; count.div_ceil(CELLS_PER_WORD)], Vec::with_capacity(count.div_ceil(8)));
    for (eight, place) in entries.as_chunks::<8>().0.iter().zip(0..) {
        let bits = u64::from(two_bits_each(of_eight(eight, cell)));
        cells[place * 8 / CELLS_PER_WORD] |= bits << (16 * (place % (CELLS_PER_WORD / 8)));
        free.push(a_bit_each(of_eight(eight, |entry| u8::from(is_free(entry)))));
    }
    (cells, free)
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
