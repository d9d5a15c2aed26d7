//! Checks arrays that come through the Arrow C interface.

use arrow_array::ffi::FFI_ArrowArray;
use arrow_schema::DataType;

use super::refusal::Refusal;

/// Checks that the numbers and pointers of an array are possible. The import uses them without a
/// check to compute where the buffers end.
///
/// # Errors
/// The error names the impossible number or pointer.
pub(super) fn check(array: &FFI_ArrowArray, kind: &DataType) -> Result<(), Refusal> {
    if array.release.is_none() {
        return Err(Refusal::damaged("it has been released"));
    }
    check_numbers(array, kind)
}

fn check_numbers(array: &FFI_ArrowArray, kind: &DataType) -> Result<(), Refusal> {
    let FFI_ArrowArray { length, offset, null_count, .. } = *array;
    // No type takes more bytes per row than a view (a reference to a text): 16.
    let bytes = length.checked_add(offset).and_then(|rows| rows.checked_add(1)?.checked_mul(16));
    if length < 0 || offset < 0 || bytes.is_none() {
        return Err(Refusal::damaged(format!("no memory holds {length} rows from row {offset} on")));
    }
    if null_count < -1 || null_count > length {
        return Err(Refusal::damaged(format!("{null_count} of {length} rows cannot be null")));
    }
    if length == 0 {
        return Ok(());
    }
    if array.n_buffers > 0 && (array.buffers.is_null() || !array.buffers.is_aligned()) {
        return Err(Refusal::damaged("it does not say where its buffers are"));
    }
    match kind {
        DataType::Struct(fields) => check_table(array, fields[0].data_type()),
        DataType::Dictionary(_, values) => {
            check_parts(array, 2, 0)?;
            let dictionary = array.dictionary().ok_or_else(|| Refusal::damaged("its dictionary is not there"))?;
            check_numbers(dictionary, values)
        }
        DataType::Null => check_parts(array, 0, 0),
        DataType::BinaryView => check_views(array),
        DataType::Binary => check_offsets::<i32>(array),
        _ => check_offsets::<i64>(array),
    }
}

/// Checks a table with one column: the column must be valid and have at least as many rows as the
/// table.
fn check_table(array: &FFI_ArrowArray, kind: &DataType) -> Result<(), Refusal> {
    check_parts(array, 1, 1)?;
    if array.children.is_null() || !array.children.is_aligned() {
        return Err(Refusal::damaged("it does not say where its column is"));
    }
    // SAFETY: the producer promises a pointer that is null or points to an array.
    let column = unsafe { array.children.read().as_ref() };
    let column = column.ok_or_else(|| Refusal::damaged("its column is not there"))?;
    check_numbers(column, kind)?;
    if column.length < array.length + array.offset {
        let (rows, column) = (array.length + array.offset, column.length);
        return Err(Refusal::damaged(format!("its column has {column} rows, and it has {rows}")));
    }
    Ok(())
}

/// Checks the first and the last offset, from which the import computes the length of the texts.
fn check_offsets<O: Copy + Into<i64>>(array: &FFI_ArrowArray) -> Result<(), Refusal> {
    check_parts(array, 3, 0)?;
    let offsets = array.buffer(1).cast::<O>();
    if offsets.is_null() || !offsets.is_aligned() {
        let bytes = size_of::<O>();
        return Err(Refusal::damaged(format!("its offsets are not at an address that is a multiple of {bytes} bytes")));
    }
    // SAFETY: the pointer is neither null nor misaligned; the producer promises an offset for each
    // row and one more.
    let [first, last] =
        [array.offset, array.offset + array.length].map(|number| unsafe { offsets.add(number as usize).read() }.into());
    if first < 0 || last < first {
        return Err(Refusal::damaged(format!("its texts go from byte {first} to byte {last}")));
    }
    Ok(())
}

/// Checks the buffers to which the views of an array refer: their number, and that no length is
/// negative. A view is a reference to a text.
fn check_views(array: &FFI_ArrowArray) -> Result<(), Refusal> {
    if array.n_buffers < 3 {
        return Err(Refusal::damaged(format!("it has {} buffers, and views need 3 or more", array.n_buffers)));
    }
    check_parts(array, array.n_buffers, 0)?;
    let (last, texts) = (array.num_buffers() - 1, array.num_buffers() - 3);
    let lengths = array.buffer(last).cast::<i64>();
    if texts > 0 && (lengths.is_null() || !lengths.is_aligned()) {
        return Err(Refusal::damaged("it does not say how long the buffers of its texts are"));
    }
    for number in 0..texts {
        // SAFETY: the pointer is neither null nor misaligned; the producer promises a length for
        // each buffer of texts.
        let length = unsafe { lengths.add(number).read() };
        if length < 0 {
            return Err(Refusal::damaged(format!("buffer {number} of its texts has {length} bytes")));
        }
    }
    Ok(())
}

fn check_parts(array: &FFI_ArrowArray, buffers: i64, children: i64) -> Result<(), Refusal> {
    let found = (array.n_buffers, array.n_children);
    if found == (buffers, children) {
        return Ok(());
    }
    let text = format!("it has {} buffers and {} children, not {buffers} and {children}", found.0, found.1);
    Err(Refusal::damaged(text))
}
