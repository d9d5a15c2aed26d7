//! Prefetching of memory.
//!
//! A probe spends most of its time waiting for memory that is not in a cache. Reading the memory
//! early does not help, because the processor can start only a limited number of later instructions
//! while a read is unfinished. A prefetch instruction finishes at once. With prefetching,
//! `probe_wdl_many` of four-piece tables takes a fifth (English) to a third (international) less
//! time (`scripts/bench`).

#[inline(always)]
#[allow(unsafe_code, reason = "the one place where the processor is asked to fetch memory")]
pub(crate) fn prefetch<T>(wanted: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch loads nothing into the program and never faults, whatever the address, and
    // this address is that of a reference. All x86-64 processors have SSE, which includes the
    // instruction.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = wanted;
}
