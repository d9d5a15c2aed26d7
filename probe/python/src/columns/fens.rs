//! Columns of FEN texts.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType};
use peatee_probe::Tables;
use peatee_rules::{Draughts, Position};
use pyo3::PyErr;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;

use super::answers::Answers;
use super::asked::Asked;
use super::rows::probe_rows;

/// A column that holds no texts.
#[derive(Debug)]
pub(super) struct Unreadable(String);

impl Unreadable {
    pub(super) fn raise(self) -> PyErr {
        PyTypeError::new_err(self.0)
    }

    fn of(kind: &DataType) -> Unreadable {
        Unreadable(format!("a column of {kind} holds no FEN texts; give a column of strings"))
    }
}

impl From<ArrowError> for Unreadable {
    fn from(error: ArrowError) -> Unreadable {
        Unreadable(format!("the column cannot be read: {error}"))
    }
}

/// The chunks of a column: of an array, of a stream of arrays, or of a table with one column.
pub(super) fn chunks(given: AnyArray) -> PyResult<Vec<ArrayRef>> {
    let reader = given.into_reader()?;
    let mut chunks = Vec::new();
    for chunk in reader {
        let chunk = chunk.map_err(|error| Unreadable::from(error).raise())?;
        chunks.push(only_column(chunk).map_err(Unreadable::raise)?);
    }
    Ok(chunks)
}

fn only_column(chunk: ArrayRef) -> Result<ArrayRef, Unreadable> {
    let Some(table) = chunk.as_struct_opt() else { return Ok(chunk) };
    match table.columns() {
        [column] => Ok(column.clone()),
        columns => {
            let names = table.column_names().join(", ");
            let text = format!("the table has {} columns ({names}); give the one with the FEN texts", columns.len());
            Err(Unreadable(text))
        }
    }
}

/// Probes each row of the chunks.
pub(super) fn probe(tables: &Tables, asked: &Asked, chunks: &[ArrayRef]) -> Result<Answers, Unreadable> {
    let mut readable = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        readable.push(as_texts(chunk)?);
    }
    let count = readable.iter().map(|chunk| chunk.len()).sum();
    let game = tables.game();
    let rows = readable.iter().flat_map(|chunk| texts(chunk)).map(|text| read(game, text));
    Ok(probe_rows(tables, asked, count, rows))
}

/// The texts of all rows of the chunks.
pub(super) fn all_texts(chunks: &[ArrayRef]) -> Result<Vec<Option<String>>, Unreadable> {
    let mut all = Vec::new();
    for chunk in chunks {
        all.extend(texts(&as_texts(chunk)?).map(|text| text.map(str::to_owned)));
    }
    Ok(all)
}

/// A chunk in one of the layouts that [`texts`] knows. Only a column that says each text once and
/// refers to it is copied.
fn as_texts(chunk: &ArrayRef) -> Result<ArrayRef, Unreadable> {
    match chunk.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(chunk.clone()),
        DataType::Dictionary(_, value) if matches!(**value, DataType::Utf8 | DataType::LargeUtf8) => {
            Ok(cast(chunk, &DataType::LargeUtf8)?)
        }
        DataType::Null => Ok(cast(chunk, &DataType::Utf8)?),
        other => Err(Unreadable::of(other)),
    }
}

fn texts(chunk: &ArrayRef) -> Box<dyn Iterator<Item = Option<&str>> + '_> {
    match chunk.data_type() {
        DataType::Utf8 => Box::new(chunk.as_string::<i32>().iter()),
        DataType::LargeUtf8 => Box::new(chunk.as_string::<i64>().iter()),
        _ => Box::new(chunk.as_string_view().iter()),
    }
}

fn read(game: &Draughts, text: Option<&str>) -> Result<Position, String> {
    let text = text.ok_or("the row is null; give a FEN")?;
    game.parse_fen(text).map_err(|error| error.to_string())
}
