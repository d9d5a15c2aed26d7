//! Opens regular files in a way that never blocks, because other users may be able to put pipes or
//! devices into a directory of tables.

use std::fs::{File, FileType, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file for reading, also through symbolic links. Refuses directories, pipes,
/// sockets and devices, because reading from them could block for ever or never end. Outside Unix,
/// opening can still block if a pipe replaces the file after its type was checked.
///
/// # Errors
/// An error when the file does not exist, is not a regular file, or cannot be opened.
pub fn open_regular_file(path: &Path) -> io::Result<File> {
    // Opening a device can have side effects, so the type of the file is checked before.
    check_type(std::fs::metadata(path)?.file_type())?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // A pipe may have replaced the file since the check; with this flag, opening the pipe does
        // not wait for a writer.
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
