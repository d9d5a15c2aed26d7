//! A Parquet file of rows.

use std::io::{self, BufWriter, Write as _};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::record::RecordWriter as _;

use crate::archives::annotation::{MoveRow, Provenance};
use crate::cli::annotate::sink::Sink;
use crate::errors::Error;

/// Number of rows of a row group: that of DuckDB's readers, which take one group a thread.
const GROUP_ROWS: usize = 122_880;

/// A Parquet file that is written one row group after the other.
pub struct ParquetFile {
    writer: Box<SerializedFileWriter<BufWriter<Sink>>>,
    /// Rows of the next row group.
    rows: Vec<MoveRow>,
}

impl ParquetFile {
    /// Checks that this build writes Parquet.
    ///
    /// # Errors
    /// None in this build.
    pub const fn check() -> Result<(), Error> {
        Ok(())
    }

    /// Begins the file. `provenance` is written as its metadata.
    ///
    /// # Errors
    /// Writing fails.
    pub fn new(out: BufWriter<Sink>, provenance: &Provenance) -> io::Result<ParquetFile> {
        let pairs = provenance.pairs();
        let metadata = pairs.map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned())).collect();
        let properties =
            WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(metadata));
        let schema = (&[] as &[MoveRow]).schema().map_err(failed)?;
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties.build())).map_err(failed)?;
        Ok(ParquetFile { writer: Box::new(writer), rows: Vec::new() })
    }

    /// Adds rows, and writes the row groups that are full.
    ///
    /// # Errors
    /// Writing fails.
    pub fn add(&mut self, rows: Vec<MoveRow>) -> io::Result<()> {
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
    pub fn finish(mut self) -> io::Result<Sink> {
        self.write_group().map_err(failed)?;
        let mut out = self.writer.into_inner().map_err(failed)?;
        out.flush()?;
        Ok(out.into_inner()?)
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

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => source.downcast().map_or_else(io::Error::other, |error| *error),
        other => io::Error::other(other),
    }
}
