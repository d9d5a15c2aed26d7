//! Input of the commands that answer many positions: the positions from the arguments, or the lines
//! of standard input as text, CSV, TSV or JSON.

use std::io::{self, Stdin};

use super::form::{Form, Header, Names, Row, Separator, object, position};
use super::record::{Record, Records};
use crate::cli::input::{Input, READ_BYTES};
use crate::errors::Error;

/// Source of input lines, each of which contains a position.
#[derive(Debug)]
pub enum Lines {
    /// Positions without other columns, and the format of their answers.
    Positions(Input, Form),
    /// JSON objects, one per line, and the names of the fields that hold the position and its
    /// counters.
    Objects(Records<Stdin>, Names),
    Separated(Records<Stdin>, Separator, Header),
}

impl Lines {
    /// Creates a source of the lines of standard input, in CSV, TSV or JSON. Reads the first line
    /// if it names the columns (in CSV and TSV). `answers` are the names of the columns that the
    /// answers add.
    ///
    /// # Errors
    /// [`Error::Argument`] if the first line lacks a column in `names`, and [`Error::Io`].
    pub fn with_columns(form: Form, names: Names, answers: &[&str]) -> Result<Self, Error> {
        let mut records = Records::new(io::stdin(), form.ending(), READ_BYTES);
        let Form::Separated(separator) = form else { return Ok(Lines::Objects(records, names)) };
        let Some(first) = record(&mut records)? else {
            let reason = "standard input is empty; its first line must name the columns".to_owned();
            return Err(Error::Argument { field: "--input", reason });
        };
        let header = Header::new(separator, &first, &names, answers)?;
        Ok(Lines::Separated(records, separator, header))
    }

    /// Returns the names of the input columns, which are copied in front of each answer. The list
    /// is empty for JSON objects.
    pub fn columns(&self) -> Vec<String> {
        match self {
            Lines::Positions(..) => vec!["fen".to_owned()],
            Lines::Objects(..) => Vec::new(),
            Lines::Separated(_, _, header) => header.columns.clone(),
        }
    }

    pub fn next(&mut self) -> Result<Option<Record>, Error> {
        match self {
            Lines::Positions(input, _) => Ok(input.next()?.map(|text| Record { text, fault: None })),
            Lines::Objects(records, _) | Lines::Separated(records, ..) => record(records),
        }
    }

    /// Parses a line. `answers` are the names of the fields that the answer adds to an object.
    pub fn row(&self, record: &Record, answers: &[&str]) -> Row {
        match self {
            Lines::Positions(_, form) => position(*form, &record.text),
            Lines::Objects(_, names) => object(record, names, answers),
            Lines::Separated(_, separator, header) => header.row(*separator, record),
        }
    }

    /// Returns true if reading the next line may block, so that the answers written so far should
    /// be flushed first.
    pub fn may_wait(&self) -> bool {
        match self {
            Lines::Positions(input, _) => input.may_wait(),
            Lines::Objects(records, _) | Lines::Separated(records, ..) => records.may_wait(),
        }
    }
}

fn record(records: &mut Records<Stdin>) -> Result<Option<Record>, Error> {
    records.next().map_err(|error| Error::Io { what: "cannot read standard input".into(), error })
}
