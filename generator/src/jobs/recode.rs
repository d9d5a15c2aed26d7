//! Conversion of the tables of a directory to another coding (form of the cells in a file), without
//! solving them again.

use std::fmt;
use std::ops::Range;

use peatee_table::Metric;
use peatee_table::format::{FileCoding, file_name};

use super::family::Family;
use super::files::directory::TableDirectory;
use crate::error::Error;
use crate::progress::watch::{Watch, Watched};
use crate::spill::spill_vec::Backing;
use crate::tables::read::cells::stored_cells;
use crate::tables::write::WdlCoding;
use crate::tables::write::blocks::{Packing, table_bytes_and_list};

/// Form of the tables of a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TableForm {
    pub wdl_coding: WdlCoding,
    /// Purpose for which the blocks of all other tables are compressed.
    pub packing: Packing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recoded {
    pub changed: u64,
    pub kept: u64,
    pub bytes_before: u64,
    pub bytes: u64,
}

impl fmt::Display for Recoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recoded { changed, kept, bytes_before, bytes } = self;
        write!(f, "{changed} tables written anew, {kept} as they were; {bytes_before} bytes before, {bytes} now")
    }
}

/// Rewrites all tables of a directory in the given form. The values and the other parts of the
/// headers stay the same. Each table is replaced only when the new one is complete, so that the
/// command can be repeated after an interruption.
///
/// # Errors
/// A table is missing or damaged, the disk is full, or the work must stop. The tables before the
/// one that failed are converted; this table and the later ones are unchanged.
pub fn recode<F: Family>(directory: &TableDirectory<F>, form: TableForm, watch: &dyn Watch) -> Result<Recoded, Error> {
    let game = directory.game();
    let mut of_wdl = Vec::new();
    let mut others = Vec::new();
    for entry in directory.manifest().tables.values() {
        let slice = game.slice_named(&entry.slice)?;
        match Metric::named(&entry.metric) {
            Some(Metric::Wdl) => of_wdl.push(slice),
            Some(metric) => others.push((slice, metric)),
            None => {}
        }
    }
    let slices = of_wdl.iter().chain(others.iter().map(|(slice, _)| slice));
    let watched = Watched::start(watch, slices.map(|&slice| game.positions(slice)).sum());
    let mut recoded = Recoded::default();
    let mut replace = |slice: F::Slice, metric, bytes: Option<&[u8]>| {
        watched.slice(&slice.to_string());
        let path = directory.path().join(file_name(slice, metric));
        let before = std::fs::read(&path).map_err(Error::at(&path))?;
        let bytes = bytes.unwrap_or(&before);
        recoded.bytes_before += before.len() as u64;
        recoded.bytes += bytes.len() as u64;
        if before == bytes {
            recoded.kept += 1;
        } else {
            directory.put(slice, metric, bytes)?;
            recoded.changed += 1;
        }
        watched.advance(game.positions(slice))
    };
    F::recode(directory, &of_wdl, form.wdl_coding, &mut |slice, bytes| replace(slice, Metric::Wdl, Some(bytes)))?;
    for (slice, metric) in others {
        let bytes = recoded_blocks(directory, slice, metric, form.packing)?;
        replace(slice, metric, bytes.as_deref())?;
    }
    Ok(recoded)
}

/// Returns the bytes of a table of blocks after its blocks were compressed anew; `None` for a table
/// without blocks.
///
/// # Errors
/// The table is missing or damaged.
fn recoded_blocks<F: Family>(
    directory: &TableDirectory<F>,
    slice: F::Slice,
    metric: Metric,
    packing: Packing,
) -> Result<Option<Vec<u8>>, Error> {
    let Some(table) = directory.table(slice, metric)? else { return Ok(None) };
    let header = table.header().clone();
    let FileCoding::Blocks { .. } = header.coding else { return Ok(None) };
    let damaged = |error| Error::File { path: table.path().to_owned(), error };
    let cell_list = table.cell_list_bytes().map_err(damaged)?;
    let (cells, cell) = (stored_cells(&table, &Backing::Memory)?, header.cell);
    // A block begins at a multiple of four positions, whose cells fill whole bytes.
    let offset = |position: usize| position.div_ceil(4) * cell.bytes_of(4);
    let cells_of = |numbers: Range<usize>| cells[offset(numbers.start)..offset(numbers.end).min(cells.len())].to_vec();
    table_bytes_and_list(header, &cells_of, cell_list, packing).map(Some).map_err(Error::at(table.path()))
}
