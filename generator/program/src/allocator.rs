//! Settings of the system's memory allocator. This is the only unsafe code of the generator.

/// Tells the allocator to return the memory of a large list to the system as soon as the list is
/// dropped. Otherwise glibc keeps lists of up to 32 MB for the thread that dropped them, so that
/// the peak memory of a run is up to 50 % higher and differs between runs. Must be called before
/// any other thread starts.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "there is no other way to tell the allocator")]
pub fn give_back_large_lists() {
    /// Length in bytes from which a list counts as large. Smaller lists are created too often: it
    /// would take too long if the system had to clear their pages each time.
    const LARGE_LIST_BYTES: libc::c_int = 4 << 20;
    // SAFETY: `mallopt` must not run while another thread allocates, and `main` calls this function
    // first. `mallopt` takes only numbers, and ignores settings that it does not know.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_LIST_BYTES) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_large_lists() {}
