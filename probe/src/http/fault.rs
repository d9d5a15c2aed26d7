//! Reasons why a web server has not sent the bytes of a file.

use std::io;
use std::ops::Range;

use ureq::http::StatusCode;

/// Reason why a request failed. The `io::Error` with this reason names the file.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("the server answered with status {0}")]
    Status(StatusCode),
    #[error(
        "the server sent the whole file (status 200) in place of bytes {} to {}; tables need a server that answers \
         range requests (status 206)", .bytes.start, .bytes.end - 1
    )]
    WholeFile { bytes: Range<u64> },
    #[error("the server sent `{found}` in place of bytes {} to {}", .bytes.start, .bytes.end - 1)]
    OtherRange {
        bytes: Range<u64>,
        /// Content of the header `content-range`.
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
        /// Length in the header `content-range`.
        found: String,
        expected: u64,
    },
    #[error("the server sent the file with the encoding {found}; tables need the bytes as they are")]
    Encoded {
        /// Content of the header `content-encoding`.
        found: String,
    },
    #[error(transparent)]
    Transport(#[from] ureq::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Transport(error.into())
    }
}

impl Fault {
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
            Fault::Status(_) | Fault::Transport(_) => io::ErrorKind::Other,
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, self)
    }
}
