//! The program `peatee`.

use std::process::ExitCode;

/// Memory allocator. A server that lists moves spends a third of its time on the allocation of
/// short texts. The system's allocator takes three times as long for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    peatee_service::main()
}
