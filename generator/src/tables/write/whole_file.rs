//! Writes files that appear whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use peatee_table::replace_file;

/// Suffix of the names of unfinished files.
pub const UNFINISHED: &str = ".unfinished";

/// A file that is written under a temporary name. [`WholeFile::finish`] writes all bytes to the
/// disk and then renames the file. After a crash at any moment, the file therefore exists whole or
/// not at all. Dropping an unfinished value removes the temporary file.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    is_finished: bool,
}

impl WholeFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        let unfinished = path.with_file_name(format!("{}{UNFINISHED}", path.file_name().unwrap_or_default().display()));
        let file = BufWriter::new(File::create(&unfinished)?);
        Ok(WholeFile { path: path.to_owned(), unfinished, file, is_finished: false })
    }

    /// Completes the file and renames it.
    ///
    /// # Errors
    /// When writing fails; the half-written file is removed.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        replace_file(&self.unfinished, &self.path)?;
        self.is_finished = true;
        match self.path.parent() {
            // The new name is safe from a crash only when the directory is on the disk.
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
            // An error is ignored, because the disk may be full or gone. The next run of the
            // program removes unfinished files.
            let _ = std::fs::remove_file(&self.unfinished);
        }
    }
}

/// Writes the bytes of a whole file as a [`WholeFile`].
///
/// # Errors
/// When writing fails; the half-written file is removed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}
