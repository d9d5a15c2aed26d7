//! The memory for tables where the caller does not say how much.

/// One part in this many of the machine's memory.
#[cfg(feature = "machine-memory")]
const PART: u64 = 4;

/// Memory of a machine that does not say how much it has.
const UNKNOWN_MACHINE_BYTES: u64 = 1 << 30;

/// Returns a quarter of the memory that the process may have. One GiB where the system does not say
/// how much that is.
pub(crate) fn default_memory_bytes() -> u64 {
    quarter_of_machine().unwrap_or(UNKNOWN_MACHINE_BYTES)
}

#[cfg(feature = "machine-memory")]
fn quarter_of_machine() -> Option<u64> {
    Some(MachineMemory::now()?.total_bytes / PART)
}

#[cfg(not(feature = "machine-memory"))]
fn quarter_of_machine() -> Option<u64> {
    None
}

/// The memory that the process may have: that of the machine, or of its container (cgroup) where
/// that is less.
#[cfg(feature = "machine-memory")]
#[derive(Debug, Clone, Copy)]
pub struct MachineMemory {
    /// All of it.
    pub total_bytes: u64,
    /// Memory that is free on the machine, at most all of the container: what one says is used
    /// counts files in the page cache.
    pub available_bytes: u64,
}

#[cfg(feature = "machine-memory")]
impl MachineMemory {
    /// Reads the memory of the system; `None` where the system does not say it.
    pub fn now() -> Option<MachineMemory> {
        use sysinfo::{MemoryRefreshKind, RefreshKind, System};

        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(memory).ok()?;
        let of_container = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
        let [total_bytes, available_bytes] =
            [system.total_memory(), system.available_memory()].map(|bytes| bytes.min(of_container));
        (total_bytes > 0).then_some(MachineMemory { total_bytes, available_bytes })
    }
}
