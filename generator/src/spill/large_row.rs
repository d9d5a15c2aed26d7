//! Long arrays of bytes or values: in memory, or in unnamed files that are mapped into memory, so
//! that the system decides which pages are resident.

use std::fs::File;
use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use bytemuck::Pod;
use fs4::FileExt;

use super::mapped_file::MappedFile;

/// The backing of long arrays.
#[derive(Debug, Clone)]
pub enum Room {
    /// Memory of the process.
    Memory,
    /// Unnamed files in this folder, which disappear when the process ends.
    Files(PathBuf),
}

/// Written repeatedly to a file whose space cannot be reserved.
static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

impl Room {
    /// Allocates `count` items whose bits are all zero.
    ///
    /// # Errors
    /// When the file cannot be created, or the disk has too little room.
    pub fn zeros<T: Pod>(&self, count: usize) -> io::Result<LargeRow<T>> {
        match self {
            Room::Files(folder) if count > 0 => {
                let file = tempfile::tempfile_in(folder)?;
                reserve(&file, folder, count * size_of::<T>())?;
                Ok(LargeRow(Held::Mapped(MappedFile::new(file)?)))
            }
            _ => Ok(LargeRow::from(bytemuck::zeroed_vec(count))),
        }
    }

    /// Creates an empty file without a name; `None` if the backing is memory.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn file(&self) -> io::Result<Option<File>> {
        match self {
            Room::Memory => Ok(None),
            Room::Files(folder) => tempfile::tempfile_in(folder).map(Some),
        }
    }

    /// Moves an array to this backing. Mapped arrays, and any array if the backing is memory, stay
    /// where they are.
    ///
    /// # Errors
    /// See [`Room::zeros`].
    pub fn moved<T: Pod>(&self, row: LargeRow<T>) -> io::Result<LargeRow<T>> {
        if matches!(self, Room::Memory) || matches!(row.0, Held::Mapped(_)) {
            return Ok(row);
        }
        let mut moved = self.zeros(row.len())?;
        moved.copy_from_slice(&row);
        Ok(moved)
    }
}

/// Reserves disk space for the file. Without it, a write to a mapped page would end the process
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

/// A long array, in memory or in a mapped file.
pub struct LargeRow<T>(Held<T>);

pub type LargeBytes = LargeRow<u8>;

enum Held<T> {
    Memory(Vec<T>),
    Mapped(MappedFile),
}

impl<T: Pod> LargeRow<T> {
    /// Returns the bytes of the process's own memory that the array takes.
    pub fn memory_bytes(&self) -> u64 {
        match &self.0 {
            Held::Memory(row) => size_of_val(&row[..]) as u64,
            Held::Mapped(_) => 0,
        }
    }

    /// Takes over the items of a list of the same length. An array in memory swaps its own items
    /// into the list.
    pub fn take(&mut self, list: &mut Vec<T>) {
        match &mut self.0 {
            Held::Memory(row) => std::mem::swap(row, list),
            Held::Mapped(_) => self.copy_from_slice(list),
        }
    }
}

impl<T> Default for LargeRow<T> {
    fn default() -> Self {
        LargeRow(Held::Memory(Vec::new()))
    }
}

impl<T> From<Vec<T>> for LargeRow<T> {
    fn from(row: Vec<T>) -> Self {
        LargeRow(Held::Memory(row))
    }
}

impl<T> FromIterator<T> for LargeRow<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        LargeRow::from(Vec::from_iter(items))
    }
}

impl<T: Pod> Deref for LargeRow<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Held::Memory(row) => row,
            // Mapped memory begins with a page, so its items are aligned.
            Held::Mapped(file) => bytemuck::cast_slice(file),
        }
    }
}

impl<T: Pod> DerefMut for LargeRow<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Held::Memory(row) => row,
            Held::Mapped(file) => bytemuck::cast_slice_mut(file),
        }
    }
}

impl<T: Pod> Clone for LargeRow<T> {
    /// Copies into memory.
    fn clone(&self) -> Self {
        LargeRow::from(self.to_vec())
    }
}

impl<T: Pod + PartialEq> PartialEq for LargeRow<T> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Pod + Eq> Eq for LargeRow<T> {}

impl<T> std::fmt::Debug for LargeRow<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (bytes, held) = match &self.0 {
            Held::Memory(row) => (size_of_val(&row[..]), "memory"),
            Held::Mapped(file) => (file.len(), "a file"),
        };
        write!(f, "{bytes} bytes in {held}")
    }
}
