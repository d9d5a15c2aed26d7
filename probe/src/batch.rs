//! Probing many positions at once.
//!
//! A single probe waits for the memory that holds its cell. Many probes together are faster: a
//! first pass works out where the cells are and has the processor fetch them meanwhile, and a
//! second pass reads them. Positions whose blocks have to be decoded come last, sorted, so that
//! each block is decoded once.

use peatee_rules::Position;
use peatee_table::format::CaptureCells;
use peatee_table::index::Address;
use peatee_table::{Metric, Value, Wdl};

use crate::error::ProbeError;
use crate::fault::TableFault;
use crate::os::processor::in_its_way;
use crate::slices::Numbers;
use crate::table::{CellRef, Table};
use crate::tables::Tables;

/// How many positions are worked on before the first answer. The more they are, the more of them
/// share each block that has to be decoded.
const BATCH_POSITIONS: usize = 1 << 16;
/// How many cells are fetched together: few enough that they are still near the processor when they
/// are read.
const CHUNK_POSITIONS: usize = 256;

/// Marks a cell of the WDL table that stands in for a DTW table that is not there.
const WDL_MARK: u32 = 1 << 30;
/// Stands in place of a cell: a single probe answers instead, or says why there is no answer.
const FALL_BACK: u32 = u32::MAX;

impl Tables {
    /// [`Tables::probe_wdl`] of every position, in order. A position that cannot be answered gives
    /// its error in its place.
    pub fn probe_wdl_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl Iterator<Item = Result<Wdl, ProbeError>> + use<'a> {
        Batches::<false>::new(self, positions).map(|(position, cell)| match cell {
            FALL_BACK => self.fall_back_wdl(position),
            cell => Ok(Wdl::of_cell(cell)),
        })
    }

    /// [`Tables::probe`] of every position, in order. A position that cannot be answered gives its
    /// error in its place.
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

    /// [`Tables::probe_wdl`] in a function of its own, which keeps the common path short.
    #[cold]
    fn fall_back_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.probe_wdl(position)
    }

    /// [`Tables::probe`] in a function of its own, likewise.
    #[cold]
    fn fall_back(&self, position: &Position) -> Result<Value, ProbeError> {
        self.probe(position)
    }
}

/// The cells of many positions in their order: of WDL tables, or of DTW tables where there are any.
struct Batches<'a, const WITH_PLIES: bool> {
    tables: &'a Tables,
    /// The positions from the first of the batch on.
    positions: &'a [Position],
    /// The cells of the batch; [`FALL_BACK`] where no cell was found.
    cells: Vec<u32>,
    /// How many cells of the batch have been given out.
    given: usize,
    decoding: Vec<ToDecode>,
    /// Room to work in: the numbers of positions of one table, and their places in the batch.
    numbers: Vec<u64>,
    items: Vec<u32>,
}

/// Where the cell of a position is among the expanded ones, if it is there.
#[derive(Clone, Copy)]
struct Spot<'a> {
    cell: CellRef<'a>,
    mark: u32,
    address: Address,
}

/// A position whose block is not in memory.
#[derive(Debug, Clone, Copy)]
struct ToDecode {
    address: Address,
    /// Its place in the batch.
    item: u32,
}

impl ToDecode {
    /// In this order, the positions of one table stand together, and of these the positions of one
    /// block. One number, since it is compared often.
    #[inline(always)]
    fn order(&self) -> u128 {
        (self.address.slice as u128) << 96 | (self.address.number as u128) << 32 | self.item as u128
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

    /// Goes through whole batches, which is quicker than to check before each answer whether the
    /// batch has one left.
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
    const NUMBERS: Numbers = if WITH_PLIES { Numbers::OfDtwOrWdl } else { Numbers::OfWdl };

    fn new(tables: &'a Tables, positions: &'a [Position]) -> Self {
        Batches {
            tables,
            positions,
            cells: Vec::new(),
            given: 0,
            decoding: Vec::new(),
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
        in_its_way!({
            for chunk in batch.chunks(CHUNK_POSITIONS) {
                self.answer_from_memory(chunk, &mut spots);
            }
        });
        self.decode();
    }

    /// Answers the positions of a chunk whose cells are expanded. `spots` is room to work in.
    #[inline(always)]
    fn answer_from_memory(&mut self, chunk: &[Position], spots: &mut [Spot<'a>; CHUNK_POSITIONS]) {
        let mut next = 0;
        self.tables.slices.find_many(chunk, Self::NUMBERS, |address| {
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
        if all_there {
            return;
        }
        for (item, spot) in (first..).zip(&spots[..chunk.len()]).filter(|&(item, _)| self.cells[item] == FALL_BACK) {
            self.decoding.push(ToDecode { address: spot.address, item: item as u32 });
        }
    }

    /// Answers the positions that are left, block by block. Where that fails, a single probe tells
    /// why.
    fn decode(&mut self) {
        let mut decoding = std::mem::take(&mut self.decoding);
        decoding.sort_unstable_by_key(ToDecode::order);
        let tables = self.tables;
        for of_slice in decoding.chunk_by(|a, b| a.address.slice == b.address.slice) {
            let Some((table, mark)) = Self::table_of(tables, of_slice[0].address) else { continue };
            if table.is_read_in_place() {
                self.decode_in_place(of_slice, table, mark);
                continue;
            }
            let block = |one: &ToDecode| table.block_of(one.address.number);
            for of_block in of_slice.chunk_by(|a, b| block(a) == block(b)) {
                self.decode_block(of_block, table, mark);
            }
        }
        self.decoding = decoding;
    }

    /// Answers positions of one block.
    fn decode_block(&mut self, of_block: &[ToDecode], table: &Table, mark: u32) {
        if table.header().captures == CaptureCells::LeftOut {
            for one in of_block {
                let position = &self.positions[one.item as usize];
                if let Ok(cell) = self.tables.resolve_captures(position, table, one.address.number) {
                    self.cells[one.item as usize] = cell | mark;
                }
            }
            return;
        }
        let Ok(cells) = table.block_cells(table.block_of(of_block[0].address.number)) else { return };
        for one in of_block {
            self.cells[one.item as usize] = table.cell_in(&cells, one.address.number) | mark;
        }
    }

    /// Answers positions of a table whose cells are read one at a time.
    fn decode_in_place(&mut self, of_slice: &[ToDecode], table: &Table, mark: u32) {
        let (mut numbers, mut items) = (std::mem::take(&mut self.numbers), std::mem::take(&mut self.items));
        numbers.clear();
        items.clear();
        for one in of_slice {
            let (number, item) = (one.address.number, one.item as usize);
            let captured = match table.header().captures {
                CaptureCells::LeftOut => self.tables.captured_cell(&self.positions[item], table, number).ok(),
                CaptureCells::Stored | CaptureCells::Bound => table.settle_when_due(number).ok().map(|()| None),
            };
            match captured {
                Some(Some(cell)) => self.cells[item] = cell | mark,
                Some(None) => {
                    numbers.push(number);
                    items.push(one.item);
                }
                None => {}
            }
        }
        table.raw_cells(&numbers, |place, cell| self.cells[items[place] as usize] = cell | mark);
        (self.numbers, self.items) = (numbers, items);
    }

    /// The table that answers for a slice, with the mark of its cells.
    #[inline(always)]
    fn table_of(tables: &Tables, address: Address) -> Option<(&Table, u32)> {
        let of_slice = tables.slices.at(address)?;
        match of_slice.table(Metric::Dtw).filter(|_| WITH_PLIES) {
            Some(table) => Some((table, 0)),
            // A single probe says what is wrong with the DTW table.
            None if WITH_PLIES && of_slice.fault(Metric::Dtw).is_some_and(TableFault::is_damage) => None,
            None => Some((of_slice.table(Metric::Wdl)?, if WITH_PLIES { WDL_MARK } else { 0 })),
        }
    }
}
