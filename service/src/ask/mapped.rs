//! Files that are mapped into memory, and what happens when one of them is cut off: the processor
//! cannot read what is gone, and the system sends SIGBUS to the thread that asked for it. There is
//! no way to go on: the thread is in the middle of a probe. So the process says why and ends, with
//! the exit code of input that fails, and whoever started it may start it again.
#![allow(unsafe_code, reason = "a promise that is passed on, and what follows when it is broken")]

use std::io;
use std::sync::Once;

use peatee_probe::StorageKind;

/// Written by the handler of the signal: a text that is there before.
const SAID: &[u8] = b"peatee: a mapped table file was cut off, or its disk failed, while it was in use; restore \
the file and start again, or read files without --mmap\n";

/// The exit code of input or output that fails.
const EXIT_CODE: libc::c_int = 5;

/// Returns the storage of mapped files.
///
/// # Errors
/// The system refuses to take a handler of the signal.
pub fn mapped() -> io::Result<StorageKind> {
    guard()?;
    // SAFETY: the user who gives `--mmap` promises that nobody shortens or changes the files; the
    // help of the flag says what happens otherwise.
    Ok(unsafe { StorageKind::mmap() })
}

/// Ends the process with a reason at SIGBUS.
fn guard() -> io::Result<()> {
    static ONCE: Once = Once::new();
    let mut done = Ok(());
    ONCE.call_once(|| {
        let end = || {
            // SAFETY: both calls are allowed in the handler of a signal. The bytes are a constant,
            // and `_exit` runs no code of ours.
            unsafe {
                libc::write(libc::STDERR_FILENO, SAID.as_ptr().cast(), SAID.len());
                libc::_exit(EXIT_CODE);
            }
        };
        // SAFETY: the handler does only what may be done in one: see above. It does not return.
        done = unsafe { signal_hook_registry::register(libc::SIGBUS, end) }.map(drop);
    });
    done
}
