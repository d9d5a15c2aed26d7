//! The memory for tables where the caller does not say how much.

/// One part in this many of the machine's memory.
#[cfg(feature = "machine-memory")]
const PART: u64 = 4;

/// Where the system does not say how much memory there is.
const UNKNOWN_MACHINE_BYTES: u64 = 1 << 30;

/// A quarter of the memory that the process may have: that of the machine, or of its container
/// (cgroup) where that is less. One GiB where neither is known.
pub(crate) fn default_memory_bytes() -> u64 {
    machine_memory_bytes().unwrap_or(UNKNOWN_MACHINE_BYTES)
}

#[cfg(feature = "machine-memory")]
fn machine_memory_bytes() -> Option<u64> {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};

    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory).ok()?;
    let of_container = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    let bytes = system.total_memory().min(of_container) / PART;
    (bytes > 0).then_some(bytes)
}

#[cfg(not(feature = "machine-memory"))]
fn machine_memory_bytes() -> Option<u64> {
    None
}
