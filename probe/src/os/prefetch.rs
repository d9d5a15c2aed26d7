//! Prefetching of memory.
//!
//! A probe spends most of its time waiting for memory that is not in a cache. To read the memory
//! early does not help: the processor can begin only a limited number of instructions behind an
//! unfinished read. A prefetch instruction finishes at once. With prefetching, `probe_wdl_many` of
//! four-piece tables takes a fifth (English) to a third (international) less time
//! (`scripts/bench`).

#[inline(always)]
#[allow(unsafe_code, reason = "the one place where the processor is asked to fetch memory")]
pub(crate) fn prefetch<T>(wanted: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch reads nothing into the program and never faults, whatever the address;
    // besides, this address is that of a reference. SSE, which has the instruction, is in every
    // x86-64 processor.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = wanted;
}
