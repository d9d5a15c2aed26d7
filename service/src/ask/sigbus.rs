//! Handling of mapped files that are cut off while they are in use. When a thread reads a part of a
//! file that is gone, Unix sends SIGBUS. The thread cannot continue, because it is in the middle of
//! a probe. So the process reports the reason and ends with the exit code for failed input; a
//! supervisor may restart it.

use std::io;
use std::sync::Once;

/// Message of the signal handler. It is a constant, because the handler must not allocate memory.
const MESSAGE: &[u8] = b"peatee: a mapped table file was cut off, or its disk failed, while it was in use; restore \
the file and start again, or read files without --mmap\n";

/// Exit code for failed input or output.
const EXIT_CODE: libc::c_int = 5;

/// Installs the signal handler for SIGBUS, which ends the process with a message.
#[allow(unsafe_code, reason = "what follows when a promise is broken")]
pub fn guard() -> io::Result<()> {
    static ONCE: Once = Once::new();
    let mut done = Ok(());
    ONCE.call_once(|| {
        let end = || {
            // SAFETY: a signal handler may make both calls. The bytes are a constant, and `_exit`
            // runs no further code of this program.
            unsafe {
                libc::write(libc::STDERR_FILENO, MESSAGE.as_ptr().cast(), MESSAGE.len());
                libc::_exit(EXIT_CODE);
            }
        };
        // SAFETY: the handler does only what a signal handler may do (see above), and does not
        // return.
        done = unsafe { signal_hook_registry::register(libc::SIGBUS, end) }.map(drop);
    });
    done
}
