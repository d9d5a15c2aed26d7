//! A Parquet file of rows on standard output.

use std::io::{self, BufWriter, Stdout};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::record::RecordWriter as _;

use crate::answer::output;
use crate::cli::annotate::moves::MoveRow;
use crate::errors::Error;

/// Number of rows of a row group: that of DuckDB's readers, which take one group a thread.
const GROUP_ROWS: usize = 122_880;

/// A Parquet file that is written to standard output, one row group after the other.
pub struct ParquetFile {
    writer: SerializedFileWriter<BufWriter<Stdout>>,
    /// Rows of the next row group.
    rows: Vec<MoveRow>,
}

impl ParquetFile {
    /// Begins the file. `provenance` is written as its metadata.
    ///
    /// # Errors
    /// Writing fails.
    pub fn new(provenance: impl IntoIterator<Item = (&'static str, String)>) -> Result<ParquetFile, Error> {
        let metadata = provenance.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
        let properties =
            WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(metadata));
        let schema = (&[] as &[MoveRow]).schema().map_err(failed)?;
        let out = BufWriter::new(io::stdout());
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties.build())).map_err(failed)?;
        Ok(ParquetFile { writer, rows: Vec::new() })
    }

    /// Adds rows, and writes the row groups that are full.
    ///
    /// # Errors
    /// Writing fails.
    pub fn add(&mut self, rows: Vec<MoveRow>) -> Result<(), Error> {
        self.rows.extend(rows);
        while self.rows.len() >= GROUP_ROWS {
            let rest = self.rows.split_off(GROUP_ROWS);
            self.write_group().map_err(failed)?;
            self.rows = rest;
        }
        Ok(())
    }

    /// Writes the last row group and the end of the file.
    ///
    /// # Errors
    /// Writing fails.
    pub fn finish(mut self) -> Result<(), Error> {
        self.write_group().map_err(failed)?;
        self.writer.finish().map(drop).map_err(failed)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        self.rows.as_slice().write_to_row_group(&mut group)?;
        group.close().map(drop)
    }
}

fn failed(error: ParquetError) -> Error {
    output::failed(match error {
        ParquetError::External(source) => source.downcast().map_or_else(io::Error::other, |error| *error),
        other => io::Error::other(other),
    })
}
