//! Text or rows of annotated games, written to standard output or to a file.

use std::io::{self, BufWriter, Write as _};

use peatee_rows::{ParquetFile, Provenance};

use super::format::AnnotatedFormat;
use super::sink::Sink;
use super::table::csv_names;
use crate::archives::annotation::MoveRow;

/// Output of the games of a file, or of all files, in one format.
pub enum GamesWriter {
    Text(BufWriter<Sink>),
    Parquet(ParquetFile<BufWriter<Sink>, MoveRow>),
}

impl GamesWriter {
    /// Begins the output. `provenance` becomes the metadata of a Parquet file.
    ///
    /// # Errors
    /// Writing fails.
    pub fn new(sink: Sink, format: AnnotatedFormat, provenance: &Provenance) -> io::Result<GamesWriter> {
        let mut out = BufWriter::with_capacity(1 << 16, sink);
        match format {
            AnnotatedFormat::Parquet => {
                let columns = Box::new(MoveRow::columns);
                return Ok(GamesWriter::Parquet(ParquetFile::new(out, columns, provenance)?));
            }
            AnnotatedFormat::Csv => out.write_all(csv_names::<MoveRow>().as_bytes())?,
            AnnotatedFormat::Pdn | AnnotatedFormat::Jsonl => {}
        }
        Ok(GamesWriter::Text(out))
    }

    /// Writes the text or the rows of a chunk.
    ///
    /// # Errors
    /// Writing fails.
    pub fn write(&mut self, text: &str, rows: Vec<MoveRow>) -> io::Result<()> {
        match self {
            GamesWriter::Text(out) => out.write_all(text.as_bytes()),
            GamesWriter::Parquet(file) => file.add(rows),
        }
    }

    /// Ends the output. Returns the sink, to which everything is written.
    ///
    /// # Errors
    /// Writing fails.
    pub fn finish(self) -> io::Result<Sink> {
        match self {
            GamesWriter::Text(mut out) => {
                out.flush()?;
                Ok(out.into_inner()?)
            }
            GamesWriter::Parquet(file) => Ok(file.finish()?.into_inner()?),
        }
    }
}
