//! What the manifest of a directory lists.

use std::path::{Path, PathBuf};

use peatee_rules::{Draughts, Variant};
use peatee_table::format::CHESS;
use peatee_table::{MANIFEST_NAME, Manifest, ManifestError, Metric, Slice, format};

use crate::error::OpenError;

/// The tables that the manifest of a directory lists.
pub(crate) struct ListedTables {
    pub game: Draughts,
    pub tables: Vec<ListedTable>,
}

/// A table as the manifest lists it.
pub(crate) struct ListedTable {
    pub slice: Slice,
    pub metric: Metric,
    /// Its file.
    pub path: PathBuf,
    /// The length of the file.
    pub bytes: u64,
}

impl ListedTables {
    /// Reads the manifest of a directory.
    ///
    /// # Errors
    /// When the manifest is missing, damaged, or made under other rules.
    pub(crate) fn read(directory: &Path) -> Result<ListedTables, OpenError> {
        let manifest = Manifest::read(directory)?.ok_or_else(|| OpenError::Empty { path: directory.to_owned() })?;
        let bad_manifest =
            |reason: String| OpenError::from(ManifestError::content(directory.join(MANIFEST_NAME), &reason));
        if manifest.variant == CHESS {
            let how = "`chess::Tables::open`, in Python with `open_chess_tables`";
            return Err(OpenError::OtherGame { path: directory.to_owned(), found: manifest.variant, how });
        }
        let variant = Variant::named(&manifest.variant).map_err(|e| bad_manifest(e.to_string()))?;
        manifest.check_made_for(variant).map_err(bad_manifest)?;
        let game = Draughts::new(variant);
        let mut tables = Vec::with_capacity(manifest.tables.len());
        for (name, entry) in &manifest.tables {
            let slice = Slice::parse(&game, &entry.slice).map_err(|e| bad_manifest(e.to_string()))?;
            // A metric of a newer program is skipped: the other tables do not need it.
            let Some(metric) = Metric::named(&entry.metric) else { continue };
            if *name != format::file_name(slice, metric) {
                return Err(bad_manifest(format!("`{name}` is not the name of the {metric} table of {slice}")));
            }
            tables.push(ListedTable { slice, metric, path: directory.join(name), bytes: entry.bytes });
        }
        Ok(ListedTables { game, tables })
    }
}
