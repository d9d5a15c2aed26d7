//! The tables of all variants under one directory.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use peatee_rules::Variant;
use peatee_table::format::CHESS;
use peatee_table::{MANIFEST_NAME, Manifest};

use crate::cache::{BlockCache, MemoryStats};
use crate::draughts::Tables;
use crate::error::OpenError;
use crate::fault::UnopenedFolder;
use crate::options::OpenOptions;
use crate::storage::StorageKind;

/// The tables of several variants, one folder each, under one memory budget.
#[derive(Debug)]
pub struct Collection {
    tables: Vec<Tables>,
    #[cfg(feature = "chess")]
    chess: Option<crate::chess::Tables>,
    unopened: Vec<UnopenedFolder>,
    cache: Arc<BlockCache>,
}

impl Collection {
    /// Opens `directory`, which either holds the tables of one variant or has a folder for each
    /// variant. A folder that cannot be opened is left out and named by [`Collection::unopened`];
    /// for single tables that cannot be opened, see [`Tables::open`].
    /// [`OpenOptions::open_collection`] opens it with other options.
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
        let failed = |error| OpenError::Io { path: directory.to_owned(), error };
        let mut folders = Vec::new();
        for entry in std::fs::read_dir(directory).map_err(failed)? {
            folders.push(entry.map_err(failed)?.path());
        }
        folders.push(directory.to_owned());
        folders.retain(|folder| may_hold_tables(folder));
        folders.sort();
        let mut next_number = 0;
        let (mut tables, mut failures) = (Vec::new(), Vec::new());
        #[cfg_attr(not(feature = "chess"), allow(unused_variables, reason = "they are left out"))]
        let (of_chess, folders): (Vec<PathBuf>, Vec<PathBuf>) = folders.into_iter().partition(|path| is_of_chess(path));
        for path in folders {
            match Tables::open_shared(&[&path], storage, cache, &mut next_number, |_, _| true) {
                Ok(opened) => tables.push(opened),
                Err(error) => failures.push((path, error)),
            }
        }
        #[cfg(feature = "chess")]
        let chess = of_chess.into_iter().find_map(|path| {
            let opened = crate::chess::Tables::open_shared(&path, storage, cache, &mut next_number);
            opened.map_err(|error| failures.push((path, error))).ok()
        });
        let holds_nothing = tables.is_empty();
        #[cfg(feature = "chess")]
        let holds_nothing = holds_nothing && chess.is_none();
        if holds_nothing {
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
        Ok(Collection {
            tables,
            #[cfg(feature = "chess")]
            chess,
            unopened,
            cache: cache.clone(),
        })
    }

    /// The tables of a variant by its id.
    pub fn variant(&self, id: &str) -> Option<&Tables> {
        self.tables.iter().find(|tables| tables.game().variant().id == id)
    }

    /// The tables of all variants.
    pub fn iter(&self) -> impl Iterator<Item = &Tables> {
        self.tables.iter()
    }

    /// The tables of chess, which are not among the others.
    #[cfg(feature = "chess")]
    pub fn chess(&self) -> Option<&crate::chess::Tables> {
        self.chess.as_ref()
    }

    /// What all these tables together have in memory, which they share, and how often that was of
    /// use.
    pub fn stats(&self) -> MemoryStats {
        self.cache.stats()
    }

    /// The folders that cannot be opened.
    pub fn unopened(&self) -> &[UnopenedFolder] {
        &self.unopened
    }
}

/// Whether the manifest of a folder says that it holds tables of chess.
fn is_of_chess(folder: &Path) -> bool {
    matches!(Manifest::read(folder), Ok(Some(manifest)) if manifest.variant == CHESS)
}

/// Whether a folder has a manifest, whatever kind of file that is, or is the folder of a variant
/// that we have no permission to read. Other folders without permission, such as `lost+found`, do
/// not concern us.
fn may_hold_tables(folder: &Path) -> bool {
    match folder.join(MANIFEST_NAME).symlink_metadata() {
        Ok(_) => true,
        Err(error) => {
            let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            error.kind() == ErrorKind::PermissionDenied && Variant::named(name).is_ok()
        }
    }
}
