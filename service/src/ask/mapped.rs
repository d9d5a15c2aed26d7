//! Memory-mapped files, and the handling of truncated ones. When a thread reads a missing part of a
//! file, the system sends it SIGBUS. The thread cannot continue, because it is in the middle of a
//! probe. The process therefore reports the reason and ends with the exit code for failed input; a
//! supervisor may restart it.
#![allow(unsafe_code, reason = "a promise that is passed on, and what follows when it is broken")]

use std::io;
use std::sync::Once;

use peatee_probe::StorageKind;

/// Message of the signal handler, which must not allocate.
const SAID: &[u8] = b"peatee: a mapped table file was cut off, or its disk failed, while it was in use; restore \
the file and start again, or read files without --mmap\n";

/// Exit code for failed input or output.
const EXIT_CODE: libc::c_int = 5;

/// Returns the storage of mapped files.
///
/// # Errors
/// The system refuses the signal handler.
pub fn mapped() -> io::Result<StorageKind> {
    guard()?;
    // SAFETY: the user who gives `--mmap` promises that nobody shortens or changes the files; the
    // help of the flag says what happens otherwise.
    Ok(unsafe { StorageKind::mmap() })
}

/// Installs the signal handler, which ends the process with a message at SIGBUS.
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
