//! Reads streams of arrays that come through the Arrow C interface.

use std::ffi::{CStr, c_int};
use std::ptr::NonNull;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::DataType;

use super::kind;
use super::refusal::Refusal;

/// A stream of arrays. It is released when this value is dropped.
pub(super) struct Stream(FFI_ArrowArrayStream);

impl Stream {
    pub(super) fn take(pointer: NonNull<FFI_ArrowArrayStream>) -> Result<Stream, Refusal> {
        // SAFETY: the capsule holds such a structure, and this call takes it out of the capsule.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
        if stream.release.is_none() {
            return Err(Refusal::damaged("its stream has been released or read before"));
        }
        Ok(Stream(stream))
    }

    pub(super) fn kind(&mut self) -> Result<DataType, Refusal> {
        let get_schema = self.0.get_schema.ok_or_else(|| Refusal::damaged("its stream has no `get_schema`"))?;
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream is not released.
        let code = unsafe { get_schema(&raw mut self.0, &raw mut schema) };
        self.check(code)?;
        kind::data_type(&schema)
    }

    pub(super) fn next(&mut self) -> Result<Option<FFI_ArrowArray>, Refusal> {
        let get_next = self.0.get_next.ok_or_else(|| Refusal::damaged("its stream has no `get_next`"))?;
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released.
        let code = unsafe { get_next(&raw mut self.0, &raw mut array) };
        self.check(code)?;
        Ok(if array.release.is_some() { Some(array) } else { None })
    }

    /// Returns an error unless `code`, which a function of the stream returned, is 0.
    fn check(&mut self, code: c_int) -> Result<(), Refusal> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: the stream is not released, and a call has just failed.
        let text = self.0.get_last_error.map(|get_last_error| unsafe { get_last_error(&raw mut self.0) });
        let text = text.filter(|text| !text.is_null()).map_or_else(
            || format!("error {code}"),
            // SAFETY: the pointer is not null; the producer promises a text that ends with NUL and
            // stays until the next call.
            |text| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
        );
        Err(Refusal::Content(format!("the column cannot be read: {text}")))
    }
}
