//! Rewrites the WDL tables of a directory in another coding, without solving.

use std::fmt;

use peatee_rules::with_kernel;
use peatee_table::format::CaptureCells;
use peatee_table::{Metric, Slice};

use super::files::directory::TableDirectory;
use crate::error::Error;
use crate::progress::watch::{Watch, Watched};
use crate::solver::values::WdlArray;
use crate::solver::values::capture_mask::CaptureMask;
use crate::spill::spill_vec::Backing;
use crate::tables::positions::positions;
use crate::tables::read::cells::whole_cells;
use crate::tables::write::{WdlCoding, wdl_table_bytes};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recoded {
    /// Tables rewritten.
    pub changed: u64,
    /// Tables whose bytes stay the same.
    pub kept: u64,
    /// Total length of these tables before, in bytes.
    pub bytes_before: u64,
    /// Total length of these tables now, in bytes.
    pub bytes: u64,
}

impl fmt::Display for Recoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recoded { changed, kept, bytes_before, bytes } = self;
        write!(f, "{changed} WDL tables written anew, {kept} as they were; {bytes_before} bytes before, {bytes} now")
    }
}

/// Rewrites all WDL tables of a directory in this coding. The values stay the same, and so do the
/// headers except for the coding. A table is replaced when the new one is complete, so the command
/// can be repeated after an interruption.
///
/// # Errors
/// When a table is missing or damaged (those before it are recoded, it and those after it are
/// unchanged), the disk is full, or the work is to stop.
pub fn recode(directory: &TableDirectory, coding: WdlCoding, watch: &dyn Watch) -> Result<Recoded, Error> {
    let game = directory.game().clone();
    let manifest = directory.manifest();
    let listed = manifest.tables.values().filter(|entry| entry.metric == Metric::Wdl.name());
    let slices: Result<Vec<Slice>, _> = listed.map(|entry| Slice::parse(&game, &entry.slice)).collect();
    let slices = slices?;
    let watched = Watched::start(watch, slices.iter().map(|&slice| positions(&game, slice)).sum());
    let mut recoded = Recoded::default();
    for slice in slices {
        watched.slice(&slice.name());
        let Some(table) = directory.table(slice, Metric::Wdl)? else { continue };
        let header = table.header().clone();
        let wdl = WdlArray::new(header.positions as usize, whole_cells(&game, slice, &table, &Backing::Memory)?);
        let left_out = (header.captures == CaptureCells::LeftOut)
            .then(|| with_kernel!(game, kernel => CaptureMask::of(kernel, slice)));
        let (positions, bytes_before) = (header.positions, header.file_bytes);
        let bytes = wdl_table_bytes(&game, slice, header, &wdl, left_out.as_ref(), (coding, &Backing::Memory))
            .map_err(Error::at(table.path()))?;
        recoded.bytes_before += bytes_before;
        recoded.bytes += bytes.len() as u64;
        let is_same = bytes.len() as u64 == bytes_before
            && std::fs::read(table.path()).map_err(Error::at(table.path()))? == bytes;
        if is_same {
            recoded.kept += 1;
        } else {
            directory.put(slice, Metric::Wdl, &bytes)?;
            recoded.changed += 1;
        }
        watched.advance(positions)?;
    }
    Ok(recoded)
}
