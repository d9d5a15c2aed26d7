//! Asks the system for large memory pages.
//!
//! Probes access random cells, so nearly every access is to another page of memory, whose address
//! the processor must translate first. There are so few pages of 2 MiB that the processor can cache
//! the translations of all of them. With large pages, `probe_wdl_many` of international tables of
//! five pieces takes half the time (`scripts/bench`).

/// Bytes of a large page on nearly all machines. If a machine has another length, addresses are
/// aligned to this length without any other effect.
pub(crate) const LARGE_PAGE_BYTES: usize = 2 << 20;

/// Asks the system to use large pages for `list`, which must begin at a multiple of
/// [`LARGE_PAGE_BYTES`]. The system may decline. The content remains unchanged.
#[cfg_attr(
    feature = "large-pages",
    allow(unsafe_code, reason = "the one place where the system is told how memory is used")
)]
pub(crate) fn ask_for_large_pages<T>(list: &mut [T]) {
    let bytes = size_of_val(list) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
    let start = list.as_mut_ptr();
    assert!(start.addr().is_multiple_of(LARGE_PAGE_BYTES), "large pages begin at multiples of their size");
    #[cfg(all(feature = "large-pages", target_os = "linux", not(miri)))]
    // SAFETY: these bytes all belong to one list, which is borrowed for writing, and the advice
    // does not change their content. The result is ignored, because large pages are not necessary.
    let _ = unsafe { rustix::mm::madvise(start.cast(), bytes, rustix::mm::Advice::LinuxHugepage) };
    #[cfg(not(all(feature = "large-pages", target_os = "linux", not(miri))))]
    let _ = (start, bytes);
}
