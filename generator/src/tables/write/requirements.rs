//! Writes tables of requirements: for each position the index of its requirement in a list, and
//! this list. A requirement says how many plies the running counts must have left for the win.

use std::io;

use peatee_probe::Tabled as _;
use peatee_rules::Draughts;
use peatee_table::digest::{self, PART_POSITIONS};
use peatee_table::format::{CaptureCells, Cell, Counts, Header};
use peatee_table::requirement::list_to_bytes;
use peatee_table::{Metric, Wdl};

use super::blocks::{self, Packing};
use crate::parallel;
use crate::solver::draughts::requirements::RequirementSolution;

/// Returns the bytes of the table of requirements (plies that a win needs of each draw count) of a
/// slice.
///
/// # Errors
/// When compression fails.
pub fn requirement_table_bytes(game: &Draughts, solution: &RequirementSolution, metric: Metric) -> io::Result<Vec<u8>> {
    let RequirementSolution { slice, values, list, cells } = solution;
    let mut counts = Counts::default();
    for (&value, &cell) in values.iter().zip(cells) {
        match value {
            _ if cell == 0 => counts.draws += 1,
            Wdl::Win => counts.wins += 1,
            _ => counts.losses += 1,
        }
    }
    let list = list_to_bytes(list);
    let parts = parallel::map(cells.chunks(PART_POSITIONS as usize), &|part| digest::of_cells(&written(part)));
    let header = Header {
        positions: cells.len() as u64,
        counts,
        values_digest: digest::of_parts_and_list(&parts, &list),
        ..Header::new(game.identity(*slice, metric), Cell::Requirement, CaptureCells::Stored)
    };
    blocks::table_bytes_and_list(header, &|numbers| written(&cells[numbers]), list, Packing::Probes)
}

fn written(cells: &[u16]) -> Vec<u8> {
    cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
}
