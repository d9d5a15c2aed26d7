//! Folders behind a network, wherever they are.

use std::fmt::Debug;
use std::io;
use std::sync::{Arc, OnceLock};

/// Version of a file that the first request found: its `ETag`, or the time of its last change if it
/// has no `ETag`.
pub(super) type FirstVersion = OnceLock<Option<String>>;

/// A folder of files behind a network.
pub(super) trait RemoteFolder: Debug + Send + Sync {
    /// Returns a folder in this one.
    fn folder(&self, name: &str) -> Arc<dyn RemoteFolder>;

    /// Returns the content of a file of at most `bytes_max` bytes; `None` if there is no such file.
    ///
    /// # Errors
    /// The server cannot be reached, the file is longer, or the answer neither has the file nor
    /// says that the file is missing.
    fn file(&self, name: &str, bytes_max: u64) -> io::Result<Option<Vec<u8>>>;

    /// Fills `buffer` with the bytes of a file from `offset` on. `length_bytes` is the length of
    /// the file. `first` keeps the version of the file that the first request found.
    ///
    /// # Errors
    /// The server cannot be reached, its answer does not hold these bytes, or the answer comes from
    /// another version of the file.
    fn range(
        &self,
        name: &str,
        buffer: &mut [u8],
        offset: u64,
        length_bytes: u64,
        first: &FirstVersion,
    ) -> io::Result<()>;
}
