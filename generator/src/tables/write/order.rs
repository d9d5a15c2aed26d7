//! Chooses the order in which a WDL table stores its cells. The chosen order is the one whose runs
//! take the fewest bits among the orders that are tried. The bits are estimated from a sample.

use std::io;
use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Kind, Side};
use peatee_table::Slice;
use peatee_table::index::{GroupOrder, SliceIndex};

use super::blocks::parts;
use super::fill::{Free, wdl_runs};
use super::runs::{Costs, Lengths, repeated_ends};
use crate::parallel;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::wdl_cells::CELLS_PER_WORD;
use crate::solver::values::{CELLS_PER_BYTE, WdlArray};
use crate::spill::spill_vec::Backing;

/// Number of positions in one range of the sample by which orders of cells are compared: enough for
/// many runs of equal cells.
const SAMPLE_PART_POSITIONS: usize = 1 << 9;
/// Maximum number of ranges of positions in the sample by which orders of cells are compared. The
/// ranges are evenly spread over the table. With fewer ranges, the estimates are too rough to
/// choose between orders.
const SAMPLE_PARTS: usize = 1 << 9;
/// Divisor for a first comparison of orders, which uses one in this many ranges of the sample. Only
/// the best of these orders are compared by all ranges.
const ROUGH_ONE_IN: usize = 8;
/// Number of orders that are compared by the whole sample, in addition to the order of position
/// numbers.
const FINALISTS: usize = 2;
/// Minimum number of positions of a table whose cells may be stored in another order than that of
/// position numbers. A probe takes a tenth more instructions in another order, and smaller tables
/// are only a small part of a set.
const REORDERED_POSITIONS_MIN: usize = 1 << 18;
/// Number of positions per bit above which a table keeps the order of position numbers. All tables
/// with so few bits together are a few percent of a set, so another order would save little.
const THIN_POSITIONS: u64 = 80;
/// Divisor for the minimal gain of an order of cells. Another order than that of position numbers
/// is used only if it saves more than one in this many bits.
const LEAST_GAIN: u64 = 40;

/// Orders of the groups of pieces that are tried for the cells. Own pieces are those of the side to
/// move. The first two groups of each order are the kings of one side and the men of the other, and
/// so are the last two. For all slices of five pieces in English draughts, one of these orders is
/// the best or nearly the best.
const TRIED: [[PieceGroup; 4]; 8] = {
    const M: PieceGroup = PieceGroup { is_own: true, kind: Kind::Man };
    const K: PieceGroup = PieceGroup { is_own: true, kind: Kind::King };
    const OM: PieceGroup = PieceGroup { is_own: false, kind: Kind::Man };
    const OK: PieceGroup = PieceGroup { is_own: false, kind: Kind::King };
    [
        [OM, K, OK, M],
        [OM, K, M, OK],
        [K, OM, OK, M],
        [K, OM, M, OK],
        [M, OK, K, OM],
        [M, OK, OM, K],
        [OK, M, K, OM],
        [OK, M, OM, K],
    ]
};

/// All pieces of one side and kind. `is_own` says whether the side is the side to move.
#[derive(Debug, Clone, Copy)]
struct PieceGroup {
    is_own: bool,
    kind: Kind,
}

/// Returns the orders of cells that are tried for a slice, first the order of position numbers.
fn tried<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) -> Vec<GroupOrder> {
    let group = |place: PieceGroup| (if place.is_own { slice.side } else { slice.side.other() }, place.kind);
    let is_there = |&(side, kind): &(Side, Kind)| slice.material.counts[side as usize][kind as usize] > 0;
    let order = |places: [PieceGroup; 4]| {
        let groups: Vec<(Side, Kind)> = places.into_iter().map(group).filter(is_there).collect();
        GroupOrder::of(kernel, slice, &groups)
    };
    let mut orders = vec![GroupOrder::TABLE_ORDER];
    for order in TRIED.into_iter().filter_map(order) {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}
/// Number of positions that one task puts into the new order. It is a multiple of the number of
/// cells or bits in a byte, so that no two tasks write into the same byte.
const POSITIONS_PER_TASK: usize = 1 << 13;

/// Cells of a slice in another order than that of position numbers, and the positions whose cells
/// may have any content.
#[derive(Debug, Clone)]
pub struct ReorderedCells {
    pub wdl: WdlArray,
    pub left_out: Option<CaptureMask>,
}

/// Returns the order in which the cells of a slice take the fewest bits, estimated from a sample.
pub fn best_order<W: Bitboard>(
    kernel: &Kernel<W>,
    slice: Slice,
    wdl: &WdlArray,
    left_out: Option<&CaptureMask>,
) -> GroupOrder {
    if wdl.positions() < REORDERED_POSITIONS_MIN {
        return GroupOrder::TABLE_ORDER;
    }
    let table_order = SliceIndex::new(kernel, slice);
    let all_parts = wdl.positions().div_ceil(SAMPLE_PART_POSITIONS);
    let sample_parts = all_parts.min(SAMPLE_PARTS);
    let part = |part: usize| {
        let first = part * all_parts / sample_parts * SAMPLE_PART_POSITIONS;
        first..wdl.positions().min(first + SAMPLE_PART_POSITIONS)
    };
    // The estimated bits of an order, and the number of positions in the sample.
    let bits_of = |order: GroupOrder, one_in: usize| {
        let index = SliceIndex::in_order(kernel, slice, order).ok()?;
        let (mut lengths, mut positions) = (Lengths::default(), 0);
        for places in (0..sample_parts).step_by(one_in).map(part) {
            let (cells, free) = gather_cells(&index, &table_order, &places, wdl, left_out);
            let runs = wdl_runs(&cells, Free::new(&free, places.len()));
            lengths.add(&runs, &repeated_ends(&runs));
            positions += places.len() as u64;
        }
        Some((Costs::of(&lengths).total(&lengths), positions, order))
    };
    let estimates = |orders: &[GroupOrder], one_in: usize| -> Vec<(u64, GroupOrder)> {
        let found = parallel::map(orders, &|&order| bits_of(order, one_in));
        found.into_iter().flatten().map(|(bits, _, order)| (bits, order)).collect()
    };
    let rough = bits_of(GroupOrder::TABLE_ORDER, ROUGH_ONE_IN);
    if rough.is_some_and(|(bits, positions, _)| bits * THIN_POSITIONS < positions) {
        return GroupOrder::TABLE_ORDER;
    }
    let mut found = estimates(&tried(kernel, slice), ROUGH_ONE_IN);
    found.sort_unstable();
    let near = found.iter().take(FINALISTS).map(|&(_, order)| order).filter(|order| !order.is_table_order());
    let finalists: Vec<GroupOrder> = std::iter::once(GroupOrder::TABLE_ORDER).chain(near).collect();
    let found = estimates(&finalists, 1);
    let (today, _) = found[0];
    match found.into_iter().min() {
        Some((least, order)) if least < today - today / LEAST_GAIN => order,
        _ => GroupOrder::TABLE_ORDER,
    }
}

/// Returns the cells of a slice in another order than that of position numbers. `room` is the
/// storage, memory or a file, for the result.
///
/// # Errors
/// When there is too little room.
///
/// # Panics
/// When `order` is no order of the slice.
pub fn reordered<W: Bitboard>(
    kernel: &Kernel<W>,
    slice: Slice,
    order: GroupOrder,
    (wdl, left_out): (&WdlArray, Option<&CaptureMask>),
    room: &Backing,
) -> io::Result<ReorderedCells> {
    let table_order = SliceIndex::new(kernel, slice);
    let index = SliceIndex::in_order(kernel, slice, order).expect("an order that was chosen for the slice");
    let positions = wdl.positions();
    let mut cells = room.zeros(positions.div_ceil(CELLS_PER_BYTE))?;
    let mut free = room.zeros(positions.div_ceil(8))?;
    let of_task = cells.chunks_mut(POSITIONS_PER_TASK / CELLS_PER_BYTE).zip(free.chunks_mut(POSITIONS_PER_TASK / 8));
    parallel::for_each(of_task.zip(parts(positions, POSITIONS_PER_TASK)), &|((cells, free), places)| {
        let (words, bits) = gather_cells(&index, &table_order, &places, wdl, left_out);
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        cells.iter_mut().zip(bytes).for_each(|(cell, byte)| *cell = byte);
        free.iter_mut().zip(bits).for_each(|(bit, byte)| *bit = byte);
    });
    let left_out = left_out.map(|_| CaptureMask::new(free));
    Ok(ReorderedCells { wdl: WdlArray::new(positions, cells), left_out })
}

/// Returns the cells with the indices `places` in `order`, 32 per word. Also returns the set of
/// free cells (cells that may have any content), eight bits per byte.
fn gather_cells<W: Bitboard>(
    order: &SliceIndex<W>,
    table_order: &SliceIndex<W>,
    places: &Range<usize>,
    wdl: &WdlArray,
    left_out: Option<&CaptureMask>,
) -> (Vec<u64>, Vec<u8>) {
    let mut cells = Vec::with_capacity(places.len().div_ceil(CELLS_PER_WORD));
    let mut free = Vec::with_capacity(places.len().div_ceil(8));
    // The word that is being filled, with its first cell in the lowest bits, and the bits of the
    // free cells in that word.
    let (mut word, mut bits) = (0u64, 0u32);
    let mut gathered = 0;
    order.renumber(places.start as u64..places.end as u64, table_order, |_, number| {
        word |= (wdl.cell(number as usize) as u64) << (2 * gathered);
        bits |= (left_out.is_some_and(|mask| mask.has(number)) as u32) << gathered;
        gathered += 1;
        if gathered == CELLS_PER_WORD {
            cells.push(word);
            free.extend(bits.to_le_bytes());
            (word, bits, gathered) = (0, 0, 0);
        }
    });
    if gathered > 0 {
        cells.push(word);
        free.extend(&bits.to_le_bytes()[..gathered.div_ceil(8)]);
    }
    (cells, free)
}
