//! Memory-mapped files, and the handling of files that are cut off while they are mapped. When a
//! thread reads a part of a file that is gone, the system sends SIGBUS. The thread cannot continue,
//! because it is in the middle of a probe. So the process reports the reason and ends with the exit
//! code for failed input; a supervisor may restart it.
#![allow(unsafe_code, reason = "a promise that is passed on, and what follows when it is broken")]

use std::io;
use std::sync::Once;

use peatee_probe::StorageKind;

/// Message of the signal handler. It is a constant, because the handler must not allocate memory.
const MESSAGE: &[u8] = b"peatee: a mapped table file was cut off, or its disk failed, while it was in use; restore \
the file and start again, or read files without --mmap\n";

/// Exit code for failed input or output.
const EXIT_CODE: libc::c_int = 5;

/// Installs the signal handler, and returns the kind of storage that maps files into memory.
///
/// # Errors
/// The system refuses to install the signal handler.
pub fn mapped() -> io::Result<StorageKind> {
    guard()?;
    // SAFETY: by the option `--mmap`, the user promises that nobody shortens or changes the files;
    // the help text of the option says what happens otherwise.
    Ok(unsafe { StorageKind::mmap() })
}

/// Installs the signal handler for SIGBUS, which ends the process with a message.
fn guard() -> io::Result<()> {
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
