//! The tables of all variants under one directory.

use std::path::Path;
use std::sync::Arc;

use crate::cache::BlockCache;
use crate::error::OpenError;
use crate::manifest::MANIFEST_NAME;
use crate::tables::{OpenOptions, Tables};

/// The tables of several variants, one folder each, under one memory budget.
#[derive(Debug)]
pub struct Collection {
    tables: Vec<Tables>,
}

impl Collection {
    /// Opens `directory`, which either holds the tables of one variant or has a folder for each variant.
    ///
    /// # Errors
    /// [`OpenError`] when there are no tables, or any of them cannot be opened.
    pub fn open(directory: &Path, options: &OpenOptions) -> Result<Collection, OpenError> {
        let failed = |source| OpenError::Io { path: directory.to_owned(), source };
        let mut folders = Vec::new();
        for entry in std::fs::read_dir(directory).map_err(failed)? {
            folders.push(entry.map_err(failed)?.path());
        }
        folders.push(directory.to_owned());
        folders.retain(|folder| folder.join(MANIFEST_NAME).is_file());
        folders.sort();
        if folders.is_empty() {
            return Err(OpenError::Empty { path: directory.to_owned() });
        }
        let cache = Arc::new(BlockCache::new(options.memory_bytes));
        let mut next_number = 0;
        let mut open = |folder| Tables::open_shared(folder, options, &cache, &mut next_number, |_, _| true);
        let tables: Result<Vec<Tables>, OpenError> = folders.iter().map(|folder| open(folder)).collect();
        Ok(Collection { tables: tables? })
    }

    /// The tables of a variant by its id.
    pub fn variant(&self, id: &str) -> Option<&Tables> {
        self.tables.iter().find(|tables| tables.game().variant().id == id)
    }

    /// The tables of all variants.
    pub fn iter(&self) -> impl Iterator<Item = &Tables> {
        self.tables.iter()
    }
}
