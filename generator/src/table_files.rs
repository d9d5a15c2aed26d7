//! The files of a directory of tables in the making, of whatever game: the manifest, a lock, tables
//! that appear whole or not at all. Several processes, and threads of each, may write to one
//! directory: each enters what it made in the manifest as it is then.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};
use std::time::Duration;

use peatee_probe::OpenError;
use peatee_table::format::{VERSION, file_name};
use peatee_table::{FileError, MANIFEST_NAME, Manifest, ManifestEntry, Metric, open_regular_file};

use crate::error::Error;
use crate::shared_work::{CLAIMS_NAME, Claims};
use crate::writer::{UNFINISHED, write_whole};

/// The name of the lock file. The file is empty, and stays when the run ends. Writers share the
/// lock; who must be alone has it alone.
const LOCK_NAME: &str = ".lock";
/// The claim of whoever writes the manifest.
const MANIFEST_CLAIM: &str = "manifest";

/// A directory that this process writes tables to.
#[derive(Debug)]
pub struct TableFiles {
    path: PathBuf,
    /// As this process last saw it.
    manifest: RwLock<Arc<Manifest>>,
    claims: Claims,
    /// Held open: closing the file would release the lock.
    lock: File,
}

impl TableFiles {
    /// Opens or makes the folder of a game below `root`. Others may write to it at the same time;
    /// where nobody else does, what an interrupted run left half written is removed. `fresh` is the
    /// manifest of the game without tables.
    ///
    /// # Errors
    /// When the folder cannot be made or locked, or holds tables of other rules or another format.
    pub fn open(root: &Path, fresh: Manifest) -> Result<TableFiles, Error> {
        let path = folder(root, &fresh)?;
        let lock = lock_file(&path)?;
        // A system may not turn one kind of lock into the other.
        if lock.try_lock().is_ok() {
            remove_leftovers(&path)?;
            lock.unlock().map_err(Error::at(&path))?;
        }
        acquire(&path, || lock.try_lock_shared())?;
        TableFiles::locked(path, fresh, lock)
    }

    /// [`TableFiles::open`] for whoever must be alone, since it replaces tables.
    ///
    /// # Errors
    /// As there, and [`Error::Locked`] when another process is at work in the folder.
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

    /// The claims by which several processes share the work in this directory.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Makes sure that the disk has room for a set of tables of `needed_bytes`. Tables that are
    /// already there need no more room.
    ///
    /// # Errors
    /// [`Error::NotEnoughDisk`] says how much is free.
    pub fn check_room(&self, needed_bytes: u64) -> Result<(), Error> {
        let there: u64 = self.manifest().tables.values().map(|entry| entry.bytes).sum();
        let free_bytes = fs4::available_space(&self.path).map_err(Error::at(&self.path))?;
        check_free(&self.path, needed_bytes.saturating_sub(there), free_bytes)
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The manifest of the directory, as this process last saw it.
    pub fn manifest(&self) -> Arc<Manifest> {
        self.manifest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// True when the manifest lists the table, whatever became of its file; the manifest as it was
    /// when this process last looked at it.
    pub fn lists(&self, name: &str) -> bool {
        self.manifest().tables.contains_key(name)
    }

    /// True when the table is there and its digest is right. A run that was killed may have
    /// finished a table and not yet entered it in the manifest: such a table is entered now, if
    /// `is_sound` finds nothing wrong with its file.
    ///
    /// # Errors
    /// When the manifest cannot be written.
    pub fn has(&self, slice: &str, metric: Metric, is_sound: impl FnOnce(&Path) -> bool) -> Result<bool, Error> {
        let name = file_name(slice, metric);
        let file = self.path.join(&name);
        if !self.lists(&name) {
            self.renew(&mut self.write_manifest())?;
        }
        if let Some(entry) = self.manifest().tables.get(&name) {
            return Ok(is_of(&file, entry).unwrap_or(false));
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

    /// True when the manifest lists a table of these bytes and its file has them.
    pub fn holds(&self, name: &str, bytes: &[u8]) -> bool {
        let is_it = |entry: &ManifestEntry| {
            hex(blake3::hash(bytes).as_bytes()) == entry.blake3 && is_of(&self.path.join(name), entry).unwrap_or(false)
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

    /// Takes over what others have entered since.
    fn renew(&self, manifest: &mut Arc<Manifest>) -> Result<(), Error> {
        if let Some(found) = Manifest::read(&self.path)? {
            *manifest = Arc::new(found);
        }
        Ok(())
    }

    /// Threads read the file and write it one after the other: what one has entered is not lost
    /// when another has read the file before.
    fn write_manifest(&self) -> RwLockWriteGuard<'_, Arc<Manifest>> {
        self.manifest.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TableFiles {
    /// The last one removes the claims. Best effort: what is left does no harm.
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

/// Removes what an interrupted run left in a directory in which nobody is at work.
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

fn lock_file(directory: &Path) -> Result<File, Error> {
    let path = directory.join(LOCK_NAME);
    // Opened for reading too: opening a pipe of that name then does not wait for a reader.
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
