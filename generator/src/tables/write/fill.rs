//! Fills free cells (cells of positions whose values a table leaves out) so that the runs of equal
//! cells take few bits.

use std::ops::Range;

use peatee_rules::Bitboard;
use peatee_table::Wdl;

use super::runs::Run;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::wdl_cells;
use crate::solver::values::wdl_cells::CELLS_PER_WORD;

/// The free positions of a block: positions whose values the table leaves out, and positions behind
/// the end of the block.
#[derive(Debug, Clone, Copy)]
pub struct Free<'a> {
    bytes: &'a [u8],
    count: usize,
}

impl<'a> Free<'a> {
    /// Creates the set of free positions from the bits of a block of `count` positions, eight bits
    /// per byte. If `bytes` is empty, no position of the block is free.
    pub fn new(bytes: &'a [u8], count: usize) -> Self {
        Free { bytes, count }
    }

    /// Creates the set of free positions of a block from the mask of the whole table. Without a
    /// mask, no position is free.
    pub fn of(left_out: Option<&'a CaptureMask>, numbers: &Range<usize>) -> Self {
        Free::new(left_out.map_or(&[], |mask| mask.bytes_from(numbers.start)), numbers.len())
    }

    /// Returns the positions that are not free (*bound*) in a group of [`CELLS_PER_WORD`]
    /// positions, as a set of bits. `part` is the index of the group.
    #[inline(always)]
    fn bound(&self, part: usize) -> u32 {
        let free = wdl_cells::read_bits(self.bytes.get(part * CELLS_PER_WORD / 8..).unwrap_or_default()) as u32;
        let left = self.count.saturating_sub(part * CELLS_PER_WORD);
        if left < CELLS_PER_WORD { !free & ((1 << left) - 1) } else { !free }
    }
}

/// Mark for a cell that may be written as a loss or as a draw.
pub const LOSS_OR_DRAW: u8 = 3;

/// Returns the runs (consecutive cells that can be written with the same value) of a block of WDL
/// cells. The last run extends to the end of the last word. Returns no run if all cells are free
/// (may have any value).
pub fn wdl_runs(cells: &[u64], free: Free<'_>) -> Vec<Run> {
    let cell_at = |place: usize| (cells[place / CELLS_PER_WORD] >> (2 * (place % CELLS_PER_WORD)) & 3) as u8;
    let Some(first) = next(0, cells.len(), |part| free.bound(part)) else { return Vec::new() };
    let others = |part: usize, value| match wdl_cells::others(cells[part], value) {
        0 => 0,
        others => others & free.bound(part),
    };
    // A run may begin with cells that stand for a loss or a draw. Its value is that of its first
    // cell with a single value.
    let value_from = |place: usize| match cell_at(place) {
        LOSS_OR_DRAW => {
            let is_either = wdl_cells::all(LOSS_OR_DRAW);
            let decided = |part: usize| wdl_cells::differing(cells[part], is_either) & free.bound(part);
            let value = next(place, cells.len(), decided).map(cell_at);
            value.filter(|&value| value != Wdl::Win as u8).unwrap_or(Wdl::Draw as u8)
        }
        value => value,
    };
    let mut runs = Vec::new();
    let (mut value, mut shortest_end) = (value_from(first), first + 1);
    while let Some(place) = next(shortest_end, cells.len(), |part| others(part, value)) {
        let next_value = value_from(place);
        shortest_end = last_before(place, shortest_end, |part| others(part, next_value));
        runs.push(Run { value, shortest_end: shortest_end as u32, longest_end: place as u32 });
        (value, shortest_end) = (next_value, place + 1);
    }
    let end = (CELLS_PER_WORD * cells.len()) as u32;
    runs.push(Run { value, shortest_end: end, longest_end: end });
    runs
}

/// Sets each cell to the value of its run (consecutive equal cells). `ends` holds, for each run,
/// the index after its last cell. If there are no runs, sets all cells to 0.
pub fn write_runs(cells: &mut [u64], runs: &[Run], ends: &[u32]) {
    if runs.is_empty() {
        return cells.fill(0);
    }
    let mut start = 0;
    for (run, &end) in runs.iter().zip(ends) {
        put(cells, start, end as usize, run.value);
        start = end as usize;
    }
}

/// Returns the cells of a block of distances. `at` returns the cell of a position that is not free.
/// A free cell (a cell that may have any content) repeats the cell before it. At the start of the
/// block, it takes the first cell that is not free.
pub fn filled_distances<T: Copy + Default>(free: Free<'_>, at: impl Fn(usize) -> T) -> Vec<T> {
    let parts = free.count.div_ceil(CELLS_PER_WORD);
    let mut cells = vec![T::default(); (parts + 1) * CELLS_PER_WORD];
    let mut run = next(0, parts, |part| free.bound(part)).map_or(T::default(), &at);
    // Each write fills [`CELLS_PER_WORD`] cells, from the given place on. Later writes overwrite
    // the cells that belong to later runs.
    let mut put = |first: usize, run: T| cells[first..first + CELLS_PER_WORD].copy_from_slice(&[run; CELLS_PER_WORD]);
    for part in 0..parts {
        put(part * CELLS_PER_WORD, run);
        for place in free.bound(part).squares() {
            let place = part * CELLS_PER_WORD + place as usize;
            run = at(place);
            put(place, run);
        }
    }
    cells.truncate(free.count);
    cells
}

/// Returns the lowest index, from `from` on, whose bit is set; `None` if there is none. The indices
/// form `parts` groups of [`CELLS_PER_WORD`] indices, and `set` returns the bits of a group.
#[inline(always)]
fn next(from: usize, parts: usize, set: impl Fn(usize) -> u32) -> Option<usize> {
    let mut behind = u32::MAX << (from % CELLS_PER_WORD);
    for part in from / CELLS_PER_WORD..parts {
        let there = set(part) & behind;
        if there != 0 {
            return Some(part * CELLS_PER_WORD + there.trailing_zeros() as usize);
        }
        behind = u32::MAX;
    }
    None
}

/// Returns the index after the last set bit of the indices `lowest..place`, or `lowest` if none of
/// their bits is set. `set` returns the bits of a group of [`CELLS_PER_WORD`] indices.
#[inline(always)]
fn last_before(place: usize, lowest: usize, set: impl Fn(usize) -> u32) -> usize {
    let mut before = !(u32::MAX << (place % CELLS_PER_WORD));
    for part in (lowest / CELLS_PER_WORD..=place / CELLS_PER_WORD).rev() {
        let there = set(part) & before;
        if there != 0 {
            return lowest.max((part + 1) * CELLS_PER_WORD - there.leading_zeros() as usize);
        }
        before = u32::MAX;
    }
    lowest
}

#[inline(always)]
fn put(cells: &mut [u64], start: usize, end: usize, cell: u8) {
    if start == end {
        return;
    }
    let (first, last) = (start / CELLS_PER_WORD, (end - 1) / CELLS_PER_WORD);
    let above = u64::MAX << (2 * (start % CELLS_PER_WORD));
    let below = u64::MAX >> (2 * (CELLS_PER_WORD - 1 - (end - 1) % CELLS_PER_WORD));
    let all = wdl_cells::all(cell);
    let set = |word: &mut u64, mask: u64| *word = *word & !mask | all & mask;
    if first == last {
        return set(&mut cells[first], above & below);
    }
    set(&mut cells[first], above);
    cells[first + 1..last].fill(all);
    set(&mut cells[last], below);
}
