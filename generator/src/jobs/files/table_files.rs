//! The files of a directory of tables being made, of any game: the manifest, a lock, and tables
//! that appear whole or not at all. Several processes, and several threads of each, may write to
//! one directory: each enters its tables in the current manifest.

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

/// The claim held while writing the manifest.
const MANIFEST_CLAIM: &str = "manifest";

#[derive(Debug)]
pub struct TableFiles {
    path: PathBuf,
    /// Content as last read by this process.
    manifest: RwLock<Arc<Manifest>>,
    claims: Claims,
    /// Held open: closing the file would release the lock.
    lock: File,
}

impl TableFiles {
    /// Opens or creates the folder of a game below `root`. Others may write to it at the same time;
    /// if there are none, half-written files of an interrupted run are removed. `fresh` is the
    /// manifest of the game without tables.
    ///
    /// # Errors
    /// When the folder cannot be created or locked, or holds tables of other rules or another
    /// format.
    pub fn open(root: &Path, fresh: Manifest) -> Result<TableFiles, Error> {
        let path = folder(root, &fresh)?;
        let lock = lock_file(&path)?;
        // Some systems cannot convert one kind of lock into the other.
        if lock.try_lock().is_ok() {
            remove_leftovers(&path)?;
            lock.unlock().map_err(Error::at(&path))?;
        }
        acquire(&path, || lock.try_lock_shared())?;
        TableFiles::locked(path, fresh, lock)
    }

    /// Opens the folder like [`TableFiles::open`], but for exclusive use by a caller that replaces
    /// tables.
    ///
    /// # Errors
    /// Errors of [`TableFiles::open`], and [`Error::Locked`] when another process works in the
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

    /// Returns the claims by which several processes share the work in this directory.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Checks that the disk has room for a set of tables of `needed_bytes`. Existing tables need no
    /// more room.
    ///
    /// # Errors
    /// [`Error::NotEnoughDisk`] with the free bytes.
    pub fn check_room(&self, needed_bytes: u64) -> Result<(), Error> {
        let there: u64 = self.manifest().tables.values().map(|entry| entry.bytes).sum();
        let free_bytes = fs4::available_space(&self.path).map_err(Error::at(&self.path))?;
        check_free(&self.path, needed_bytes.saturating_sub(there), free_bytes)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the manifest of the directory, as last read by this process.
    pub fn manifest(&self) -> Arc<Manifest> {
        self.manifest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns true when the manifest, as last read by this process, lists the table, whether or
    /// not its file exists.
    pub fn lists(&self, name: &str) -> bool {
        self.manifest().tables.contains_key(name)
    }

    /// Returns true when the table exists and has the right digest. A killed run may have finished
    /// a table without adding it to the manifest; such a table is added now if `is_sound` accepts
    /// its file.
    ///
    /// # Errors
    /// The manifest cannot be written.
    pub fn has(&self, slice: &str, metric: Metric, is_sound: impl FnOnce(&Path) -> bool) -> Result<bool, Error> {
        let name = file_name(slice, metric);
        let file = self.path.join(&name);
        if !self.lists(&name) {
            self.renew(&mut self.write_manifest())?;
        }
        if let Some(entry) = self.manifest().tables.get(&name) {
            return Ok(is_whole(&file, entry));
        }
        if !is_sound(&file) {
            return Ok(false);
        }
        let content = Content::of_file(&file).map_err(Error::at(&file))?;
        self.enter(slice, metric, content)?;
        Ok(true)
    }

    /// Writes a table and enters it in the manifest.
    ///
    /// # Errors
    /// When writing fails.
    pub fn put(&self, slice: &str, metric: Metric, bytes: &[u8]) -> Result<(), Error> {
        let file = self.path.join(file_name(slice, metric));
        write_whole(&file, bytes).map_err(Error::at(&file))?;
        let content = Content { bytes: bytes.len() as u64, blake3: blake3::hash(bytes) };
        self.enter(slice, metric, content)
    }

    /// Returns true when the manifest lists a table of these bytes and its file has them.
    pub fn holds(&self, name: &str, bytes: &[u8]) -> bool {
        let is_it = |entry: &ManifestEntry| {
            hex(blake3::hash(bytes).as_bytes()) == entry.blake3 && is_whole(&self.path.join(name), entry)
        };
        self.manifest().tables.get(name).is_some_and(is_it)
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

    /// Rereads the manifest to include the entries of others.
    fn renew(&self, manifest: &mut Arc<Manifest>) -> Result<(), Error> {
        if let Some(found) = Manifest::read(&self.path)? {
            *manifest = Arc::new(found);
        }
        Ok(())
    }

    /// Locks the manifest. Threads read and write its file in turn, so that no entry is lost.
    fn write_manifest(&self) -> RwLockWriteGuard<'_, Arc<Manifest>> {
        self.manifest.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TableFiles {
    /// Removes the claims if this is the last process. Failures are ignored, because leftovers are
    /// harmless.
    fn drop(&mut self) {
        if self.lock.unlock().is_ok() && self.lock.try_lock().is_ok() {
            let _ = std::fs::remove_dir_all(self.path.join(CLAIMS_NAME));
        }
    }
}

fn folder(root: &Path, manifest: &Manifest) -> Result<PathBuf, Error> {
    let path = root.join(&manifest.variant);
    std::fs::create_dir_all(&path).map_err(Error::at(&path))?;
    Ok(path)
}

/// Removes leftovers of an interrupted run from a directory that no process uses.
fn remove_leftovers(path: &Path) -> Result<(), Error> {
    for entry in std::fs::read_dir(path).map_err(Error::at(path))? {
        let file = entry.map_err(Error::at(path))?.path();
        if file.to_string_lossy().ends_with(UNFINISHED) {
            std::fs::remove_file(&file).map_err(Error::at(&file))?;
        }
    }
    Ok(())
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
    /// Reads the file part by part, because it may be larger than the memory.
    fn of_file(path: &Path) -> io::Result<Content> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(open_regular_file(path)?)?;
        Ok(Content { bytes: hasher.count(), blake3: hasher.finalize() })
    }
}

fn lock_file(directory: &Path) -> Result<File, Error> {
    let path = directory.join(LOCK_NAME);
    // Opened for reading too, so that opening a pipe of that name does not wait for a reader.
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

/// Number of attempts to take a lock. A child process that is just starting briefly holds a copy of
/// every lock, including released ones.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(10);
