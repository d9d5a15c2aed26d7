//! Unix sockets and their files.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use tokio::net::UnixListener;

use super::address::UNIX;

/// A unix socket that accepts connections. Its file is removed at the end, unless systemd owns it.
#[derive(Debug)]
pub struct UnixSocket {
    listener: UnixListener,
    /// Path of the socket's file; `None` if systemd owns the file.
    path: Option<PathBuf>,
}

impl UnixSocket {
    pub fn listen(path: PathBuf) -> io::Result<UnixSocket> {
        remove_left_over(&path);
        let socket = UnixSocket { listener: UnixListener::bind(&path)?, path: Some(path.clone()) };
        // Everyone who can reach the socket may send requests, as on a TCP port. The permissions of
        // the directory decide who can reach it.
        std::fs::set_permissions(path, Permissions::from_mode(0o666))?;
        Ok(socket)
    }

    /// Takes a socket that systemd listens on.
    pub fn of_systemd(listener: std::os::unix::net::UnixListener) -> io::Result<UnixSocket> {
        listener.set_nonblocking(true)?;
        Ok(UnixSocket { listener: UnixListener::from_std(listener)?, path: None })
    }

    pub fn address(&self) -> io::Result<String> {
        let address = self.listener.local_addr()?;
        Ok(format!("{UNIX}{}", address.as_pathname().unwrap_or(Path::new("?")).display()))
    }

    pub async fn accept(&self) -> io::Result<tokio::net::UnixStream> {
        Ok(self.listener.accept().await?.0)
    }
}

impl Drop for UnixSocket {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // The file may have been removed already.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Checks that a unix socket can be created, by creating one in the same directory.
pub fn check_path(path: &Path) -> io::Result<()> {
    std::os::unix::net::SocketAddr::from_pathname(path)?;
    if std::fs::symlink_metadata(path).is_ok_and(|there| !there.file_type().is_socket()) {
        return Err(io::Error::other("there is a file of that name, and it is no socket"));
    }
    if UnixStream::connect(path).is_ok() {
        return Err(io::ErrorKind::AddrInUse.into());
    }
    let beside = path.with_file_name(format!(".{}", std::process::id()));
    std::os::unix::net::UnixListener::bind(&beside)?;
    std::fs::remove_file(&beside)
}

/// Removes a socket file that a crashed server has left. No program accepts connections at such a
/// file.
fn remove_left_over(path: &Path) {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    let refuses = || UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    if is_socket && refuses() {
        // If the file cannot be removed, listening on the socket reports the error.
        let _ = std::fs::remove_file(path);
    }
}
