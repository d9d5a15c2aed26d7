//! The program `peatee`.

use std::process::ExitCode;

/// A third of the time of a server that lists moves is memory for short texts; the allocator of the
/// system takes three times as long for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    peatee_service::main()
}
