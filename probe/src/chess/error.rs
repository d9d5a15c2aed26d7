//! What can go wrong when a position of chess is probed.

use std::path::PathBuf;

use peatee_chess::Slice;
use peatee_rules::BudgetEnd;
use peatee_table::{FileError, Metric};

/// Why a probe has no answer.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// A side may still castle.
    #[error(
        "the position has castling rights, and tables hold positions without them; ask again with - in their place if \
         nobody may castle"
    )]
    CastlingRights,
    /// There are more men than in any table.
    #[error("the position has {men} men; the chess tables go up to {most}")]
    TooManyMen {
        /// The men of the position.
        men: u32,
        /// The most men of any table.
        most: u32,
    },
    /// No table for this slice.
    #[error(
        "there is no {metric} table of {slice}; make it with `peatee-gen generate --variant chess --metric {metric}`"
    )]
    MissingTable {
        /// The slice.
        slice: Slice,
        /// Which metric.
        metric: Metric,
        /// Where the table was looked for.
        directory: PathBuf,
    },
    /// The budget of the caller has ended.
    #[error(transparent)]
    Budget(#[from] BudgetEnd),
    /// A table file is damaged or cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: FileError,
    },
}

/// A table of chess that the manifest lists and that cannot be used.
pub type TableFault = crate::fault::TableFault<Slice>;

impl From<TableFault> for ProbeError {
    fn from(fault: TableFault) -> Self {
        ProbeError::File { path: fault.path, error: fault.error }
    }
}
