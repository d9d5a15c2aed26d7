//! Opens the tables of all games in one directory.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use peatee_table::MANIFEST_NAME;

use crate::any::AnyTables;
use crate::cache::{BlockCache, MemoryStats};
use crate::draughts::Tables;
use crate::error::OpenError;
use crate::family::Family;
use crate::fault::UnopenedFolder;
use crate::folder::{Folder, address};
use crate::options::OpenOptions;
use crate::remote::RemoteFiles;
use crate::storage::StorageKind;
use crate::table_files::TableFiles;

/// The tables of several games, one folder per game, under one memory budget.
#[derive(Debug)]
pub struct Collection {
    tables: Vec<AnyTables>,
    unopened: Vec<UnopenedFolder>,
    cache: Arc<BlockCache>,
    /// Number that the next opened table gets. Keys of blocks in the cache contain the number of
    /// the table.
    next_number: u32,
}

impl Collection {
    /// Opens `directory`, which either holds the tables of one game or has a folder for each game.
    /// Skips folders that cannot be opened, which [`Collection::unopened`] returns, and single
    /// tables that cannot be opened, as [`Tables::open`] does. To set options, use
    /// [`OpenOptions::open_collection`].
    ///
    /// # Errors
    /// [`OpenError`] when there are no tables, or no folder can be opened.
    pub fn open(directory: impl AsRef<Path>) -> Result<Collection, OpenError> {
        OpenOptions::new().open_collection(directory)
    }

    pub(crate) fn open_shared(
        directory: &Path,
        storage: StorageKind,
        cache: &Arc<BlockCache>,
    ) -> Result<Collection, OpenError> {
        let mut next_number = 0;
        let (mut tables, mut failures) = (Vec::new(), Vec::new());
        let mut add = |path: &Path, folder: Result<Folder<'_>, OpenError>| match folder
            .and_then(|folder| AnyTables::open_shared(&[folder], cache, &mut next_number, |_| true))
        {
            Ok(opened) => tables.push(opened),
            Err(error) => failures.push((path.to_owned(), error)),
        };
        match address(directory) {
            Some(address) => {
                for (path, files) in RemoteFiles::open_site(address, |_| true)? {
                    add(&path, files.and_then(|files| Folder::from_files(&path, files)));
                }
            }
            None => {
                for path in folders(directory)? {
                    add(&path, Folder::at(&path, storage));
                }
            }
        }
        if tables.is_empty() {
            let mut errors: Vec<OpenError> = failures.into_iter().map(|(_, error)| error).collect();
            let path = directory.to_owned();
            return Err(match errors.len() {
                0 => OpenError::Empty { path },
                1 => errors.remove(0),
                _ => OpenError::Nothing { path, errors },
            });
        }
        let unopened = |(path, error)| UnopenedFolder { path, error: Arc::new(error) };
        let unopened = failures.into_iter().map(unopened).collect();
        Ok(Collection { tables, unopened, cache: cache.clone(), next_number })
    }

    pub(crate) fn empty(cache: Arc<BlockCache>) -> Collection {
        Collection { tables: Vec::new(), unopened: Vec::new(), cache, next_number: 0 }
    }

    /// Adds the tables of a game. `files` reads their bytes from anywhere, for example from memory.
    /// Errors give `name` as the path of the folder.
    ///
    /// # Errors
    /// The errors of [`Tables::open`].
    pub fn add_files(&mut self, name: impl AsRef<Path>, files: &dyn TableFiles) -> Result<&AnyTables, OpenError> {
        let folder = Folder::from_files(name.as_ref(), files)?;
        let opened = AnyTables::open_shared(&[folder], &self.cache, &mut self.next_number, |_| true)?;
        Ok(self.tables.push_mut(opened))
    }

    /// Returns the tables of the game that has this id; `None` if the collection has no such game.
    pub fn game(&self, id: &str) -> Option<&AnyTables> {
        self.tables.iter().find(|tables| tables.game_id() == id)
    }

    /// Returns the tables of the variant of draughts that has this id; `None` if the collection has
    /// no such variant.
    pub fn variant(&self, id: &str) -> Option<&Tables> {
        self.iter().find(|tables| tables.game().variant().id == id)
    }

    /// Returns the tables of all variants of draughts.
    pub fn iter(&self) -> impl Iterator<Item = &Tables> {
        self.tables.iter().filter_map(AnyTables::draughts)
    }

    /// Returns the tables of all games.
    pub fn games(&self) -> &[AnyTables] {
        &self.tables
    }

    /// Returns the tables of chess; `None` if the collection has none.
    #[cfg(feature = "chess")]
    pub fn chess(&self) -> Option<&crate::chess::Tables> {
        self.tables.iter().find_map(AnyTables::chess)
    }

    /// Returns the memory use of all these tables together, with cache hits and misses.
    pub fn stats(&self) -> MemoryStats {
        self.cache.stats()
    }

    /// Returns the folders that cannot be opened.
    pub fn unopened(&self) -> &[UnopenedFolder] {
        &self.unopened
    }
}

fn folders(directory: &Path) -> Result<Vec<PathBuf>, OpenError> {
    let failed = |error| OpenError::Io { path: directory.to_owned(), error };
    let mut folders = vec![directory.to_owned()];
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        folders.push(entry.map_err(failed)?.path());
    }
    folders.retain(|folder| may_hold_tables(folder));
    folders.sort();
    Ok(folders)
}

/// Returns true when a folder may hold tables. Such a folder has an entry, of any file type, with
/// the name of the manifest, or is unreadable and has the name of a game. Other unreadable folders,
/// such as `lost+found`, are ignored.
fn may_hold_tables(folder: &Path) -> bool {
    match folder.join(MANIFEST_NAME).symlink_metadata() {
        Ok(_) => true,
        Err(error) => {
            let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            error.kind() == ErrorKind::PermissionDenied && Family::of_game(name).is_ok()
        }
    }
}
