//! Files that appear whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The ending of files that are being written.
pub const UNFINISHED: &str = ".unfinished";

/// A file that is written under another name, and after a crash at any moment is either there
/// whole or not there: [`WholeFile::finish`] syncs it, then renames it. Dropped before, it leaves
/// nothing.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    is_finished: bool,
}

impl WholeFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        let unfinished = path.with_file_name(format!("{}{UNFINISHED}", path.file_name().unwrap_or_default().display()));
        let file = BufWriter::new(File::create(&unfinished)?);
        Ok(WholeFile { path: path.to_owned(), unfinished, file, is_finished: false })
    }

    /// Ends the file and lets it appear.
    ///
    /// # Errors
    /// When writing fails; the half-written file is removed.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        std::fs::rename(&self.unfinished, &self.path)?;
        self.is_finished = true;
        match self.path.parent() {
            // The rename itself is only safe once the directory is on disk.
            Some(parent) if cfg!(unix) => {
                File::open(if parent == Path::new("") { Path::new(".") } else { parent })?.sync_all()
            }
            _ => Ok(()),
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // Best effort: the disk may be full or gone; the next run removes what is left.
            let _ = std::fs::remove_file(&self.unfinished);
        }
    }
}

/// Writes a [`WholeFile`] at once.
///
/// # Errors
/// When writing fails; the half-written file is removed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}
