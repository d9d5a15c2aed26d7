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
}

/// A position whose block is not in memory. In sorted order, the positions of one block stand
/// together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ToDecode {
    address: Address,
    /// Its place in the batch.
    item: u32,
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
        Batches { tables, positions, cells: Vec::new(), given: 0, decoding: Vec::new() }
    }

    #[inline(never)]
    fn next_batch(&mut self) {
        self.positions = &self.positions[self.given..];
        self.given = 0;
        self.cells.clear();
        self.decoding.clear();
        let batch = &self.positions[..self.positions.len().min(BATCH_POSITIONS)];
        let mut spots = [(CellRef::NOWHERE, 0); CHUNK_POSITIONS];
        in_its_way!({
            for chunk in batch.chunks(CHUNK_POSITIONS) {
                self.answer_from_memory(chunk, &mut spots);
            }
        });
        self.decode();
    }

    /// Answers the positions of a chunk whose cells are expanded. `spots` is room to work in.
    #[inline(always)]
    fn answer_from_memory(&mut self, chunk: &[Position], spots: &mut [(CellRef<'a>, u32); CHUNK_POSITIONS]) {
        let mut next = 0;
        self.tables.slices.find_many(chunk, Self::NUMBERS, |address| {
            let table = Self::table_of(self.tables, address);
            let spot = table.map_or((CellRef::NOWHERE, 0), |(table, mark)| (table.cell_ref(address.number), mark));
            spot.0.fetch();
            spots[next % CHUNK_POSITIONS] = spot;
            next += 1;
        });
        let first = self.cells.len();
        let mut all_there = true;
        self.cells.extend(spots[..chunk.len()].iter().map(|&(spot, mark)| {
            let cell = spot.read();
            all_there &= cell.is_some();
            cell.map_or(FALL_BACK, |cell| cell | mark)
        }));
        if all_there {
            return;
        }
        for (item, position) in chunk.iter().enumerate().filter(|&(item, _)| self.cells[first + item] == FALL_BACK) {
            let address = self.tables.slices.find(position, Self::NUMBERS);
            self.decoding.push(ToDecode { address, item: (first + item) as u32 });
        }
    }

    /// Answers the positions that are left, block by block. Where that fails, a single probe tells
    /// why.
    fn decode(&mut self) {
        let mut decoding = std::mem::take(&mut self.decoding);
        decoding.sort_unstable();
        let tables = self.tables;
        let block = |one: &ToDecode| {
            let (table, _) = Self::table_of(tables, one.address)?;
            Some((one.address.slice, table.block_of(one.address.number)))
        };
        for of_block in decoding.chunk_by(|a, b| block(a) == block(b)) {
            let Some((table, mark)) = Self::table_of(tables, of_block[0].address) else { continue };
            let is_left_out = table.header().captures == CaptureCells::LeftOut;
            if is_left_out || table.is_read_in_place() {
                for one in of_block {
                    let number = one.address.number;
                    let cell = match is_left_out {
                        true => tables.resolve_captures(&self.positions[one.item as usize], table, number).ok(),
                        false => table.raw_cell(number).ok(),
                    };
                    if let Some(cell) = cell {
                        self.cells[one.item as usize] = cell | mark;
                    }
                }
                continue;
            }
            let Ok(cells) = table.block_cells(table.block_of(of_block[0].address.number)) else { continue };
            for one in of_block {
                self.cells[one.item as usize] = table.cell_in(&cells, one.address.number) | mark;
            }
        }
        self.decoding = decoding;
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
