//! Keeps the text of the last error of each thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};

thread_local! {
    static TEXT: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Keeps the text of an error for this thread. Does nothing in a thread that is ending.
#[cold]
pub(crate) fn keep(text: String) {
    // The text may quote input with a NUL, so each NUL is escaped.
    let text = CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    let _ = TEXT.try_with(|kept| *kept.borrow_mut() = Some(text));
}

/// Returns the text of the last error of this thread; empty if there was none. The pointer remains
/// valid until the next failed call of the thread.
pub(crate) fn pointer() -> *const c_char {
    let empty = c"".as_ptr();
    TEXT.try_with(|kept| kept.borrow().as_ref().map_or(empty, |text| text.as_ptr())).unwrap_or(empty)
}
