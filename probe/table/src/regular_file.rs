//! Opening files that anybody may have put into a directory of tables: regular files alone, and
//! without waiting.

use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file for reading, through symbolic links too. A directory, pipe, socket or
/// device is refused: to read from one could block for ever or never end. On systems other than
/// Unix the file is opened as usual, and a pipe that takes the place of a regular file between the
/// look at its type and opening could be waited for.
///
/// # Errors
/// When there is no such file, it is not a regular one, or it cannot be opened.
pub fn open_regular_file(path: &Path) -> io::Result<File> {
    // Opening a device can have effects of its own, so its type is looked at first.
    check_type(std::fs::metadata(path)?.file_type())?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // The file may have been replaced by a pipe in between: opening does not wait for a writer
        // then.
        options.custom_flags(libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    check_type(file.metadata()?.file_type())?;
    Ok(file)
}

fn check_type(found: FileType) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let found = if found.is_dir() { "a directory" } else { "a pipe, socket or device" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {found}, not a regular file")))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_opened_and_nothing_is_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        std::fs::write(at("file"), b"bytes").unwrap();
        std::os::unix::fs::symlink("file", at("link")).unwrap();
        std::os::unix::fs::symlink("loop", at("loop")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        for name in ["file", "link"] {
            assert_eq!(io::read_to_string(open_regular_file(&at(name)).unwrap()).unwrap(), "bytes");
        }
        let refused = |path: &Path| open_regular_file(path).unwrap_err();
        for name in ["pipe", "socket"] {
            assert!(refused(&at(name)).to_string().contains("pipe, socket or device"), "{name}");
        }
        assert!(refused(Path::new("/dev/zero")).to_string().contains("device"));
        assert!(refused(directory.path()).to_string().contains("a directory"));
        assert_eq!(refused(&at("nothing")).kind(), io::ErrorKind::NotFound);
        refused(&at("loop"));
    }
}
