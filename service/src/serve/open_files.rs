//! The number of files and sockets that the system lets the server open. Connections that would use
//! up all of it are not taken: the port for operators, and new tables, need some.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files and sockets for all but clients: the port for operators, new tables, the runtime.
const RESERVED_FILES: u64 = 64;

/// Raises the limit as far as the system allows. Login shells set it low for the sake of old
/// programs.
pub fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        // A system that refuses leaves the limit as it was.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
}

/// Returns the most connections, of `wanted`, for which there are sockets beside the files that are
/// open now.
pub fn connections_max(wanted: usize) -> usize {
    match getrlimit(Resource::Nofile).current {
        None => wanted,
        Some(limit) => wanted.min(limit.saturating_sub(open_files() + RESERVED_FILES).max(1) as usize),
    }
}

/// Warns of a limit that is too low for so many connections.
pub fn warning(wanted: usize) -> Option<String> {
    let limit = getrlimit(Resource::Nofile).current?;
    (limit < wanted as u64 + RESERVED_FILES).then(|| {
        format!(
            "--connections-max {wanted}: the system lets this process open {limit} files, so fewer connections are \
             taken; raise the limit (LimitNOFILE of systemd, `ulimit -n`)"
        )
    })
}

/// Counts the files that are open. Where the system does not say, tables may have many.
fn open_files() -> u64 {
    const UNKNOWN: u64 = 128;
    std::fs::read_dir("/dev/fd").map_or(UNKNOWN, |files| files.count() as u64)
}
