//! The default memory budget of tables.

/// The default budget is the memory of the machine divided by this number.
#[cfg(feature = "machine-memory")]
const PART: u64 = 4;

/// Default budget in bytes if the system does not report its memory.
const UNKNOWN_MACHINE_BYTES: u64 = 1 << 30;

/// Returns a quarter of the memory available to the process, or 1 GiB if the system does not report
/// it.
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

/// Memory available to the process: the memory of the machine, or the limit of its container
/// (cgroup) if that is smaller.
#[cfg(feature = "machine-memory")]
#[derive(Debug, Clone, Copy)]
pub struct MachineMemory {
    /// Total memory in bytes.
    pub total_bytes: u64,
    /// Free memory of the machine in bytes, or the limit of the container if that is smaller. The
    /// memory that the container already uses is not subtracted from the limit, because the
    /// reported figure includes the page cache.
    pub available_bytes: u64,
}

#[cfg(feature = "machine-memory")]
impl MachineMemory {
    /// Reads the memory figures of the system; `None` if the system reports none.
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
