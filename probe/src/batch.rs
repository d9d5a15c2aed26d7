//! Probing many positions at once.
//!
//! One probe waits for the memory that its cell is in. Many are faster together: a first pass works out where the
//! positions are found, which takes little memory, a second where their cells are, a third reads the cells; in each the
//! processor waits for many places of memory at the same time. Blocks that have to be decoded come last and sorted, so
//! that each is decoded once.

use peatee_rules::Position;

use crate::error::ProbeError;
use crate::format::CaptureCells;
use crate::index::Address;
use crate::table::{KeptCell, Table};
use crate::tables::Tables;
use crate::value::{Metric, Value, Wdl};

/// How many positions are worked on before the first answer: so many meet in the blocks that have to be decoded.
const BATCH_POSITIONS: usize = 1 << 16;
/// How many go through the passes together: few enough that what one pass leaves for the next stays near the processor.
const CHUNK_POSITIONS: usize = 256;

/// Marks a cell of the WDL table that stands in for a DTW table that is not there.
const WDL_MARK: u32 = 1 << 30;
/// In place of a cell: a single probe is to say what there is to say.
const ASK: u32 = u32::MAX;

impl Tables {
    /// [`Tables::probe_wdl`] of every position, in order. A position that cannot be answered gives its error in its place.
    pub fn probe_wdl_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl Iterator<Item = Result<Wdl, ProbeError>> + use<'a> {
        Batches::new(self, positions, Metric::Wdl).map(|(position, cell)| match cell {
            ASK => self.probe_wdl(position),
            cell => Ok(Wdl::of_cell(cell)),
        })
    }

    /// [`Tables::probe`] of every position, in order. A position that cannot be answered gives its error in its place.
    pub fn probe_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl Iterator<Item = Result<Value, ProbeError>> + use<'a> {
        let goal = self.game().variant().goal;
        Batches::new(self, positions, Metric::Dtw).map(move |(position, cell)| match cell {
            ASK => self.probe(position),
            cell if cell & WDL_MARK != 0 => Ok(Value { wdl: Wdl::of_cell(cell & !WDL_MARK), dtw_plies: None }),
            cell => Ok(Value::of_dtw_cell(cell, goal)),
        })
    }
}

/// The cells of many positions in their order.
struct Batches<'a> {
    tables: &'a Tables,
    metric: Metric,
    /// From the first of the batch on.
    positions: &'a [Position],
    /// Of the batch; [`ASK`] where there is none.
    cells: Vec<u32>,
    /// How many of the batch have been given out.
    given: usize,
    decoding: Vec<ToDecode>,
}

/// A position whose block is not in memory. In order, those of one block stand together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ToDecode {
    address: Address,
    /// Its place in the batch.
    item: u32,
}

impl<'a> Iterator for Batches<'a> {
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
}

impl<'a> Batches<'a> {
    fn new(tables: &'a Tables, positions: &'a [Position], metric: Metric) -> Self {
        Batches { tables, metric, positions, cells: Vec::new(), given: 0, decoding: Vec::new() }
    }

    #[inline(never)]
    fn next_batch(&mut self) {
        self.positions = &self.positions[self.given..];
        self.given = 0;
        self.cells.clear();
        self.decoding.clear();
        let batch = &self.positions[..self.positions.len().min(BATCH_POSITIONS)];
        for chunk in batch.chunks(CHUNK_POSITIONS) {
            self.answer_from_memory(chunk);
        }
        self.decode();
    }

    fn answer_from_memory(&mut self, chunk: &[Position]) {
        let mut addresses = [Address::NOWHERE; CHUNK_POSITIONS];
        for (address, position) in addresses.iter_mut().zip(chunk) {
            *address = self.tables.slices.find(position);
        }
        let first = self.cells.len();
        let mut kept = [(KeptCell::NONE, 0); CHUNK_POSITIONS];
        for (i, &address) in addresses[..chunk.len()].iter().enumerate() {
            let table = table_of(self.tables, self.metric, address);
            match table.and_then(|(table, mark)| Some((table.kept_cell(address.number)?, mark))) {
                Some(cell) => kept[i] = cell,
                None => {
                    kept[i].1 = ASK;
                    if table.is_some() {
                        self.decoding.push(ToDecode { address, item: (first + i) as u32 });
                    }
                }
            }
        }
        // What is read of a place that stands for no cell is lost among the bits of `ASK`.
        self.cells.extend(kept[..chunk.len()].iter().map(|&(cell, mark)| cell.read() | mark));
    }

    /// Answers the positions that are left, block by block. Where that fails a single probe tells why.
    fn decode(&mut self) {
        let mut decoding = std::mem::take(&mut self.decoding);
        decoding.sort_unstable();
        let (tables, metric) = (self.tables, self.metric);
        let table = |address| table_of(tables, metric, address);
        let block = |one: &ToDecode| {
            let (table, _) = table(one.address)?;
            Some((one.address.slice, table.block_of(one.address.number)))
        };
        for of_block in decoding.chunk_by(|a, b| block(a) == block(b)) {
            let Some((table, mark)) = table(of_block[0].address) else { continue };
            if table.header().captures == CaptureCells::LeftOut {
                for one in of_block {
                    let position = &self.positions[one.item as usize];
                    if let Ok(cell) = tables.unsettled(position, table, one.address.number) {
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
}

/// The table that answers in a slice, with the mark of its cells.
#[inline(always)]
fn table_of(tables: &Tables, metric: Metric, address: Address) -> Option<(&Table, u32)> {
    let of_slice = tables.slices.at(address)?;
    match of_slice.table(metric) {
        Some(table) => Some((table, 0)),
        None => Some((of_slice.table(Metric::Wdl)?, WDL_MARK)),
    }
}
