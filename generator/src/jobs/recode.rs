//! Conversion of the WDL tables of a directory to another coding (form of the cells in a file),
//! without solving them again.

use std::fmt;

use peatee_table::Metric;
use peatee_table::format::file_name;

use super::family::Family;
use super::files::directory::TableDirectory;
use crate::error::Error;
use crate::progress::watch::{Watch, Watched};
use crate::tables::write::WdlCoding;

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
        write!(f, "{changed} WDL tables written anew, {kept} as they were; {bytes_before} bytes before, {bytes} now")
    }
}

/// Rewrites all WDL tables of a directory in the given coding. The values and the other parts of
/// the headers stay the same. Each table is replaced only when the new one is complete, so that the
/// command can be repeated after an interruption.
///
/// # Errors
/// A table is missing or damaged, the disk is full, or the work must stop. The tables before the
/// one that failed are converted; this table and the later ones are unchanged.
pub fn recode<F: Family>(
    directory: &TableDirectory<F>,
    coding: WdlCoding,
    watch: &dyn Watch,
) -> Result<Recoded, Error> {
    let game = directory.game();
    let manifest = directory.manifest();
    let listed = manifest.tables.values().filter(|entry| entry.metric == Metric::Wdl.name());
    let slices = listed.map(|entry| game.slice_named(&entry.slice)).collect::<Result<Vec<_>, _>>()?;
    let watched = Watched::start(watch, slices.iter().map(|&slice| game.positions(slice)).sum());
    let mut recoded = Recoded::default();
    F::recode(directory, &slices, coding, &mut |slice, bytes| {
        watched.slice(&slice.to_string());
        let path = directory.path().join(file_name(slice, Metric::Wdl));
        let before = std::fs::read(&path).map_err(Error::at(&path))?;
        recoded.bytes_before += before.len() as u64;
        recoded.bytes += bytes.len() as u64;
        if before == bytes {
            recoded.kept += 1;
        } else {
            directory.put(slice, Metric::Wdl, bytes)?;
            recoded.changed += 1;
        }
        watched.advance(game.positions(slice))
    })?;
    Ok(recoded)
}
