//! Reads a solved set (a slice and its opposite) back from its tables.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use peatee_chess::{Index, Slice, StoredOrder};
use peatee_probe::internals::{Table, check_is};
use peatee_table::format::{CaptureCells, file_name};
use peatee_table::{FileError, Metric, Wdl};

use super::can_mate::{CanMateSet, pack_as_lost};
use super::metrics::limit_plies;
use super::search::proved::Proved;
use super::words::layout::SetLayout;
use super::words::number::Numbering;
use super::words::placement_view::PlacementView;
use super::words::solved::{PlacementWords, SolvedSet};
use super::words::zeroing::{NextSets, ZeroingMoves};
use crate::error::Error;
use crate::open_table::open_table;
use crate::parallel;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::{CELLS_PER_BYTE, WdlArray};

struct ReadSlice {
    wdl: WdlArray,
    /// True when the stored values are lower bounds, because a capture may be better than the
    /// stored value.
    is_bound: bool,
    /// Positions whose win or loss the 50-move or 75-move rule makes a draw (cursed wins and
    /// blessed losses); `None` if there are none.
    too_long: Option<CaptureMask>,
}

/// A set (a slice and its opposite) with the values that its tables hold. The values that the
/// tables leave out are still missing.
#[derive(Debug)]
pub struct ReadSet {
    set: SolvedSet,
    is_bound: bool,
}

impl ReadSet {
    /// Returns the materials of the sets (slices with their opposites) that are needed to restore
    /// the values that the tables leave out. These are the sets to which captures lead, or none if
    /// no values are missing.
    pub fn needs(&self) -> BTreeSet<Slice> {
        match self.is_bound {
            true => NextSets::materials_of_captures(self.set.layout.material),
            false => BTreeSet::new(),
        }
    }

    /// Returns the set (a slice and its opposite) with the values that its tables leave out. `next`
    /// returns the solved sets to which captures lead.
    pub fn completed(mut self, next: impl FnMut(Slice) -> Arc<SolvedSet>) -> SolvedSet {
        if !self.is_bound {
            return self.set;
        }
        let next = NextSets::of_captures(&self.set.layout, next);
        let mut words = std::mem::take(&mut self.set.words);
        // Captures lead only to other sets. The words of this set, which are still incomplete, are
        // therefore not read.
        let zeroing = ZeroingMoves::new(&self.set, &next);
        parallel::for_each(words.iter_mut().enumerate(), &|(placement, words)| {
            let view = PlacementView { layout: &self.set.layout, placement };
            for row in (0..view.layout.rows).filter_map(|row| view.row(row)) {
                for color in 0..2 {
                    let proved = Proved::by_captures(&zeroing, color, &row);
                    words.improve(color, row.number, proved.won_by_capture, proved.saved_by_capture);
                }
            }
        });
        SolvedSet { words, ..self.set }
    }
}

/// Reads win, draw or loss of a set (a slice and its opposite), without draw rules, from the tables
/// in a directory. Returns `None` when a table is missing.
///
/// # Errors
/// Returns an error when a table is damaged.
pub fn read_who_wins(directory: &Path, set: Slice) -> Result<Option<ReadSet>, Error> {
    read_by(directory, set, None)
}

/// Reads a set (a slice and its opposite) from the WDL tables in a directory. If there are tables
/// of distances, reads cursed wins and blessed losses from them. Returns `None` when a WDL table is
/// missing, or when there are cursed wins or blessed losses but the cells of a table of distances
/// do not suffice to find them. The caller must then solve the set.
///
/// # Errors
/// Returns an error when a table is damaged or belongs to another slice.
pub fn read_set(directory: &Path, set: Slice, dtz: Metric) -> Result<Option<ReadSet>, Error> {
    read_by(directory, set, Some(dtz))
}

fn read_by(directory: &Path, set: Slice, dtz: Option<Metric>) -> Result<Option<ReadSet>, Error> {
    let slices = set.both();
    if slices.iter().any(|slice| !directory.join(file_name(*slice, Metric::Wdl)).exists()) {
        return Ok(None);
    }
    let read: Option<Vec<ReadSlice>> =
        slices.into_iter().map(|slice| read_slice(directory, slice, dtz)).collect::<Result<_, _>>()?;
    let Some(read) = read else { return Ok(None) };
    let layout = SetLayout::new(set);
    let numberings = Numbering::of_both(&layout);
    let of_placement = |placement| {
        let mut words = PlacementWords::empty(layout.rows);
        let view = PlacementView { layout: &layout, placement };
        for (numbering, ReadSlice { wdl, too_long, .. }) in numberings.iter().zip(read.iter().cycle()) {
            read_words(numbering, view, wdl, too_long.as_ref(), &mut words);
        }
        words
    };
    let words = parallel::map(0..layout.placements.len(), &of_placement);
    let is_bound = read.iter().any(|read| read.is_bound);
    let limit_plies = dtz.and_then(limit_plies).map_or(usize::MAX, |plies| plies as usize);
    Ok(Some(ReadSet { set: SolvedSet { layout, words, plies: Vec::new(), limit_plies }, is_bound }))
}

/// Reads which sides can mate from the tables of a set (a slice and its opposite) in a directory.
/// Returns `None` when a table is missing.
///
/// # Errors
/// Returns an error when a table is damaged.
pub fn read_can_mate(directory: &Path, set: Slice) -> Result<Option<CanMateSet>, Error> {
    let slices = set.both();
    if slices.iter().any(|slice| !directory.join(file_name(*slice, Metric::CanMate)).exists()) {
        return Ok(None);
    }
    let cells = |slice: &Slice| in_parts(&open(directory, *slice, Metric::CanMate)?.0, <[u8]>::to_vec);
    let cells: Vec<Vec<u8>> = slices.iter().map(cells).collect::<Result<_, _>>()?;
    let layout = SetLayout::new(set);
    let numberings = Numbering::of_both(&layout);
    let by = |mater: usize| {
        let of_placement = |placement| {
            let mut words = PlacementWords::empty(layout.rows);
            let view = PlacementView { layout: &layout, placement };
            for (numbering, cells) in numberings.iter().zip(cells.iter().cycle()) {
                let color = numbering.color();
                let outcomes = words.outcomes_mut(color);
                let bit = u8::from(color != mater);
                let can = |number: usize| [cells[number] >> bit & 1 != 0];
                numbering.read(view, can, |row, [can], legal| outcomes[row] = pack_as_lost(legal, can));
            }
            words
        };
        let words = parallel::map(0..layout.placements.len(), &of_placement);
        Arc::new(SolvedSet { layout: layout.clone(), words, plies: Vec::new(), limit_plies: usize::MAX })
    };
    Ok(Some(CanMateSet { mates_by: [by(0), by(1)] }))
}

fn read_words(
    numbering: &Numbering,
    view: PlacementView,
    wdl: &WdlArray,
    too_long: Option<&CaptureMask>,
    words: &mut PlacementWords,
) {
    let color = numbering.color();
    let outcome = |number: usize| {
        let cell = wdl.cell(number);
        [cell != Wdl::Loss as u8, cell != Wdl::Win as u8]
    };
    let Some(too_long) = too_long else {
        let outcomes = words.outcomes_mut(color);
        return numbering.read(view, outcome, |row, words, _| outcomes[row] = words);
    };
    let mut late = vec![0; view.layout.rows];
    let outcomes = words.outcomes_mut(color);
    let read = |number: usize| {
        let [not_lost, not_won] = outcome(number);
        [not_lost, not_won, too_long.has(number as u64)]
    };
    numbering.read(view, read, |row, [not_lost, not_won, is_late], _| {
        outcomes[row] = [not_lost, not_won];
        late[row] = is_late;
    });
    words.too_long_mut(color).copy_from_slice(&late);
}

/// Reads a slice from its tables. Returns `None` when there are cursed wins or blessed losses, but
/// the cells of the table of distances do not suffice to find them: they are only bounds, are
/// stored in another order, or are not stored at all.
fn read_slice(directory: &Path, slice: Slice, dtz: Option<Metric>) -> Result<Option<ReadSlice>, Error> {
    let (wdl, order) = open(directory, slice, Metric::Wdl)?;
    let (positions, is_bound) = (wdl.header().positions as usize, wdl.header().captures == CaptureCells::Bound);
    let wdl = || -> Result<WdlArray, Error> {
        let cells = WdlArray::new(positions, in_parts(&wdl, <[u8]>::to_vec)?);
        Ok(match &order {
            Some(order) => in_table_order(&cells, order),
            None => cells,
        })
    };
    let read = |too_long| Ok(Some(ReadSlice { wdl: wdl()?, is_bound, too_long }));
    let Some(dtz) = dtz.filter(|&dtz| directory.join(file_name(slice, dtz)).exists()) else {
        return read(None);
    };
    let limit_plies = limit_plies(dtz).expect("DTZ has a clock");
    let (distances, order) = open(directory, slice, dtz)?;
    let header = distances.header();
    if header.counts.longest_plies() <= limit_plies {
        return read(None);
    }
    if header.captures == CaptureCells::Bound || order.is_some() || !distances.has_cells() {
        return Ok(None);
    }
    let of_eight = |cells: &[u8], first: usize| {
        let is_late = |place: usize| header.cell.read(cells, place) > limit_plies + 1;
        (0..8).filter(|bit| is_late(first + bit)).fold(0u8, |byte, bit| byte | 1 << bit)
    };
    let bits = in_parts(&distances, |cells| {
        let mut cells = cells.to_vec();
        // The last group of eight cells is filled up with zeros, which do not count as cursed wins
        // or blessed losses.
        cells.resize(cells.len().next_multiple_of(8 * header.cell.bytes_of(1)), 0);
        let positions = cells.len() / header.cell.bytes_of(1);
        (0..positions).step_by(8).map(|first| of_eight(&cells, first)).collect()
    })?;
    read(Some(CaptureMask::new(bits)))
}

/// Sorts the cells of a table by position number. `order` is the order in which `stored` holds
/// them.
fn in_table_order(stored: &WdlArray, order: &StoredOrder) -> WdlArray {
    let mut cells = vec![0; stored.bytes().len()];
    parallel::for_each(cells.chunks_mut(1 << 14).enumerate(), &|(chunk, cells)| {
        let first = (chunk << 14) * CELLS_PER_BYTE;
        let end = stored.positions().min(first + cells.len() * CELLS_PER_BYTE);
        let mut number = first;
        while number < end {
            let (place, step, count) = order.run_from(number as u64);
            let run = number..end.min(number + count as usize);
            for (number, at) in run.clone().zip(0..) {
                let cell = stored.cell((place + at * step) as usize);
                cells[(number - first) / CELLS_PER_BYTE] |= cell << (2 * (number % CELLS_PER_BYTE));
            }
            number = run.end;
        }
    });
    WdlArray::new(stored.positions(), cells)
}

/// Opens a table. Also returns the order of its cells if they are not in the order of position
/// numbers.
///
/// # Errors
/// Returns an error when the table is damaged or belongs to another slice.
pub fn open(directory: &Path, slice: Slice, metric: Metric) -> Result<(Table, Option<StoredOrder>), Error> {
    let path = directory.join(file_name(slice, metric));
    let table = open_table(&path)?;
    match check_is(&table, &Index::new(slice), metric) {
        Ok(order) => Ok((table, order)),
        Err(error) => Err(Error::File { path, error }),
    }
}

/// Decodes all blocks of a table, calls `make` with the cells of each block, and concatenates the
/// results.
pub fn in_parts(table: &Table, make: impl Fn(&[u8]) -> Vec<u8> + Sync) -> Result<Vec<u8>, Error> {
    let in_block = |block| table.decode(block).map(|cells| make(&cells));
    let blocks =
        parallel::map(0..table.header().blocks(), &in_block).into_iter().collect::<Result<Vec<_>, FileError>>();
    Ok(blocks.map_err(|error| Error::File { path: table.path().to_owned(), error })?.concat())
}
