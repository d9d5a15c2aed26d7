//! A build that writes no Parquet.

use std::io;
use std::marker::PhantomData;

use crate::{Provenance, RowColumns};

/// A Parquet file that this build does not write.
#[derive(Debug)]
pub struct NoParquetFile<W, R> {
    never: Never,
    out: PhantomData<(W, R)>,
}

#[derive(Debug, Clone, Copy)]
enum Never {}

impl<W, R> NoParquetFile<W, R> {
    /// Refuses to begin the file.
    ///
    /// # Errors
    /// Always.
    pub fn new(_out: W, _columns: RowColumns<R>, _provenance: &Provenance) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Adds rows to a file that was not begun.
    ///
    /// # Errors
    /// None.
    pub fn add(&mut self, _rows: Vec<R>) -> io::Result<()> {
        match self.never {}
    }

    /// Returns the output of a file that was not begun.
    ///
    /// # Errors
    /// None.
    pub fn out(&mut self) -> io::Result<&mut W> {
        match self.never {}
    }

    /// Ends a file that was not begun.
    ///
    /// # Errors
    /// None.
    pub fn finish(self) -> io::Result<W> {
        match self.never {}
    }
}
