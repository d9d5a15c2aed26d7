//! Memory-mapped storage for tests and benchmarks, which promise that mapped files do not change.

use peatee_probe::StorageKind;

#[allow(unsafe_code, reason = "tests and benchmarks change no file that is open")]
pub fn mapped() -> StorageKind {
    // SAFETY: tests and benchmarks write their files before they open them.
    unsafe { StorageKind::mmap() }
}
