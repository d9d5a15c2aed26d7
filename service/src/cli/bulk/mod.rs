//! Answers for millions of positions. Lines are read in chunks, and all threads answer each chunk.
//! The answers are written in the order of the lines, with the columns of the input.

mod form;
mod input;
mod record;

use std::fmt::Display;
use std::process::ExitCode;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value as Json;

use crate::answer::output::{Output, escaped_json};
use crate::errors::Error;
use form::Row;
pub use form::{Form, Names, PositionTexts, Separator};
pub use input::Lines;
use record::Record;

const CHUNK_POSITIONS: usize = 1 << 16;
/// Maximum sum of the lengths of the lines in a chunk, in bytes.
const CHUNK_BYTES_MAX: usize = 1 << 20;
/// Minimum number of positions that are passed to a thread at once. With fewer positions, passing
/// them takes longer than it saves.
const PART_POSITIONS_MIN: usize = 256;

/// An answer for standard output, or an error that is written to standard error instead.
enum OutputLine {
    Answer(String),
    Fault(String),
}

/// Answers every input line by means of `answer`, which takes several positions and returns their
/// answers in the order of the positions. `columns` are the names of the columns of the answers,
/// including `error`.
///
/// If a line cannot be answered, writes its error and continues. In text, the error goes to
/// standard error; in other formats, to the field `error`. The exit code is then 1, or the exit
/// code of the error if that is 5 or more, as for a damaged table.
///
/// # Errors
/// [`Error::Argument`] if the first line lacks a column that the user has named, [`Error::Io`] if
/// input or output fails.
pub fn answer_lines<A: Serialize + Display>(
    mut lines: Lines,
    form: Form,
    columns: &[&str],
    answer: impl Fn(Vec<&PositionTexts>) -> Vec<Result<A, Error>> + Sync,
) -> Result<ExitCode, Error> {
    let mut out = Output::new();
    if let Form::Separated(separator) = form {
        out.text(&format!("{}{}", separator.start(&lines.columns()), separator.line(columns)))?;
        if lines.may_wait() {
            out.flush()?;
        }
    }
    let (mut number, mut exit_code) = (0, 0);
    loop {
        let (records, read) = next_chunk(&mut lines);
        if records.is_empty() {
            read?;
            break;
        }
        let part_positions = records.len().div_ceil(rayon::current_num_threads()).max(PART_POSITIONS_MIN);
        let parts: Vec<_> = records
            .par_chunks(part_positions)
            .enumerate()
            .map(|(part, records)| {
                let rows: Vec<Row> = records.iter().map(|record| lines.row(record, columns)).collect();
                answer_part(&rows, number + part * part_positions, form, columns, &answer)
            })
            .collect();
        number += records.len();
        for (lines, code) in parts {
            exit_code = exit_code.max(code);
            lines.into_iter().try_for_each(|line| line.write(&mut out))?;
        }
        if read.is_err() || lines.may_wait() {
            out.flush()?;
        }
        read?;
    }
    out.flush()?;
    Ok(ExitCode::from(exit_code))
}

/// Reads the lines of the next chunk. If reading fails, returns the error and the lines that were
/// read before.
fn next_chunk(lines: &mut Lines) -> (Vec<Record>, Result<(), Error>) {
    let (mut records, mut bytes) = (Vec::new(), 0);
    while records.len() < CHUNK_POSITIONS && bytes < CHUNK_BYTES_MAX && (records.is_empty() || !lines.may_wait()) {
        match lines.next() {
            Ok(Some(record)) => {
                bytes += record.text.len();
                records.push(record);
            }
            Ok(None) => break,
            Err(error) => return (records, Err(error)),
        }
    }
    (records, Ok(()))
}

impl OutputLine {
    fn write(self, out: &mut Output) -> Result<(), Error> {
        match self {
            OutputLine::Answer(text) => out.text(&text)?,
            OutputLine::Fault(text) => {
                out.flush()?;
                crate::stderr::write_line(format_args!("{text}"));
            }
        }
        Ok(())
    }
}

/// Returns the output lines for consecutive input lines of a chunk, and the exit code for these
/// lines. `before` is the number of input lines that come before these.
fn answer_part<A: Serialize + Display>(
    rows: &[Row],
    before: usize,
    form: Form,
    columns: &[&str],
    answer: &impl Fn(Vec<&PositionTexts>) -> Vec<Result<A, Error>>,
) -> (Vec<OutputLine>, u8) {
    let asked = rows.iter().filter_map(|row| row.asked.as_ref().ok()).collect();
    let mut answers = answer(asked).into_iter();
    let mut exit_code = 0;
    let line = |(place, row): (usize, &Row)| {
        let answered = match &row.asked {
            Ok(_) => answers.next().expect("every position is answered").map_err(|error| {
                exit_code = exit_code.max(error.exit_code_of_part());
                error.text()
            }),
            Err(reason) => {
                exit_code = exit_code.max(1);
                Err(reason.clone())
            }
        };
        written(row, answered, before + place + 1, form, columns)
    };
    (rows.iter().enumerate().map(line).collect(), exit_code)
}

#[derive(Serialize)]
struct RefusedLine {
    error: String,
}

fn written<A: Serialize + Display>(
    row: &Row,
    answered: Result<A, String>,
    number: usize,
    form: Form,
    columns: &[&str],
) -> OutputLine {
    let start = &row.start;
    match (form, answered) {
        (Form::Text, Ok(answer)) => {
            OutputLine::Answer(format!("{}\n", peatee_rules::notation::printable(&format!("{start}{answer}"))))
        }
        (Form::Text, Err(error)) => OutputLine::Fault(format!("peatee: position {number}: {error}")),
        (Form::Jsonl, Ok(answer)) => OutputLine::Answer(object(start, &answer)),
        (Form::Jsonl, Err(error)) => OutputLine::Answer(object(start, &RefusedLine { error })),
        (Form::Separated(separator), Ok(answer)) => {
            let answer = serde_json::to_value(answer).expect("an answer holds nothing that JSON cannot");
            let field = |name: &&str| match answer.get(name) {
                None | Some(Json::Null) => String::new(),
                Some(Json::String(text)) => text.clone(),
                Some(other) => other.to_string(),
            };
            let fields: Vec<String> = columns.iter().map(field).collect();
            OutputLine::Answer(format!("{start}{}", separator.line(&fields)))
        }
        (Form::Separated(separator), Err(error)) => {
            let field = |&name: &&str| if name == "error" { error.clone() } else { String::new() };
            let fields: Vec<String> = columns.iter().map(field).collect();
            OutputLine::Answer(format!("{start}{}", separator.line(&fields)))
        }
    }
}

/// Returns a JSON object as a line: it begins with `start` and continues with the fields of the
/// answer.
fn object(start: &str, answer: &impl Serialize) -> String {
    let answer = serde_json::to_string(answer).expect("an answer holds nothing that JSON cannot");
    let fields = answer.strip_prefix('{').expect("answers are objects");
    escaped_json(format!("{start}{fields}")) + "\n"
}
