//! Watchdog that ends a program that hangs.

use std::time::Duration;

/// Ends the program with exit code 1 after the time `limit`, even if another thread hangs. Calls
/// `last` before.
pub fn end_within(limit: Duration, last: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        eprintln!("soak: not over after {} s", limit.as_secs());
        last();
        std::process::exit(1);
    });
}
