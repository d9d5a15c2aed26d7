//! Files of rows for other programs, with the facts on which their values depend.

mod column;
#[cfg(not(feature = "parquet"))]
mod no_parquet_file;
#[cfg(feature = "parquet")]
mod parquet_file;
mod provenance;

pub use column::{Column, ColumnValues, RowColumns};
#[cfg(not(feature = "parquet"))]
pub use no_parquet_file::NoParquetFile as ParquetFile;
// Tests of programs read the files.
#[cfg(feature = "parquet")]
#[doc(hidden)]
pub use parquet;
#[cfg(feature = "parquet")]
pub use parquet_file::ParquetFile;
pub use provenance::Provenance;

/// True if this build writes Parquet.
pub const HAS_PARQUET: bool = cfg!(feature = "parquet");

/// Error message of programs that are asked for Parquet, but were built without it.
pub const NO_PARQUET: &str =
    "this program was built without Parquet; build it with `--features parquet`, or ask for `csv`";
