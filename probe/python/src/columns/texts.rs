//! Reads the rows of columns of texts.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, downcast_dictionary_array};
use arrow_schema::DataType;
use pyo3::prelude::*;

use super::foreign::{Refusal, chunks, is_column};

/// Maximum number of rows in one call, because the offsets in the column of errors have 31 bits.
const MOST_ROWS: usize = i32::MAX as usize;

/// A column of texts in one or several chunks.
#[derive(Debug)]
pub(super) struct Texts {
    chunks: Vec<ArrayRef>,
    rows: usize,
}

impl Texts {
    /// Reads a column from an object that has the Arrow C interface; `None` for other objects.
    pub(super) fn read(given: &Bound<'_, PyAny>) -> PyResult<Option<Texts>> {
        if !is_column(given)? {
            return Ok(None);
        }
        let chunks = chunks(given)?.into_iter().map(only_column).collect::<Result<Vec<ArrayRef>, Refusal>>();
        let texts = chunks.and_then(Texts::new).map_err(Refusal::raise)?;
        Ok(Some(texts))
    }

    fn new(chunks: Vec<ArrayRef>) -> Result<Texts, Refusal> {
        let rows = chunks.iter().fold(0usize, |rows, chunk| rows.saturating_add(chunk.len()));
        if rows > MOST_ROWS {
            let text = format!("the column has {rows} rows; give at most {MOST_ROWS} at once");
            return Err(Refusal::Content(text));
        }
        Ok(Texts { chunks, rows })
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the text of each row, or the reason why the row holds no text.
    pub(super) fn iter(&self) -> impl Iterator<Item = Result<&str, String>> {
        self.chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|row| text(bytes(chunk, row))))
    }
}

/// Returns the only column of a chunk that is a table, or the chunk itself if it is a column.
fn only_column(chunk: ArrayRef) -> Result<ArrayRef, Refusal> {
    let Some(table) = chunk.as_struct_opt() else { return Ok(chunk) };
    if table.null_count() > 0 {
        return Err(Refusal::Content("rows of the table are null; give its column of FEN texts".to_owned()));
    }
    Ok(table.column(0).clone())
}

fn bytes(chunk: &dyn Array, row: usize) -> Option<&[u8]> {
    if chunk.is_null(row) {
        return None;
    }
    match chunk.data_type() {
        DataType::Binary => Some(chunk.as_binary::<i32>().value(row)),
        DataType::LargeBinary => Some(chunk.as_binary::<i64>().value(row)),
        DataType::BinaryView => Some(chunk.as_binary_view().value(row)),
        DataType::Dictionary(..) => downcast_dictionary_array!(
            chunk => bytes(chunk.values(), chunk.key(row)?),
            _ => None
        ),
        _ => None,
    }
}

fn text(bytes: Option<&[u8]>) -> Result<&str, String> {
    let bytes = bytes.ok_or("the row is null; give a FEN")?;
    str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        format!("the text is not UTF-8: byte {at} is 0x{:02x}; write the FEN in letters, digits and signs", bytes[at])
    })
}
