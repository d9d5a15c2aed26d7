//! Reads the list of requirements (conditions of wins) of a table. Tables have one if several
//! counts of the draw rules decide together.

use std::sync::OnceLock;

use peatee_table::FileError;
use peatee_table::format::{Cell, FileCoding, Header, RequirementList};
use peatee_table::requirement::{Requirement, list_checksum, list_from_bytes};

use super::file::TableFile;

/// Requirements (conditions of wins) that the cells of a table refer to, read on first use.
#[derive(Default)]
pub(super) struct Requirements(OnceLock<Vec<Requirement>>);

impl Requirements {
    /// Returns all requirements (conditions of wins) of the table.
    ///
    /// # Errors
    /// The list is damaged, missing, or cannot be read.
    pub(super) fn list(&self, header: &Header, file: &TableFile) -> Result<&[Requirement], FileError> {
        match self.0.get() {
            Some(list) => Ok(list),
            None => {
                let list = load(header, file)?;
                Ok(self.0.get_or_init(|| list))
            }
        }
    }
}

#[cold]
fn load(header: &Header, file: &TableFile) -> Result<Vec<Requirement>, FileError> {
    let (Cell::Requirement, FileCoding::Blocks { requirements, .. }) = (header.cell, header.coding) else {
        return Err(FileError::Header { reason: "its cells are no numbers of requirements" });
    };
    let RequirementList { bytes, crc } = requirements;
    let Some(offset) = header.file_bytes.checked_sub(bytes.into()) else {
        return Err(FileError::Header { reason: "its list of requirements is longer than the file" });
    };
    let stored = file.read(offset, bytes as usize)?;
    if list_checksum(&stored) != crc {
        return Err(FileError::Checksum { part: "list of requirements" });
    }
    list_from_bytes(&stored)
}
