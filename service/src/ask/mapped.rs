//! Memory-mapped files.

use std::io;

use peatee_probe::StorageKind;

/// Returns the kind of storage that maps files into memory. On Unix, also installs a handler of
/// SIGBUS, the signal for a mapped file that was shortened or cannot be read. Windows needs no
/// handler: it refuses to shorten a mapped file, and ends a process whose mapped file cannot be
/// read.
///
/// # Errors
/// The system refuses to install the signal handler.
#[allow(unsafe_code, reason = "a promise that is passed on")]
pub fn mapped() -> io::Result<StorageKind> {
    #[cfg(unix)]
    super::sigbus::guard()?;
    // SAFETY: by the option `--mmap`, the user promises that nobody shortens or changes the files;
    // the help text of the option says what happens otherwise.
    Ok(unsafe { StorageKind::mmap() })
}
