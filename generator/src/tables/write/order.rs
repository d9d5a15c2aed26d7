//! Chooses the order in which a WDL table stores its cells. The chosen order is the one whose runs
//! take the fewest bits among the orders that are tried. The bits are estimated from a sample.

use std::io;
use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Kind, Side};
use peatee_table::Slice;
use peatee_table::index::{GroupOrder, SliceIndex};

use super::ordered_cells::{CellPacker, PackedCells, all_in_order};
use super::runs::{Costs, Lengths, repeated_ends};
use super::wdl::WdlSource;
use crate::parallel;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::{CELLS_PER_BYTE, WdlArray};
use crate::spill::spill_vec::Backing;

/// Number of positions in one range of the sample by which orders of cells are compared: enough for
/// many runs of equal cells.
const SAMPLE_PART_POSITIONS: usize = 1 << 9;
/// Maximum number of ranges of positions in the sample by which orders of cells are compared. The
/// ranges are evenly spread over the table. With fewer ranges, the estimates are too rough to
/// choose between orders.
const SAMPLE_PARTS: usize = 1 << 8;
/// Divisor for a first comparison of orders, which uses one in this many ranges of the sample. Only
/// the best of these orders are compared by all ranges.
const ROUGH_ONE_IN: usize = 4;
/// Maximum number of orders that are compared by the whole sample, in addition to the order of
/// position numbers.
const FINALISTS: usize = 2;
/// Divisor for the bits by which an order may exceed the best of the other orders in the first
/// comparison. Only orders that exceed it by at most one in this many bits are compared by the
/// whole sample.
const NEAR_BEST: u64 = 16;
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
/// Number of positions for which another order than that of position numbers must save a bit.
/// Putting the cells into the other order takes time for each position.
const POSITIONS_PER_SAVED_BIT: u64 = 800;

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

/// Cells of a slice in another order than that of position numbers, and the positions whose cells
/// may have any content.
#[derive(Debug, Clone)]
pub struct ReorderedCells {
    pub wdl: WdlArray,
    pub left_out: Option<CaptureMask>,
}

/// Returns the order in which the cells of a slice take the fewest bits, estimated from a sample.
pub fn best_order<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, source: WdlSource) -> GroupOrder {
    let wdl = source.wdl;
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
    // The estimated bits of an order.
    let bits_of = |order: GroupOrder, one_in: usize| {
        let index = SliceIndex::in_order(kernel, slice, order).ok()?;
        let mut lengths = Lengths::default();
        for places in (0..sample_parts).step_by(one_in).map(part) {
            let runs = match order.is_table_order() {
                true => source.runs(&places),
                false => gather_cells(&index, &table_order, &places, source).runs(),
            };
            lengths.add(&runs, &repeated_ends(&runs));
        }
        Some((Costs::of(&lengths).total(&lengths), order))
    };
    let estimates = |orders: &[GroupOrder], one_in: usize| -> Vec<(u64, GroupOrder)> {
        let found = parallel::map(orders, &|&order| bits_of(order, one_in));
        found.into_iter().flatten().collect()
    };
    let sampled =
        |one_in: usize| -> u64 { (0..sample_parts).step_by(one_in).map(|number| part(number).len() as u64).sum() };
    let today = estimates(&[GroupOrder::TABLE_ORDER], ROUGH_ONE_IN)[0].0;
    if today * THIN_POSITIONS < sampled(ROUGH_ONE_IN) {
        return GroupOrder::TABLE_ORDER;
    }
    let mut rough = estimates(&tried(kernel, slice)[1..], ROUGH_ONE_IN);
    rough.sort_unstable();
    let near = rough.first().map_or(0, |&(least, _)| today.min(least + least / NEAR_BEST + 1));
    let finalists = rough.iter().take(FINALISTS).filter(|&&(bits, _)| bits < near).map(|&(_, order)| order);
    let found = estimates(&finalists.collect::<Vec<_>>(), 1);
    let Some((least, order)) = found.into_iter().min() else { return GroupOrder::TABLE_ORDER };
    let today = estimates(&[GroupOrder::TABLE_ORDER], 1)[0].0;
    let gain = (today / LEAST_GAIN).max(sampled(1) / POSITIONS_PER_SAVED_BIT);
    if least + gain < today { order } else { GroupOrder::TABLE_ORDER }
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
    source: WdlSource,
    room: &Backing,
) -> io::Result<ReorderedCells> {
    let table_order = SliceIndex::new(kernel, slice);
    let index = SliceIndex::in_order(kernel, slice, order).expect("an order that was chosen for the slice");
    let gather = |places| gather_cells(&index, &table_order, &places, source);
    let (wdl, free) = all_in_order(source.wdl.positions(), room, &gather)?;
    Ok(ReorderedCells { wdl, left_out: source.left_out.map(|_| free) })
}

/// Returns the cells with the indices `places` in `order`.
fn gather_cells<W: Bitboard>(
    order: &SliceIndex<W>,
    table_order: &SliceIndex<W>,
    places: &Range<usize>,
    WdlSource { wdl, left_out }: WdlSource,
) -> PackedCells {
    let (cells, free) = (wdl.bytes(), left_out.map_or(&[][..], |mask| mask.bytes_from(0)));
    let at = |number: usize| {
        let is_free = free.get(number / 8).map_or(0, |bits| bits >> (number % 8));
        [cells[number / CELLS_PER_BYTE] >> (2 * (number % CELLS_PER_BYTE)), is_free]
    };
    let mut packer = CellPacker::with_room(places.len());
    order.renumber(places.start as u64..places.end as u64, table_order, |number, steps| {
        packer.extend(steps, |step| at((number + step) as usize));
    });
    packer.finish()
}
