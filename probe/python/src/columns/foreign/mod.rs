//! Imports columns of other packages by the Arrow C interface.
//!
//! A producer passes pointers and numbers that nobody has checked. `kind` reads the type of the
//! column from its schema, and `check` refuses an array with impossible numbers. At the end of the
//! import, `arrow-array` validates offsets, keys of dictionaries, views and nulls. Texts are
//! imported as bytes, because each row is checked for UTF-8 later. `wish` chooses the types of an
//! export that a consumer requests. The interface does not pass the lengths of buffers: the
//! producer promises that buffers are as long as the array claims, and that nobody writes to them
//! meanwhile.
#![allow(unsafe_code, reason = "pointers of the C interface are followed here")]

mod check;
mod kind;
mod refusal;
mod stream;
mod wish;

use std::ffi::CStr;
use std::ptr::NonNull;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::{ArrayRef, make_array, new_empty_array};
use arrow_schema::{DataType, FieldRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::to_schema_pycapsule;

pub(crate) use refusal::Refusal;
use stream::Stream;

const ARRAY: &str = "__arrow_c_array__";
const STREAM: &str = "__arrow_c_stream__";

/// Returns true when an object has the Arrow C interface.
pub(super) fn is_column(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(given.hasattr(ARRAY)? || given.hasattr(STREAM)?)
}

/// Returns the chunks of a column of texts. The column is given as an array, a stream of arrays, or
/// a table with one column. A chunk holds the texts as bytes: its type is `Binary`, `LargeBinary`,
/// `BinaryView`, a dictionary of these, a structure with one such column, or `Null`.
pub(super) fn chunks(given: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if given.hasattr(ARRAY)? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = given.call_method0(ARRAY)?.extract()?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
        let array = pointer::<FFI_ArrowArray>(&array, c"arrow_array")?;
        // SAFETY: a capsule with this name holds such a structure, which is only read.
        let kind = kind::data_type(unsafe { schema.as_ref() }).map_err(Refusal::raise)?;
        // SAFETY: a capsule with this name holds such a structure, and this call takes it out of
        // the capsule.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        return Ok(vec![import(array, &kind).map_err(Refusal::raise)?]);
    }
    let stream: Bound<'_, PyCapsule> = given.call_method0(STREAM)?.extract()?;
    let mut stream = Stream::take(pointer(&stream, c"arrow_array_stream")?).map_err(Refusal::raise)?;
    let kind = stream.kind().map_err(Refusal::raise)?;
    let mut chunks = Vec::new();
    while let Some(array) = stream.next().map_err(Refusal::raise)? {
        chunks.push(import(array, &kind).map_err(Refusal::raise)?);
    }
    Ok(chunks)
}

/// Returns the schema with which to export `field`, if the consumer has requested a schema in
/// `asked`; otherwise `None`.
pub(super) fn wished<'py>(
    py: Python<'py>,
    field: &FieldRef,
    asked: Option<&Bound<'py, PyCapsule>>,
) -> PyArrowResult<Option<Bound<'py, PyCapsule>>> {
    let Some(asked) = asked else { return Ok(None) };
    let asked = pointer::<FFI_ArrowSchema>(asked, c"arrow_schema")?;
    // SAFETY: the capsule of this name holds such a structure as long as it lives; it is only read.
    let field = wish::fulfilled(field, unsafe { asked.as_ref() });
    Ok(Some(to_schema_pycapsule(py, field.as_ref())?))
}

fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<NonNull<T>> {
    let found = capsule.pointer_checked(Some(name))?.cast::<T>();
    if found.is_aligned() {
        return Ok(found);
    }
    Err(PyTypeError::new_err(format!("the capsule {name:?} points to no structure: its address is odd")))
}

/// Imports and validates an array. `kind` is the type of the array, as returned by
/// [`kind::data_type`].
fn import(array: FFI_ArrowArray, kind: &DataType) -> Result<ArrayRef, Refusal> {
    check::check(&array, kind)?;
    if array.length == 0 {
        return Ok(new_empty_array(kind));
    }
    // SAFETY: its numbers and pointers are possible; the producer promises as much memory as they
    // claim.
    let data = unsafe { from_ffi_and_data_type(array, kind.clone()) }?;
    data.validate_full()?;
    Ok(make_array(data))
}
