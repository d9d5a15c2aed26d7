//! Code that depends on the operating system or the processor, with fallbacks for other systems and
//! processors.
//!
//! | | Linux | macOS, other Unix | Windows | elsewhere |
//! |---|---|---|---|---|
//! | [`PositionedFile`] | `pread` | `pread` | `seek_read` | seek and read under a lock |
//! | [`map`] (feature `mmap`) | `mmap` | `mmap` | a file mapping | an error from `memmap2` |
//! | [`ask_for_large_pages`] (`large-pages`) | `madvise` | nothing | nothing | nothing |
//! | [`prefetch`] on x86-64 | one instruction | the same | the same | the same |
//! | [`processor`] on x86-64 | two versions of the code of probes | the same | the same | the same |
//!
//! No other code of this crate depends on the system. `open_regular_file` of `peatee-table` never
//! waits when it opens a file on Unix; on other systems it opens files in the usual way.
//!
//! The tests run on x86-64 Linux, also with the fallback for positioned reads. Programs for Windows
//! have read and mapped tables under wine. The code for macOS follows the documentation of the
//! standard library and `memmap2` and is not tested. On `wasm32-unknown-unknown` the crate
//! compiles, but opening a directory is an error.

mod large_pages;
#[cfg(feature = "mmap")]
mod map;
mod positioned;
mod prefetch;
pub(crate) mod processor;
mod threads;

pub(crate) use large_pages::{LARGE_PAGE_BYTES, ask_for_large_pages};
#[cfg(feature = "mmap")]
pub(crate) use map::map;
pub(crate) use positioned::PositionedFile;
pub(crate) use prefetch::prefetch;
pub use threads::{most_threads, parse_threads};
