//! Watchdog that ends a program that hangs.

use std::time::Duration;

/// Starts a watchdog. After the time `limit`, it calls `last` and ends the program with exit code
/// 1, even if another thread hangs.
pub fn end_within(limit: Duration, last: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        eprintln!("soak: not over after {} s", limit.as_secs());
        last();
        std::process::exit(1);
    });
}
