//! A build that writes no Parquet.

use std::io::{self, BufWriter};

use crate::archives::annotation::{MoveRow, Provenance};
use crate::cli::annotate::sink::Sink;
use crate::errors::Error;

/// A Parquet file that this build does not write.
pub enum NoParquetFile {}

impl NoParquetFile {
    /// Checks that this build writes Parquet.
    ///
    /// # Errors
    /// Always.
    pub fn check() -> Result<(), Error> {
        let reason = "this program was built without Parquet; build it with `--features parquet`, or ask for `csv`";
        Err(Error::Argument { field: "format", reason: reason.to_owned() })
    }

    pub fn new(_out: BufWriter<Sink>, _provenance: &Provenance) -> io::Result<NoParquetFile> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn add(&mut self, _rows: Vec<MoveRow>) -> io::Result<()> {
        match *self {}
    }

    pub fn finish(self) -> io::Result<Sink> {
        match self {}
    }
}
