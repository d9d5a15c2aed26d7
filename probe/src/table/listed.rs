//! The lists at the end of a table to which its cells refer.

use peatee_table::FileError;
use peatee_table::requirement::Requirement;
use peatee_table::run_pattern::RunPattern;
use peatee_table::staircase::StaircaseList;

use super::Table;
use super::cell_list::stored_bytes;

impl Table {
    /// Returns the requirement (condition of a win) for the number in a cell, in a table of
    /// requirements; `None` for 0, a draw.
    ///
    /// # Errors
    /// The list of requirements is damaged, missing, or lacks this number.
    pub fn requirement(&self, cell: u32) -> Result<Option<&Requirement>, FileError> {
        let list = self.requirements()?;
        match (cell as usize).checked_sub(1) {
            None => Ok(None),
            Some(place) => list
                .get(place)
                .map(Some)
                .ok_or(FileError::Header { reason: "a cell has a number that is not in the list of requirements" }),
        }
    }

    /// Returns all requirements (conditions of wins) of the table. A cell with the number `n`
    /// refers to the requirement with the index `n - 1`.
    ///
    /// # Errors
    /// The list is damaged or missing.
    pub fn requirements(&self) -> Result<&[Requirement], FileError> {
        self.cell_list.requirements(&self.header, &self.file)
    }

    /// Returns all run patterns: `states` values each, one per state of the king moves in a row.
    ///
    /// # Errors
    /// The list is damaged or missing.
    pub fn run_patterns(&self, states: usize) -> Result<&[RunPattern], FileError> {
        self.cell_list.run_patterns(&self.header, &self.file, states)
    }

    /// Returns the shapes of all staircases.
    ///
    /// # Errors
    /// The list is damaged or missing.
    pub fn staircases(&self) -> Result<&StaircaseList, FileError> {
        self.cell_list.staircases(&self.header, &self.file)
    }

    /// Returns the bytes of the list at the end of a table of blocks; empty if its cells refer to
    /// no list.
    ///
    /// # Errors
    /// The list is damaged or cannot be read.
    pub fn cell_list_bytes(&self) -> Result<Vec<u8>, FileError> {
        if self.header.cell.has_list() {
            return stored_bytes(&self.header, &self.file, "list to which its cells refer");
        }
        Ok(Vec::new())
    }
}
