//! Writes can-mate tables, which tell which sides can still mate.

use std::io;

use peatee_table::digest::{self, PART_POSITIONS};
use peatee_table::format::{CaptureCells, Cell, Counts, Header, TableIdentity};

use super::blocks;
use crate::parallel;
use crate::solver::chess::NO_POSITION;

/// Returns the bytes of a can-mate table, which tells which sides can still mate. `cells` holds
/// the cells of the table. If a position number has no position, an arbitrary value is written to
/// its cell. Counts and digest treat such a cell as 0.
///
/// # Errors
/// Compression fails.
pub fn can_mate_table_bytes(identity: TableIdentity, cells: &[u8]) -> io::Result<Vec<u8>> {
    let counted = |part: &[u8]| [1, 2].map(|cell: u8| part.iter().filter(|found| **found == cell).count() as u64);
    let counts = parallel::map(cells.chunks(PART_POSITIONS as usize), &counted);
    let [wins, losses] = [0, 1].map(|place: usize| counts.iter().map(|part| part[place]).sum());
    let counts = Counts { wins, draws: cells.len() as u64 - wins - losses, losses, ..Counts::default() };
    let metric = identity.metric;
    let number = |&cell: &u8| if cell == NO_POSITION { 0 } else { u32::from(cell) };
    let of_part = |part: &[u8]| digest::of_part(metric, part.iter().map(number));
    let parts = parallel::map(cells.chunks(PART_POSITIONS as usize), &of_part);
    let header = Header {
        positions: cells.len() as u64,
        counts,
        values_digest: digest::of_parts(&parts),
        ..Header::new(identity, Cell::Short, CaptureCells::Stored)
    };
    blocks::table_bytes(header, &|numbers| {
        let mut filled = cells[numbers].to_vec();
        // A cell without a position repeats the cell before it; at the start of a block, it takes
        // the first cell that has a position.
        let mut last = filled.iter().copied().find(|&cell| cell != NO_POSITION).unwrap_or(0);
        for cell in &mut filled {
            if *cell == NO_POSITION {
                *cell = last;
            }
            last = *cell;
        }
        filled
    })
}
