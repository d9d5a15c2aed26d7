//! Options for opening tables.

use peatee_probe::{OpenOptions, StorageKind};

#[allow(unsafe_code, reason = "a promise that is passed on")]
pub(crate) fn options(memory_bytes: Option<u64>, mmap: bool) -> OpenOptions {
    let options = memory_bytes.into_iter().fold(OpenOptions::new(), OpenOptions::memory_bytes);
    if !mmap {
        return options;
    }
    // SAFETY: whoever says `mmap=True` promises that nobody shortens or changes the files; the
    // documentation of the functions says what happens otherwise.
    options.storage(unsafe { StorageKind::mmap() })
}
