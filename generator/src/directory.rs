//! A directory of tables in the making: one variant, one writer at a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use peatee_probe::internals::{Table, open_storage};
use peatee_probe::{OpenError, StorageKind};
use peatee_rules::Game;
use peatee_table::format::{self, VERSION};
use peatee_table::{FileError, MANIFEST_NAME, Manifest, ManifestEntry, Metric, Slice, open_regular_file};

use crate::error::Error;
use crate::positions::positions;
use crate::writer::{UNFINISHED, write_whole};

/// The name of the lock file. The file is empty, and stays when the run ends.
const LOCK_NAME: &str = ".lock";

/// A directory that this process alone writes tables to.
#[derive(Debug)]
pub struct TableDirectory {
    path: PathBuf,
    game: Game,
    manifest: Manifest,
    /// Held open: closing the file would release the lock.
    _lock: File,
}

impl TableDirectory {
    /// Opens or makes the folder of a variant below `root`, locks it, and removes what an
    /// interrupted run left half written.
    ///
    /// # Errors
    /// When the folder cannot be made or locked, or holds tables of other rules or another format.
    pub fn open(root: &Path, game: &Game) -> Result<TableDirectory, Error> {
        let path = root.join(game.variant().id);
        std::fs::create_dir_all(&path).map_err(Error::at(&path))?;
        let lock = lock(&path)?;
        for entry in std::fs::read_dir(&path).map_err(Error::at(&path))? {
            let file = entry.map_err(Error::at(&path))?.path();
            if file.to_string_lossy().ends_with(UNFINISHED) {
                std::fs::remove_file(&file).map_err(Error::at(&file))?;
            }
        }
        let fresh = Manifest::new(game.variant());
        let manifest = match Manifest::read(&path)? {
            None => fresh,
            Some(found) if Manifest { tables: BTreeMap::new(), ..found.clone() } == fresh => found,
            Some(found) => {
                return Err(Error::OtherTables {
                    directory: path,
                    found: format!(
                        "tables of {} in format {}, made under other rules",
                        found.variant, found.format_version
                    ),
                    wanted: format!("{} in format {VERSION}", game.variant().id),
                });
            }
        };
        Ok(TableDirectory { path, game: game.clone(), manifest, _lock: lock })
    }

    /// Makes sure that the disk has room for a set of tables of `needed_bytes`. Tables that are
    /// already there need no more room.
    ///
    /// # Errors
    /// [`Error::NotEnoughDisk`] says how much is free.
    pub fn check_room(&self, needed_bytes: u64) -> Result<(), Error> {
        let there: u64 = self.manifest.tables.values().map(|entry| entry.bytes).sum();
        let free_bytes = fs4::available_space(&self.path).map_err(Error::at(&self.path))?;
        check_free(&self.path, needed_bytes.saturating_sub(there), free_bytes)
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The game whose tables it holds.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The manifest of the directory.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// True when the table is there and its digest is right. A run that was killed may have
    /// finished a table and not yet entered it in the manifest: such a table is entered now, if it
    /// is sound.
    ///
    /// # Errors
    /// When the manifest cannot be written.
    pub fn has(&mut self, slice: Slice, metric: Metric) -> Result<bool, Error> {
        let name = format::file_name(slice, metric);
        let file = self.path.join(&name);
        if let Some(entry) = self.manifest.tables.get(&name) {
            return Ok(is_of(&file, entry).unwrap_or(false));
        }
        if !self.is_sound(&file, slice, metric) {
            return Ok(false);
        }
        let content = Content::of_file(&file).map_err(Error::at(&file))?;
        self.enter(slice, metric, content)?;
        Ok(true)
    }

    /// True when a file is the table of this slice and metric, and every block matches its
    /// checksum.
    fn is_sound(&self, file: &Path, slice: Slice, metric: Metric) -> bool {
        let Ok(table) = self.table_at(file) else { return false };
        let expected = positions(&self.game, slice);
        table.check_identity(&self.game, slice, metric, expected).is_ok() && table.each_cell(|_, _| ()).is_ok()
    }

    fn table_at(&self, file: &Path) -> Result<Table, Error> {
        let bad = |error| Error::File { path: file.to_owned(), error };
        let storage = open_storage(file, StorageKind::PREAD).map_err(|e| bad(e.into()))?;
        Table::open(file, storage, 0).map_err(bad)
    }

    /// Opens a table that is in the manifest.
    ///
    /// # Errors
    /// When the file is missing, damaged or another table. `Ok(None)` when the manifest does not
    /// list the table.
    pub fn table(&self, slice: Slice, metric: Metric) -> Result<Option<Table>, Error> {
        if !self.lists(slice, metric) {
            return Ok(None);
        }
        let file = self.path.join(format::file_name(slice, metric));
        let table = self.table_at(&file)?;
        table
            .check_identity(&self.game, slice, metric, positions(&self.game, slice))
            .map_err(|error| Error::File { path: file, error })?;
        Ok(Some(table))
    }

    /// True when the manifest lists the table, whatever became of its file.
    pub fn lists(&self, slice: Slice, metric: Metric) -> bool {
        self.manifest.tables.contains_key(&format::file_name(slice, metric))
    }

    /// Writes a table and enters it in the manifest.
    ///
    /// # Errors
    /// When writing fails.
    pub fn put(&mut self, slice: Slice, metric: Metric, bytes: &[u8]) -> Result<(), Error> {
        let file = self.path.join(format::file_name(slice, metric));
        write_whole(&file, bytes).map_err(Error::at(&file))?;
        let content = Content { bytes: bytes.len() as u64, blake3: blake3::hash(bytes) };
        self.enter(slice, metric, content)
    }

    fn enter(&mut self, slice: Slice, metric: Metric, content: Content) -> Result<(), Error> {
        let entry = ManifestEntry {
            slice: slice.name(),
            metric: metric.name(),
            bytes: content.bytes,
            blake3: hex(content.blake3.as_bytes()),
        };
        self.manifest.tables.insert(format::file_name(slice, metric), entry);
        let file = self.path.join(MANIFEST_NAME);
        write_whole(&file, self.manifest.to_text().as_bytes()).map_err(Error::at(&file))
    }
}

fn check_free(directory: &Path, needed_bytes: u64, free_bytes: u64) -> Result<(), Error> {
    if needed_bytes > free_bytes {
        return Err(Error::NotEnoughDisk { directory: directory.to_owned(), free_bytes, needed_bytes });
    }
    Ok(())
}

/// The length and the digest of a file.
struct Content {
    bytes: u64,
    blake3: blake3::Hash,
}

impl Content {
    /// Reads the file part by part: it may be larger than the memory.
    fn of_file(path: &Path) -> io::Result<Content> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(open_regular_file(path)?)?;
        Ok(Content { bytes: hasher.count(), blake3: hasher.finalize() })
    }
}

/// Whether a file is the one that the manifest lists. A file of another length is not read: a hole
/// in a file can be very long.
fn is_of(path: &Path, entry: &ManifestEntry) -> io::Result<bool> {
    if path.metadata()?.len() != entry.bytes {
        // The length of a file that is not regular says nothing: opening such a file fails.
        open_regular_file(path)?;
        return Ok(false);
    }
    Ok(hex(Content::of_file(path)?.blake3.as_bytes()) == entry.blake3)
}

fn lock(directory: &Path) -> Result<File, Error> {
    let path = directory.join(LOCK_NAME);
    // Opened for reading too: opening a pipe of that name then does not wait for a reader.
    let file = File::options().create(true).read(true).append(true).open(&path).map_err(Error::at(&path))?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(std::fs::TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(std::fs::TryLockError::Error(error)) => return Err(Error::Io { path, error }),
        }
    }
    Err(Error::Locked { directory: directory.to_owned() })
}

/// A program that this one is just starting has a copy of every lock for a moment, also of locks
/// that have been given up.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// Compares the files of a directory that `is_wanted` picks with their digests in the manifest.
/// Returns an error for each file that is missing or differs, in the order of their names.
///
/// # Errors
/// When the manifest is missing or damaged.
pub fn damaged_files(directory: &Path, is_wanted: impl Fn(&ManifestEntry) -> bool) -> Result<Vec<Error>, Error> {
    let manifest = Manifest::read(directory)?.ok_or_else(|| OpenError::Empty { path: directory.to_owned() })?;
    let wanted = manifest.tables.iter().filter(|(_, entry)| is_wanted(entry));
    let check = |(name, entry): (&String, &ManifestEntry)| {
        let path = directory.join(name);
        let error = match is_of(&path, entry) {
            Ok(true) => return None,
            Ok(false) => FileError::Checksum { part: "file (BLAKE3 in the manifest)" },
            Err(error) if error.kind() == io::ErrorKind::NotFound => FileError::Missing,
            Err(error) => error.into(),
        };
        Some(Error::File { path, error })
    };
    Ok(wanted.filter_map(check).collect())
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
