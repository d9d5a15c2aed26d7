//! Tables and folders that cannot be used. Other tables remain usable, so a damaged file affects
//! only the answers that need it.

use std::path::PathBuf;
use std::sync::Arc;

use peatee_table::{FileError, Metric, Slice};

use crate::error::{OpenError, ProbeError};

/// A table that the manifest lists and that cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{path}: {error}")]
#[non_exhaustive]
pub struct TableFault<S = Slice> {
    /// Slice of the unusable table.
    pub slice: S,
    /// Metric of the unusable table.
    pub metric: Metric,
    /// Path of the table file.
    pub path: PathBuf,
    /// Reason why the table file cannot be used.
    pub error: FileError,
}

impl<S> TableFault<S> {
    /// Returns true when the file exists but is damaged, unreadable or the file of another table. A
    /// missing file is no damage, because a directory may have only some of the tables.
    pub fn is_damage(&self) -> bool {
        !matches!(self.error, FileError::Missing)
    }
}

impl<S> From<TableFault<S>> for OpenError {
    fn from(fault: TableFault<S>) -> Self {
        OpenError::File { path: fault.path, error: fault.error }
    }
}

impl<S> From<TableFault<S>> for ProbeError {
    fn from(fault: TableFault<S>) -> Self {
        ProbeError::File { path: fault.path, error: fault.error }
    }
}

/// A folder of tables that cannot be opened.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{error}")]
#[non_exhaustive]
pub struct UnopenedFolder {
    /// Path of the folder.
    pub path: PathBuf,
    /// Reason why the folder cannot be opened.
    pub error: Arc<OpenError>,
}

impl UnopenedFolder {
    /// Returns true when the folder has the id of the variant as its name.
    pub fn is_of(&self, variant: &str) -> bool {
        self.path.file_name().is_some_and(|name| name == variant)
    }
}
