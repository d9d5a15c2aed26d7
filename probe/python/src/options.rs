//! Options for opening tables and reading files.

use peatee_probe::{OpenOptions, StorageKind};
use peatee_questions::answer::encoding::{self, NamedEncoding};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

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

/// Returns the encoding of files with this name; `None` to guess it.
pub(crate) fn encoding_named(name: Option<&str>) -> PyResult<Option<NamedEncoding>> {
    let parsed = name.map(|name| {
        encoding::parse(name).map_err(|reason| PyValueError::new_err(format!("encoding={name:?}: {reason}")))
    });
    parsed.transpose()
}
