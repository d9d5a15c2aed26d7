//! The text of the last error of each thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};

thread_local! {
    static TEXT: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Keeps the text of an error of this thread. A thread that is about to end keeps nothing.
#[cold]
pub(crate) fn keep(text: String) {
    // No text holds a NUL but one that quotes the input, which shows it escaped.
    let text = CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    let _ = TEXT.try_with(|kept| *kept.borrow_mut() = Some(text));
}

/// Returns the text of the last error of this thread; empty when there was none. The pointer is
/// good until the next call of the thread that fails.
pub(crate) fn pointer() -> *const c_char {
    let empty = c"".as_ptr();
    TEXT.try_with(|kept| kept.borrow().as_ref().map_or(empty, |text| text.as_ptr())).unwrap_or(empty)
}
