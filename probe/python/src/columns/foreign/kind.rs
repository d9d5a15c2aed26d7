//! Reads the type of a column from its schema in the Arrow C interface.

use std::borrow::Cow;
use std::ffi::{CStr, c_char};

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field};

use super::refusal::Refusal;

const MOST_NAMES: usize = 20;
const MOST_LETTERS: usize = 40;

/// Returns the type of a column or of a table with one column. For a column of texts, returns a
/// type of byte strings, so that texts are checked row by row.
pub(super) fn data_type(schema: &FFI_ArrowSchema) -> Result<DataType, Refusal> {
    if schema.release.is_none() {
        return Err(Refusal::damaged("its schema has been released"));
    }
    if format(schema)? != "+s" {
        return column(schema);
    }
    let columns = children(schema)?;
    match columns[..] {
        [only] => Ok(DataType::Struct(vec![Field::new("", column(only)?, true)].into())),
        _ => {
            let names = columns.iter().take(MOST_NAMES).map(|column| text(column.name)).collect::<Vec<_>>().join(", ");
            let text = format!("the table has {} columns ({names}); give the one with the FEN texts", columns.len());
            Err(Refusal::Kind(text))
        }
    }
}

fn column(schema: &FFI_ArrowSchema) -> Result<DataType, Refusal> {
    let written = format(schema)?;
    let unknown = || no_texts(&written);
    match schema.dictionary() {
        None if written == "n" => Ok(DataType::Null),
        None => bytes(&written).ok_or_else(unknown),
        Some(values) => {
            let key = key(&written).ok_or_else(unknown)?;
            let values = format(values)?;
            let bytes = bytes(&values).ok_or_else(|| no_texts(&values))?;
            Ok(DataType::Dictionary(key.into(), bytes.into()))
        }
    }
}

/// Returns the Arrow type that is used to import texts or byte strings with this format code. Texts
/// are imported as byte strings. Returns `None` for other format codes.
fn bytes(format: &str) -> Option<DataType> {
    match format {
        "u" | "z" => Some(DataType::Binary),
        "U" | "Z" => Some(DataType::LargeBinary),
        "vu" | "vz" => Some(DataType::BinaryView),
        _ => None,
    }
}

/// Returns the Arrow type for the format code of dictionary keys; `None` for other format codes.
fn key(format: &str) -> Option<DataType> {
    match format {
        "c" => Some(DataType::Int8),
        "C" => Some(DataType::UInt8),
        "s" => Some(DataType::Int16),
        "S" => Some(DataType::UInt16),
        "i" => Some(DataType::Int32),
        "I" => Some(DataType::UInt32),
        "l" => Some(DataType::Int64),
        "L" => Some(DataType::UInt64),
        _ => None,
    }
}

fn no_texts(format: &str) -> Refusal {
    // The names of types that consist of parts have no meaning without the parts.
    let plain = FFI_ArrowSchema::try_new(format, Vec::new(), None);
    let name = plain.ok().filter(|_| !format.starts_with('+')).and_then(|schema| DataType::try_from(&schema).ok());
    let shown = || format!("the Arrow format {:?}", format.chars().take(MOST_LETTERS).collect::<String>());
    let name = name.map_or_else(shown, |name| name.to_string());
    Refusal::Kind(format!("a column of {name} holds no FEN texts; give a column of strings"))
}

pub(super) fn format(schema: &FFI_ArrowSchema) -> Result<Cow<'_, str>, Refusal> {
    if schema.format.is_null() {
        return Err(Refusal::damaged("its schema has no format"));
    }
    Ok(text(schema.format))
}

pub(super) fn children(schema: &FFI_ArrowSchema) -> Result<Vec<&FFI_ArrowSchema>, Refusal> {
    let count = usize::try_from(schema.n_children).map_err(|_| Refusal::damaged("its schema has no columns"))?;
    if count > 0 && (schema.children.is_null() || !schema.children.is_aligned()) {
        return Err(Refusal::damaged("its schema does not say where its columns are"));
    }
    let child = |number| {
        // SAFETY: the producer promises `n_children` pointers, each null or to a schema.
        let child = unsafe { schema.children.add(number).read().as_ref() };
        child.ok_or_else(|| Refusal::damaged(format!("column {number} of its schema is not there")))
    };
    (0..count).map(child).collect()
}

/// Returns a text that the producer passed; an empty text if the pointer is null.
fn text<'a>(pointer: *const c_char) -> Cow<'a, str> {
    if pointer.is_null() {
        return Cow::Borrowed("");
    }
    // SAFETY: not null; the producer promises a NUL at the end, for as long as the schema lives.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy()
}
