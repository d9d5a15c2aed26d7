//! Converts pointers of the caller to values and references.
//!
//! These functions check for null pointers, alignment, lengths, sizes and UTF-8. The caller
//! promises the rest, as the header states: a pointer that is not null points to as many objects as
//! the call says, or to a text that ends with NUL, for as long as the call lasts. The memory for
//! results does not overlap arrays that are read, and no other thread uses it meanwhile.
#![allow(unsafe_code, reason = "pointers of C are followed here")]

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::slice;

use crate::failure::Failure;
use crate::types::value::PeateeStatus;

#[inline(always)]
fn checked<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(null(name));
    }
    if !pointer.is_aligned() {
        return Err(misaligned(name, align_of::<T>()));
    }
    Ok(())
}

#[cold]
fn null(name: &str) -> Failure {
    Failure::new(PeateeStatus::NullPointer, format!("`{name}` is null; it must point to an object"))
}

#[cold]
fn misaligned(name: &str, bytes: usize) -> Failure {
    Failure::bad_argument(format!("the address `{name}` is no multiple of {bytes} bytes; pass that of an object"))
}

/// Checks that an array of `count` objects can exist in memory. This also refuses a negative number
/// that the caller converted to `size_t`.
fn check_count<T>(count: usize, name: &str) -> Result<(), Failure> {
    let bytes = count.checked_mul(size_of::<T>());
    if bytes.is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Failure::bad_argument(format!("`{name}` cannot have {count} objects; no memory is that large")));
    }
    Ok(())
}

/// Returns a copy of the object that a pointer points to.
///
/// # Safety
/// The pointer keeps the promise at the top of this module.
#[inline(always)]
pub(crate) unsafe fn input<T: Copy>(pointer: *const T, name: &str) -> Result<T, Failure> {
    checked(pointer, name)?;
    // SAFETY: not null, aligned; the caller promises the rest.
    Ok(unsafe { pointer.read() })
}

/// Returns a reference to the object that a pointer points to. The object must be read before any
/// result is written.
///
/// # Safety
/// The pointer keeps the promise at the top of this module.
#[inline(always)]
pub(crate) unsafe fn in_place<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    checked(pointer, name)?;
    // SAFETY: not null, aligned; the caller promises the rest.
    Ok(unsafe { &*pointer })
}

/// Returns the objects of an array. The pointer may be null if `count` is 0.
///
/// # Safety
/// The pointer keeps the promise at the top of this module.
pub(crate) unsafe fn inputs<'a, T>(pointer: *const T, count: usize, name: &str) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    checked(pointer, name)?;
    check_count::<T>(count, name)?;
    // SAFETY: not null, aligned, of a possible length; the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Returns the memory into which a result is written. The memory may be uninitialized.
///
/// # Safety
/// The pointer keeps the promise at the top of this module.
#[inline(always)]
pub(crate) unsafe fn output<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut MaybeUninit<T>, Failure> {
    checked(pointer, name)?;
    // SAFETY: not null, aligned; the caller promises the rest.
    Ok(unsafe { &mut *pointer.cast::<MaybeUninit<T>>() })
}

/// Returns the memory into which an array of results is written. The pointer may be null if `count`
/// is 0.
///
/// # Safety
/// The pointer keeps the promise at the top of this module.
pub(crate) unsafe fn outputs<'a, T>(
    pointer: *mut T,
    count: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    checked(pointer, name)?;
    check_count::<T>(count, name)?;
    // SAFETY: not null, aligned, of a possible length; the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.cast::<MaybeUninit<T>>(), count) })
}

/// Returns the text at a pointer of the caller. The text ends with NUL.
///
/// # Safety
/// The pointer keeps the promise at the top of this module.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    checked(pointer, name)?;
    // SAFETY: not null; the caller promises a NUL at the end.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|error| Failure::bad_argument(format!("`{name}` is not UTF-8: {error}")))
}

/// Returns the text at a pointer of the caller; `None` for a null pointer. The text ends with NUL.
///
/// # Safety
/// The pointer keeps the promise at the top of this module.
pub(crate) unsafe fn optional_text<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    unsafe { text(pointer, name) }.map(Some)
}

/// A C structure whose first field is its size in bytes, set by the caller. A caller compiled with
/// an older header has a smaller structure.
///
/// # Safety
/// The type is `#[repr(C)]` and plain data: all bytes are valid values, and zeros are the defaults.
/// Its first field is the size, a `usize`.
pub(crate) unsafe trait HasSize: Copy {
    const NAME: &'static str;
    /// Bytes of the structure in the first version of the library, the smallest size of any
    /// version.
    const LEAST_BYTES: usize;
}

// SAFETY: all fields are pointers or integers, and the first field is the size.
unsafe impl HasSize for crate::types::set::PeateeOptions {
    const NAME: &'static str = "PeateeOptions";
    const LEAST_BYTES: usize = size_of::<Self>();
}
// SAFETY: all fields are integers, and the first field is the size.
unsafe impl HasSize for crate::types::set::PeateeInfo {
    const NAME: &'static str = "PeateeInfo";
    const LEAST_BYTES: usize = size_of::<Self>();
}
// SAFETY: all fields are integers, and the first field is the size.
unsafe impl HasSize for crate::types::game::PeateeVerdict {
    const NAME: &'static str = "PeateeVerdict";
    const LEAST_BYTES: usize = size_of::<Self>();
}

// SAFETY: all fields are integers, and the first field is the size.
unsafe impl HasSize for crate::types::chess::PeateeChessPosition {
    const NAME: &'static str = "PeateeChessPosition";
    const LEAST_BYTES: usize = size_of::<Self>();
}

/// Maximum bytes of such a structure in any version. A greater size means that the caller has not
/// set the size field.
const MOST_BYTES: usize = 1 << 16;

#[inline(always)]
unsafe fn size_of_callers<T: HasSize>(pointer: *const T, name: &str) -> Result<usize, Failure> {
    checked(pointer, name)?;
    // SAFETY: not null, aligned; the first field is the size.
    let bytes = unsafe { pointer.cast::<usize>().read() };
    if !(T::LEAST_BYTES..=MOST_BYTES).contains(&bytes) {
        return Err(wrong_size::<T>(bytes, name));
    }
    Ok(bytes)
}

#[cold]
fn wrong_size<T: HasSize>(bytes: usize, name: &str) -> Failure {
    let (kind, least) = (T::NAME, T::LEAST_BYTES);
    Failure::bad_argument(format!(
        "`{name}.size` is {bytes}, less than {least} or more than can be; set it to sizeof({kind})"
    ))
}

/// Returns a copy of a structure of the caller. Sets the fields that the caller's version does not
/// have to their defaults.
///
/// # Safety
/// The pointer keeps the promise at the top of this module, for as many bytes as the size says.
#[inline(always)]
pub(crate) unsafe fn sized_input<T: HasSize>(pointer: *const T, name: &str) -> Result<T, Failure> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { size_of_callers(pointer, name) }?;
    if bytes == size_of::<T>() {
        // SAFETY: not null, aligned; the structure is as long as its size says.
        return Ok(unsafe { pointer.read() });
    }
    // SAFETY: the structure is as long as its size says.
    let all = unsafe { slice::from_raw_parts(pointer.cast::<u8>(), bytes) };
    if all.get(size_of::<T>()..).is_some_and(|unknown| unknown.iter().any(|&byte| byte != 0)) {
        let text = format!("`{name}` sets a field of a later version of the library; use that version, or set it to 0");
        return Err(Failure::bad_argument(text));
    }
    let mut copy = MaybeUninit::<T>::zeroed();
    let known = bytes.min(size_of::<T>());
    // SAFETY: source and destination have `known` bytes, and any bytes are a valid value.
    unsafe {
        copy.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(pointer.cast::<u8>(), known);
        Ok(copy.assume_init())
    }
}

/// An array of the caller's structures. Each structure begins with its size, and all sizes are
/// equal.
pub(crate) struct SizedInputs<T> {
    first: *const T,
    bytes: usize,
    count: usize,
}

/// Returns the structures of an array. The pointer may be null if `count` is 0.
///
/// # Safety
/// The pointer keeps the promise at the top of this module. Each structure is as long as the size
/// of the first.
pub(crate) unsafe fn sized_inputs<T: HasSize>(
    pointer: *const T,
    count: usize,
    name: &str,
) -> Result<SizedInputs<T>, Failure> {
    if count == 0 {
        return Ok(SizedInputs { first: pointer, bytes: size_of::<T>(), count });
    }
    // SAFETY: the caller's promise.
    let bytes = unsafe { size_of_callers(pointer, name) }?;
    let is_possible = count.checked_mul(bytes).is_some_and(|bytes| bytes <= isize::MAX as usize);
    if bytes % align_of::<T>() != 0 || !is_possible {
        return Err(Failure::bad_argument(format!("`{name}` cannot have {count} objects of {bytes} bytes")));
    }
    Ok(SizedInputs { first: pointer, bytes, count })
}

impl<T: HasSize> SizedInputs<T> {
    /// Returns copies of the structures.
    ///
    /// # Safety
    /// The array still exists.
    pub(crate) unsafe fn iter(&self, name: &str) -> impl Iterator<Item = Result<T, Failure>> {
        (0..self.count).map(move |number| {
            // SAFETY: the pointer is to a structure of the array, as the caller promises.
            let value = unsafe { sized_input(self.first.byte_add(number * self.bytes), name) }?;
            // SAFETY: the pointer is to a structure of the array, as the caller promises.
            match unsafe { size_of_callers(self.first.byte_add(number * self.bytes), name) }? {
                bytes if bytes == self.bytes => Ok(value),
                bytes => Err(wrong_size::<T>(bytes, name)),
            }
        })
    }
}

/// Writes the fields that the caller's version of a structure has, except the size.
///
/// # Safety
/// The pointer keeps the promise at the top of this module, for as many bytes as the size says.
pub(crate) unsafe fn write_sized<T: HasSize>(pointer: *mut T, name: &str, value: &T) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { size_of_callers(pointer, name) }?;
    let known = bytes.min(size_of::<T>());
    let size = size_of::<usize>();
    let from = (&raw const *value).cast::<u8>();
    // SAFETY: source and destination have `known` bytes; the size, which is the first field, is not
    // overwritten.
    unsafe { pointer.cast::<u8>().add(size).copy_from_nonoverlapping(from.add(size), known - size) };
    Ok(())
}

/// Copies as many of the `found` moves as fit into the caller's array. Writes the number of all
/// `found` moves to `count`.
pub(crate) fn put<T>(
    moves: &mut [MaybeUninit<T>],
    count: &mut usize,
    found: usize,
    each: impl Fn(usize) -> Result<T, Failure>,
) -> Result<(), Failure> {
    let capacity = moves.len();
    for (number, to) in moves.iter_mut().enumerate().take(found) {
        to.write(each(number)?);
    }
    *count = found;
    if found > capacity {
        let text = format!("there are {found} moves, and `capacity` is {capacity}");
        return Err(Failure::new(PeateeStatus::TooSmall, text));
    }
    Ok(())
}

/// Writes a text with a final NUL into a buffer. Cuts the text off if it does not fit. If `length`
/// is not null, it receives the length of the whole text in bytes, without the NUL.
///
/// # Safety
/// The pointers keep the promise at the top of this module, for `capacity` bytes.
pub(crate) unsafe fn write_text(
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    text: &str,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let buffer = unsafe { outputs(buffer.cast::<u8>(), capacity, "buffer") }?;
    if !length.is_null() {
        // SAFETY: the caller's promise.
        unsafe { output(length, "length") }?.write(text.len());
    }
    let fitting = text.floor_char_boundary(capacity.saturating_sub(1));
    for (to, &byte) in buffer.iter_mut().zip(text.as_bytes()[..fitting].iter().chain(&[0])) {
        to.write(byte);
    }
    if capacity <= text.len() {
        let needed = text.len() + 1;
        let text = format!("the text takes {needed} bytes with its NUL, and `capacity` is {capacity}");
        return Err(Failure::new(PeateeStatus::TooSmall, text));
    }
    Ok(())
}
