//! Limit of open files and sockets of the process. The server reserves some for the port for
//! operators and for reloaded tables, and limits the number of connections accordingly.

#[cfg(unix)]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Number of files and sockets reserved for the port for operators, new tables and the runtime.
const RESERVED_FILES: u64 = 64;

/// Raises the process's limit of open files as far as the system allows, because the default limit
/// of many systems is too low for a server.
#[cfg(unix)]
pub fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        // If the system refuses, the limit stays as it was.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
}

/// Does nothing: sockets of Windows have no such limit.
#[cfg(not(unix))]
pub fn raise_limit() {}

#[cfg(unix)]
fn limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}

/// Returns `wanted`, or a smaller number of connections if the limit of open files requires it.
pub fn connections_max(wanted: usize) -> usize {
    match limit() {
        None => wanted,
        Some(limit) => wanted.min(limit.saturating_sub(open_files() + RESERVED_FILES).max(1) as usize),
    }
}

pub fn warning(wanted: usize) -> Option<String> {
    let limit = limit()?;
    (limit < wanted as u64 + RESERVED_FILES).then(|| {
        format!(
            "--connections-max {wanted}: the system lets this process open {limit} files, so fewer connections are \
             taken; raise the limit (LimitNOFILE of systemd, `ulimit -n`)"
        )
    })
}

/// Returns the number of open files, or 128 if the system does not report one.
fn open_files() -> u64 {
    const UNKNOWN: u64 = 128;
    std::fs::read_dir("/dev/fd").map_or(UNKNOWN, |files| files.count() as u64)
}
