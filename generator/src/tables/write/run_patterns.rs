//! Writes run-pattern tables, whose values depend on the moves in a row with one king. A table has
//! a list of run patterns, and for each position its value or the number of its run pattern.

use std::io;
use std::ops::Range;

use peatee_probe::Tabled as _;
use peatee_rules::Draughts;
use peatee_table::digest::{self, PART_POSITIONS};
use peatee_table::format::{CaptureCells, Cell, Counts, Header};
use peatee_table::run_pattern::{list_to_bytes, value_of_cell};
use peatee_table::{Metric, Wdl};

use super::blocks::{self, Packing};
use super::fill::{Free, filled_distances};
use crate::parallel;
use crate::solver::draughts::run_values::RunSolution;
use crate::solver::values::capture_mask::CaptureMask;

/// Returns the bytes of the run-pattern table of a slice. The values in such a table depend on the
/// moves in a row with one king. The cells of positions in the mask `left_out` are arbitrary.
///
/// # Errors
/// When compression fails.
///
/// # Panics
/// When a cell has a number that the list of patterns lacks.
pub fn run_table_bytes(
    game: &Draughts,
    solution: &RunSolution,
    metric: Metric,
    left_out: Option<&CaptureMask>,
) -> io::Result<Vec<u8>> {
    let RunSolution { slice, list, cells, .. } = solution;
    let mut counts = Counts::default();
    for &cell in cells {
        match value_of_cell(list, cell.into(), 0).expect("the solver lists all patterns") {
            Wdl::Win => counts.wins += 1,
            Wdl::Draw => counts.draws += 1,
            Wdl::Loss => counts.losses += 1,
        }
    }
    let list = list_to_bytes(list);
    let parts = parallel::map(cells.chunks(PART_POSITIONS as usize), &|part| digest::of_cells(&written(part)));
    let captures = if left_out.is_some() { CaptureCells::LeftOut } else { CaptureCells::Stored };
    let header = Header {
        positions: cells.len() as u64,
        counts,
        values_digest: digest::of_parts_and_list(&parts, &list),
        ..Header::new(game.identity(*slice, metric), Cell::RunPattern, captures)
    };
    let filled = |numbers: Range<usize>| {
        let cells = &cells[numbers.clone()];
        written(&filled_distances(Free::of(left_out, &numbers), |place| cells[place]))
    };
    blocks::table_bytes_and_list(header, &filled, list, Packing::Probes)
}

fn written(cells: &[u16]) -> Vec<u8> {
    cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
}
