//! Files of rows for other programs, with the facts on which their values depend.

mod column;
#[cfg(not(feature = "parquet"))]
mod no_parquet_file;
#[cfg(feature = "parquet")]
mod parquet_file;
mod provenance;

pub use column::{Column, ColumnValues, ColumnarRow};
#[cfg(not(feature = "parquet"))]
pub use no_parquet_file::NoParquetFile as ParquetFile;
#[cfg(feature = "parquet")]
pub use parquet;
#[cfg(feature = "parquet")]
pub use parquet_file::ParquetFile;
pub use provenance::Provenance;
