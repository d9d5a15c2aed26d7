//! A build that writes no Parquet.

use crate::cli::annotate::moves::MoveRow;
use crate::errors::Error;

/// A Parquet file that this build does not write.
pub enum NoParquetFile {}

impl NoParquetFile {
    pub fn new(_provenance: impl IntoIterator<Item = (&'static str, String)>) -> Result<NoParquetFile, Error> {
        let reason = "this program was built without Parquet; build it with `--features parquet`, or ask for `csv`";
        Err(Error::Argument { field: "format", reason: reason.to_owned() })
    }

    pub fn add(&mut self, _rows: Vec<MoveRow>) -> Result<(), Error> {
        match *self {}
    }

    pub fn finish(self) -> Result<(), Error> {
        match self {}
    }
}
