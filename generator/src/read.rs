//! Reading all values of a slice in order, captures resolved.

use peatee_probe::internals::{Resolved, Table};
use peatee_probe::{OpenOptions, ProbeError, Tables};
use peatee_rules::Side;
use peatee_table::digest::{self, PART_POSITIONS, ValuesDigest};
use peatee_table::{FileError, Metric, Slice};
use rayon::prelude::*;

use crate::directory::TableDirectory;
use crate::error::Error;
use crate::watch::Watched;

/// Memory for decoded blocks of the smaller slices that captures lead to.
const CHILDREN_BYTES: u64 = 64 << 20;
/// Blocks that each thread reads before their values are handed on.
const BLOCKS_PER_THREAD: usize = 4;

/// Calls `each` with the number and the cell of every position of a slice, in order; see
/// [`Tables::cell`] for what cells mean. Blocks are decoded, and the captures in them resolved, by
/// all threads.
///
/// # Errors
/// When the table is missing, or it or a table that captures lead to is damaged.
pub fn each_cell(tables: &Tables, slice: Slice, metric: Metric, each: impl FnMut(u64, u32)) -> Result<(), Error> {
    each_cell_resolved(tables, slice, metric, Resolved::All, each)
}

/// [`each_cell`], with its progress reported to `watched`.
///
/// # Errors
/// As [`each_cell`], or the work is to stop.
pub fn each_cell_watched(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    watched: &Watched,
    each: impl FnMut(u64, u32),
) -> Result<(), Error> {
    each_cell_in_parts(tables, slice, metric, Resolved::All, each, |positions| watched.advance(positions))
}

/// [`each_cell`], with only those captures resolved that are wanted.
///
/// # Errors
/// As [`each_cell`].
pub fn each_cell_resolved(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    wanted: Resolved,
    each: impl FnMut(u64, u32),
) -> Result<(), Error> {
    each_cell_in_parts(tables, slice, metric, wanted, each, |_positions| Ok(()))
}

/// [`each_cell_resolved`] that from time to time calls `part_done` with the number of positions
/// read since the last call.
fn each_cell_in_parts(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    wanted: Resolved,
    mut each: impl FnMut(u64, u32),
    mut part_done: impl FnMut(u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let table = table(tables, slice, metric)?;
    let header = table.header();
    let blocks: Vec<u64> = (0..header.blocks()).collect();
    for blocks in blocks.chunks(BLOCKS_PER_THREAD * rayon::current_num_threads()) {
        let decode = |&block: &u64| tables.resolved_block(slice, table, block, wanted);
        let decoded = blocks.par_iter().map(decode).collect::<Result<Vec<_>, ProbeError>>()?;
        for (&block, cells) in blocks.iter().zip(&decoded) {
            let first = block * header.block_positions as u64;
            for place in 0..header.positions_in_block(block) as usize {
                each(first + place as u64, header.cell.read(cells, place));
            }
        }
        part_done(blocks.iter().map(|&block| header.positions_in_block(block) as u64).sum())?;
    }
    Ok(())
}

/// The digest of the values of a table, worked out from all of them.
///
/// # Errors
/// When the table is missing, or it or a table that captures lead to is damaged.
pub fn values_digest(tables: &Tables, slice: Slice, metric: Metric) -> Result<ValuesDigest, Error> {
    let table = table(tables, slice, metric)?;
    let header = table.header();
    if header.block_positions as u64 != PART_POSITIONS {
        let reason = "its blocks have another size than those that the generator makes";
        return Err(Error::File { path: table.path().to_owned(), error: FileError::Header { reason } });
    }
    let part = |block: u64| {
        let cells = tables.resolved_block(slice, table, block, Resolved::All)?;
        let places = 0..header.positions_in_block(block) as usize;
        Ok(digest::of_part(metric, places.map(|place| header.cell.read(&cells, place))))
    };
    let parts: Vec<_> = (0..header.blocks()).into_par_iter().map(part).collect::<Result<_, ProbeError>>()?;
    Ok(digest::of_parts(&parts))
}

/// The table of one slice and metric.
///
/// # Errors
/// When the table is missing or damaged.
pub fn table(tables: &Tables, slice: Slice, metric: Metric) -> Result<&Table, Error> {
    Ok(tables.need(slice, metric)?)
}

/// All cells of a table as they are stored.
///
/// # Errors
/// When the table is damaged.
pub fn whole_cells(table: &Table) -> Result<Vec<u8>, Error> {
    let header = table.header();
    let mut cells = vec![0; (0..header.blocks()).map(|block| header.block_bytes(block)).sum()];
    let block_bytes = header.cell.bytes_of(header.block_positions);
    cells.par_chunks_mut(block_bytes).enumerate().try_for_each(|(block, cells)| {
        let decoded = table.decode(block as u64);
        cells.copy_from_slice(&decoded.map_err(|error| Error::File { path: table.path().to_owned(), error })?);
        Ok::<(), Error>(())
    })?;
    Ok(cells)
}

/// The error that a table is missing.
pub fn missing(tables: &Tables, slice: Slice, metric: Metric) -> Error {
    ProbeError::MissingTable { slice: slice.name(), metric, directory: tables.directory().to_owned() }.into()
}

/// Opens the table of a slice, and those of `metric` that captures may lead to from there.
///
/// # Errors
/// When one of the files is damaged.
pub fn open(directory: &TableDirectory, slice: Slice, metric: Metric) -> Result<Tables, Error> {
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
    Ok(options.open_some(directory.path(), is_wanted)?.whole()?)
}
