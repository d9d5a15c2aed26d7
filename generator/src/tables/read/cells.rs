//! Reads all cells of a draughts slice in order. Computes the values of captures that tables leave
//! out (*resolves* them).

use std::path::Path;

use peatee_probe::internals::{CellRange, Resolved, Table};
use peatee_probe::{OpenOptions, ProbeError, Tables};
use peatee_rules::{Draughts, Side, with_kernel};
use peatee_table::digest::{self, PART_POSITIONS, ValuesDigest};
use peatee_table::format::{Cell, Header};
use peatee_table::index::{GroupOrder, SliceIndex};
use peatee_table::requirement::list_to_bytes;
use peatee_table::{FileError, Metric, Slice};

use super::run_cells;
use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::spill::spill_vec::{Backing, SpillBytes};

/// Memory in bytes for decoded blocks of the smaller slices that captures lead to.
const CHILDREN_BYTES: u64 = 64 << 20;
/// Number of blocks per thread that are read before their values are passed on.
const BLOCKS_PER_THREAD: usize = 4;

/// Calls `each` with the number and the cell of every position of a slice, in order; see
/// [`Tables::cell`] for the meaning of cells. Several threads decode blocks and compute the values
/// of captures that the table leaves out.
///
/// # Errors
/// When the table is missing, or when it or a table that captures lead to is damaged.
pub fn each_cell(tables: &Tables, slice: Slice, metric: Metric, each: impl FnMut(u64, u32)) -> Result<(), Error> {
    each_cell_resolved(tables, slice, metric, Resolved::All, &Backing::Memory, each)
}

/// Calls `each` as [`each_cell`] does, and reports the progress to `watched`.
///
/// # Errors
/// The errors of [`each_cell`], and an error when `watched` stops the work.
pub fn each_cell_watched(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    watched: &Watched,
    each: impl FnMut(u64, u32),
) -> Result<(), Error> {
    each_cell_in_parts(tables, slice, metric, (Resolved::All, &Backing::Memory), each, |positions| {
        watched.advance(positions)
    })
}

/// Calls `each` as [`each_cell`] does, but resolves captures (computes values that the table leaves
/// out) only for the positions that `wanted` selects. `room` is the storage, memory or a file, for
/// cells that must be put into the order of position numbers.
///
/// # Errors
/// The errors of [`each_cell`].
pub fn each_cell_resolved(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    wanted: Resolved,
    room: &Backing,
    each: impl FnMut(u64, u32),
) -> Result<(), Error> {
    each_cell_in_parts(tables, slice, metric, (wanted, room), each, |_positions| Ok(()))
}

/// Calls `each` as [`each_cell_resolved`] does. After each block, calls `part_done` with the number
/// of positions in the block.
fn each_cell_in_parts(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    (wanted, room): (Resolved, &Backing),
    mut each: impl FnMut(u64, u32),
    mut part_done: impl FnMut(u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let reading = TableReader::in_room(tables, slice, metric, room)?;
    let header = reading.header();
    let decode = |block: u64| Ok((block, reading.cells(block, wanted)?));
    in_order(header.blocks(), &decode, |(block, cells)| {
        let first = block * header.block_positions as u64;
        let positions = header.positions_in_block(block);
        for place in 0..positions as usize {
            each(first + place as u64, header.cell.read(&cells, place));
        }
        part_done(positions as u64)
    })
}

/// Calls `work` for each block in several threads, and `each` with the results in the order of the
/// blocks. Only a few results are in memory at a time.
///
/// # Errors
/// Returns the first error of `work` or `each`, and stops the work.
pub fn in_order<T: Send>(
    blocks: u64,
    work: &(dyn Fn(u64) -> Result<T, Error> + Sync),
    mut each: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let blocks: Vec<u64> = (0..blocks).collect();
    for blocks in blocks.chunks(BLOCKS_PER_THREAD * rayon::current_num_threads()) {
        parallel::map(blocks, &|&block| work(block)).into_iter().try_for_each(|of_block| each(of_block?))?;
    }
    Ok(())
}

/// Reads the cells of a table in table order, which is the order of the position numbers. Its
/// blocks have [`PART_POSITIONS`] positions, whatever the size of the blocks in the file is, so the
/// blocks of two readers of a slice hold the same positions.
#[derive(Debug)]
pub struct TableReader<'a> {
    tables: &'a Tables,
    slice: Slice,
    table: &'a Table,
    /// Header of the table, but with the block size of the reader.
    header: Header,
    /// All cells, converted to the order of position numbers; `None` if the table stores its cells
    /// in this order. In another order, neighbouring positions are spread over all blocks, so the
    /// whole table must be converted.
    whole: Option<SpillBytes>,
}

impl<'a> TableReader<'a> {
    /// Creates a reader of a table. A table that does not store its cells in the order of position
    /// numbers is decoded as a whole first.
    ///
    /// # Errors
    /// When the table is missing or damaged.
    pub fn new(tables: &'a Tables, slice: Slice, metric: Metric) -> Result<Self, Error> {
        Self::in_room(tables, slice, metric, &Backing::Memory)
    }

    /// Creates a reader as [`TableReader::new`] does. `room` is the storage, memory or a file, for
    /// a table that is decoded as a whole.
    ///
    /// # Errors
    /// The errors of [`TableReader::new`], and an error when there is too little room.
    pub fn in_room(tables: &'a Tables, slice: Slice, metric: Metric, room: &Backing) -> Result<Self, Error> {
        let table = table(tables, slice, metric)?;
        let header = Header { block_positions: PART_POSITIONS as u32, ..table.header().clone() };
        let is_in_order = table.header().group_order.is_table_order();
        let whole = if is_in_order { None } else { Some(whole_cells(tables.game(), slice, table, room)?) };
        Ok(TableReader { tables, slice, table, header, whole })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the cells of a block of the reader, decoded by `decode` from the blocks of the file.
    fn joined<E>(&self, block: u64, decode: impl Fn(u64) -> Result<Box<[u8]>, E>) -> Result<Box<[u8]>, E> {
        let in_file = self.table.header();
        let [positions, positions_in_file] = [&self.header, in_file].map(|header| header.block_positions as u64);
        if positions_in_file == positions {
            return decode(block);
        }
        if positions_in_file > positions {
            let larger = positions_in_file / positions;
            let cells = decode(block / larger)?;
            let first = (block % larger) as usize * in_file.cell.bytes_of(self.header.block_positions);
            return Ok(cells[first..][..self.header.block_bytes(block)].into());
        }
        let together = positions / positions_in_file;
        let blocks = block * together..in_file.blocks().min((block + 1) * together);
        Ok(blocks.map(decode).collect::<Result<Vec<_>, E>>()?.concat().into())
    }

    /// Returns the cells of the positions of a block, in the order of position numbers, as the
    /// table stores them. The cells of positions with captures may be arbitrary.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn stored_cells(&self, block: u64) -> Result<Box<[u8]>, Error> {
        let TableReader { table, whole, .. } = self;
        match whole {
            Some(whole) => Ok(self.part_of(whole, block)),
            None => {
                let damaged = |error| Error::File { path: table.path().to_owned(), error };
                self.joined(block, |block| table.decode(block)).map_err(damaged)
            }
        }
    }

    fn part_of(&self, whole: &[u8], block: u64) -> Box<[u8]> {
        let header = &self.header;
        let bytes = block as usize * header.cell.bytes_of(header.block_positions);
        whole[bytes..][..header.block_bytes(block)].into()
    }

    /// Returns the cells of the positions of a block, in the order of position numbers. Computes
    /// the values of those positions with captures that `wanted` selects.
    ///
    /// # Errors
    /// When the block, or a table that captures lead to, is missing or damaged.
    pub fn cells(&self, block: u64, wanted: Resolved) -> Result<Box<[u8]>, ProbeError> {
        let TableReader { tables, slice, table, ref header, .. } = *self;
        let Some(whole) = &self.whole else {
            return self.joined(block, |block| tables.resolved_block(slice, table, block, wanted));
        };
        let mut cells = self.part_of(whole, block);
        let first = block * header.block_positions as u64;
        let numbers = first..first + header.positions_in_block(block) as u64;
        let range = CellRange { order: GroupOrder::TABLE_ORDER, numbers };
        tables.resolve_cells(slice, table, range, &mut cells, wanted)?;
        Ok(cells)
    }
}

/// Computes the digest of a table from all its values.
///
/// # Errors
/// When the table is missing, or when it or a table that captures lead to is damaged.
pub fn values_digest(tables: &Tables, slice: Slice, metric: Metric) -> Result<ValuesDigest, Error> {
    let reading = TableReader::new(tables, slice, metric)?;
    let header = reading.header();
    if header.cell == Cell::RunPattern {
        return run_cells::values_digest(tables, slice, reading.table);
    }
    let part = |block: u64| {
        let cells = reading.cells(block, Resolved::All)?;
        let places = 0..header.positions_in_block(block) as usize;
        Ok(digest::of_part(metric, places.map(|place| header.cell.read(&cells, place))))
    };
    let parts = parallel::try_map(0..header.blocks(), &part)?;
    if header.cell == Cell::Requirement {
        let damaged = |error| Error::File { path: reading.table.path().to_owned(), error };
        let list = list_to_bytes(reading.table.requirements().map_err(damaged)?);
        return Ok(digest::of_parts_and_list(&parts, &list));
    }
    Ok(digest::of_parts(&parts))
}

/// Returns the table of a slice in a metric.
///
/// # Errors
/// When the table is missing or damaged.
pub fn table(tables: &Tables, slice: Slice, metric: Metric) -> Result<&Table, Error> {
    Ok(tables.need(slice, metric)?)
}

/// Returns the cells of a table in the order in which the file stores them.
///
/// # Errors
/// A block is damaged, or there is no room.
pub fn stored_cells(table: &Table, room: &Backing) -> Result<SpillBytes, Error> {
    let header = table.header();
    let damaged = |error| Error::File { path: table.path().to_owned(), error };
    let no_room = |error| Error::Io { path: table.path().to_owned(), error };
    let mut cells = room.zeros((0..header.blocks()).map(|block| header.block_bytes(block)).sum()).map_err(no_room)?;
    let block_bytes = header.cell.bytes_of(header.block_positions);
    let decode = |(block, cells): (usize, &mut [u8])| {
        cells.copy_from_slice(&table.decode(block as u64).map_err(damaged)?);
        Ok(())
    };
    parallel::try_map(cells.chunks_mut(block_bytes).enumerate(), &decode)?;
    Ok(cells)
}

/// Returns all cells of a table in the order of position numbers. The cells of positions with
/// captures are as the table stores them.
///
/// # Errors
/// When the table is damaged, or there is too little room.
pub fn whole_cells(game: &Draughts, slice: Slice, table: &Table, room: &Backing) -> Result<SpillBytes, Error> {
    let header = table.header();
    let damaged = |error| Error::File { path: table.path().to_owned(), error };
    let no_room = |error| Error::Io { path: table.path().to_owned(), error };
    let cells = stored_cells(table, room)?;
    let block_bytes = header.cell.bytes_of(header.block_positions);
    if header.group_order.is_table_order() {
        return Ok(cells);
    }
    with_kernel!(game, kernel => {
        let stored = SliceIndex::in_order(kernel, slice, header.group_order)
            .map_err(|reason| damaged(FileError::Header { reason }))?;
        let table_order = SliceIndex::new(kernel, slice);
        let mut ordered = room.zeros(cells.len()).map_err(no_room)?;
        parallel::for_each(ordered.chunks_mut(block_bytes).enumerate(), &|(block, ordered)| {
            let first = block as u64 * header.block_positions as u64;
            let numbers = first..first + header.positions_in_block(block as u64) as u64;
            let mut written = 0;
            table_order.renumber(numbers, &stored, |place, steps| {
                for step in steps {
                    let cell = header.cell.read(&cells, (place + step) as usize);
                    let fits = header.cell.write(ordered, written, cell);
                    debug_assert!(fits, "it was read from such a cell");
                    written += 1;
                }
            });
        });
        Ok(ordered)
    })
}

pub fn missing(tables: &Tables, slice: Slice, metric: Metric) -> Error {
    tables.missing(slice, metric).into()
}

/// Opens the table of a slice in `metric`, and the tables in `metric` of all slices that captures
/// from there may lead to.
///
/// # Errors
/// When one of the files is damaged.
pub fn open(directory: &Path, slice: Slice, metric: Metric) -> Result<Tables, Error> {
    let sides = |slice: Slice| {
        let mut sides = Side::BOTH.map(|side| slice.material.of_side(side));
        sides.sort_unstable();
        sides
    };
    let [fewer, more] = sides(slice);
    let is_below = |other: Slice| {
        let [other_fewer, other_more] = sides(other);
        other.material.pieces() < slice.material.pieces() && other_fewer <= fewer && other_more <= more
    };
    let options = OpenOptions::new().memory_bytes(CHILDREN_BYTES);
    let is_wanted = |other: Slice, of: Metric| of == metric && (other == slice || is_below(other));
    Ok(options.open_some(directory, is_wanted)?.whole()?)
}
