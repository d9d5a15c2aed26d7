//! Reads the list at the end of a table to which its cells refer. It is a list of requirements
//! (conditions of wins), if several counts of the draw rules decide together, of run patterns, or
//! of staircases.

use std::sync::OnceLock;

use peatee_table::FileError;
use peatee_table::format::{Cell, CellList, FileCoding, Header};
use peatee_table::requirement::{self, Requirement, list_checksum};
use peatee_table::run_pattern::{self, RunPattern};
use peatee_table::staircase::StaircaseList;

use super::file::TableFile;

/// List to which the cells of a table refer, read on first use. Only one of the fields is ever
/// filled.
#[derive(Default)]
pub(super) struct CellListCache {
    requirements: OnceLock<Vec<Requirement>>,
    run_patterns: OnceLock<Vec<RunPattern>>,
    staircases: OnceLock<StaircaseList>,
}

impl CellListCache {
    /// Returns all requirements (conditions of wins) of the table.
    ///
    /// # Errors
    /// The list is damaged, missing, or cannot be read.
    pub(super) fn requirements(&self, header: &Header, file: &TableFile) -> Result<&[Requirement], FileError> {
        filled(&self.requirements, || {
            requirement::list_from_bytes(&load(header, file, Cell::Requirement, "list of requirements")?)
        })
        .map(Vec::as_slice)
    }

    /// Returns all run patterns of the table. A run pattern has a value of a position for each of
    /// `states` states of the moves in a row with one king.
    ///
    /// # Errors
    /// The list is damaged, missing, or cannot be read.
    pub(super) fn run_patterns(
        &self,
        header: &Header,
        file: &TableFile,
        states: usize,
    ) -> Result<&[RunPattern], FileError> {
        filled(&self.run_patterns, || {
            run_pattern::list_from_bytes(&load(header, file, Cell::RunPattern, "list of run patterns")?, states)
        })
        .map(Vec::as_slice)
    }

    /// Returns the shapes of all staircases of the table.
    ///
    /// # Errors
    /// The list is damaged, missing, or cannot be read.
    pub(super) fn staircases(&self, header: &Header, file: &TableFile) -> Result<&StaircaseList, FileError> {
        filled(&self.staircases, || {
            let cell = if header.cell == Cell::RankedStaircase { header.cell } else { Cell::Staircase };
            StaircaseList::from_bytes(cell, &load(header, file, cell, "list of staircases")?)
        })
    }
}

fn filled<T>(cache: &OnceLock<T>, read: impl FnOnce() -> Result<T, FileError>) -> Result<&T, FileError> {
    match cache.get() {
        Some(list) => Ok(list),
        None => {
            let list = read()?;
            Ok(cache.get_or_init(|| list))
        }
    }
}

fn load(header: &Header, file: &TableFile, cell: Cell, part: &'static str) -> Result<Vec<u8>, FileError> {
    if header.cell != cell {
        return Err(FileError::Header { reason: "its cells are numbers of another list, or of none" });
    }
    stored_bytes(header, file, part)
}

/// Returns the bytes of the list at the end of a table. Errors name the list as `part`.
///
/// # Errors
/// The table has no blocks, or the list is damaged or cannot be read.
#[cold]
pub(super) fn stored_bytes(header: &Header, file: &TableFile, part: &'static str) -> Result<Vec<u8>, FileError> {
    let FileCoding::Blocks { cell_list: CellList { bytes, crc }, .. } = header.coding else {
        return Err(FileError::Header { reason: "it has no blocks" });
    };
    let Some(offset) = header.file_bytes.checked_sub(bytes.into()) else {
        return Err(FileError::Header { reason: "its list is longer than the file" });
    };
    let stored = file.read(offset, bytes as usize)?;
    if list_checksum(&stored) == crc { Ok(stored.to_vec()) } else { Err(FileError::Checksum { part }) }
}
