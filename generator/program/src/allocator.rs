//! Setup of the system's allocator: the only unsafe code of the generator.

/// Makes the allocator return the memory of a large list to the system when the list is dropped.
/// Otherwise glibc keeps lists of up to 32 MB for the thread that dropped them: the peak memory of
/// a run is up to 50 % higher, and varies between runs. Call it before any other thread starts.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "there is no other way to tell the allocator")]
pub fn give_back_large_lists() {
    /// Minimal length of large lists in bytes. Smaller lists come and go too often to have the
    /// system clear their pages each time.
    const LARGE_LIST_BYTES: libc::c_int = 4 << 20;
    // SAFETY: `mallopt` must not run while another thread allocates; `main` calls this first. It
    // takes only numbers, and ignores settings that it does not know.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_LIST_BYTES) };
}

/// Other allocators need no setup.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_large_lists() {}
