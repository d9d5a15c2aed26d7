//! Reasons why a server has not sent the bytes of a file.

use std::io;
use std::ops::Range;

#[cfg(feature = "http")]
use ureq::http::StatusCode;

use super::remote_folder::FirstVersion;

/// Reason why a request failed. The `io::Error` with this reason names the file.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[cfg(feature = "http")]
    #[error("the server answered with status {0}")]
    Status(StatusCode),
    #[cfg(feature = "http")]
    #[error(
        "the server sent the whole file (status 200) in place of bytes {} to {}; tables need a server that answers \
         range requests (status 206)", .bytes.start, .bytes.end - 1
    )]
    WholeFile { bytes: Range<u64> },
    #[error("the server sent `{found}` in place of bytes {} to {}", .bytes.start, .bytes.end - 1)]
    OtherRange {
        bytes: Range<u64>,
        /// The range, as the server named it.
        found: String,
    },
    #[error("the answer was cut off after {found} of {expected} bytes")]
    Cut { found: usize, expected: u64 },
    #[error("the answer is longer than {expected} bytes")]
    Long { expected: u64 },
    #[error("the file has changed on the server since it was first read; open the tables again")]
    Changed,
    #[error("the file has {found} bytes on the server and {expected} in the manifest; open the tables again")]
    OtherLength {
        /// The length, as the server named it.
        found: String,
        expected: u64,
    },
    #[cfg(feature = "http")]
    #[error("the server sent the file with the encoding {found}; tables need the bytes as they are")]
    Encoded {
        /// Content of the header `content-encoding`.
        found: String,
    },
    #[cfg(feature = "http")]
    #[error(transparent)]
    Transport(#[from] ureq::Error),
    #[cfg(feature = "object_store")]
    #[error(transparent)]
    Store(#[from] object_store::Error),
    #[cfg(feature = "object_store")]
    #[error("the object store has panicked")]
    Panicked,
}

#[cfg(feature = "http")]
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Transport(error.into())
    }
}

impl Fault {
    #[cfg(feature = "http")]
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Fault::Status(status) => {
                status.is_server_error()
                    || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(status)
            }
            Fault::Cut { .. } | Fault::Long { .. } => true,
            Fault::Transport(error) => !matches!(error, ureq::Error::BadUri(_) | ureq::Error::Http(_)),
            _ => false,
        }
    }

    pub(super) fn into_io(self) -> io::Error {
        let kind = match self {
            Fault::Cut { .. } => io::ErrorKind::UnexpectedEof,
            #[cfg(feature = "http")]
            Fault::Status(StatusCode::FORBIDDEN) => io::ErrorKind::PermissionDenied,
            #[cfg(feature = "http")]
            Fault::Status(_) | Fault::Transport(_) => io::ErrorKind::Other,
            #[cfg(feature = "object_store")]
            Fault::Store(object_store::Error::PermissionDenied { .. }) => io::ErrorKind::PermissionDenied,
            #[cfg(feature = "object_store")]
            Fault::Store(_) | Fault::Panicked => io::ErrorKind::Other,
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, self)
    }
}

/// Checks that a file with this `ETag` and time of its last change has the version that the first
/// request found. The first call stores its version.
pub(super) fn check_version(first: &FirstVersion, tag: Option<&str>, last_change: Option<String>) -> Result<(), Fault> {
    // A server that compresses answers marks the tag of the same version as weak.
    let version = tag.map(|tag| tag.trim_start_matches("W/").to_owned()).or(last_change);
    if *first.get_or_init(|| version.clone()) != version {
        return Err(Fault::Changed);
    }
    Ok(())
}
