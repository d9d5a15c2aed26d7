//! Writes tables: puts cells into blocks or pages, and these into a file, which appears whole or
//! not at all.

pub mod blocks;
mod can_mate;
pub mod chess;
mod counts;
pub mod fill;
mod order;
pub mod ordered_cells;
mod requirements;
mod run_patterns;
pub mod runs;
mod wdl;
mod whole_file;

use std::io;
use std::ops::Range;

use peatee_probe::Tabled as _;
use peatee_rules::{Draughts, with_kernel};
use peatee_table::digest::{self, PART_POSITIONS, ValuesDigest};
use peatee_table::format::pages::Effort;
use peatee_table::format::{CaptureCells, Cell, Header, MAX_SHORT_PLIES, TableIdentity};
use peatee_table::index::GroupOrder;
use peatee_table::{Metric, Slice};

pub use self::can_mate::can_mate_table_bytes;
pub use self::chess::{chess_table_bytes, chess_tables_of_set};
use self::counts::counts;
use self::fill::{Free, filled_distances};
pub use self::requirements::requirement_table_bytes;
pub use self::run_patterns::run_table_bytes;
pub use self::wdl::WdlCoding;
use self::wdl::WdlSource;
pub use self::whole_file::{UNFINISHED, WholeFile, write_whole};
use crate::parallel;
use crate::solver::draughts::Solution;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::known::Known;
use crate::solver::values::{CELLS_PER_BYTE, Entries, Values, WdlArray, distance_cell_of};
use crate::spill::spill_vec::Backing;

/// Returns the bytes of the table of a solved slice in one metric. The bytes depend neither on the
/// machine nor on the number of threads.
///
/// * `left_out`: positions whose values are left out, if the metric allows it;
/// * `room`: the storage, memory or a file, for cells that are put into another order.
///
/// # Errors
/// Compression fails, or there is too little room.
pub fn table_bytes(
    game: &Draughts,
    solution: &Solution,
    metric: Metric,
    left_out: Option<&CaptureMask>,
    (coding, room): (WdlCoding, &Backing),
) -> io::Result<Vec<u8>> {
    let left_out = left_out.filter(|_| !metric.stores_captures());
    // A WDL table needs no distances.
    let values = match &solution.values {
        Values::Plies(values) if metric == Metric::Wdl => &Values::Wdl(WdlArray::in_room(values, room)?),
        values => values,
    };
    let captures = if left_out.is_some() { CaptureCells::LeftOut } else { CaptureCells::Stored };
    let header = counted_header(game.identity(solution.slice, metric), values, captures);
    let cell = header.cell;
    match values {
        Values::Wdl(wdl) => wdl_table_bytes(game, solution.slice, header, wdl, left_out, (coding, room)),
        Values::Plies(values) => {
            blocks::table_bytes(header, &|numbers| distance_cells(values, numbers, cell, left_out))
        }
    }
}

/// Returns the header of a table with these values, including the counts and the digest. The fields
/// that depend on the stored blocks are set when the blocks are written.
fn counted_header(identity: TableIdentity, values: &Values, captures: CaptureCells) -> Header {
    let counts = counts(values);
    let cell = match identity.metric {
        Metric::Wdl => Cell::Wdl,
        Metric::CanMate => Cell::Short,
        Metric::RuleWdl(_) => Cell::RunPattern,
        Metric::Dtw | Metric::Dtc | Metric::Dtr(_) | Metric::RuleDtw(_) => {
            if counts.longest_plies() <= MAX_SHORT_PLIES { Cell::Short } else { Cell::Long }
        }
    };
    Header {
        positions: values.len() as u64,
        counts,
        values_digest: values_digest(values),
        ..Header::new(identity, cell, captures)
    }
}

/// Returns the bytes of a WDL table. Its header is `header` except for the fields of the coding.
/// The cells of positions in the mask `left_out` are arbitrary. `room` is the storage, memory or a
/// file, for cells that are put into another order.
///
/// # Errors
/// Compression fails, or there is too little room.
pub fn wdl_table_bytes(
    game: &Draughts,
    slice: Slice,
    header: Header,
    wdl: &WdlArray,
    left_out: Option<&CaptureMask>,
    (coding, room): (WdlCoding, &Backing),
) -> io::Result<Vec<u8>> {
    let source = WdlSource { wdl, left_out };
    let header = Header { group_order: GroupOrder::TABLE_ORDER, ..header };
    match coding {
        WdlCoding::Blocks => source.blocks(header),
        WdlCoding::QuickPages => source.pages(header, Effort::LEAST),
        WdlCoding::SmallPages => {
            let pages = pages_in_best_order(game, slice, header.clone(), source, (Effort::FULL, room))?;
            source.or_smaller(pages, header)
        }
        WdlCoding::Pages => pages_in_best_order(game, slice, header, source, (Effort::TWO_ENDED, room)),
    }
}

/// Returns the bytes of a WDL table that is coded as pages, from which a probe reads a cell without
/// decompressing a block. The cells are in the order that takes the fewest bits.
fn pages_in_best_order(
    game: &Draughts,
    slice: Slice,
    header: Header,
    source: WdlSource,
    (effort, room): (Effort, &Backing),
) -> io::Result<Vec<u8>> {
    with_kernel!(game, kernel => {
        let group_order = order::best_order(kernel, slice, source);
        if group_order.is_table_order() {
            return source.pages(header, effort);
        }
        let cells = order::reordered(kernel, slice, group_order, source, room)?;
        let source = WdlSource { wdl: &cells.wdl, left_out: cells.left_out.as_ref() };
        source.pages(Header { group_order, ..header }, effort)
    })
}

fn values_digest(values: &Values) -> ValuesDigest {
    let part_positions = PART_POSITIONS as usize;
    let parts = match values {
        Values::Wdl(wdl) => parallel::map(wdl.bytes().chunks(part_positions / CELLS_PER_BYTE), &digest::of_cells),
        Values::Plies(values) => {
            let of_part = |part: &[Known]| {
                let numbers: Vec<u16> = part.iter().map(|known| distance_cell_of(*known).to_le()).collect();
                digest::of_cells(bytemuck::cast_slice(&numbers))
            };
            parallel::map(values.chunks(part_positions), &of_part)
        }
    };
    digest::of_parts(&parts)
}

/// Returns the bytes of the cells of a block of distances. Chooses the content of free cells (cells
/// that may have any content).
fn distance_cells(values: &[Known], numbers: Range<usize>, cell: Cell, left_out: Option<&CaptureMask>) -> Vec<u8> {
    let free = Free::of(left_out, &numbers);
    let values = &values[numbers];
    match cell {
        Cell::Wdl | Cell::Short => filled_distances(free, |place| distance_cell_of(values[place]) as u8),
        _ => filled_distances(free, |place| distance_cell_of(values[place]))
            .iter()
            .flat_map(|n| n.to_le_bytes())
            .collect(),
    }
}
