//! Chess tables of distances. Cells of draws are arbitrary. Under a draw rule, cells of positions
//! that a capture or pawn move wins are nearly arbitrary.

use std::io;
use std::ops::Range;

use peatee_chess::{Index, PlacedNumbers, StoredOrder};
use peatee_table::Metric;
use peatee_table::format::{BLOCK_POSITIONS, BlockEncoder, CaptureCells, Cell, Header};

use super::gather::gathered;
use super::header::counted_header;
use super::order::{Chosen, best_order};
use crate::parallel;
use crate::solver::chess::metrics::limit_plies;
use crate::solver::chess::{Entry, NumberedValues};
use crate::tables::write::blocks;
use crate::tables::write::blocks::parts;

/// Maximal number of blocks in the sample that compares orders.
const SAMPLE_BLOCKS: usize = 8;
/// The sample takes at most one in this many blocks.
const SAMPLE_ONE_IN: usize = 32;
/// zstd level for compressing the sample.
const SAMPLE_ZSTD_LEVEL: i32 = 3;

/// Cell of a win in one ply.
const ONE_PLY: u16 = 2;

/// The distances of a slice and the order of their cells.
#[derive(Debug)]
pub struct Distances<'a> {
    pub of_slice: &'a NumberedValues,
    metric: Metric,
    cell: Cell,
    chosen: Chosen,
}

impl<'a> Distances<'a> {
    pub fn new(of_slice: &'a NumberedValues, metric: Metric) -> Self {
        let cells = DistanceCells::new(&of_slice.entries, metric);
        let cell = cells.kind();
        let chosen = best_order(&Index::new(of_slice.slice), |order| sample_bytes(&cells, cell, order));
        Distances { of_slice, metric, cell, chosen }
    }

    /// Returns the approximate length of the table in bytes.
    pub fn estimated_bytes(&self) -> u64 {
        self.chosen.cost
    }

    /// Returns the bytes of the table.
    ///
    /// # Errors
    /// When compression fails.
    pub fn table_bytes(&self) -> io::Result<Vec<u8>> {
        let counted = counted_header(self.of_slice, self.metric);
        // Only tables under a draw rule leave out what captures and pawn moves prove.
        let captures = match limit_plies(self.metric) {
            Some(_) => CaptureCells::Bound,
            None => CaptureCells::Stored,
        };
        let header = Header { group_order: self.chosen.header, cell: self.cell, captures, ..counted };
        let numbers = self.chosen.order.numbers();
        let cells = DistanceCells::new(&self.of_slice.entries, self.metric);
        blocks::table_bytes(header, &|places| bytes(self.cell, &cells.of(&numbers, places)))
    }
}

/// Returns the approximate length of all blocks in bytes, from a sample.
fn sample_bytes(cells: &DistanceCells, cell: Cell, order: &StoredOrder) -> u64 {
    let (numbers, all) = (order.numbers(), cells.entries.len());
    let blocks: Vec<Range<usize>> = parts(all, BLOCK_POSITIONS as usize).collect();
    let sampled = SAMPLE_BLOCKS.min(blocks.len() / SAMPLE_ONE_IN + 1);
    let mut encoder = BlockEncoder::new(SAMPLE_ZSTD_LEVEL).expect("zstd can be set up");
    let (mut length, mut positions) = (0, 0);
    for place in 0..sampled {
        let places = blocks[(2 * place + 1) * blocks.len() / (2 * sampled)].clone();
        positions += places.len();
        let stored = encoder.encode(cell, &bytes(cell, &cells.of(&numbers, places)));
        length += stored.expect("zstd compresses what is in memory").len();
    }
    (length as u128 * all as u128 / positions as u128) as u64
}

/// Constraint on the cell of a position: none. No cell is 0.
const NOTHING: u16 = 0;
/// Constraint on the cell of a position: at most [`DistanceCells::within_rule`], which means that a
/// capture or pawn move wins within the rule.
const WITHIN_RULE: u16 = u16::MAX;

/// The constraints that the entries of a slice put on their cells.
pub struct DistanceCells<'a> {
    entries: &'a [Entry],
    /// Largest cell of a win within the rule, if there is one.
    within_rule: u16,
}

impl<'a> DistanceCells<'a> {
    pub fn new(entries: &'a [Entry], metric: Metric) -> Self {
        let within_rule = limit_plies(metric).map_or(u16::MAX, |plies| plies as u16 + 1);
        DistanceCells { entries, within_rule }
    }

    /// Returns the constraint on the cell of a position: the cell itself, [`NOTHING`] or
    /// [`WITHIN_RULE`].
    #[inline(always)]
    fn said(&self, entry: Entry) -> u16 {
        // Without branches, so that the compiler works on many entries at once.
        let (cell, at_once) = (entry.distance_cell(), entry.is_won_at_once());
        let is_within = at_once & (cell == ONE_PLY);
        // A capture or pawn move wins, but only as a cursed win, and a quiet move wins sooner.
        let is_sooner = at_once & (cell <= self.within_rule);
        let cell = if is_sooner { cell.wrapping_add(self.within_rule) } else { cell };
        let cell = if is_within { WITHIN_RULE } else { cell };
        if entry.is_draw() { NOTHING } else { cell }
    }

    /// Returns the kind of cell that can hold all cells.
    pub fn kind(&self) -> Cell {
        let largest = |part: &[Entry]| {
            let cell = |cell: u16| if cell == WITHIN_RULE { 0 } else { cell };
            part.iter().fold(0, |largest, &entry| largest.max(cell(self.said(entry))))
        };
        let is_wide = |part: &[Entry]| largest(part) > u8::MAX.into();
        if parallel::map(self.entries.chunks(1 << 14), &is_wide).contains(&true) { Cell::Long } else { Cell::Short }
    }

    /// Returns the cells at some places.
    pub fn of(&self, numbers: &PlacedNumbers, places: Range<usize>) -> Vec<u16> {
        let entries = gathered(self.entries, numbers, places);
        let mut cells: Vec<u16> = entries.into_iter().map(|entry| self.said(entry)).collect();
        let mut run = NOTHING;
        for cell in &mut cells {
            let within = if (run != NOTHING) & (run <= self.within_rule) { run } else { ONE_PLY };
            let said = if *cell == WITHIN_RULE { within } else { *cell };
            run = if *cell == NOTHING { run } else { said };
            *cell = run;
        }
        // The cells before the first constrained one are equal to it.
        if let Some(first) = cells.iter().position(|&cell| cell != NOTHING) {
            let cell = cells[first];
            cells[..first].fill(cell);
        }
        cells
    }
}

/// Returns cells in the form of a file.
fn bytes(kind: Cell, cells: &[u16]) -> Vec<u8> {
    match kind {
        Cell::Long => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        _ => cells.iter().map(|&cell| cell as u8).collect(),
    }
}
