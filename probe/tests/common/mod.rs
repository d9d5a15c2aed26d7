//! What the tests share.
#![allow(dead_code, unused_imports, reason = "each test file uses a part of it")]

mod damage;
#[path = "../../rules/tests/common/random.rs"]
mod random;

pub use damage::{DAMAGE_KINDS, EDITED_HEADER, damage};
use peatee_probe::StorageKind;
pub use random::Random;

/// Every way to read files that this build has, the default first.
#[cfg_attr(feature = "mmap", allow(unsafe_code, reason = "tests change no file that is open"))]
pub fn storage_kinds() -> Vec<StorageKind> {
    vec![
        StorageKind::PREAD,
        // SAFETY: tests write their files before they open them.
        #[cfg(feature = "mmap")]
        unsafe {
            StorageKind::mmap()
        },
    ]
}
