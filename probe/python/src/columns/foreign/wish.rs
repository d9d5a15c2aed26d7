//! Chooses the types of an export by the schema that a consumer requests.

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, FieldRef};

use super::kind::{children, format};

/// Returns the field with the types that a consumer requests. A requested type is taken only if it
/// can hold all values; otherwise the consumer must convert the column itself.
pub(super) fn fulfilled(field: &FieldRef, asked: &FFI_ArrowSchema) -> FieldRef {
    if asked.release.is_none() {
        return field.clone();
    }
    let DataType::Struct(columns) = field.data_type() else { return column(field, asked) };
    match children(asked) {
        Ok(of_columns) if of_columns.len() == columns.len() => {
            let columns = columns.iter().zip(of_columns).map(|(field, asked)| column(field, asked));
            Field::new_struct(field.name(), columns.collect::<Vec<FieldRef>>(), field.is_nullable()).into()
        }
        _ => field.clone(),
    }
}

fn column(field: &FieldRef, asked: &FFI_ArrowSchema) -> FieldRef {
    let format = format(asked).unwrap_or_default();
    match wider(field.data_type(), &format).filter(|_| asked.dictionary.is_null()) {
        Some(wider) => Field::clone(field).with_data_type(wider).into(),
        None => field.clone(),
    }
}

/// Returns the type with the Arrow format code `format`, if it can hold all values of the type
/// `from`; otherwise `None`.
fn wider(from: &DataType, format: &str) -> Option<DataType> {
    match (from, format) {
        (DataType::Int32, "l") => Some(DataType::Int64),
        (DataType::Int32, "g") => Some(DataType::Float64),
        // Win, draw and loss, whose words are in a dictionary.
        (DataType::Dictionary(..), "u") => Some(DataType::Utf8),
        (DataType::Utf8, "U") => Some(DataType::LargeUtf8),
        (DataType::Utf8, "vu") => Some(DataType::Utf8View),
        _ => None,
    }
}
