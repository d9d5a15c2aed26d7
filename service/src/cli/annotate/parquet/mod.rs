//! Rows as Parquet. Without the feature `parquet`, no such file can be written.

#[cfg(not(feature = "parquet"))]
mod none;
#[cfg(feature = "parquet")]
mod written;

#[cfg(not(feature = "parquet"))]
pub use none::NoParquetFile as ParquetFile;
#[cfg(feature = "parquet")]
pub use written::ParquetFile;
