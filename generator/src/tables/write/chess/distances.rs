//! Writes chess tables of distances. The cells of draws are arbitrary. In tables under a draw rule
//! (DTZ), other cells may be free too: if a capture or pawn move wins within the limit of the rule,
//! the cell may have any value up to that limit.
//!
//! Tables of staircases, which tell how the plies to mate depend on the half-move clock, are
//! written in the same way. Their cells are ranks of shapes in lists.

use std::io;
use std::ops::Range;

use peatee_chess::{Index, PlacedNumbers, StoredOrder};
use peatee_table::Metric;
use peatee_table::format::{BLOCK_POSITIONS, BlockEncoder, CaptureCells, Cell, Header};

use super::gather::gather_entries;
use super::header::counted_header;
use super::order::{ChosenOrder, best_order};
use super::ranked_staircases::RankedStaircases;
use crate::parallel;
use crate::solver::chess::metrics::limit_plies;
use crate::solver::chess::{Entry, NumberedValues};
use crate::tables::write::blocks::{self, Packing, parts};

/// Maximum number of blocks in the sample by which orders of cells are compared.
const SAMPLE_BLOCKS: usize = 8;
/// Divisor that limits the sample: of the n blocks of a table, at most n / `SAMPLE_ONE_IN` + 1 are
/// in the sample.
const SAMPLE_ONE_IN: usize = 32;
const SAMPLE_ZSTD_LEVEL: i32 = 3;

/// Content of the cell of a win in one ply.
const ONE_PLY: u16 = 2;

/// The distances of a slice, and the order in which the table stores their cells.
#[derive(Debug)]
pub struct Distances<'a> {
    pub of_slice: &'a NumberedValues,
    metric: Metric,
    cell: Cell,
    chosen: ChosenOrder,
    /// Ranks of the staircases of positions, if these are the content of the cells.
    staircases: Option<RankedStaircases>,
}

impl<'a> Distances<'a> {
    /// Chooses the order of the cells.
    ///
    /// # Errors
    /// The list of staircases is longer than a table may have.
    pub fn new(of_slice: &'a NumberedValues, metric: Metric) -> io::Result<Self> {
        let is_staircases = matches!(metric, Metric::RuleDtw(_));
        let staircases = is_staircases.then(|| RankedStaircases::of(&of_slice.staircases)).transpose()?;
        let cells = DistanceCells::of_slice(of_slice, metric, staircases.as_ref());
        let cell = cells.kind();
        let chosen = best_order(&Index::new(of_slice.slice), |order| sample_bytes(&cells, cell, order));
        Ok(Distances { of_slice, metric, cell, chosen, staircases })
    }

    pub fn estimated_bytes(&self) -> u64 {
        self.chosen.cost + self.staircases.as_ref().map_or(0, |staircases| staircases.list.len() as u64)
    }

    /// Returns the bytes of the table.
    ///
    /// # Errors
    /// When compression fails.
    pub fn table_bytes(&self) -> io::Result<Vec<u8>> {
        let counted = counted_header(self.of_slice, self.metric);
        // Only tables under a draw rule leave out values that captures and pawn moves prove.
        let captures = match self.metric {
            Metric::Dtr(_) => CaptureCells::Bound,
            _ => CaptureCells::Stored,
        };
        let header = Header { group_order: self.chosen.header, cell: self.cell, captures, ..counted };
        let numbers = self.chosen.order.numbers();
        let cells = DistanceCells::of_slice(self.of_slice, self.metric, self.staircases.as_ref());
        let list = self.staircases.as_ref().map_or(Vec::new(), |staircases| staircases.list.clone());
        let cells_of = |places| bytes(self.cell, &cells.of(&numbers, places));
        blocks::table_bytes_and_list(header, &cells_of, list, Packing::Probes)
    }
}

/// Estimates the length of all blocks in bytes from a sample.
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

/// Mark for a cell that may have any content. The mark differs from all distances, whose cells are
/// never 0.
const NOTHING: u16 = 0;
/// Mark for a cell that may have any content up to [`DistanceCells::within_rule`], because a
/// capture or pawn move wins within the limit of the draw rule.
const WITHIN_RULE: u16 = u16::MAX;

/// The values of a slice, from which the possible contents of the cells of a table are derived.
pub struct DistanceCells<'a> {
    entries: &'a [Entry],
    /// Ranks of the staircases of positions, if these are the content of the cells.
    ranks: Option<&'a [u16]>,
    /// Largest content of a cell of a win within the limit of the draw rule; `u16::MAX` without a
    /// draw rule.
    within_rule: u16,
}

impl<'a> DistanceCells<'a> {
    pub fn new(entries: &'a [Entry], metric: Metric) -> Self {
        let within_rule = limit_plies(metric).map_or(u16::MAX, |plies| plies as u16 + 1);
        DistanceCells { entries, ranks: None, within_rule }
    }

    fn of_slice(of_slice: &'a NumberedValues, metric: Metric, staircases: Option<&'a RankedStaircases>) -> Self {
        let ranks = staircases.map(|staircases| &staircases.ranks[..]);
        DistanceCells { ranks, ..DistanceCells::new(&of_slice.entries, metric) }
    }

    /// Returns the possible contents of the cell of a position:
    ///
    /// * [`NOTHING`]: any content;
    /// * [`WITHIN_RULE`]: any content up to [`DistanceCells::within_rule`];
    /// * any other number: only this content.
    #[inline(always)]
    fn possible_content(&self, entry: Entry) -> u16 {
        // There are no branches, so that the compiler works on many entries at once.
        let (cell, at_once) = (entry.distance_cell(), entry.is_won_at_once());
        let is_within = at_once & (cell == ONE_PLY);
        // A further case: a capture or pawn move gives only a cursed win, and a quiet move wins in
        // fewer plies.
        let is_sooner = at_once & (cell <= self.within_rule);
        let cell = if is_sooner { cell.wrapping_add(self.within_rule) } else { cell };
        let cell = if is_within { WITHIN_RULE } else { cell };
        if entry.is_draw() { NOTHING } else { cell }
    }

    /// Returns the size of a cell, one or two bytes, that is enough for all distances.
    pub fn kind(&self) -> Cell {
        if self.ranks.is_some() {
            return Cell::RankedStaircase;
        }
        let largest = |part: &[Entry]| {
            let cell = |cell: u16| if cell == WITHIN_RULE { 0 } else { cell };
            part.iter().fold(0, |largest, &entry| largest.max(cell(self.possible_content(entry))))
        };
        let is_wide = |part: &[Entry]| largest(part) > u8::MAX.into();
        if parallel::map(self.entries.chunks(1 << 14), &is_wide).contains(&true) { Cell::Long } else { Cell::Short }
    }

    /// Returns the cells with the indices `places` in the order in which the table stores them. A
    /// cell that may have any content repeats the cell before it if that content is allowed.
    pub fn of(&self, numbers: &PlacedNumbers, places: Range<usize>) -> Vec<u16> {
        if let Some(ranks) = self.ranks {
            return gather_entries(ranks, numbers, places);
        }
        let entries = gather_entries(self.entries, numbers, places);
        let mut cells: Vec<u16> = entries.into_iter().map(|entry| self.possible_content(entry)).collect();
        let mut run = NOTHING;
        for cell in &mut cells {
            let within = if (run != NOTHING) & (run <= self.within_rule) { run } else { ONE_PLY };
            let said = if *cell == WITHIN_RULE { within } else { *cell };
            run = if *cell == NOTHING { run } else { said };
            *cell = run;
        }
        // The cells before the first cell that is not arbitrary are equal to that cell.
        if let Some(first) = cells.iter().position(|&cell| cell != NOTHING) {
            let cell = cells[first];
            cells[..first].fill(cell);
        }
        cells
    }
}

fn bytes(kind: Cell, cells: &[u16]) -> Vec<u8> {
    match kind {
        Cell::Long | Cell::RankedStaircase => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        _ => cells.iter().map(|&cell| cell as u8).collect(),
    }
}
