//! Counts of the lines that the log loses.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tracing_appender::non_blocking::ErrorCounter;

#[derive(Debug, Clone)]
pub struct LostLines {
    /// Number of lines that were lost because lines arrived faster than they could be written.
    pub not_taken: ErrorCounter,
    /// Number of lines that could not be written, for example because the disk was full.
    pub not_written: Arc<AtomicU64>,
}

impl LostLines {
    pub fn count(&self) -> u64 {
        self.not_taken.dropped_lines() as u64 + self.not_written.load(Ordering::Relaxed)
    }
}

#[derive(Debug, Default)]
pub struct CountedStderr {
    pub not_written: Arc<AtomicU64>,
}

impl io::Write for CountedStderr {
    /// Writes a line to the log. A line that cannot be written as a whole is counted as lost.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if io::stderr().write_all(line).is_err() {
            self.not_written.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
