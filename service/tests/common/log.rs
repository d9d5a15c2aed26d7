//! The log of a server under test.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::PATIENCE;

/// Log file of a server. The server writes its lines with a delay, in a thread of its own. Tests
/// therefore wait for the lines that they expect.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
}

impl Log {
    /// Creates an empty log file in a directory. Also returns the open file, to which a server can
    /// write.
    pub fn create(directory: &Path) -> (Log, std::fs::File) {
        let path = directory.join("log");
        let file = std::fs::File::create(&path).expect("writable");
        (Log { path }, file)
    }

    /// Returns the complete lines that the log has now.
    pub fn text(&self) -> String {
        let mut text = std::fs::read_to_string(&self.path).expect("a log");
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        text
    }

    /// Returns how often a text occurs in the log now.
    pub fn count(&self, text: &str) -> usize {
        self.text().matches(text).count()
    }

    /// Waits until `find` returns a value for the text of the log, and returns this value.
    pub async fn wait_until<T>(&self, find: impl Fn(&str) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if let Some(found) = find(&text) {
                return found;
            }
            assert!(Instant::now() < end, "not in the log: {text}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the log contains all of these texts. Returns the log.
    pub async fn wait_for(&self, texts: &[&str]) -> String {
        self.wait_until(|log| texts.iter().all(|text| log.contains(text)).then(|| log.to_owned())).await
    }

    /// Waits until a text occurs in the log `times` times.
    pub async fn wait_for_count(&self, text: &str, times: usize) {
        self.wait_until(|log| (log.matches(text).count() == times).then_some(())).await;
    }
}
