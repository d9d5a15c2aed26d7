//! Replaces a file by another one.

use std::io;
use std::path::Path;
use std::time::Duration;

/// Number of attempts to rename a file. Only Windows refuses to replace a file that is open.
const ATTEMPTS: u32 = if cfg!(windows) { 40 } else { 1 };
const PAUSE: Duration = Duration::from_millis(50);

/// Renames `from` to `to`, and replaces `to` if it exists. On Windows, waits up to two seconds for
/// other threads and programs to close `to`.
///
/// # Errors
/// The file cannot be renamed. On Windows, the error of a file that stays open says so.
pub fn replace_file(from: &Path, to: &Path) -> io::Result<()> {
    repeat_while_open(ATTEMPTS, || std::fs::rename(from, to))
}

fn repeat_while_open(attempts: u32, mut rename: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    let is_open = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    for _ in 1..attempts {
        match rename() {
            Err(error) if is_open(&error) => std::thread::sleep(PAUSE),
            result => return result,
        }
    }
    rename().map_err(|error| {
        if !is_open(&error) || attempts == 1 {
            return error;
        }
        let advice = "if another program has the file open, close it, then give the command again";
        io::Error::new(error.kind(), format!("{error}; {advice}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_open_for_a_while_is_replaced_and_other_errors_come_at_once() {
        let mut calls = 0;
        let mut refused = |times: u32, kind: io::ErrorKind| {
            calls = 0;
            let result = repeat_while_open(3, || {
                calls += 1;
                if calls <= times { Err(kind.into()) } else { Ok(()) }
            });
            (calls, result.map_err(|error| error.to_string()))
        };
        assert_eq!(refused(2, io::ErrorKind::PermissionDenied), (3, Ok(())));
        let (calls, error) = refused(3, io::ErrorKind::PermissionDenied);
        assert!(calls == 3 && error.unwrap_err().ends_with("then give the command again"));
        assert_eq!(refused(1, io::ErrorKind::NotFound).0, 1);
    }
}
