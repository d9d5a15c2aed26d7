//! Probes many positions at once.
//!
//! A single probe waits for the memory of its cell. Many probes together are faster: a first pass
//! computes the addresses of the cells and prefetches the memory, and a second pass reads the
//! cells. Positions whose cells are not expanded come last, sorted by block, so that each block is
//! decoded once.

use peatee_rules::{Draughts, Position, with_kernel};
use peatee_table::format::CaptureCells;
use peatee_table::index::Address;
use peatee_table::{Metric, Value, Wdl};

use crate::error::ProbeError;
use crate::fault::TableFault;
use crate::os::processor::for_this_processor;
use crate::table::{CellRef, Table};
use crate::tables::Tables;

use super::finder::Numbering;

/// Maximum positions in a batch. In a larger batch, more positions share each decoded block.
const BATCH_POSITIONS: usize = 1 << 16;
/// Number of positions whose cells are fetched into the processor's cache together. The cells must
/// still be in this cache when they are read.
const CHUNK_POSITIONS: usize = 256;

/// Flag in the number of a cell: the number is from the WDL table, because the DTW table is
/// missing.
const WDL_MARK: u32 = 1 << 30;
/// Replaces the number of a cell that the batch could not read. A single probe of the position then
/// returns the value or the error.
const FALL_BACK: u32 = u32::MAX;

impl Tables<Draughts> {
    /// Returns the result of [`Tables::probe_wdl`] for every position, in order. An error of one
    /// position does not affect the others.
    pub fn probe_wdl_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl Iterator<Item = Result<Wdl, ProbeError>> + use<'a> {
        Batches::<false>::new(self, positions).map(|(position, cell)| match cell {
            FALL_BACK => self.fall_back_wdl(position),
            cell => Ok(Wdl::of_cell(cell)),
        })
    }

    /// Returns the result of [`Tables::probe`] for every position, in order. An error of one
    /// position does not affect the others.
    pub fn probe_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl Iterator<Item = Result<Value, ProbeError>> + use<'a> {
        let goal = self.game().variant().goal;
        Batches::<true>::new(self, positions).map(move |(position, cell)| match cell {
            FALL_BACK => self.fall_back(position),
            cell if cell & WDL_MARK != 0 => Ok(Value { wdl: Wdl::of_cell(cell & !WDL_MARK), plies: None }),
            cell => Ok(Value::of_dtw_cell(cell, goal)),
        })
    }

    /// Probes a position whose cell the batch could not read. This is a separate function so that
    /// the code of the common case is short.
    #[cold]
    fn fall_back_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.probe_wdl(position)
    }

    /// Probes a position whose cell the batch could not read. This is a separate function so that
    /// the code of the common case is short.
    #[cold]
    fn fall_back(&self, position: &Position) -> Result<Value, ProbeError> {
        self.probe(position)
    }
}

/// Iterator over the numbers in the cells of many positions. With `WITH_PLIES`, the cells are from
/// DTW tables if these exist; otherwise they are from WDL tables.
struct Batches<'a, const WITH_PLIES: bool> {
    tables: &'a Tables<Draughts>,
    /// Positions of the current batch, followed by all positions after the batch.
    positions: &'a [Position],
    /// Numbers in the cells of the batch; [`FALL_BACK`] for a cell that could not be read.
    cells: Vec<u32>,
    /// Number of cells of the batch that the iterator has already returned.
    given: usize,
    decoding: Vec<ToDecode>,
    /// Buffer for decoding: the positions sorted by slice.
    by_slice: Vec<ToDecode>,
    /// Buffer for decoding: the index in `by_slice` at which the positions of each slice end.
    ends: Vec<u32>,
    /// Buffer for decoding: the position numbers in one table.
    numbers: Vec<u64>,
    /// Buffer for decoding: the index in the batch of each position in `numbers`.
    items: Vec<u32>,
}

/// Address of a position (slice and number), with a reference to its decoded cell.
#[derive(Clone, Copy)]
struct Spot<'a> {
    cell: CellRef<'a>,
    mark: u32,
    address: Address,
}

#[derive(Debug, Clone, Copy)]
struct ToDecode {
    number: u64,
    slice: u32,
    /// Index of the position in the batch. The flag [`HAS_CAPTURE`] is set if the side to move has
    /// a capture.
    item: u32,
}

const HAS_CAPTURE: u32 = 1 << 31;

impl ToDecode {
    const NOTHING: ToDecode = ToDecode { number: 0, slice: 0, item: 0 };

    fn has_capture(&self) -> bool {
        self.item & HAS_CAPTURE != 0
    }

    fn index(&self) -> usize {
        (self.item & !HAS_CAPTURE) as usize
    }
}

impl<'a, const WITH_PLIES: bool> Iterator for Batches<'a, WITH_PLIES> {
    type Item = (&'a Position, u32);

    #[inline]
    fn next(&mut self) -> Option<(&'a Position, u32)> {
        if self.given == self.cells.len() {
            self.next_batch();
        }
        let answer = (self.positions.get(self.given)?, *self.cells.get(self.given)?);
        self.given += 1;
        Some(answer)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.positions.len() - self.given;
        (left, Some(left))
    }

    /// Iterates over whole batches. This is faster than [`Iterator::next`], which checks for the
    /// end of the batch before each answer.
    #[inline]
    fn fold<T, F: FnMut(T, Self::Item) -> T>(mut self, init: T, mut each: F) -> T {
        let mut all = init;
        loop {
            let (positions, cells) = (&self.positions[self.given..], &self.cells[self.given..]);
            if positions.is_empty() {
                return all;
            }
            all = positions.iter().zip(cells.iter().copied()).fold(all, &mut each);
            self.given = self.cells.len();
            self.next_batch();
        }
    }
}

impl<'a, const WITH_PLIES: bool> Batches<'a, WITH_PLIES> {
    const NUMBERING: Numbering = if WITH_PLIES { Numbering::OfDtwOrWdl } else { Numbering::OfWdl };

    fn new(tables: &'a Tables<Draughts>, positions: &'a [Position]) -> Self {
        Batches {
            tables,
            positions,
            cells: Vec::new(),
            given: 0,
            decoding: Vec::new(),
            by_slice: Vec::new(),
            ends: Vec::new(),
            numbers: Vec::new(),
            items: Vec::new(),
        }
    }

    #[inline(never)]
    fn next_batch(&mut self) {
        self.positions = &self.positions[self.given..];
        self.given = 0;
        self.cells.clear();
        self.decoding.clear();
        let batch = &self.positions[..self.positions.len().min(BATCH_POSITIONS)];
        let mut spots = [Spot { cell: CellRef::NOWHERE, mark: 0, address: Address::NOWHERE }; CHUNK_POSITIONS];
        for_this_processor!({
            for chunk in batch.chunks(CHUNK_POSITIONS) {
                self.answer_from_memory(chunk, &mut spots);
            }
        });
        self.decode();
    }

    #[inline(always)]
    fn answer_from_memory(&mut self, chunk: &[Position], spots: &mut [Spot<'a>; CHUNK_POSITIONS]) {
        let mut next = 0;
        self.tables.slices.finder.find_many(chunk, Self::NUMBERING, |address| {
            let table = Self::table_of(self.tables, address);
            let (cell, mark) =
                table.map_or((CellRef::NOWHERE, 0), |(table, mark)| (table.cell_ref(address.number), mark));
            cell.fetch();
            spots[next % CHUNK_POSITIONS] = Spot { cell, mark, address };
            next += 1;
        });
        let first = self.cells.len();
        let mut all_there = true;
        self.cells.extend(spots[..chunk.len()].iter().map(|spot| {
            let cell = spot.cell.read();
            all_there &= cell.is_some();
            cell.map_or(FALL_BACK, |cell| cell | spot.mark)
        }));
        if !all_there {
            self.note_missing(chunk, spots, first);
        }
    }

    /// Records the positions of a chunk whose cells are not decoded in memory, and whether the side
    /// to move has a capture. Must be called while the positions are in the processor's cache.
    /// `first` is the index in the batch of the first position of the chunk. This is a separate
    /// function so that the code of the common case is short.
    #[cold]
    fn note_missing(&mut self, chunk: &[Position], spots: &[Spot<'a>], first: usize) {
        for_this_processor!(with_kernel!(self.tables.game(), kernel => {
            for (place, (position, spot)) in chunk.iter().zip(spots).enumerate() {
                let item = first + place;
                if self.cells[item] != FALL_BACK || spot.address == Address::NOWHERE {
                    continue;
                }
                let has_capture = kernel.has_capture(&position.setup.convert(), position.side);
                let item = item as u32 | if has_capture { HAS_CAPTURE } else { 0 };
                self.decoding.push(ToDecode { number: spot.address.number, slice: spot.address.slice, item });
            }
        }));
    }

    fn sort_by_slice(&mut self) {
        let slices = self.decoding.iter().map(|one| one.slice as usize + 1).max().unwrap_or(0);
        self.ends.clear();
        self.ends.resize(slices, 0);
        self.decoding.iter().for_each(|one| self.ends[one.slice as usize] += 1);
        let mut sum = 0;
        for end in &mut self.ends {
            sum += std::mem::replace(end, sum);
        }
        self.by_slice.resize(self.decoding.len(), ToDecode::NOTHING);
        for one in &self.decoding {
            let end = &mut self.ends[one.slice as usize];
            self.by_slice[*end as usize] = *one;
            *end += 1;
        }
    }

    /// Reads the cells that are not decoded in memory and that `note_missing` has recorded, slice
    /// by slice. If a cell cannot be read, a single probe of the position later returns the error.
    fn decode(&mut self) {
        self.sort_by_slice();
        let mut by_slice = std::mem::take(&mut self.by_slice);
        let tables = self.tables;
        for of_slice in by_slice.chunk_by_mut(|a, b| a.slice == b.slice) {
            let address = Address { slice: of_slice[0].slice, number: 0 };
            let Some((table, mark)) = Self::table_of(tables, address) else { continue };
            if table.is_read_in_place() {
                self.decode_in_place(of_slice, table, mark);
                continue;
            }
            of_slice.sort_unstable_by_key(|one| one.number);
            let block = |one: &ToDecode| table.block_of(one.number);
            for of_block in of_slice.chunk_by(|a, b| block(a) == block(b)) {
                self.decode_block(of_block, table, mark);
            }
        }
        self.by_slice = by_slice;
    }

    fn decode_block(&mut self, of_block: &[ToDecode], table: &Table, mark: u32) {
        if table.header().captures == CaptureCells::LeftOut {
            for one in of_block {
                let position = &self.positions[one.index()];
                if let Ok(cell) = self.tables.resolve_captures(position, table, one.number) {
                    self.cells[one.index()] = cell | mark;
                }
            }
            return;
        }
        let Ok(cells) = table.block_cells(table.block_of(of_block[0].number)) else { return };
        for one in of_block {
            self.cells[one.index()] = table.cell_in(&cells, one.number) | mark;
        }
    }

    fn decode_in_place(&mut self, of_slice: &[ToDecode], table: &Table, mark: u32) {
        let (mut numbers, mut items) = (std::mem::take(&mut self.numbers), std::mem::take(&mut self.items));
        numbers.clear();
        items.clear();
        let leaves_out = table.header().captures == CaptureCells::LeftOut;
        for one in of_slice {
            let position = &self.positions[one.index()];
            if leaves_out && one.has_capture() {
                if let Ok(cell) = self.tables.resolve_captures(position, table, one.number) {
                    self.cells[one.index()] = cell | mark;
                }
                continue;
            }
            self.tables.expand_when_due(position, table, one.number);
            numbers.push(one.number);
            items.push(one.item);
        }
        table.raw_cells(&numbers, |place, cell| self.cells[(items[place] & !HAS_CAPTURE) as usize] = cell | mark);
        (self.numbers, self.items) = (numbers, items);
    }

    /// Returns the table from which the cells of a slice are read, and the flag to set in these
    /// cells: 0 or [`WDL_MARK`]. Returns `None` if there is no such table, or if the DTW table is
    /// damaged.
    #[inline(always)]
    fn table_of(tables: &Tables<Draughts>, address: Address) -> Option<(&Table, u32)> {
        let of_slice = tables.slices.at(address.slice as usize)?;
        match of_slice.table(Metric::Dtw).filter(|_| WITH_PLIES) {
            Some(table) => Some((table, 0)),
            // A single probe reports the fault of the DTW table.
            None if WITH_PLIES && of_slice.fault(Metric::Dtw).is_some_and(TableFault::is_damage) => None,
            None => Some((of_slice.table(Metric::Wdl)?, if WITH_PLIES { WDL_MARK } else { 0 })),
        }
    }
}
