//! Input lines from the arguments, or from standard input in one of its forms.

use std::io::{self, Stdin};

use super::form::{Form, Header, Names, Row, Separator, object, position};
use super::record::{Record, Records};
use crate::cli::input::{Input, READ_BYTES};
use crate::errors::Error;

/// Lines with positions.
#[derive(Debug)]
pub enum Lines<'a> {
    /// Positions, and the form of the answers.
    Positions(Input<'a>, Form),
    /// JSON objects with the named fields.
    Objects(Records<Stdin>, Names),
    /// Records with columns.
    Separated(Records<Stdin>, Separator, Header),
}

impl<'a> Lines<'a> {
    /// Returns the lines of standard input in a form with columns or fields. Reads the first line
    /// if it names columns. `answers` are the columns of the answer.
    ///
    /// # Errors
    /// [`Error::Argument`] when the first line lacks a named column, and [`Error::Io`].
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

    /// Returns the columns that are copied before each answer; none for objects.
    pub fn columns(&self) -> Vec<String> {
        match self {
            Lines::Positions(..) => vec!["fen".to_owned()],
            Lines::Objects(..) => Vec::new(),
            Lines::Separated(_, _, header) => header.columns.clone(),
        }
    }

    /// Returns the next line; `None` at the end.
    ///
    /// # Errors
    /// [`Error::Io`] when reading standard input fails.
    pub fn next(&mut self) -> Result<Option<Record>, Error> {
        match self {
            Lines::Positions(input, _) => Ok(input.next()?.map(|text| Record { text, fault: None })),
            Lines::Objects(records, _) | Lines::Separated(records, ..) => record(records),
        }
    }

    /// Parses a line. `answers` are the names of the answer fields that are added to an object.
    pub fn row(&self, record: &Record, answers: &[&str]) -> Row {
        match self {
            Lines::Positions(_, form) => position(*form, &record.text),
            Lines::Objects(_, names) => object(record, names, answers),
            Lines::Separated(_, separator, header) => header.row(*separator, record),
        }
    }

    /// Returns true when reading the next line may block, so that pending answers should be shown
    /// first.
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
