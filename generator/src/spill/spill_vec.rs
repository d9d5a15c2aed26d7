//! Long arrays of bytes or values. They are held in memory or in unnamed files. The files are
//! mapped into memory, so that the system decides which pages are in memory.

use std::fs::File;
use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use bytemuck::Pod;
use fs4::FileExt;

use super::mapped_file::MappedFile;

/// Memory or files in which long arrays are held.
#[derive(Debug, Clone)]
pub enum Backing {
    Memory,
    /// Files without a name in this folder. They disappear when the process ends.
    Files(PathBuf),
}

/// Zeros that are written repeatedly to a file if its space cannot be reserved in another way.
static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

impl Backing {
    /// Creates an array of `count` items in memory, or in a file if `self` is [`Backing::Files`].
    /// All bits of the items are zero.
    ///
    /// # Errors
    /// The file cannot be created, or there is not enough disk space.
    pub fn zeros<T: Pod>(&self, count: usize) -> io::Result<SpillVec<T>> {
        match self {
            Backing::Files(folder) if count > 0 => {
                let file = tempfile::tempfile_in(folder)?;
                reserve(&file, folder, count * size_of::<T>())?;
                Ok(SpillVec(Held::Mapped(MappedFile::new(file)?)))
            }
            _ => Ok(SpillVec::from(bytemuck::zeroed_vec(count))),
        }
    }

    /// Creates an empty file without a name; returns `None` if arrays are held in memory.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn file(&self) -> io::Result<Option<File>> {
        match self {
            Backing::Memory => Ok(None),
            Backing::Files(folder) => tempfile::tempfile_in(folder).map(Some),
        }
    }

    /// Moves an array from memory to a file if `self` is [`Backing::Files`]. Otherwise returns the
    /// array unchanged.
    ///
    /// # Errors
    /// The errors of [`Backing::zeros`].
    pub fn moved<T: Pod>(&self, row: SpillVec<T>) -> io::Result<SpillVec<T>> {
        if matches!(self, Backing::Memory) || matches!(row.0, Held::Mapped(_)) {
            return Ok(row);
        }
        let mut moved = self.zeros(row.len())?;
        moved.copy_from_slice(&row);
        Ok(moved)
    }
}

/// Reserves the disk space of a file. Without this, a write to a mapped page would end the process
/// when the disk is full.
fn reserve(mut file: &File, folder: &Path, count: usize) -> io::Result<()> {
    let bytes = count as u64;
    let reserved = match file.allocate(bytes) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => (0..count)
            .step_by(ZEROS.len())
            .try_for_each(|first| file.write_all(&ZEROS[..ZEROS.len().min(count - first)])),
        reserved => reserved,
    };
    reserved.and_then(|()| file.set_len(bytes)).map_err(|error| {
        let reason = format!("{bytes} bytes for values cannot be reserved in {}: {error}", folder.display());
        io::Error::new(error.kind(), reason)
    })
}

pub struct SpillVec<T>(Held<T>);

pub type SpillBytes = SpillVec<u8>;

enum Held<T> {
    Memory(Vec<T>),
    Mapped(MappedFile),
}

impl<T: Pod> SpillVec<T> {
    /// Returns the number of bytes of the process's memory that the array takes; 0 for an array in
    /// a file.
    pub fn memory_bytes(&self) -> u64 {
        match &self.0 {
            Held::Memory(row) => size_of_val(&row[..]) as u64,
            Held::Mapped(_) => 0,
        }
    }

    /// Replaces the items by those of a list of the same length. An array in memory swaps its items
    /// with those of the list; an array in a file copies the items and leaves the list unchanged.
    pub fn take(&mut self, list: &mut Vec<T>) {
        match &mut self.0 {
            Held::Memory(row) => std::mem::swap(row, list),
            Held::Mapped(_) => self.copy_from_slice(list),
        }
    }
}

impl<T> Default for SpillVec<T> {
    fn default() -> Self {
        SpillVec(Held::Memory(Vec::new()))
    }
}

impl<T> From<Vec<T>> for SpillVec<T> {
    fn from(row: Vec<T>) -> Self {
        SpillVec(Held::Memory(row))
    }
}

impl<T> FromIterator<T> for SpillVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        SpillVec::from(Vec::from_iter(items))
    }
}

impl<T: Pod> Deref for SpillVec<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Held::Memory(row) => row,
            // Mapped memory begins at the start of a page, so the items are aligned.
            Held::Mapped(file) => bytemuck::cast_slice(file),
        }
    }
}

impl<T: Pod> DerefMut for SpillVec<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Held::Memory(row) => row,
            Held::Mapped(file) => bytemuck::cast_slice_mut(file),
        }
    }
}

impl<T: Pod> Clone for SpillVec<T> {
    /// Returns a copy that is held in memory.
    fn clone(&self) -> Self {
        SpillVec::from(self.to_vec())
    }
}

impl<T: Pod + PartialEq> PartialEq for SpillVec<T> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Pod + Eq> Eq for SpillVec<T> {}

impl<T> std::fmt::Debug for SpillVec<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (bytes, held) = match &self.0 {
            Held::Memory(row) => (size_of_val(&row[..]), "memory"),
            Held::Mapped(file) => (file.len(), "a file"),
        };
        write!(f, "{bytes} bytes in {held}")
    }
}
