//! Formats of annotated games.

use peatee_rows::{HAS_PARQUET, NO_PARQUET};

use crate::answer::output::escaped_json;
use crate::archives::annotation::{AnnotatedOutput, MoveRow};

use super::table::csv;
use crate::errors::Error;

/// Format of the annotated games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum AnnotatedFormat {
    /// The records as they were written, in PDN or PGN, with marks, values and best moves.
    Pdn,
    /// A row for each move that starts in the tables, after a row of names.
    Csv,
    /// The rows as JSON objects, one per line.
    Jsonl,
    /// The rows as a Parquet file, in a build with the feature `parquet`.
    Parquet,
}

impl AnnotatedFormat {
    /// Returns the extension that an output adds to the name of its file, if any.
    pub const fn ending(self) -> Option<&'static str> {
        match self {
            AnnotatedFormat::Pdn => None,
            AnnotatedFormat::Csv => Some("csv"),
            AnnotatedFormat::Jsonl => Some("jsonl"),
            AnnotatedFormat::Parquet => Some("parquet"),
        }
    }

    /// Checks that this build writes the format.
    ///
    /// # Errors
    /// [`Error::Argument`] if it does not.
    pub fn check(self) -> Result<(), Error> {
        if self != AnnotatedFormat::Parquet || HAS_PARQUET {
            return Ok(());
        }
        Err(Error::Argument { field: "format", reason: NO_PARQUET.to_owned() })
    }

    /// Returns the output of the annotator in this format.
    pub const fn output(self) -> AnnotatedOutput {
        match self {
            AnnotatedFormat::Pdn => AnnotatedOutput::Records,
            AnnotatedFormat::Csv => AnnotatedOutput::Text(csv),
            AnnotatedFormat::Jsonl => AnnotatedOutput::Text(json_lines),
            AnnotatedFormat::Parquet => AnnotatedOutput::Rows,
        }
    }
}

fn json_lines(rows: Vec<MoveRow>) -> String {
    let json = |row| serde_json::to_string(&row).expect("a row holds nothing that JSON cannot");
    rows.into_iter().map(|row| escaped_json(json(row)) + "\n").collect()
}
