//! The outermost Rust function of every call from C. It keeps panics from reaching C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::failure::Failure;
use crate::last_error;
use crate::types::value::PeateeStatus;

/// Runs the body of a function that C calls. A failure or a panic becomes the last error of the
/// thread.
///
/// The body is asserted to be unwind-safe, because a panic leaves nothing inconsistent. A body
/// changes results, which the caller must not read after an error. It also changes the shared state
/// of tables, which is protected by locks and atomics.
#[inline(always)]
pub(crate) fn guarded(body: impl FnOnce() -> Result<(), Failure>) -> PeateeStatus {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => PeateeStatus::Ok,
        Ok(Err(failure)) => failed(failure),
        Err(panic) => panicked(panic),
    }
}

#[cold]
fn failed(failure: Failure) -> PeateeStatus {
    last_error::keep(failure.text);
    failure.status
}

#[cold]
fn panicked(panic: Box<dyn Any + Send>) -> PeateeStatus {
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no text");
    last_error::keep(format!("a fault of the library: {said}; please report it with the call that led to it"));
    // Dropping the payload could panic again.
    std::mem::forget(panic);
    PeateeStatus::Internal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(guarded(|| panic!("on purpose")), PeateeStatus::Internal);
        assert_eq!(guarded(|| std::panic::panic_any(7)), PeateeStatus::Internal);
        assert_eq!(guarded(|| Ok(())), PeateeStatus::Ok);
    }
}
