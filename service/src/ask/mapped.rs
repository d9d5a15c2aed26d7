//! Memory-mapped files.

use std::io;

use peatee_probe::StorageKind;

/// Installs the handler of SIGBUS on Unix, and returns the kind of storage that maps files into
/// memory. Windows refuses to shorten a mapped file, and ends a process that reads from a disk that
/// fails.
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
