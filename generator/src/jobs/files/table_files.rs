//! The files of a directory of tables of one game: the manifest, a lock file, and the tables. A
//! table appears only when it is complete. Several processes, and several threads of each, may
//! write into one directory. A thread reads the current manifest before it adds an entry to the
//! manifest.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};
use std::time::Duration;

use peatee_table::format::{VERSION, file_name};
use peatee_table::{MANIFEST_NAME, Manifest, ManifestEntry, Metric, open_regular_file};

use super::check::is_whole;
use super::shared_work::{CLAIMS_NAME, Claims, LOCK_NAME};
use crate::error::Error;
use crate::tables::write::{UNFINISHED, write_whole};
use crate::units::hex;

/// Name of the claim (lock file) that a process holds while it writes the manifest.
const MANIFEST_CLAIM: &str = "manifest";

#[derive(Debug)]
pub struct TableFiles {
    path: PathBuf,
    manifest: RwLock<Arc<Manifest>>,
    claims: Claims,
    /// The lock file, which is kept open because closing it would release the lock.
    lock: File,
}

impl TableFiles {
    /// Opens the folder of a game below `root`, or creates it. Other processes may work in it at
    /// the same time. If none does, unfinished files of an interrupted run are removed. `fresh` is
    /// the manifest of the game without any table.
    ///
    /// # Errors
    /// The folder cannot be created or locked, or contains tables of other rules or in another
    /// format.
    pub fn open(root: &Path, fresh: Manifest) -> Result<TableFiles, Error> {
        let path = folder(root, &fresh)?;
        let lock = lock_file(&path)?;
        // Some systems cannot turn an exclusive lock into a shared one, so it is released first.
        if lock.try_lock().is_ok() {
            remove_leftovers(&path)?;
            // Wine may report an error after it has released the lock. If the lock were still held,
            // the next program would report that.
            let _ = lock.unlock();
        }
        acquire(&path, || lock.try_lock_shared())?;
        TableFiles::locked(path, fresh, lock)
    }

    /// Opens the folder as [`TableFiles::open`] does, but only if no other process works in it.
    /// This is for work that replaces tables.
    ///
    /// # Errors
    /// The errors of [`TableFiles::open`], and [`Error::Locked`] if another process works in the
    /// folder.
    pub fn open_alone(root: &Path, fresh: Manifest) -> Result<TableFiles, Error> {
        let path = folder(root, &fresh)?;
        let lock = lock_file(&path)?;
        acquire(&path, || lock.try_lock())?;
        remove_leftovers(&path)?;
        TableFiles::locked(path, fresh, lock)
    }

    fn locked(path: PathBuf, fresh: Manifest, lock: File) -> Result<TableFiles, Error> {
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
                    wanted: format!("{} in format {VERSION}", fresh.variant),
                });
            }
        };
        let manifest = RwLock::new(Arc::new(manifest));
        Ok(TableFiles { claims: Claims::of(&path), path, manifest, lock })
    }

    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Checks that the disk has enough space for a set of tables that takes `needed_bytes` in all.
    /// The space of tables that exist already is subtracted.
    ///
    /// # Errors
    /// [`Error::NotEnoughDisk`], which states the free space.
    pub fn check_room(&self, needed_bytes: u64) -> Result<(), Error> {
        let there: u64 = self.manifest().tables.values().map(|entry| entry.bytes).sum();
        check_free(&self.path, needed_bytes.saturating_sub(there))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the manifest of the directory, as this process has read it last.
    pub fn manifest(&self) -> Arc<Manifest> {
        self.manifest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns true if the manifest, as this process has read it last, lists the table, whether or
    /// not its file exists.
    pub fn lists(&self, name: &str) -> bool {
        self.manifest().tables.contains_key(name)
    }

    /// Returns true if the table exists and its file has the digest in the manifest. A run that was
    /// killed may have completed a table without adding it to the manifest; such a table is added
    /// now if `is_sound` accepts its file.
    ///
    /// # Errors
    /// The file cannot be read, or the manifest cannot be written.
    pub fn has(&self, slice: &str, metric: Metric, is_sound: impl FnOnce(&Path) -> bool) -> Result<bool, Error> {
        let name = file_name(slice, metric);
        let file = self.path.join(&name);
        if !self.lists(&name) {
            self.renew(&mut self.write_manifest())?;
        }
        if let Some(entry) = self.manifest().tables.get(&name) {
            return is_whole(&file, entry);
        }
        if !is_sound(&file) {
            return Ok(false);
        }
        let content = Content::of_file(&file).map_err(Error::at(&file))?;
        self.enter(slice, metric, content)?;
        Ok(true)
    }

    /// Writes a table and adds it to the manifest.
    ///
    /// # Errors
    /// The file or the manifest cannot be written.
    pub fn put(&self, slice: &str, metric: Metric, bytes: &[u8]) -> Result<(), Error> {
        let file = self.path.join(file_name(slice, metric));
        write_whole(&file, bytes).map_err(Error::at(&file))?;
        let content = Content { bytes: bytes.len() as u64, blake3: blake3::hash(bytes) };
        self.enter(slice, metric, content)
    }

    /// Returns true if the manifest lists a table with exactly these bytes, and its file has them.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn holds(&self, name: &str, bytes: &[u8]) -> Result<bool, Error> {
        match self.manifest().tables.get(name) {
            Some(entry) if entry.blake3 == hex(blake3::hash(bytes).as_bytes()) => {
                is_whole(&self.path.join(name), entry)
            }
            _ => Ok(false),
        }
    }

    fn enter(&self, slice: &str, metric: Metric, content: Content) -> Result<(), Error> {
        let entry = ManifestEntry {
            slice: slice.to_owned(),
            metric: metric.name(),
            bytes: content.bytes,
            blake3: hex(content.blake3.as_bytes()),
        };
        let _claim = self.claims.wait_for(MANIFEST_CLAIM)?;
        let manifest = &mut *self.write_manifest();
        self.renew(manifest)?;
        Arc::make_mut(manifest).tables.insert(file_name(slice, metric), entry);
        let file = self.path.join(MANIFEST_NAME);
        write_whole(&file, manifest.to_text().as_bytes()).map_err(Error::at(&file))
    }

    /// Reads the manifest again, so that it includes the entries of other processes.
    fn renew(&self, manifest: &mut Arc<Manifest>) -> Result<(), Error> {
        if let Some(found) = Manifest::read(&self.path)? {
            *manifest = Arc::new(found);
        }
        Ok(())
    }

    /// Locks the manifest of this process. The lock is held while the file is read and written, so
    /// that no entry of another thread is lost.
    fn write_manifest(&self) -> RwLockWriteGuard<'_, Arc<Manifest>> {
        self.manifest.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TableFiles {
    /// Removes the folder of claims (lock files of jobs) if no other process works in the
    /// directory. Failures are ignored, because a folder that stays does no harm.
    fn drop(&mut self) {
        let _ = self.lock.unlock();
        if self.lock.try_lock().is_ok() {
            let _ = std::fs::remove_dir_all(self.path.join(CLAIMS_NAME));
        }
        // Closing the file is not enough: a child process that another thread is just starting
        // holds a copy of it, and with it the lock.
        let _ = self.lock.unlock();
    }
}

fn folder(root: &Path, manifest: &Manifest) -> Result<PathBuf, Error> {
    let path = root.join(&manifest.variant);
    std::fs::create_dir_all(&path).map_err(Error::at(&path))?;
    Ok(path)
}

fn remove_leftovers(path: &Path) -> Result<(), Error> {
    for entry in std::fs::read_dir(path).map_err(Error::at(path))? {
        let file = entry.map_err(Error::at(path))?.path();
        if file.to_string_lossy().ends_with(UNFINISHED) {
            std::fs::remove_file(&file).map_err(Error::at(&file))?;
        }
    }
    Ok(())
}

/// Checks that the disk of a directory has at least `needed_bytes` bytes free.
///
/// # Errors
/// [`Error::NotEnoughDisk`], which states the free space.
pub(crate) fn check_free(directory: &Path, needed_bytes: u64) -> Result<(), Error> {
    let free_bytes = fs4::available_space(directory).map_err(Error::at(directory))?;
    if needed_bytes > free_bytes {
        return Err(Error::NotEnoughDisk { directory: directory.to_owned(), free_bytes, needed_bytes });
    }
    Ok(())
}

struct Content {
    bytes: u64,
    blake3: blake3::Hash,
}

impl Content {
    /// Returns the length and the digest of a file. Reads the file in parts, because it may be
    /// larger than the memory.
    fn of_file(path: &Path) -> io::Result<Content> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(open_regular_file(path)?)?;
        Ok(Content { bytes: hasher.count(), blake3: hasher.finalize() })
    }
}

fn lock_file(directory: &Path) -> Result<File, Error> {
    let path = directory.join(LOCK_NAME);
    // The file is opened for reading too: if a pipe has that name, opening it only for writing
    // would wait for a reader.
    File::options().create(true).read(true).append(true).open(&path).map_err(Error::at(&path))
}

fn acquire(directory: &Path, mut lock: impl FnMut() -> Result<(), TryLockError>) -> Result<(), Error> {
    for _ in 0..LOCK_TRIES {
        match lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(error)) => return Err(Error::Io { path: directory.join(LOCK_NAME), error }),
        }
    }
    Err(Error::Locked { directory: directory.to_owned() })
}

/// Number of attempts to take a lock. One attempt may fail, because a child process that is just
/// being started holds a copy of every lock for a moment, even of locks whose process has ended.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(10);
