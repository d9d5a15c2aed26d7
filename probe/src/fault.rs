//! The tables and folders of a directory that cannot be used. The others can: one damaged file
//! stops only the answers that need it.

use std::path::PathBuf;
use std::sync::Arc;

use peatee_table::{FileError, Metric, Slice};

use crate::error::{OpenError, ProbeError};

/// A table that the manifest lists and that cannot be used, of a slice of whatever game.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{path}: {error}")]
#[non_exhaustive]
pub struct TableFault<S = Slice> {
    /// The slice.
    pub slice: S,
    /// The metric.
    pub metric: Metric,
    /// The file.
    pub path: PathBuf,
    /// Its fault.
    pub error: FileError,
}

impl<S> TableFault<S> {
    /// Returns true when the file is there, but damaged, swapped or unreadable. A missing file
    /// counts as one that was never made: a part of a set can be used.
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
    /// The folder.
    pub path: PathBuf,
    /// Why.
    pub error: Arc<OpenError>,
}

impl UnopenedFolder {
    /// Returns true when it is the folder of a variant, which bears the variant's id.
    pub fn is_of(&self, variant: &str) -> bool {
        self.path.file_name().is_some_and(|name| name == variant)
    }
}
