//! Helper functions of the tests: storage kinds, damage, tables of pages, a web server.
#![allow(dead_code, unused_imports, reason = "each test file uses a part of it")]

mod damage;
mod pages;
#[cfg(any(feature = "http", feature = "object_store"))]
pub mod published;
#[path = "../../rules/tests/common/random.rs"]
mod random;
#[cfg(feature = "http")]
pub mod web_server;

pub use damage::{DAMAGE_KINDS, EDITED_HEADER, damage};
pub use pages::table_of_pages;
use peatee_probe::StorageKind;
pub use random::Random;

/// Returns all ways to read files that this build has, the default first.
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

/// Returns the peak memory of this process so far, in bytes.
#[cfg(target_os = "linux")]
pub fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}
